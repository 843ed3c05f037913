#!/usr/bin/env python3
"""Random C programs with pointers, lists, buffers, strings, unions, lifetimes and numbers as pointers, against the sanitizers.

    tests/fuzz/memory.py CINCH COUNT SEED [--batch N] [--timeout S] [--kind KIND] [--keep DIR] [--state FILE] [-v]

Each program is a function of two small inputs that allocates, frees, follows and overwrites: many leave their objects, use what was
freed, free twice, lose blocks or overflow, for some inputs or for all. Natively each is run on all inputs, in a process of its own,
under AddressSanitizer, LeakSanitizer and UndefinedBehaviorSanitizer: what ends the run first is valid-deref, valid-free,
valid-memtrack or no-overflow. Where the sanitizers see nothing, because an object that is over lies where a new one does, the program
says so itself (OVER). All programs of a round are one native build. cinch decides every check of a few of them at a time (verify
--each), with an engine and options that are drawn; what it calls violated in a program must be what came out natively for some input,
and nothing else, and all of it. A part is asked with evidence, and of a part the verdict for one program alone is written as a
certificate or a witness, which cinch check and cinch replay must accept. What differs is kept in DIR, alone, and the end has status 1.
Open checks are counted; a program that has some is compared as far as it is decided. With --state the count so far is kept in FILE,
and the next run goes on from there."""
import argparse, collections, json, os, random, re, subprocess, sys, tempfile

A, B = 4, 2  # inputs a < A, b < B
HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef REFERENCE
#include <unistd.h>
#define OVER _exit(10)
#else
#define OVER ((void)0)
#endif
struct node { struct node *next; int value; };
static inline __attribute__((always_inline)) int *inlined(int *p, int c) { int y[8] = {c}, *r = y + 2; return c & 1 ? r : p; }
static int successor(int i) { return (i & 7) + 1; }
static int twice(int i) { return (i & 7) * 2; }
static void exchange(int **p, int **q) { int *t = *p; *p = *q; *q = t; }
static void set(int *p, int c) { if (c) *p = 1; }
"""
# How a batch is asked: (engine, weight; none: the portfolio), and options.
ENGINES = [("bmc", 60), ("", 8), ("cegar", 6), ("bmc/loops", 4), ("ic3cfa", 3), ("kinduction", 1), ("ic3ia", 2), ("values", 1), ("treeic3", 1), ("imc", 1)]
OPTIONS = [("", 24), ("--reduce none", 1), ("--inline none", 1), ("--heap-by-size", 1), ("--no-slice", 1), ("--no-intervals", 1), ("--no-blocks", 1),
           ("--no-forward --no-constants", 1), ("--heap-unbounded", 1)]

# What ends a run of the reference: the exit status of its process.
CLASSES = {10: "valid-deref", 11: "valid-free", 12: "valid-memtrack", 13: "no-overflow", 14: "uninitialized"}
# What is asked of the programs of a round: the properties, options of cinch, how the reference is compiled; weight.
Kind = collections.namedtuple("Kind", "properties options flags")
MEMORY = "valid-memsafety,no-overflow"
KINDS = {"memory": (Kind(MEMORY, [], []), 5), "memory32": (Kind(MEMORY, ["--data-model", "ILP32"], ["-m32"]), 3),
         "uninitialized": (Kind("uninitialized", [], []), 3)}
ADDRESS = ["-fsanitize=address,signed-integer-overflow", "-fsanitize-trap=signed-integer-overflow"]
UNWRITTEN = ["-fsanitize=memory"]
REFERENCE = """
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#if __has_feature(memory_sanitizer)
const char *__msan_default_options(void) { return "exit_code=14:handle_segv=0:handle_sigill=0:handle_sigfpe=0"; }
static int __lsan_do_recoverable_leak_check(void) { return 0; }
#else
const char *__asan_get_report_description(void);
int __lsan_do_recoverable_leak_check(void);
const char *__asan_default_options(void) { return "handle_segv=0:handle_sigill=0:handle_sigfpe=0:detect_stack_use_after_return=1"; }
void __asan_on_error(void) {
    const char *what = __asan_get_report_description();
    _exit(strstr(what, "free") && !strstr(what, "use-after-free") ? 11 : 10);
}
#endif
static void on_fault(int number) { _exit(number == SIGILL || number == SIGTRAP ? 13 : 10); }
int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void *, size_t), void (*)(const volatile void *));
static int alive; /* blocks of this run */
static void more(const volatile void *p, size_t n) { (void)p, (void)n, alive++; }
static void fewer(const volatile void *p) { alive -= p != 0; }
static void run(unsigned which, unsigned a, unsigned b) {
    switch (which) {
%s    }
}
static void *body(void *n) {
    unsigned i = *(unsigned *)n;
    alive = 0;
    run(i / %d, i / %d %% %d, i %% %d);
    return alive ? n : 0;
}
struct work { unsigned next, end; };
static void child(volatile struct work *w) { /* the runs one after the other, up to one that ends it */
    int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP};
    for (int i = 0; i < 4; i++) signal(faults[i], on_fault);
    freopen("/dev/null", "w", stderr);
    __sanitizer_install_malloc_and_free_hooks(more, fewer);
    for (; w->next < w->end; w->next++) {
        pthread_t thread; /* its stack holds no pointers when it is over */
        void *left;
        unsigned n = w->next;
        pthread_create(&thread, 0, body, &n);
        pthread_join(thread, &left);
        if (left) _exit(__lsan_do_recoverable_leak_check() ? 12 : 0);
    }
    _exit(0);
}
int main(void) { /* several workers at once: most of a run is waiting */
    enum { WORKERS = 8, COUNT = %d };
    volatile struct work *work = mmap(0, WORKERS * sizeof *work, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int id[WORKERS] = {0}, running = 0, status;
    for (unsigned i = 0; i < WORKERS; i++) work[i].next = COUNT * i / WORKERS, work[i].end = COUNT * (i + 1) / WORKERS;
    do {
        running = 0;
        for (unsigned i = 0; i < WORKERS; i++) {
            if (!id[i] && work[i].next < work[i].end && !(id[i] = fork())) child(&work[i]);
            running += id[i] != 0;
        }
        int over = running ? wait(&status) : 0;
        for (unsigned i = 0; i < WORKERS; i++) if (over && id[i] == over) {
            id[i] = 0;
            status = WIFEXITED(status) ? WEXITSTATUS(status) : 99;
            if (work[i].next < work[i].end && status) printf("%%u %%d\\n", work[i].next / %d, status);
            work[i].next++;
        }
    } while (running);
    fflush(0);
    _exit(0);
}
"""


class Program:
    """One function, named by its number; `lines` of C."""

    def __init__(self, r, n, unwritten=False):
        self.r, self.n, self.fresh, self.size, self.wild, self.apart = r, n, 0, r.randint(1, 4), False, False
        self.globals = [f"static int *g{n};", f"static struct node *h{n};",
            f"static inline __attribute__((always_inline)) int *again{n}(int *p, int c) {{ int y[8] = {{c}}, *r = y + 1; *r = 1; if (p) {{ OVER; *r = *p; }} return r; }}",
            f"static int *repeat{n}(int *p, int c) {{ int y[8] = {{c}}, *r = y + 1; *r = 1; if (p) {{ OVER; *r = *p; }} return r; }}",
            f"static int get{n}(int c) {{ int u; if (c) u = 1; return u; }}"]
        self.lines = [f"int x = (int)(a * {r.randint(1, 3)} + b), n = {self.size}, l[4] = {{0}};",
                      "int *p = 0, *q = l;", "struct node *head = 0;"]
        careful = unwritten or r.random() < 0.5 # then most programs have no error
        kinds = [k for k in dir(self) if k.startswith("make_") and not (careful and k[5:] in ("free", "alias", "scope", "pop", "keep", "arithmetic", "number", "inline", "dead"))]
        usual, rare = [k for k in kinds if k != "make_text"], kinds # a program with text is asked alone, which takes ten times as long
        self.indices = ["0", "b", "a & 1"] if careful else ["a", "b", "a + b", "x & 3", "(int)a - 1", "n", "n - 1", "1", "4"]
        self.lines.append(f"p = calloc({self.size + 1 + careful}, sizeof *p);")
        for _ in range(r.randint(3, 8)): self.unwritten() if unwritten and r.random() < 0.4 else getattr(self, r.choice(rare if r.random() < 0.3 else usual))()
        if careful: self.lines += ["free(p);", "while (head) { struct node *t = head; head = head->next; free(t); }"]
        for end in r.sample(["free(p);", "while (head) { struct node *t = head; head = head->next; free(t); }", f"g{n} = p;",
                             f"h{n} = head;", "if (x > 2) free(p);"], 0 if careful else r.randint(0, 2)): self.lines.append(end)

    def index(self): return self.r.choice(self.indices)
    def when(self, line): return line if self.r.random() < 0.6 else f"if ({self.r.choice(['a > 1', 'b', 'x & 1', 'a == 3', 'p', 'head'])}) {{ {line} }}"
    def add(self, line):
        self.apart |= bool(re.search(r"\b(str\w+|snprintf|memchr|memcmp)\(", line)) # the checks are in the models, the same for all programs
        self.lines.append(self.when(line))

    def make_block(self): self.add(self.r.choice([f"free(p); p = calloc({self.size + 1}, sizeof *p);", f"p = calloc({self.r.randint(1, 5)}, sizeof *p);", f"if (!p) p = calloc({self.size}, sizeof *p);"]))
    def make_write(self): self.add(f"{self.r.choice('pql')}[{self.index()}] = x;")
    def make_read(self): self.add(f"x += {self.r.choice('pql')}[{self.index()}];")
    def make_free(self): self.add(self.r.choice(["free(p);", "free(p); p = 0;", "free(q);", "if (q != l) free(q);"]))
    def make_alias(self): self.add(self.r.choice(["q = p;", "if (p) q = p + 1;", "q = l + 1;", "p = q;"]))
    def make_fill(self):
        self.fresh += 1
        self.add(f"for (int i{self.fresh} = 0; i{self.fresh} {self.r.choice(['<', '<', '<='])} n; i{self.fresh}++) {self.r.choice('pl')}[i{self.fresh}] = x;")
    def make_push(self):
        self.add("{ struct node *t = malloc(sizeof *t); t->next = head; t->value = x; head = t; }")
    def make_pushes(self):
        self.fresh += 1
        self.add(f"for (unsigned i{self.fresh} = 0; i{self.fresh} < a; i{self.fresh}++) {{ struct node *t = malloc(sizeof *t); t->next = head; t->value = x; head = t; }}")
    def make_pop(self): self.add(self.r.choice(["if (head) { struct node *t = head; head = t->next; free(t); }", "if (head) { free(head); head = head->next; }",
                                               "if (head) head = head->next;", "free(head); head = 0;", "{ struct node *t = head->next; free(head); head = t; }"]))
    def make_walk(self): self.add("for (struct node *t = head; t; t = t->next) x += t->value & 7;")
    def make_clear(self): self.add(self.r.choice(["while (head) { struct node *t = head; head = t->next; free(t); }", "for (struct node *t = head; t; t = t->next) free(t);"]))
    def make_scope(self): # wide: the sanitizer does not see an access that jumps from a dead variable over its redzone into a live one
        self.add("{ int y[8] = {x}; q = y; *q = 1; }")
    def make_keep(self): self.add(self.r.choice([f"g{self.n} = p;", f"h{self.n} = head;", f"if (g{self.n}) x += *g{self.n};", f"p = g{self.n};"]))
    def make_arithmetic(self): self.add(self.r.choice(["x = x * 3 - 1;", "x = x * 100000;", "x = x + 2000000000;", "x = -x;", "x &= 15;"]))
    def make_copy(self): # p may point into l: a memcpy that overlaps is undefined, and no access outside
        self.add(f"if (p) memmove(l, p, ({self.r.choice(['n', 'a', 'b + 1', '2', '4'])}) * sizeof *p);")
    def make_grow(self): # what a block grows by is not initialized: a read of it would have any value
        size = f"{self.r.randint(1, 5)} * sizeof *p"
        self.add(f"p = realloc(p, {size}); memset(p, 0, {size});")

    def make_number(self): # what no address went into is no object, whatever number it is; what one went into is
        k, self.wild = f"k{self.n}", True
        self.add(self.r.choice(["q = (int *)0x1000ul;", "q = (int *)(0x1000ul + a * 16);", "if (b) p = (int *)0x1020ul;",
            "{ union { int *p; unsigned long n; } u; u.p = q; if (b) u.n = 0x4000000000000000ul; q = u.p; }",
            f"{{ unsigned long {k} = (unsigned long)q; if (a == 2) {k} = 0x1020ul; q = (int *){k}; }}",
            f"{{ unsigned long {k} = 0x1000ul + a; if (b) memmove(&q, &{k}, sizeof q); }}",
            f"{{ unsigned long {k} = (unsigned long)q + 4; q = (int *)({k} - 4); }}",
            "{ unsigned char c[sizeof q]; memmove(c, &q, sizeof q); memmove(&q, c, sizeof q); }"]))
    def make_goto(self): # inside of a block: its locals stay
        self.fresh += 1
        i = self.fresh
        self.add(f"{{ int k{i} = 0, *r{i} = 0; again{i}:; int y{i} = x & 7; if (r{i}) *r{i} = 1; r{i} = &y{i}; if (++k{i} < 3) goto again{i}; x += y{i}; }}")
    def make_inline(self): self.add("q = inlined(q, x);")
    def make_array(self): self.add(f"{{ int v[a + 1]; v[{self.index()}] = x; }}")
    def make_union(self): self.add(f"{{ union {{ int i[2]; char c[8]; }} u = {{{{x & 7, 1}}}}; x += u.c[{self.index()}]; }}")

    def name(self, *letters):
        self.fresh += 1
        return [f"{x}{self.fresh}" for x in letters]
    def make_jump(self): # out of a block and back, to before a variable-length array, and rounds of a loop: the new object is another one
        k, r, y, here = self.name("k", "r", "y", "here")
        over = self.r.choice([f"if ({r}) {{ OVER; x += *{r}; }} {r} = {y};", f"{r} = {y}; x += *{r};", f"{r} = {y}; x += *{r}; if (b) {r} = 0;"])
        self.add(self.r.choice([
            f"{{ int {k} = 0, *{r} = 0; {here}:; {{ int {y}[8] = {{x & 7}}; {over} }} if (++{k} < 2) goto {here}; }}",
            f"{{ int {k} = 0, *{r} = 0; {here}:; int {y}[a + 1]; {y}[0] = x & 7; {over} if (++{k} < 2) goto {here}; }}",
            f"{{ int *{r} = 0; for (int {k} = 0; {k} < 2; {k}++) {{ int {y}[8] = {{x & 7}}; {over} }} }}",
            f"{{ int *{r} = 0; for (int {k} = 0; {k} < 2; {k}++) {{ int {y}[b + 1]; {y}[0] = 1; {over} }} }}"]))
    def make_dead(self):
        r, k, y = self.name("r", "k", "y")
        self.add(self.r.choice([
            f"{{ int *{r} = 0; for (int {k} = 0; {k} < 2; {k}++) {r} = {self.r.choice(['again', 'repeat'])}{self.n}({r}, x); }}",
            f"{{ int *{r} = 0; {{ {r} = (int[2]){{x & 7, 1}}; x += {r}[b]; }} if (a == 2) {{ OVER; x += {r}[1]; }} }}",
            f"{{ int *{r} = 0; {{ int {y}[b + 2]; {y}[1] = 1; {r} = {y} + 1; x += *{r}; }} if (a == 2) {{ OVER; x += *{r}; }} }}"]))
    def make_call(self):
        f, = self.name("f")
        self.add(self.r.choice([f"{{ int (*{f})(int) = a & 1 ? successor : twice; x += {f}(x); }}", f"{{ int (*{f})(int) = a == 3 ? 0 : twice; x += {f}(x); }}",
                                f"{{ int (*{f}[2])(int) = {{successor, b ? twice : 0}}; x += {f}[a & 1](x); }}", "exchange(&p, &q);"]))
    def make_table(self):
        t, = self.name("t")
        self.add(self.r.choice([f"{{ int *{t}[3] = {{p, q, l}}; x += {t}[b] ? *{t}[b] & 7 : 1; }}", f"{{ int *{t}[2] = {{p, l}}; *{t}[{self.index()}] = x; }}",
                                f"{{ int **{t} = b ? &p : &q; *{t} = l + 1; }}", f"{{ int {t}[2][3] = {{{{x & 7}}}}; x += {t}[b][a & 1]; }}",
                                f"{{ int **{t} = malloc(2 * sizeof *{t}); {t}[0] = p; {t}[1] = q; q = {t}[{self.index()} & 1]; free({t}); }}"]))
    def make_string(self):
        s, = self.name("s")
        self.add(self.r.choice([f"{{ char {s}[5] = \"abc\"; {s}[{self.index()}] = 'd'; for (int i{s} = 0; {s}[i{s}]; i{s}++) x++; }}", f"{{ char {s}[4] = \"ab\"; {s}[a & 3] = 'd'; if (b) {s}[3] = 0; for (int i{s} = 0; {s}[i{s}]; i{s}++) x++; }}",
                                f"{{ char *{s} = malloc(a + 2); memset({s}, 1, {self.index()} + 1u); {s}[0] = 1; x += {s}[0]; free({s}); }}",
                                f"{{ char {s}[6] = {{0}}; memcpy({s} + a, \"xy\", 2 + b); x += {s}[a]; }}"]))
    def make_text(self): # the sanitizer does not see how far a precision that is an argument makes printf read
        s, t = self.name("s", "t")
        word = lambda: self.r.choice(['"ab"', '"abc"', '"abcd"', '(b ? "a" : "abcd")', '(a & 1 ? "" : "abc")'])
        self.add(self.r.choice([
            f"{{ char {s}[4]; strcpy({s}, {word()}); x += {s}[0]; }}", f"{{ char {s}[6] = \"ab\"; strcat({s}, {word()}); x += {s}[1]; }}",
            f"{{ char {s}[4] = \"ab\"; {s}[2] = b ? 'x' : 0; {s}[3] = a & 1; x += (int)strlen({s}); }}",
            f"{{ char {s}[4]; strncpy({s}, {word()}, a + 1u); {s}[a & 3] = 'y'; if (b) x += (int)strlen({word()}); x += {s}[0]; }}",
            f"{{ char {s}[2] = {{'a', 'b'}}; x += strcmp({s}, {word()}) > 0; }}", f"{{ char {s}[3] = {{'a', 'b', 'c'}}; x += strncmp({s}, {word()}, a + 1u) > 0; }}",
            f"{{ char {s}[4] = \"abc\", *{t} = memchr({s}, b ? 'b' : 'z', a + 2u); x += {t} ? (int)({t} - {s}) : 5; }}",
            f"{{ char {s}[3] = {{'a', 'b', 'c'}}; x += memcmp({s}, {word()}, {self.r.choice(['a', '2', '3'])}) > 0; }}",
            f"{{ char {s}[4], *{t} = strchr(strcpy({s}, \"abc\"), b ? 'b' : 'z'); x += *{t}; }}",
            f"{{ char {s}[4]; x += snprintf({s}, {self.r.choice(['sizeof ' + s, 'a + 2u', 'a'])}, \"%d\", x & 1023); }}",
            f"{{ char {s}[5]; x += snprintf({s}, {self.r.choice(['sizeof ' + s, 'a + 4u'])}, \"%s%c\", {word()}, 'x'); x += {s}[1]; }}",
            f"{{ char {s}[3] = {{'a', 'b', 'c'}}, {t}[8]; if (a > 2) OVER; x += snprintf({t}, sizeof {t}, \"%.*s\", (int)a + 1, {s}); }}",
            f"{{ char {s}[3] = {{'a', 'b', a & 1}}, {t}[8]; x += snprintf({t}, sizeof {t}, \"{self.r.choice(['%.3s', '%.4s', '%.2s', '%s'])}\", {s}); }}",
            f"{{ char *{s} = malloc({self.r.choice(['3', 'a + 1', 'strlen(' + word() + ')'])}); strcpy({s}, {word()}); x += {s}[0]; free({s}); }}"]))
    def unwritten(self): # every use is a branch, where MemorySanitizer looks; not in a loop, where it takes what an earlier round wrote
        u, v, i = self.name("u", "v", "i")
        use = lambda e: f"if ({e} > 1) x++;"
        self.add(self.r.choice([
            f"{{ int {u}; if (a > 1) {u} = x; if (b) {use(u)} }}",
            f"{{ int {u}; set(&{u}, {self.index()}); {use(u)} }}", f"{use(f'get{self.n}({self.index()})')}",
            f"{{ int {u}[3]; for (unsigned {i} = 0; {i} < a; {i}++) {u}[{i}] = x; {use(u + '[b]')} }}",
            f"{{ int *{u} = malloc(3 * sizeof *{u}); if (a > 1) {u}[b] = 1; {use(u + '[a & 1]')} free({u}); }}",
            f"{{ struct node {u}, {v}; if (a & 1) {u}.value = x; {u}.next = 0; {v} = {u}; {use(v + '.value')} }}",
            f"{{ struct {{ char c; int i; }} {u}, {v}; {u}.c = 1; if (b) {u}.i = 1; memcpy(&{v}, &{u}, sizeof {v}); {use(v + self.r.choice(['.i', '.c']))} }}",
            f"{{ int *{u} = calloc(1, sizeof *{u}); {u} = realloc({u}, 3 * sizeof *{u}); {use(u + '[a & 1]')} free({u}); }}",
            f"{{ int {u}; memset(&{u}, 0, a + 1); {use(u)} }}", f"{{ int {u}[2], {v}[2]; {u}[b] = 1; memcpy({v}, {u}, sizeof {v}); {use(v + '[a & 1]')} }}",
            f"{{ union {{ int i; char c[4]; }} {u}; {u}.c[{self.index()}] = 1; if (b) {u}.i = 2; {use(u + self.r.choice(['.i', '.c[1]', '.c[0]']))} }}",
            f"{{ char {u}[5]; if (b) {u}[1] = 0; else {u}[a] = 0; {u}[0] = 'a'; {u}[4] = 0; {use('(int)strlen(' + u + ')')} }}",
            f"{{ char {u}[4]; strncpy({u}, \"ab\", a); {use(u + self.r.choice(['[0]', '[1]', '[3]']))} }}",
            f"{{ char {u}[4]; snprintf({u}, a, \"%d\", 1); {use(u + self.r.choice(['[0]', '[1]', '[2]']))} }}",
            f"{{ switch (a) {{ int {u}; case 0: {u} = 1; case 1: {use(u)} }} }}", f"{{ char {u}, {v}; if (b) {u} = 1; {v} = {u}; {use(v)} }}",
            f"{{ int {u}[a + 1]; {u}[0] = 1; {use(u + '[' + self.r.choice(['a', '0']) + ']')} }}",
            f"{{ int *{u} = __builtin_alloca(8); {u}[b] = 1; {use(u + '[a & 1]')} }}"]))
    def make_record(self):
        m, = self.name("m")
        self.add(self.r.choice([f"{{ struct node {m} = {{head, x & 7}}; if (head) *head = *{m}.next; x += {m}.value; }}", f"{{ struct node {m} = {{0, 1}}; if (head) {{ {m} = *head; x += {m}.value & 7; }} }}",
                                f"{{ struct {{ int n; int v[3]; }} {m} = {{2, {{x & 7}}}}, o{m} = {m}; x += o{m}.v[b]; }}"]))
    def make_resize(self): # contents stay; the old block is over
        t, u = self.name("t", "u")
        self.add(f"{{ int *{t} = malloc({self.r.randint(2, 3)} * sizeof *{t}), *{u} = {t}; {t}[0] = x & 7; {t}[1] = 1; {t} = realloc({t}, {self.r.randint(1, 5)} * sizeof *{t}); "
                 f"{self.r.choice(['', '', f'x += {t}[0];', f'x += {u}[0];', f'{t}[{self.index()}] = 1;'])} {self.r.choice([f'free({t});', f'free({t});', f'free({u});', ''])} }}")
    def make_alloca(self): # lives to the end of the function
        v, = self.name("v")
        self.add(f"{{ int *{v} = __builtin_alloca((a + 1) * sizeof(int)); memset({v}, 0, (a + 1) * sizeof(int)); {v}[{self.index()}] = x; q = {v}; }}")

    def text(self):
        body = "".join(f"    {line}\n" for line in self.lines)
        return "\n".join(self.globals) + f"\nstatic void f{self.n}(unsigned a, unsigned b) {{\n{body}    if (x == 77) l[0] = x;\n}}\n"


def batch_text(programs):
    """The file, and for each line of it the program that it belongs to."""
    text, owner = HEAD, [None] * (HEAD.count("\n") + 1)
    for i, p in enumerate(programs):
        text += p.text()
        owner += [i] * (text.count("\n") + 1 - len(owner))
    text += "#ifndef REFERENCE\nextern unsigned __VERIFIER_nondet_uint(void);\nint main(void) {\n"
    text += f"    unsigned w = __VERIFIER_nondet_uint(), a = __VERIFIER_nondet_uint() % {A}, b = __VERIFIER_nondet_uint() % {B};\n    switch (w) {{\n"
    for i, p in enumerate(programs):
        owner += [None] * (text.count("\n") + 1 - len(owner))
        text += f"    case {i}: f{p.n}(a, b); exit(0);\n"
        owner[-1:] = [i, None]
    text += "    }\n    return 0;\n}\n#else\n"
    calls = "".join(f"    case {i}: g{p.n} = 0, h{p.n} = 0, f{p.n}(a, b); break;\n" for i, p in enumerate(programs))
    return text + REFERENCE % (calls, A * B, B, A, B, len(programs) * A * B, A * B) + "#endif\n", owner + [None] * 200


def reference(directory, name, count, flags):
    """By program, what ends its runs."""
    subprocess.run(["clang-19", *"-O0 -w -fno-builtin -pthread -DREFERENCE".split(), *flags, name, "-o", "reference"], cwd=directory, check=True, capture_output=True)
    out = subprocess.run(["./reference"], cwd=directory, check=True, capture_output=True, text=True, timeout=600).stdout
    found = [set() for _ in range(count)]
    for line in out.split("\n"):
        if not line: continue
        which, status = map(int, line.split())
        if status: found[which].add(CLASSES.get(status, f"status {status}"))
    return found


def native(directory, name, count, kind):
    """By program, what ends its runs; None: an error that is not asked about."""
    found = reference(directory, name, count, ADDRESS + kind.flags)
    if kind.properties == MEMORY: return found
    unwritten = reference(directory, name, count, UNWRITTEN)
    return [None if memory - {"no-overflow"} else u for memory, u in zip(found, unwritten)]


def drawn(r, weighted): return r.choices([x for x, _ in weighted], [w for _, w in weighted])[0]


def options_of(o, r):
    """How a batch is asked, by chance unless the command line says it."""
    engine = drawn(r, ENGINES) if o.engine is None else o.engine
    return [*(["--engine", engine] if engine else []), *drawn(r, OPTIONS).split(), *([] if r.random() < o.evidence else ["--no-evidence"])]


def decided(o, directory, name, owner, count, kind, options):
    """By program, the properties that are violated, and how many checks are open."""
    result = os.path.join(directory, "each.json")
    if os.path.exists(result): os.remove(result)
    run = subprocess.run([o.cinch, "verify", "--each", "--property", kind.properties, *kind.options, "--timeout", str(o.timeout), "--json", "each.json", "--heap-instances", "4", *options, name],
                         cwd=directory, capture_output=True, text=True, timeout=o.timeout + 60)
    if not os.path.exists(result) or run.returncode not in (0, 5, 10) or "fault of cinch" in run.stdout + run.stderr:
        print(f"cinch {' '.join(options)} ended with status {run.returncode}:\n{run.stdout[-2000:]}{run.stderr[-2000:]}", flush=True)
    checks = json.load(open(result))["checks"] if os.path.exists(result) else []
    violated, still_open = [set() for _ in range(count)], [0 if checks else 1] * count
    for c in checks:
        i = owner[c["line"] - 1] if c["line"] <= len(owner) and c["file"] == name else 0 if count == 1 else None
        if i is None:
            if c["state"] == "violated": print(f"{name}: outside of every program: {c['file']}:{c['line']}: {c['message']}", flush=True)
        elif c["state"] == "violated": violated[i].add(c["property"])
        elif c["state"] == "open": still_open[i] += 1
    return violated, still_open


def accepted(o, directory, program, kind, truth):
    """Whether the verdict for one program alone is among `truth`, and its certificate or witness is accepted; None: not decided."""
    open(os.path.join(directory, "one.c"), "w").write(batch_text([program])[0])
    ask = lambda *words: subprocess.run([o.cinch, *words], cwd=directory, capture_output=True, text=True, timeout=o.timeout + 60)
    about = ["--property", kind.properties, *kind.options, "--heap-instances", "4"]
    run = ask("verify", "one.c", *about, "--timeout", "20", "--certificate", "proof.smt2", "--witness-out", "one.yml")
    if run.returncode == 5: return None if "EVIDENCE FAILED" not in run.stdout else "evidence failed: " + run.stdout[-1500:]
    if run.returncode == 0:
        if truth: return f"TRUE, natively {sorted(truth)}"
        check = ask("check", "proof.smt2", "--program", "one.c", *about)
        return "" if check.returncode == 0 else "certificate refused: " + (check.stdout + check.stderr)[-1500:]
    found = run.stdout.strip().split("\n")[-1]
    if not any(x in found for x in truth) and not (program.wild and "valid-" in found and truth): return f"{found}, natively {sorted(truth)}"
    if "no witness can be written" in run.stderr: return "" # the error is in a model of the C library
    check = ask("replay", "one.yml", "one.c", *about)
    return "" if "the witness is confirmed" in check.stdout else "witness refused: " + (check.stdout + check.stderr)[-1500:]


def batches(o, pairs):
    """What cinch is asked at once, as (program, what ends its runs): some that have their checks to themselves, or one that has not."""
    pairs = [p for p in pairs if p[1] is not None]
    own = [p for p in pairs if not p[0].apart]
    return [own[i : i + o.batch] for i in range(0, len(own), o.batch)] + [[p] for p in pairs if p[0].apart]


def run_round(o, programs, kind, directory):
    """The programs that differ, and how many are violating, have open checks, were asked alone."""
    open(os.path.join(directory, "all.c"), "w").write(batch_text(programs)[0])
    truth, bad, still, alone = native(directory, "all.c", len(programs), kind), [], 0, 0
    for pairs in batches(o, zip(programs, truth)):
        (batch, real), r = map(list, zip(*pairs)), random.Random(o.seed * 1000003 + pairs[0][0].n + 17)
        text, owner = batch_text(batch)
        open(os.path.join(directory, "batch.c"), "w").write(text)
        options = options_of(o, r)
        violated, still_open = decided(o, directory, "batch.c", owner, len(batch), kind, options)
        for k, p in enumerate(batch):
            if p.wild: # the C library follows a number that it is to free
                for found in real, violated: found[k] = {"valid-deref" if x == "valid-free" else x for x in found[k]}
            still += bool(still_open[k])
            if violated[k] - real[k] or (real[k] - violated[k] and not still_open[k]):
                print(f"program {p.n} ({' '.join(kind.options + options)}): natively {sorted(real[k])}, cinch {sorted(violated[k])}, {still_open[k]} open", flush=True)
                bad.append(p)
        if r.random() < o.alone:
            k = r.randrange(len(batch))
            said, alone = accepted(o, directory, batch[k], kind, real[k]), alone + 1
            if said:
                print(f"program {batch[k].n} alone: {said}", flush=True)
                bad.append(batch[k])
    return bad, sum(map(bool, truth)), still, alone


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("cinch"); ap.add_argument("count", type=int); ap.add_argument("seed", type=int)
    ap.add_argument("--batch", type=int, default=10, help="programs that cinch is asked about at once"); ap.add_argument("--timeout", type=float, default=20)
    ap.add_argument("--round", type=int, default=100, help="programs of one native build")
    ap.add_argument("--kind", choices=KINDS, help="default: drawn for each round")
    ap.add_argument("--keep", default="."); ap.add_argument("--engine", help="default: drawn"); ap.add_argument("-v", action="store_true")
    ap.add_argument("--evidence", type=float, default=0.03, help="part of the batches whose evidence is checked: a test is compiled for each violation")
    ap.add_argument("--alone", type=float, default=0.05, help="part of the batches of which one program is asked alone, with certificate or witness")
    ap.add_argument("--state", help="where to keep the count, to go on from there")
    o = ap.parse_args()
    o.cinch = os.path.abspath(o.cinch)
    count = dict(done=0, violating=0, open=0, alone=0, differ=0)
    if o.state and os.path.exists(o.state): count = json.load(open(o.state))
    while count["done"] < o.count:
        first, size = count["done"], min(o.round, o.count - count["done"])
        name = o.kind or drawn(random.Random(o.seed * 1000003 + first + 29), [(k, weight) for k, (_, weight) in KINDS.items()])
        programs = [Program(random.Random(o.seed * 1000003 + n), n, name == "uninitialized") for n in range(first, first + size)]
        with tempfile.TemporaryDirectory() as directory: bad, *more = run_round(o, programs, KINDS[name][0], directory)
        for p in bad:
            os.makedirs(o.keep, exist_ok=True)
            open(os.path.join(o.keep, f"{name}-{o.seed}-{p.n}.c"), "w").write(batch_text([p])[0])
        for key, n in zip(count, [size, *more, len(bad)]): count[key] += n
        if o.state: json.dump(count, open(o.state, "w"))
        if o.v: print(count, flush=True)
    print("memory: {done} programs, {violating} violating, {open} with open checks, {alone} also alone, {differ} differ".format(**count))
    return 1 if count["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
