#!/usr/bin/env python3
"""Random C programs with pointers, lists, buffers, unions, lifetimes and numbers as pointers, against the sanitizers.

    tests/fuzz/memory.py CINCH COUNT SEED [--batch N] [--timeout S] [--keep DIR] [--engine E] [-v]

Each program is a function of two small inputs that allocates, frees, follows and overwrites: many leave their objects, use what was
freed, free twice, lose blocks or overflow, for some inputs or for all. A batch of them is one file. Natively each is run on all
inputs, in a process of its own, under AddressSanitizer, LeakSanitizer and UndefinedBehaviorSanitizer: what ends the run first is
valid-deref, valid-free, valid-memtrack or no-overflow. cinch decides every check of the batch (verify --each); what it calls
violated in a program must be what came out natively for some input, and nothing else, and all of it. What differs is kept in DIR,
alone, and the end has status 1. Open checks are counted; a program that has some is compared as far as it is decided."""
import argparse, json, os, random, subprocess, sys, tempfile

A, B = 4, 2  # inputs a < A, b < B
HEAD = """#include <stdlib.h>
#include <string.h>
struct node { struct node *next; int value; };
static inline __attribute__((always_inline)) int *inlined(int *p, int c) { int y[8] = {c}, *r = y + 2; return c & 1 ? r : p; }
"""
# What ends a run of the reference: the exit status of its process.
CLASSES = {10: "valid-deref", 11: "valid-free", 12: "valid-memtrack", 13: "no-overflow"}
REFERENCE = """
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
const char *__asan_get_report_description(void);
int __lsan_do_recoverable_leak_check(void);
const char *__asan_default_options(void) { return "handle_segv=0:handle_sigill=0:handle_sigfpe=0:detect_stack_use_after_return=1"; }
void __asan_on_error(void) {
    const char *what = __asan_get_report_description();
    _exit(strstr(what, "free") && !strstr(what, "use-after-free") ? 11 : 10);
}
static void on_fault(int number) { _exit(number == SIGILL || number == SIGTRAP ? 13 : 10); }
static unsigned which, a, b;
static void run(unsigned w, unsigned x, unsigned y) {
    switch (w) {
%s    }
}
static void *body(void *unused) { run(which, a, b); return unused; }
int main(void) {
    for (which = 0; which < %d; which++) { /* all inputs of a program at once: most of a run is waiting */
        int status, running = 0;
        fflush(0);
        for (a = 0; a < %d; a++) for (b = 0; b < %d; b++, running++) if (!fork()) {
            pthread_t thread; /* its stack holds no pointers when it is over */
            int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP};
            for (int i = 0; i < 4; i++) signal(faults[i], on_fault);
            freopen("/dev/null", "w", stderr);
            pthread_create(&thread, 0, body, 0);
            pthread_join(thread, 0);
            _exit(__lsan_do_recoverable_leak_check() ? 12 : 0);
        }
        for (; running; running--) {
            wait(&status);
            printf("%%u %%d\\n", which, WIFEXITED(status) ? WEXITSTATUS(status) : 99);
        }
    }
    fflush(0);
    _exit(0);
}
"""


class Program:
    """One function, named by its number; `lines` of C."""

    def __init__(self, r, n):
        self.r, self.n, self.fresh, self.size, self.wild = r, n, 0, r.randint(1, 4), False
        self.globals = [f"static int *g{n};", f"static struct node *h{n};"]
        self.lines = [f"int x = (int)(a * {r.randint(1, 3)} + b), n = {self.size}, l[4] = {{0}};",
                      "int *p = 0, *q = l;", "struct node *head = 0;"]
        careful = r.random() < 0.5 # then most programs have no error
        kinds = [k for k in dir(self) if k.startswith("make_") and not (careful and k[5:] in ("free", "alias", "scope", "pop", "keep", "arithmetic", "number", "inline"))]
        self.indices = ["0", "b", "a & 1"] if careful else ["a", "b", "a + b", "x & 3", "(int)a - 1", "n", "n - 1", "1", "4"]
        self.lines.append(f"p = calloc({self.size + 1 + careful}, sizeof *p);")
        for _ in range(r.randint(3, 8)): getattr(self, r.choice(kinds))()
        if careful: self.lines += ["free(p);", "while (head) { struct node *t = head; head = head->next; free(t); }"]
        for end in r.sample(["free(p);", "while (head) { struct node *t = head; head = head->next; free(t); }", f"g{n} = p;",
                             f"h{n} = head;", "if (x > 2) free(p);"], 0 if careful else r.randint(0, 2)): self.lines.append(end)

    def index(self): return self.r.choice(self.indices)
    def when(self, line): return line if self.r.random() < 0.6 else f"if ({self.r.choice(['a > 1', 'b', 'x & 1', 'a == 3', 'p', 'head'])}) {{ {line} }}"
    def add(self, line): self.lines.append(self.when(line))

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
    calls = "".join(f"    case {i}: f{p.n}(x, y); break;\n" for i, p in enumerate(programs))
    return text + REFERENCE % (calls, len(programs), A, B) + "#endif\n", owner + [None] * 200


def native(directory, name, count):
    """By program, what ends its runs; None: the reference does not build."""
    flags = "-O0 -w -pthread -DREFERENCE -fsanitize=address,signed-integer-overflow -fsanitize-trap=signed-integer-overflow".split()
    subprocess.run(["clang-19", *flags, name, "-o", "reference"], cwd=directory, check=True, capture_output=True)
    out = subprocess.run(["./reference"], cwd=directory, check=True, capture_output=True, text=True, timeout=600).stdout
    found = [set() for _ in range(count)]
    for line in out.split("\n"):
        if not line: continue
        which, status = map(int, line.split())
        if status: found[which].add(CLASSES.get(status, f"status {status}"))
    return found


def decided(o, directory, name, owner, count):
    """By program, the properties that are violated, and how many checks are open."""
    run = subprocess.run([o.cinch, "verify", "--each", "--property", "valid-memsafety,no-overflow", "--timeout", str(o.timeout), "--json", "each.json", "--heap-instances", "4",
                    *(["--engine", o.engine] if o.engine else []), *([] if o.evidence else ["--no-evidence"]), name],
                   cwd=directory, capture_output=True, text=True, timeout=o.timeout + 60)
    result = os.path.join(directory, "each.json")
    if not os.path.exists(result): print(f"cinch ended with status {run.returncode}:\n{run.stderr}")
    checks = json.load(open(result))["checks"] if os.path.exists(result) else []
    violated, still_open = [set() for _ in range(count)], [0 if checks else 1] * count
    for c in checks:
        i = owner[c["line"] - 1] if c["line"] <= len(owner) else None
        if i is None:
            if c["state"] != "proved": print(f"{name}: outside of every program: {c}")
        elif c["state"] == "violated": violated[i].add(c["property"])
        elif c["state"] == "open": still_open[i] += 1
    return violated, still_open


def run_batch(o, programs, directory):
    name = "batch.c"
    text, owner = batch_text(programs)
    open(os.path.join(directory, name), "w").write(text)
    truth = native(directory, name, len(programs))
    violated, still_open = decided(o, directory, name, owner, len(programs))
    for i in (i for i, p in enumerate(programs) if p.wild): # the C library follows a number that it is to free
        for found in truth, violated: found[i] = {"valid-deref" if x == "valid-free" else x for x in found[i]}
    wrong = [i for i in range(len(programs)) if violated[i] - truth[i] or (truth[i] - violated[i] and not still_open[i])]
    for i in wrong: print(f"program {programs[i].n}: natively {sorted(truth[i])}, cinch {sorted(violated[i])}, {still_open[i]} open")
    return wrong, sum(map(bool, truth)), sum(map(bool, still_open))


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("cinch"); ap.add_argument("count", type=int); ap.add_argument("seed", type=int)
    ap.add_argument("--batch", type=int, default=20); ap.add_argument("--timeout", type=float, default=120)
    ap.add_argument("--keep", default="."); ap.add_argument("--engine", default="bmc"); ap.add_argument("-v", action="store_true")
    ap.add_argument("--evidence", action="store_true", help="check evidence, too: compile a test for each violation")
    o = ap.parse_args()
    o.cinch = os.path.abspath(o.cinch)
    bad = violating = undecided = done = 0
    while done < o.count:
        size = min(o.batch, o.count - done)
        programs = [Program(random.Random(o.seed * 1000003 + done + i), done + i) for i in range(size)]
        with tempfile.TemporaryDirectory() as directory:
            wrong, some, open_ = run_batch(o, programs, directory)
        for i in wrong:
            os.makedirs(o.keep, exist_ok=True)
            open(os.path.join(o.keep, f"memory-{o.seed}-{programs[i].n}.c"), "w").write(batch_text([programs[i]])[0])
        bad, violating, undecided, done = bad + len(wrong), violating + some, undecided + open_, done + size
        if o.v: print(f"{done}: {violating} violating, {undecided} with open checks, {bad} differ", flush=True)
    print(f"memory: {done} programs, {violating} violating, {undecided} with open checks, {bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
