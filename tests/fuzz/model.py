#!/usr/bin/env python3
"""Random C programs that use what real ones use, against their own execution.

    tests/fuzz/model.py CINCH COUNT SEED [--timeout S] [--keep DIR] [--only KIND,...] [--batch N] [--verify-every N] [--jobs N] [-v]

Each program has a few pieces: pointers into objects, unions, bit-fields, variable arguments, function pointers, string and memory
functions, inlining by attribute, volatile locals, address arithmetic, structures by value, heap, and functions that are not seen
(a second file defines them for the native run alone, in several ways). A piece computes numbers from two small inputs, without
undefined behaviour. The native program, by clang -O0 and gcc -O2, ILP32 or LP64, says for all inputs which numbers come out. Then the
program is verified with an assertion that follows from these: either that every number is one of those that came out, which must not
be FALSE, or that one of those does not come out, which must not be TRUE. (Where a function is not seen, others may come out, too:
only the second is asked.) What is wrong is shrunk, kept in DIR, and the end has status 1.

With --batch N so many programs are one: cinch's interpreter runs it on all inputs, and each number must be the native one. Batches that do
not agree are halved, down to single programs, which are verified as above; so is every program with an unseen function, and every
--verify-every'th other one."""
import argparse, collections, concurrent.futures, os, random, re, subprocess, sys, tempfile

A, B, VARIANTS = 4, 2, 3  # inputs a < A, b < B; ways in which unseen functions behave
HEAD = """typedef __SIZE_TYPE__ size_t; typedef __UINTPTR_TYPE__ uintptr_t; typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef unsigned char u8; typedef unsigned short u16; typedef unsigned int u32; typedef unsigned long long u64;
typedef __builtin_va_list va_list;
void *memcpy(void *, const void *, size_t), *memmove(void *, const void *, size_t), *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t), strcmp(const char *, const char *), strncmp(const char *, const char *, size_t);
void *memchr(const void *, int, size_t);
size_t strlen(const char *), strspn(const char *, const char *), strcspn(const char *, const char *);
char *strcpy(char *, const char *), *strcat(char *, const char *), *strchr(const char *, int), *strrchr(const char *, int);
char *strncpy(char *, const char *, size_t), *strncat(char *, const char *, size_t), *strstr(const char *, const char *);
void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t), free(void *);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
unsigned long strtoul(const char *, char **, int); int atoi(const char *), abs(int), toupper(int), isdigit(int);
int snprintf(char *, size_t, const char *, ...);
"""
UNSEEN = """extern int unseen_value(int);
extern void unseen_write(int *, int);
extern int *unseen_pick(int *, int *);
extern void unseen_keep(int *);
extern void unseen_touch(void);
extern int unseen_apply(int (*)(int), int);
extern void unseen_store(int **, int *);
"""
UNSEEN_BODIES = """int unseen_variant; static int *kept;
int unseen_value(int x) { return unseen_variant == 0 ? x : unseen_variant == 1 ? -7 : 1000; }
void unseen_write(int *p, int n) { for (int i = 0; i < n; i++) if (unseen_variant) p[i] = unseen_variant * 10 + i; }
int *unseen_pick(int *p, int *q) { return unseen_variant == 1 ? q : unseen_variant == 2 && kept ? kept : p; }
void unseen_keep(int *p) { kept = p; }
void unseen_touch(void) { if (kept && unseen_variant) *kept = 40 + unseen_variant; }
int unseen_apply(int (*f)(int), int x) { return unseen_variant == 0 ? f(x) : unseen_variant == 1 ? f(f(x)) : 3; }
void unseen_store(int **at, int *p) { if (unseen_variant != 0) *at = unseen_variant == 2 && kept ? kept : p; }
"""
RECORD = """int printf(const char *, ...), fork(void), wait(int *); void _exit(int); int fflush(void *);
extern int unseen_variant __attribute__((weak));
int main(void) {
    for (int v = 0; v < %d; v++) for (unsigned a = 0; a < %d; a++) for (unsigned b = 0; b < %d; b++) {
        fflush(0);
        if (!fork()) {
            if (&unseen_variant) unseen_variant = v;
%s            printf("%%u %%u %%d:%s\\n", a, b, v%s);
            fflush(0);
            _exit(0);
        }
        wait(0);
    }
    return 0;
}
"""
MAIN = """extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
    unsigned a = __VERIFIER_nondet_uchar() %% %d, b = __VERIFIER_nondet_uchar() %% %d;
%s%s    return 0;
}
"""


class Pieces:
    """Each method makes one piece: globals, and the lines of a function of the unsigned inputs a and b that adds to h."""

    def __init__(self, r, prefix=""): self.r, self.n, self.prefix = r, 0, prefix

    def name(self, stem): self.n += 1; return f"{stem}{self.prefix}{self.n}"

    def e(self, names, depth=2):
        """An unsigned expression."""
        r = self.r
        if depth == 0 or r.random() < 0.25: return r.choice(list(names) + [f"{r.choice([0, 1, 2, 3, 5, 7, 31, 100, 255, 256, 65535])}u"])
        x, y = self.e(names, depth - 1), self.e(names, depth - 1)
        k = r.randrange(9)
        if k < 4: return f"({x} {r.choice('+-*^&|')} {y})"
        if k == 4: return f"({x} {r.choice(['<<', '>>'])} ({y} & 7u))"
        if k == 5: return f"({x} {r.choice('/%')} (({y} & 15u) + 1u))"
        if k == 6: return f"(unsigned)({x} {r.choice(['<', '==', '>=', '!='])} {y})"
        if k == 7: return f"({x} ? {y} : {self.e(names, 0)})"
        return f"({r.choice(['u8', 'u16', 'signed char', 'short'])})({x})"

    def mix(self, x): return f"h = h * {self.r.choice([3, 5, 17, 31, 33])}u + (unsigned)({x});"

    def pointers(self):
        r, n = self.r, self.r.randrange(4, 9)
        kind = r.choice(["int", "short", "u8", "long long", "signed char"])
        lines = [f"{kind} t[{n}] = {{{', '.join(str(r.randrange(100)) for _ in range(r.randrange(1, n)))}}};",
                 f"{kind} *p = &t[{self.e('ab', 1)} % {n}u], *q = t + {r.randrange(n)}, **pp = {r.choice(['&p', '&q'])};"]
        for _ in range(r.randrange(3, 8)):
            k = r.randrange(9)
            i = f"({self.e('ab', 1)}) % {n}u"
            if k == 0: lines.append(f"*p = ({kind})({self.e('ab')} & 63u);")
            elif k == 1: lines.append(f"p = t + {i};")
            elif k == 2: lines.append(f"if (p != t) p--, *p += 1;")
            elif k == 3: lines.append(self.mix(f"p - t") if r.random() < .5 else self.mix("q > p"))
            elif k == 4: lines.append(f"pp = {r.choice(['&p', '&q'])}; **pp = ({kind})({self.e('ab', 1)} & 31u);")
            elif k == 5: lines.append(f"for (q = t; q < t + {n}; q++) h += (unsigned)*q; q = t;")
            elif k == 6: lines.append(f"*pp = &t[{i}];")
            elif k == 7: lines.append(f"{{ {kind} (*w)[{n}] = &t; h ^= (unsigned)(*w)[{i}]; }}")
            else: lines.append(f"h += (unsigned)q[{n - 1} - (q - t)];")
        return "", lines + [self.mix("*p"), self.mix("**pp"), self.mix(f"t[{self.e('ab', 1)} % {n}u]")]

    def unions(self):
        r, u = self.r, self.name("pun")
        g = f"union {u} {{ u32 w; u8 b[4]; u16 s[2]; float f; struct {{ u8 x; u16 y; }} p; signed char c; }};\n"
        lines = [f"union {u} v, o = {{{self.e('ab')}}};", f"v.w = {self.e('ab')};"]
        for _ in range(r.randrange(3, 8)):
            k = r.randrange(7)
            if k == 0: lines.append(f"v.b[{self.e('ab', 1)} & 3u] = (u8)({self.e('ab')});")
            elif k == 1: lines.append(f"v.s[{r.randrange(2)}] ^= (u16)({self.e('ab')});")
            elif k == 2: lines.append(f"v.f = (float)({self.e('ab')} & 4095u) / {r.choice([2, 4, 7])}.0f;")
            elif k == 3: lines.append(f"v.p.y = (u16)({self.e('ab')});")
            elif k == 4: lines.append(self.mix(r.choice(["v.b[1]", "v.s[1]", "v.p.y", "v.c", "v.p.x", "o.b[a]"])))
            elif k == 5: lines.append("o = v;" if r.random() < .5 else "memcpy(&o, &v.b[1], 3);")
            else: lines.append(f"{{ u8 *z = (u8 *)&v; z[{self.e('ab', 1)} & 3u] += 1; }}")
        return g, lines + [self.mix("v.w"), self.mix("o.w")]

    def bit_fields(self):
        r, s = self.r, self.name("bits")
        fields = [(f"f{i}", r.choice(["unsigned", "int", "u8", "u16", "u64", "_Bool"]), r.randrange(1, 14)) for i in range(r.randrange(2, 6))]
        wide = {"u8": 8, "_Bool": 1}
        fields = [(f, t, min(w, wide.get(t, 16))) for f, t, w in fields]
        inside = " ".join(f"{t} {f} : {w};" + (" int : 0;" if r.random() < .1 else "") for f, t, w in fields)
        if r.random() < .4: inside += " u8 plain;"
        g = f"struct {s} {{ {inside} }};\n"
        lines = [f"struct {s} x = {{{r.randrange(2)}}}, y; memset(&y, 0, sizeof y);"]
        for _ in range(r.randrange(3, 8)):
            f, t, w = r.choice(fields)
            k = r.randrange(6)
            if k < 2: lines.append(f"x.{f} = {self.e('ab')};")
            elif k == 2: lines.append(f"x.{f}++;")
            elif k == 3: lines.append(f"y = x; y.{f} = !y.{f};")
            elif k == 4: lines.append(self.mix(f"x.{f} < 0"))
            else: lines.append(self.mix(f"(long long)x.{f} + y.{r.choice(fields)[0]}"))
        return g, lines + [self.mix(f"x.{f}") for f, _, _ in fields] + [self.mix(f"sizeof x")]

    def variable_arguments(self):
        r, f = self.r, self.name("sum")
        kinds = [r.choice(["int", "u64", "double", "int *", "char *", "long", "struct pair"]) for _ in range(r.randrange(1, 5))]
        struct = r.random() < .3
        kinds = [k if struct or k != "struct pair" else "int" for k in kinds]
        take = {"int": "h = h * 3u + (unsigned)__builtin_va_arg(l, int);", "u64": "h += (unsigned)(__builtin_va_arg(l, u64) >> 3);",
                "double": "h ^= (unsigned)__builtin_va_arg(l, double);", "int *": "{ int *p = __builtin_va_arg(l, int *); h += (unsigned)*p; *p += 1; }",
                "char *": "h += (unsigned)__builtin_va_arg(l, char *)[1];", "long": "h -= (unsigned)__builtin_va_arg(l, long);",
                "struct pair": "{ struct pair p = __builtin_va_arg(l, struct pair); h += (unsigned)p.x * 5u + p.y; }"}
        give = {"int": "(int)({0})", "u64": "(u64)({0}) << 5", "double": "(double)(({0}) & 1023u)", "int *": "&place", "char *": '"xyz"',
                "long": "(long)({0})", "struct pair": "pair"}
        g = "#ifndef PAIR\n#define PAIR\nstruct pair { int x; u8 y; };\n#endif\n"
        body = "\n    ".join(take[k] for k in kinds)
        copy = "va_list m; __builtin_va_copy(m, l); h += (unsigned)__builtin_va_arg(m, int); __builtin_va_end(m); " if kinds[0] == "int" and r.random() < .4 else ""
        g += f"static unsigned {f}(int n, ...) {{\n    unsigned h = 0; va_list l; __builtin_va_start(l, n); {copy}\n    {body}\n    __builtin_va_end(l); return h + (unsigned)n;\n}}\n"
        args = ", ".join(give[k].format(self.e("ab", 1)) for k in kinds)
        return g, [f"int place = (int)a; struct pair pair = {{(int)b + 1, (u8)(a * 3u)}};", self.mix(f"{f}({r.randrange(9)}, {args})"),
                   self.mix(f"{f}((int)a, {args})"), self.mix("place + pair.x")]

    def functions(self):
        r, f = self.r, self.name("fn")
        g = "".join(f"static int {f}_{i}(int x) {{ return (int)((unsigned)x {r.choice('+-*^')} {r.randrange(1, 50)}u); }}\n" for i in range(3))
        g += f"static int (*const {f}_table[3])(int) = {{{f}_2, {f}_0, {f}_1}};\n"
        g += f"struct {f}_ops {{ int (*run)(int); int seed; }};\nstatic int {f}_twice(int (*g)(int), int x) {{ return g(g(x)); }}\n"
        g += f"static int (*{f}_pick(unsigned n))(int) {{ return n & 1u ? {f}_0 : n & 2u ? {f}_1 : {f}_2; }}\n"
        lines = [f"struct {f}_ops o = {{{f}_{r.randrange(3)}, (int)a}}, *po = &o; int (*g)(int) = {f}_table[{self.e('ab', 1)} % 3u];"]
        for _ in range(r.randrange(2, 6)):
            k = r.randrange(6)
            if k == 0: lines.append(self.mix(f"g((int)({self.e('ab', 1)}))"))
            elif k == 1: lines.append(f"po->seed = po->run(po->seed);")
            elif k == 2: lines.append(f"o.run = {f}_pick({self.e('ab', 1)});")
            elif k == 3: lines.append(self.mix(f"{f}_twice({r.choice(['g', f'{f}_1', 'o.run'])}, (int)b)"))
            elif k == 4: lines.append(f"if (g == {f}_{r.randrange(3)}) h += 9u; else g = po->run;")
            else: lines.append(f"for (int i = 0; i < 3; i++) h += (unsigned){f}_table[i](i);")
        return g, lines + [self.mix("o.seed"), self.mix("g(1)")]

    def strings(self):
        r = self.r
        word = lambda: "".join(r.choice("abcxyz019 -") for _ in range(r.randrange(1, 7)))
        lines = [f'char s[24] = "{word()}", d[24]; const char *lit = "{word()}"; memset(d, 0, sizeof d);',
                 "s[a % (unsigned)strlen(s)] = 'q';"]
        sign = lambda x: f"({x} > 0) - ({x} < 0)"
        for _ in range(r.randrange(3, 7)):
            c = r.choice("abq01xz ")
            lines.append(r.choice([
                "strcpy(d, s);", "strncpy(d, s, a + 1u);", "if (strlen(s) + strlen(lit) < 20) strcat(s, lit);", "d[4] = 0; strncat(d, lit, a);",
                "memmove(s + 1, s, strlen(s) < 20 ? strlen(s) + 1 : 1);", "memcpy(d + b, lit, strlen(lit));", f"memset(d, '{c}', a); d[a] = 0;",
                self.mix("strlen(s)"), self.mix(sign("strcmp(s, d)")), self.mix(sign("strncmp(s, lit, a)")), self.mix(sign("memcmp(s, d, 3 + b)")),
                f"{{ char *p = strchr(s, '{c}'); h += p ? (unsigned)(p - s) : 77u; }}", f"{{ char *p = strrchr(s, '{c}'); if (p) *p = 'z', h += (unsigned)(p - s); }}",
                f'{{ char *p = strstr(s, "{c}"); h ^= p ? (unsigned)(p - s) + 1u : 0; }}', f'{self.mix(f"""strspn(s, "{word()}")""")}', f'{self.mix(f"""strcspn(s, "{c}5")""")}',
                "{ unsigned w = 0; memcpy(&w, s, 1 + a); h += w; }", self.mix('atoi(s[0] == 48 ? s : "-12")'), self.mix('strtoul("7f", 0, 16)'),
                'h += (unsigned)snprintf(d, sizeof d, "%d:%u", (int)a - 2, b);', f"{{ void *p = memchr(s, '{c}', strlen(s)); h += p != 0; }}",
                "for (char *p = s; *p; p++) h = h * 3u + (u8)toupper(*p);", "h += (unsigned)isdigit((u8)s[b]) != 0;"]))
        return "", lines + [self.mix("s[0]"), self.mix("strlen(s)"), self.mix("d[a]"), self.mix("d[b + 1u]")]

    def inlined(self):
        r, f = self.r, self.name("inl")
        how = r.choice(["static inline __attribute__((always_inline))", "static __attribute__((noinline))", "__attribute__((always_inline)) static inline"])
        g = f"{how} unsigned {f}(unsigned x, unsigned *out, int n) {{\n    x += (unsigned)n; n++; u8 local[3] = {{1}}; local[x % 3u] += 2;\n"
        g += f"    while (n-- > 0) x = {self.e(['x'], 2)};\n    *out += x ^ local[0];\n    return x + local[{r.randrange(3)}];\n}}\n"
        n = r.randrange(2, 5)
        return g, ["unsigned acc = 1, other = b;", f"for (int i = 0; i < {n}; i++) {{ h += {f}({self.e(['a', 'b', 'acc', '(unsigned)i'], 1)}, i & 1 ? &acc : &other, i); }}",
                   self.mix("acc"), self.mix("other")]

    def volatiles(self):
        r = self.r
        lines = [f"volatile unsigned v = {self.e('ab')}; volatile u8 t[3] = {{1, 2}}; unsigned copy = v;"]
        for _ in range(r.randrange(2, 6)):
            lines.append(r.choice(["v = v * 3u + a;", "t[a % 3u]++;", "h += v ^ copy;", f"v = {self.e(['a', 'b', 'copy'])};", "copy = v; if (copy != v) h = 0xdead;",
                                   "{ volatile unsigned *p = &v; *p += t[1]; }", "while (v > 50u) v /= 3u;", "{ unsigned plain = a; *(volatile unsigned *)&plain += 1; h += plain; }"]))
        return "", lines + [self.mix("v"), self.mix("t[2] + t[a % 3u]")]

    def addresses(self):
        r, n = self.r, self.r.randrange(3, 8)
        s = self.name("rec")
        g = f"struct {s} {{ u8 c; int i; u16 s[3]; struct {{ u64 w; u8 z; }} in; }};\n"
        lines = [f"int t[{n}] = {{3, 1, 4}}; struct {s} x = {{1, 2, {{3, 4, 5}}, {{6, 7}}}}, *px = &x; uintptr_t base = (uintptr_t)t;"]
        for _ in range(r.randrange(3, 8)):
            i, j = f"({self.e('ab', 1)} % {n}u)", f"({self.e('ab', 1)} % {n}u)"
            lines.append(r.choice([
                self.mix(f"((uintptr_t)&t[{i}] - base) / sizeof(int)"), self.mix(f"&t[{i}] - &t[{j}]"), self.mix(f"&t[{i}] < &t[{j}]"),
                self.mix(f"(uintptr_t)&t[{i}] % __alignof__(int)"), f"h += (unsigned)*(int *)(base + sizeof(int) * {i});",
                f"{{ uintptr_t tag = (uintptr_t)&t[{i}] | 1u; int *p = (int *)(tag & ~(uintptr_t)1); *p += 1; h += (unsigned)(tag & 1u); }}",
                f"{{ u16 *p = &x.s[{i} % 3u]; struct {s} *back = (struct {s} *)((char *)&x.s - __builtin_offsetof(struct {s}, s)); back->i += *p; }}",
                f"((u8 *)px)[__builtin_offsetof(struct {s}, in.z)] = (u8)({self.e('ab', 1)});", self.mix("px->in.z"),
                "h += (void *)px == (void *)&px->c;", f"{{ uintptr_t k = (uintptr_t)px ^ base; struct {s} *y = (struct {s} *)(k ^ base); y->i++; }}",
                "h += (char *)t != (char *)px;", f"{{ char *p = (char *)&t[1] + {i} % 4u; h += (unsigned)(p - (char *)t); }}",
                f"{{ long off = (char *)&px->s[2] - (char *)px; h += (unsigned)off; }}"]))
        return g, lines + [self.mix(f"t[{self.e('ab', 1)} % {n}u]"), self.mix("x.i"), self.mix("x.s[a % 3u]")]

    def structures(self):
        r, s = self.r, self.name("val")
        kinds = [r.choice(["u8", "u16", "int", "u64", "float", "double", "short", "signed char"]) for _ in range(r.randrange(1, 5))]
        size = r.randrange(1, 6)
        g = f"struct {s}_in {{ {' '.join(f'{k} m{i};' for i, k in enumerate(kinds))} }};\nstruct {s} {{ struct {s}_in in; u8 raw[{size}]; }};\n"
        g += f"static struct {s}_in {s}_make(unsigned x, struct {s}_in old) {{ struct {s}_in v = old; v.m{r.randrange(len(kinds))} = x & 63u; old.m0 = 1; return v; }}\n"
        g += f"static struct {s} {s}_wrap(struct {s}_in in, u8 c) {{ struct {s} v; memset(&v, c, sizeof v); v.in = in; return v; }}\n"
        g += f"static unsigned {s}_use(int before, struct {s} v, int after) {{ v.raw[0] ^= 1; return (unsigned)v.in.m0 + v.raw[0] * 3u + (unsigned)(before - after); }}\n"
        lines = [f"struct {s}_in i = {{{r.randrange(9)}}}; struct {s} v = {s}_wrap(i, (u8)a), w[3] = {{v}}, *p = &w[1];"]
        for _ in range(r.randrange(2, 7)):
            lines.append(r.choice([f"i = {s}_make({self.e('ab', 1)}, i);", f"v = {s}_wrap(i, (u8)({self.e('ab', 1)}));", "w[a % 3u] = v;", "*p = w[b];", "p = &w[a % 3u];",
                                   self.mix(f"{s}_use((int)a, {r.choice(['v', '*p', 'w[b]', f'{s}_wrap(i, 7)'])}, 4)"), f"w[2] = {s}_wrap({s}_make(a, v.in), 3);",
                                   f"v.in = {s}_make(b, p->in);", f"h += (unsigned){s}_make(a, i).m0;", f"v = (struct {s}){{.in = i, .raw = {{(u8)b}}}};",
                                   f"memcpy(&w[1], &v, sizeof v); w[1].raw[{size - 1}]++;"]))
        return g, lines + [self.mix(f"v.in.m{k}") for k in range(len(kinds))] + [self.mix(f"w[1].raw[{size - 1}]"), self.mix("w[a % 3u].in.m0")]

    def variants(self): return VARIANTS if self.unseen() else 1

    def heap(self):
        r, s = self.r, self.name("node")
        g = f"struct {s} {{ struct {s} *next; int v; }};\nstatic struct {s} *{s}_push(struct {s} *l, int v) {{ struct {s} *n = malloc(sizeof *n); if (!n) return l; n->next = l; n->v = v; return n; }}\n"
        k = r.randrange(1, 4)
        lines = [f"struct {s} *l = 0; for (unsigned i = 0; i < {r.choice([f'{k}', 'a', f'b + {k}'])}; i++) l = {s}_push(l, (int)({self.e(['a', 'b', 'i'], 1)}));"]
        lines.append(r.choice([f"struct {s} *rev = 0; while (l) {{ struct {s} *n = l->next; l->next = rev; rev = l; l = n; }} l = rev;",
                               f"for (struct {s} **p = &l; *p;) if ((*p)->v & 1) {{ struct {s} *dead = *p; *p = dead->next; free(dead); }} else p = &(*p)->next;", ";"]))
        lines.append(f"for (struct {s} *p = l; p; p = p->next) h = h * 7u + (unsigned)p->v;")
        lines.append(f"{{ unsigned n = a + 1u; int *t = calloc(n, sizeof *t); if (t) {{ t[n - 1] = 5; for (unsigned i = 0; i < n; i++) h += (unsigned)t[i] * i; free(t); }} }}")
        if r.random() < .4: lines.append("{ u8 *t = malloc(2); if (t) { t[0] = 9; t[1] = 8; u8 *n = realloc(t, 3 + a); if (n) { h += n[0] * 2u + n[1]; free(n); } else free(t); } }")
        # Where malloc fails the numbers are others: only runs in which it does not are asked about.
        return g, lines + ["/* heap */"]

    def parts(self):
        r = self.r
        lines = [f'u8 m[16] = "{"".join(r.choice("abcdefgh") for _ in range(9))}"; unsigned w = 0; u16 s = 0; u64 q = 1;']
        for _ in range(r.randrange(3, 7)):
            lines.append(r.choice([f"memcpy(&w, m + {self.e('ab', 1)} % 9u, {r.choice([1, 2, 3, 4])});", f'memcpy(&w, "ab", {r.choice([1, 2])});', f"memcpy(m + {r.randrange(8)}, &q, {r.randrange(1, 9)});",
                                   f"memcpy(&s, &w, 2); s += 1;", f"memcpy((u8 *)&q + {r.randrange(5)}, &w, {r.choice([1, 2, 3])});", f"memset((u8 *)&w + {r.randrange(3)}, (int)b + 1, {r.choice([1, 'b', 'a & 1u'])});",
                                   f"memmove(m + {r.randrange(4)}, m + {r.randrange(4)}, {r.choice(['a + 2u', '5', 'b'])});", self.mix("w"), self.mix("q >> 5"), "*(u8 *)&q = m[a];",
                                   f"{{ struct {{ u8 c; u8 raw[6]; }} __attribute__((packed)) o; memcpy(&o, m, sizeof o); memcpy(&w, o.raw + b, 4); }}"]))
        return "", lines + [self.mix("w"), self.mix("s"), self.mix("q"), self.mix("q >> 32"), self.mix("m[a] + m[b + 7u]")]

    def arrays(self):
        r = self.r
        lines = [f"int m[3][4] = {{{{1, 2}}, {{3}}}}; int (*row)[4] = m; int n = (int)b + 2; int vla[n]; for (int i = 0; i < n; i++) vla[i] = i * (int)a;"]
        for _ in range(r.randrange(3, 7)):
            i, j = f"({self.e('ab', 1)} % 3u)", f"({self.e('ab', 1)} % 4u)"
            lines.append(r.choice([f"m[{i}][{j}] = (int)({self.e('ab', 1)} & 255u);", f"row = m + {i};", f"(*row)[{j}] += 3;", f"h += (unsigned)row[0][{j}];", f"{{ int *flat = m[{i}]; flat[{j}] ^= 5; }}",
                                   f"for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) h = h * 3u + (unsigned)m[i][j];", "vla[b] += 7;", self.mix("vla[n - 1]"), self.mix("sizeof vla / sizeof *vla"),
                                   "{ u8 *z = __builtin_alloca(a + 1u); z[a] = 5; h += z[a]; }", f"{{ int *c = (int[]){{1, (int)a, 3}}; c[b] = 8; h += (unsigned)(c[0] + c[1]); }}"]))
        return "", lines + [self.mix("m[a % 3u][b]"), self.mix("(*row)[a]")]

    def control(self):
        r, f = self.r, self.name("st")
        g = f"static unsigned {f}_count(void) {{ static unsigned n = {r.randrange(5)}; return n += 3u; }}\nstatic void {f}_deep(int n, unsigned *at) {{ unsigned mine = *at + 1u; if (n > 0) {f}_deep(n - 1, &mine); *at += mine; }}\n"
        lines = [f"unsigned x = {self.e('ab')}, i = 0;"]
        for _ in range(r.randrange(2, 6)):
            lines.append(r.choice([f"switch (x % 5u) {{ case 0: x++; case 1: h += 2; break; case 4: h ^= x; default: x += 3; }}", f"h += {f}_count();", f"{f}_deep((int)b + 1, &x);",
                                   f"do {{ x = {self.e(['x', 'a'])}; if (x & 1u) continue; h += 1; }} while (++i < 4u);", "while (x > 9u) { x >>= 1; if (x == 13u) break; }",
                                   f"h += (x > 3u && ++i > 1u) || !b;", f"x = (i++, i + a) ? x * 2u : i;", "h += __builtin_popcount(x) + (unsigned)__builtin_ctz(x | 8u) + (unsigned)__builtin_clz(x | 1u);",
                                   "h += __builtin_bswap32(x) >> 16;", "{ int o; h += __builtin_add_overflow((int)x, 2147483000, &o); h ^= (unsigned)o; }", "{ _Bool t = x; signed char c = (signed char)x; h += t + (unsigned)(c >> 1); }",
                                   "__atomic_fetch_add(&x, a, __ATOMIC_SEQ_CST);", "{ enum { P = 3, Q = -2 } e = b ? P : Q; h += (unsigned)e; }",
                                   f"{{ float y = (float)x; double z = y / 3.0; h += (unsigned)(long long)(z * 2.0) + (y > 100.0f); }}", "{ long long d = (int)x / ((int)b + 2); h += (unsigned)(d % 1000); }"]))
        return g, lines + [self.mix("x"), self.mix("i")]

    def sorted_(self):
        r, f = self.r, self.name("cmp")
        g = f"static int {f}(const void *x, const void *y) {{ int p = *(const int *)x, q = *(const int *)y; return {r.choice(['p < q ? -1 : p > q', 'p > q ? -1 : p < q', '(p > q) - (p < q)'])}; }}\n"
        return g, [f"int t[3] = {{(int)({self.e('ab', 1)} & 63u), (int)b, (int)a - 1}};", f"qsort(t, 3, sizeof *t, {f});", self.mix("t[0]"), self.mix("t[2]")]

    def unseen(self):
        r, f = self.r, self.name("seen")
        g = f"static int {f}_g; static int {f}_f(int x) {{ {f}_g += 1; return (int)((unsigned)x * 2u + 1u); }}\n"
        lines = [f"int x = (int)a, y[3] = {{1, (int)b, 5}}, *p = &x, *q = y; {f}_g = 2;"]
        for _ in range(r.randrange(2, 6)):
            lines.append(r.choice(["x = unseen_value(x);", "unseen_write(y, 2);", "p = unseen_pick(&x, y); *p = 6;", "unseen_keep(&x);", f"unseen_keep(&{f}_g);", "unseen_touch();", f"h += (unsigned)unseen_apply({f}_f, x);",
                                   "unseen_store(&q, &x);", "*q += 1;", "h += (unsigned)*p;", f"h ^= (unsigned){f}_g;", "h += x == 6;", "h += p == q;", "{ int l = 3; unseen_write(&l, 1); h += (unsigned)l; }"]))
        return g, lines + ["unseen_keep(0);", self.mix("x"), self.mix("*q"), self.mix("y[a % 3u]"), self.mix(f"{f}_g")]


KINDS = ["pointers", "unions", "bit_fields", "variable_arguments", "functions", "strings", "inlined", "volatiles", "addresses", "structures", "heap", "parts",
         "arrays", "control", "sorted_", "unseen"]


class Program:
    def __init__(self, pieces, bits, flip):
        self.pieces, self.bits, self.flip = pieces, bits, flip  # flip: assert that an outcome does not come out

    def unseen(self): return any("unseen_" in "".join(lines) for _, lines in self.pieces)

    def variants(self): return VARIANTS if self.unseen() else 1

    def heap(self): return any("malloc(" in g or "alloc(" in "".join(l) for g, l in self.pieces)

    def text(self, claims=None):
        """To be verified with these claims, or to be run on all inputs."""
        out = HEAD + (UNSEEN if self.unseen() else "")
        for i, (g, lines) in enumerate(self.pieces):
            out += g + f"static unsigned piece{i}(unsigned a, unsigned b) {{\n    unsigned h = 1;\n" + "".join(f"    {l}\n" for l in lines) + "    return h;\n}\n"
        n = len(self.pieces)
        calls = "".join(f"    unsigned h{i} = piece{i}(a, b);\n" for i in range(n))
        if claims is not None: return out + MAIN % (A, B, calls, claims)
        return out + RECORD % (self.variants(), A, B, calls, " %u" * n, "".join(f", h{i}" for i in range(n)))


def make(seed, only):
    r = random.Random(seed)
    pieces = Pieces(r, f"_{seed}_")
    chosen = [r.choice(only) for _ in range(r.choice([1, 1, 2, 3]))]
    return Program([getattr(pieces, k)() for k in chosen], r.choice([32, 64]), r.random() < .4)


def run(argv, seconds=20, where=None):
    try: done = subprocess.run(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds, cwd=where)
    except subprocess.TimeoutExpired: return None, ""
    return done.returncode, done.stdout.decode(errors="replace")


def machine(bits): return [f"-m{bits}", "-w", "-std=gnu11", "-ffp-contract=off", *(["-msse2", "-mfpmath=sse"] if bits == 32 else [])]


COMPILERS = [["clang-19", "-O0"], ["gcc", "-O2", "-fno-builtin-printf"]]
SANITIZED = ["clang-19", "-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"]


def outcomes(program, work, sanitized=False):
    """The numbers of every run, or a reason why there are none."""
    path, second = os.path.join(work, "p.c"), os.path.join(work, "unseen.c")
    with open(path, "w") as f: f.write(program.text())
    with open(second, "w") as f: f.write(UNSEEN_BODIES)
    seen = None
    for compiler in COMPILERS + ([SANITIZED] if sanitized and program.bits == 64 else []):
        exe = os.path.join(work, "p")
        status, said = run([*compiler, *machine(program.bits), "-o", exe, path, *([second] if program.unseen() else [])])
        if status != 0: return "does not compile: " + said[:300]
        status, said = run([exe])
        lines = sorted(l for l in said.splitlines() if re.match(r"\d+ \d+ \d+:", l))
        if len(lines) != A * B * program.variants(): return "a run fails " + " ".join(compiler) + said[:300]
        if seen not in (None, lines): return "compilers differ"
        seen = lines
    return [[int(x) for x in l.split(":")[1].split()] for l in seen]


def claims_of(program, runs, seed):
    """Assertions, and the verdict that is wrong."""
    n = len(program.pieces)
    if program.flip or program.unseen():
        r = random.Random(seed)
        row = r.choice(runs)
        wanted = " && ".join(f"h{i} == {row[i]}u" for i in range(n))
        return f"    if ({wanted}) reach_error();\n", "TRUE"
    text = ""
    for i in range(n):
        allowed = sorted({row[i] for row in runs})
        text += "    if (!(" + " || ".join(f"h{i} == {x}u" for x in allowed) + ")) reach_error();\n"
    return text, "FALSE"


def data_model(bits): return "ILP32" if bits == 32 else "LP64"


def judge(program, seed, o, work, sanitized=False):
    """(wrong?, what came out)"""
    runs = outcomes(program, work, sanitized)
    if isinstance(runs, str): return False, "skipped: " + runs
    claims, wrong = claims_of(program, runs, seed)
    path = os.path.join(work, "verified.c")
    with open(path, "w") as f: f.write(program.text(claims))
    # FALSE is then what is expected, whatever shows it: the shrunk program is judged with evidence.
    quick = ["--no-evidence"] if wrong == "TRUE" and o.batch and not sanitized else []
    argv = [o.cinch, "verify", path, "--timeout", str(o.timeout), "--data-model", data_model(program.bits), *quick, "--", "-w"]
    status, said = run(argv, 4 * o.timeout + 20, work)
    found = re.search(r"^VERDICT: (\w+)(.*)$", said, re.M)
    if not found: return True, f"failed with status {status}"
    # malloc may fail in the model, and then other numbers come out.
    if found.group(1) == "FALSE" and wrong == "FALSE" and program.heap() and "evidence: executed" in said: return False, "FALSE(heap)"
    return found.group(1) == wrong, found.group(1) + found.group(2)


def shrink(program, seed, o, work):
    def fails(p): return judge(p, seed, o, work, True)[0]
    changed = True
    while changed:
        changed = False
        for i in range(len(program.pieces)):
            if len(program.pieces) > 1 and fails(p := Program(program.pieces[:i] + program.pieces[i + 1:], program.bits, program.flip)):
                program, changed = p, True
                break
        for i, (g, lines) in enumerate(program.pieces):
            for k in reversed(range(len(lines))):
                less = program.pieces[:i] + [(g, program.pieces[i][1][:k] + program.pieces[i][1][k + 1:])] + program.pieces[i + 1:]
                if k < len(program.pieces[i][1]) and fails(p := Program(less, program.bits, program.flip)): program, changed = p, True
    return program


def one(seed, o):
    with tempfile.TemporaryDirectory() as work:
        program = make(seed, o.only)
        wrong, said = judge(program, seed, o, work)
        if not wrong: return seed, said, None
        if not judge(program, seed, o, work, True)[0]: return seed, "skipped: only without sanitizers, or not again: " + said, None
        program = shrink(program, seed, o, work)
        runs = outcomes(program, work)
        claims, never = claims_of(program, runs, seed)
        path = os.path.join(o.keep, f"model-{seed}.c")
        with open(path, "w") as f: f.write(f"// never {never}, but: {said}; --data-model {data_model(program.bits)} (model.py seed {seed})\n" + program.text(claims))
        return seed, said, path


# ---- batches ----
BATCH_RECORD = """int printf(const char *, ...);
int main(void) {
    for (unsigned i = 0; i < %d; i++) { unsigned a = i / %d, b = i %% %d;
%s    }
    return 0;
}
"""
# What the models leave open (how large the result of a comparison is) gets a value here, as the interpreter has no other to choose.
BATCH_OPEN = """static int witness; int __cinch_open_int(void) { return witness; } int __cinch_over_int(void) { return witness; }
static int order(const void *x, const void *y, size_t n, int text) {
    const u8 *p = x, *q = y;
    for (size_t i = 0; i < n; i++) { if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1; if (text && !p[i]) break; }
    return 0;
}
#define memcmp(x, y, n) (witness = order(x, y, n, 0), memcmp(x, y, n))
#define strncmp(x, y, n) (witness = order(x, y, n, 1), strncmp(x, y, n))
#define strcmp(x, y) (witness = order(x, y, -1, 1), strcmp(x, y))
#define isdigit(c) (witness = (c) >= 48 && (c) <= 57, isdigit(c))
"""
BATCH_CHECK = """extern void reach_error(void);
static unsigned as[] = {%s}, bs[] = {%s}, expected[] = {%s};
int failed = -1;
int main(void) {
    unsigned next = 0;
    for (unsigned i = 0; i < %d; i++) { unsigned a = as[i], b = bs[i];
%s    }
    reach_error(); /* all agree */
    return 0;
}
"""


def batch_text(programs, expected=None):
    """All pieces of all programs, one input after the other: the numbers printed, or compared with those that are expected."""
    out, calls = HEAD + (BATCH_OPEN if expected else ""), ""
    for seed, program in programs:
        for i, (g, lines) in enumerate(program.pieces):
            name = f"piece_{seed}_{i}"
            out += g + f"static unsigned {name}(unsigned a, unsigned b) {{\n    unsigned h = 1;\n" + "".join(f"    {l}\n" for l in lines) + "    return h;\n}\n"
            calls += f"        if ({name}(a, b) != expected[next++]) {{ failed = {seed}; return 1; }}\n" if expected else f'        printf("%u\\n", {name}(a, b));\n'
    if expected is None: return out + BATCH_RECORD % (A * B, B, B, calls)
    inputs = [(i // B, i % B) for i in range(A * B)]
    listed = [", ".join(f"{x}u" for x in column) for column in ([a for a, _ in inputs], [b for _, b in inputs], expected)]
    return out + BATCH_CHECK % (*listed, A * B, calls)


def batch_numbers(programs, work):
    """What comes out natively, with both compilers; None: they differ, or something fails."""
    path, exe, seen = os.path.join(work, "b.c"), os.path.join(work, "b"), None
    with open(path, "w") as f: f.write(batch_text(programs))
    for compiler in COMPILERS:
        status, _ = run([*compiler, *machine(programs[0][1].bits), "-o", exe, path], 60)
        status, said = run([exe]) if status == 0 else (1, "")
        if status != 0 or seen not in (None, said): return None
        seen = said
    return [int(x) for x in seen.split()]


def batch_agrees(programs, o, work):
    numbers = batch_numbers(programs, work)
    if not numbers: return False
    path = os.path.join(work, "batch.c")
    with open(path, "w") as f: f.write(batch_text(programs, numbers))
    _, said = run([o.cinch, "run", path, "--data-model", data_model(programs[0][1].bits), "--heap-unbounded", "--recursion-depth", "8", "--steps", "20000000", "--", "-w"], 120, work)
    return "error(unreach-call)" in said


def settle(programs, o):
    """[(seed, what came out, kept file)] of programs with one data model."""
    if not programs: return []
    with tempfile.TemporaryDirectory() as work: agrees = batch_agrees(programs, o, work)
    if agrees: return [one(seed, o) if seed % o.every == 0 else (seed, "agrees", None) for seed, _ in programs]
    if len(programs) == 1: return [one(programs[0][0], o)]
    half = len(programs) // 2
    return settle(programs[:half], o) + settle(programs[half:], o)


def batch(seeds, o):
    made = [(seed, make(seed, o.only)) for seed in seeds]
    results = [one(seed, o) for seed, program in made if program.unseen()]
    for bits in (32, 64): results += settle([(s, p) for s, p in made if p.bits == bits and not p.unseen()], o)
    return results


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("cinch"); p.add_argument("count", type=int); p.add_argument("seed", type=int)
    p.add_argument("--timeout", type=float, default=3)
    p.add_argument("--keep", default=".")
    p.add_argument("--only", default=",".join(KINDS))
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--batch", type=int, default=0)
    p.add_argument("--verify-every", type=int, default=8, dest="every")
    p.add_argument("-v", action="store_true", dest="verbose")
    o = p.parse_args()
    o.cinch, o.only = os.path.abspath(o.cinch), o.only.split(",")
    os.makedirs(o.keep, exist_ok=True)
    counts, wrong = collections.Counter(), 0
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        seeds = range(o.seed, o.seed + o.count)
        step = o.batch or 1
        groups = pool.map(lambda s: batch(s, o) if o.batch else [one(s[0], o)], (seeds[i:i + step] for i in range(0, o.count, step)))
        for seed, said, kept in (result for group in groups for result in group):
            counts["WRONG" if kept else re.sub(r":.*", "", said) if said.startswith("skipped") else said] += 1
            if kept: print(f"WRONG: seed {seed}: {said}: {kept}", flush=True)
            elif o.verbose: print(seed, said, flush=True)
    print(f"model.py: {o.count} programs from seed {o.seed}: " + ", ".join(f"{n} {what}" for what, n in counts.most_common()))
    return counts["WRONG"] > 0


sys.exit(main())
