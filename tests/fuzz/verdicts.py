#!/usr/bin/env python3
"""Random C programs with two inputs of a byte, verified and also run on all 65,536 inputs: do the verdicts agree?

    tests/fuzz/verdicts.py CINCH N SEED [--undefined] [--recursive] [--floats] [--arrays] [--32] [--timeout S] [--keep DIR] [-- OPTIONS OF CINCH]

Programs have loops, arrays, structs, unions, pointers, calls, recursion, heap, switches, floats and integers of all widths.
There is no undefined behaviour, except with --undefined, where it is what is looked for: overflow, shifts, division by
zero, bounds and casts of floats, against what the sanitizers see. With --recursive all is in functions from
integers to integers that call themselves and each other, deeper than calls are inlined. With --floats it is arithmetic of
floats whose bits come from the inputs, NaN, infinities and subnormals among them, and casts of all widths. With --arrays it is loops that
fill and change arrays, and loops that check them. With --32 all is compiled for ILP32. Prints how many were proved, violated and undecided; a wrong verdict is kept and ends with status 1.
"""
import os, random, subprocess, sys, tempfile

INTS = [("unsigned char", 8, 0), ("signed char", 8, 1), ("unsigned short", 16, 0), ("short", 16, 1), ("unsigned", 32, 0),
        ("int", 32, 1), ("unsigned long long", 64, 0), ("long long", 64, 1)]
HEAD = """typedef union { unsigned u; float f; unsigned char b[4]; } mix;
typedef struct { int x; unsigned char y; short z : 5; unsigned w : 11; double d; } rec;
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
"""
CHECKS = "no-overflow,div-by-zero,shift,bounds,float-cast,unreach-call"
TRAPS = "-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift,bounds,float-cast-overflow"
NATIVE = """#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
static sigjmp_buf back;
static unsigned char values[2];
static int at;
unsigned char __VERIFIER_nondet_uchar(void) { return values[at++]; }
void reach_error(void) { siglongjmp(back, 1); }
static void trapped(int s) { (void)s; siglongjmp(back, 2); }
int program(void);
__attribute__((weak)) void reset(void) {} /* what starts as zero, zero again */
int main(void) {
    signal(SIGILL, trapped);
    signal(SIGTRAP, trapped);
    signal(SIGFPE, trapped);
    for (int i = 0; i < 65536; i++) {
        values[0] = i, values[1] = i >> 8, at = 0;
        if (sigsetjmp(back, 1)) { printf("false %d %d\\n", values[0], values[1]); return 0; }
        reset();
        program();
    }
    puts("true");
}
"""


class Program:
    def __init__(self, seed, undefined=False):
        self.r = random.Random(seed)
        self.undefined = undefined
        self.depth = 0
        self.loops = 0
        self.functions = []
        self.fuel = 40

    def pick(self, *a): return self.r.choice(a)

    def integer(self, e, depth):
        r = self.r
        if depth <= 0 or r.random() < 0.2:
            return r.choice(e["ints"] + [str(r.choice([0, 1, 2, 3, 7, 8, 15, 100, 127, 128, 200, 255, 256, 1000]))])
        k = r.randrange(18)
        a = lambda: self.integer(e, depth - 1)
        if self.undefined and r.random() < 0.4: return self.risky(e, a)
        if k < 4: return f"({r.choice(INTS)[0]})((unsigned long long)({a()}) {r.choice('+-*')} (unsigned long long)({a()}))"
        if k < 6: return f"(({a()}) {r.choice('&|^')} ({a()}))"
        if k == 6: return f"({r.choice(['int', 'unsigned', 'signed char'])})((unsigned)({a()}) {r.choice(['<<', '>>'])} (({a()}) & 15))"
        if k == 7: return f"((int)(({a()}) & 0xffff) {r.choice('/%')} ((int)(({a()}) & 0xff) - 300))"
        if k == 8: return f"(({a()}) {r.choice(['<', '<=', '==', '!=', '>', '>='])} ({a()}))"
        if k == 9: return f"(({self.condition(e, depth - 1)}) ? ({a()}) : ({a()}))"
        if k == 10: return f"({r.choice(INTS)[0]})({a()})"
        if k == 11 and e["arrays"]: return f"{r.choice(e['arrays'])}[({a()}) & 3]"
        if k == 12 and e["records"]: return f"{r.choice(e['records'])}.{r.choice('xyzw')}"
        if k == 13 and e["mixes"]: return f"{r.choice(e['mixes'])}.{r.choice(['u', 'b[0]', 'b[1]', 'b[3]'])}"
        if k == 14 and e["pointers"]: return f"(*{r.choice(e['pointers'])})"
        if k == 15 and e["floats"]: return f"((int)({self.clamped(e, depth - 1)}))"
        if k == 16 and e["heap"]: return f"{r.choice(e['heap'])}[({a()}) & 1].x"
        if k == 17 and e["globals"]: return r.choice(e["globals"])
        return a()

    def risky(self, e, a):
        r = self.r
        k = r.randrange(8)
        if k < 4: return f"(({a()}) {r.choice('+-*')} ({a()}))"
        if k == 4: return f"(({a()}) {r.choice('/%')} ({a()}))"
        if k == 5: return f"(({a()}) {r.choice(['<<', '>>'])} (({a()}) & 63))"
        if k == 6 and e["arrays"]: return f"{r.choice(e['arrays'])}[({a()}) & 7]"
        if k == 7 and e["floats"]: return f"(int)({self.floating(e, 1)})"
        return f"(-({a()}))"

    def clamped(self, e, depth):
        x = self.floating(e, depth)
        return f"({x}) > -1000 && ({x}) < 1000 ? ({x}) : 3" if len(x) < 60 else r"2.5"

    def floating(self, e, depth):
        r = self.r
        if depth <= 0 or r.random() < 0.25:
            return r.choice(e["floats"] + ["0.5f", "1.0", "0.1", "-3.25f", "100.0", "1e30f"])
        k = r.randrange(6)
        a = lambda: self.floating(e, depth - 1)
        if k < 3: return f"(({a()}) {r.choice('+-*')} ({a()}))"
        if k == 3: return f"({r.choice(['float', 'double'])})({self.integer(e, depth - 1)})"
        if k == 4: return f"({r.choice(['float', 'double'])})({a()})"
        return f"(-({a()}))"

    def condition(self, e, depth):
        r = self.r
        if e["floats"] and r.random() < 0.2:
            return f"({self.floating(e, depth)}) {r.choice(['<', '<=', '>', '>=', '==', '!='])} ({self.floating(e, depth)})"
        if depth > 0 and r.random() < 0.25:
            return f"({self.condition(e, depth - 1)}) {r.choice(['&&', '||'])} ({self.condition(e, depth - 1)})"
        return f"({self.integer(e, depth)}) {r.choice(['<', '<=', '>', '>=', '==', '!='])} ({self.integer(e, depth)})"

    def assign(self, e):
        r = self.r
        k = r.randrange(11)
        v = self.integer(e, 2)
        if k < 3: return f"{r.choice(e['locals'])} = {v};"
        if k == 3 and e["arrays"]: return f"{r.choice(e['arrays'])}[({self.integer(e, 1)}) & 3] = {v};"
        if k == 4 and e["records"]: return f"{r.choice(e['records'])}.{r.choice('xyzw')} = {v};"
        if k == 5 and e["mixes"]: return f"{r.choice(e['mixes'])}.{r.choice(['u', 'b[2]', 'b[1]'])} = {v};"
        if k == 6 and e["pointers"]: return f"*{r.choice(e['pointers'])} = {v};"
        if k == 7 and e["floats"]: return f"{r.choice(e['floats'])} = {self.floating(e, 2)};"
        if k == 8 and self.functions: return f"{r.choice(e['locals'])} = {r.choice(self.functions)}({v}, {self.integer(e, 1)});"
        if k == 9 and e["heap"]: return f"{r.choice(e['heap'])}[({self.integer(e, 1)}) & 1].{r.choice('xyw')} = {v};"
        if k == 10 and e["globals"]: return f"{r.choice(e['globals'])} = {v};"
        return f"{r.choice(e['locals'])} ^= {v};"

    def statement(self, e, depth, pad):
        r = self.r
        self.fuel -= 1
        k = r.randrange(12) if depth > 0 and self.fuel > 0 else 11
        block = lambda: "".join(self.statement(e, depth - 1, pad + "    ") for _ in range(r.randrange(1, 4)))
        if k < 2: return f"{pad}if ({self.condition(e, 1)}) {{\n{block()}{pad}}} else {{\n{block()}{pad}}}\n"
        if k == 2: return f"{pad}if ({self.condition(e, 2)}) {{\n{block()}{pad}}}\n"
        if k < 5:
            i = f"i{self.loops}"
            self.loops += 1
            n = r.choice(["3", "5", "9", "(a & 7)", "(b & 15)"])
            stop = f"{pad}    if ({self.condition(e, 1)}) {r.choice(['break', 'continue'])};\n" if r.random() < 0.3 else ""
            inner = dict(e, ints=e["ints"] + [i])
            body = "".join(self.statement(inner, depth - 1, pad + "    ") for _ in range(r.randrange(1, 3)))
            return f"{pad}for (unsigned {i} = 0; {i} < {n}; {i}++) {{\n{stop}{body}{pad}}}\n"
        if k == 5:
            cases = "".join(f"{pad}case {c}:\n{block()}{pad}    {r.choice(['break;', ';'])}\n" for c in r.sample(range(8), 3))
            return f"{pad}switch (({self.integer(e, 1)}) & 7) {{\n{cases}{pad}default:;\n{pad}}}\n"
        if k == 6 and e["pointers"]: return f"{pad}{r.choice(e['pointers'])} = {self.pick('&p', '&q', '&t[1]', '&t[(a & 3)]')};\n"
        if k == 7 and e["records"]: return f"{pad}r1 = {self.pick('r0', 'r1')};\n"
        return f"{pad}{self.assign(e)}\n"

    def function(self, name):
        e = dict(ints=["m", "n", "k"], locals=["k"], arrays=[], records=[], mixes=[], pointers=[], floats=[], heap=[], globals=[])
        kind, result = self.r.choice(INTS)[0], self.r.choice(INTS)[0]
        self.fuel = 6
        body = "".join(self.statement(e, 2, "    ") for _ in range(2)).replace("(a & 7)", "(m & 7)").replace("(b & 15)", "(n & 15)")
        self.functions.append(name)
        return f"static {result} {name}({kind} m, int n) {{\n    int k = m;\n{body}    return k;\n}}\n"

    def recursive(self, name):
        self.functions.append(name)
        e = dict(ints=["m", "n"], locals=["m"], arrays=[], records=[], mixes=[], pointers=[], floats=[], heap=[], globals=[])
        more = f"{name}({self.integer(e, 1)}, n - 1)" if self.r.random() < 0.7 else f"{name}(m, n - 1) + {name}(m, n - 2)"
        more = f"(unsigned){name}(m, n - 1) + (unsigned){name}(1, n - 2)" if "+" in more and "- 2" in more else more
        return f"static int {name}_(int m, int n);\n#define {name}(m, n) {name}_(m, (n) & 3)\nstatic int {name}_(int m, int n) {{\n    return n <= 0 ? ({self.integer(e, 1)}) : (int)({more.replace(name + '(', name + '_(')});\n}}\n"

    def text(self):
        r = self.r
        out = HEAD
        if r.random() < 0.3: out += "void *malloc(__SIZE_TYPE__);\n"
        shared = ["gi", "gu"] if r.random() < 0.4 else []
        if shared: out += "static int gi; static unsigned short gu;\n"
        if r.random() < 0.3: out += self.recursive("rec0")
        out += "".join(self.function(f"f{i}") for i in range(r.randrange(3)))
        kinds = [r.choice(INTS)[0] for _ in range(3)]
        out += "int main(void) {\n    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();\n"
        out += f"    {kinds[0]} c = a; {kinds[1]} d = {r.choice(['b', '0', '1'])}; {kinds[2]} g = 5;\n"
        e = dict(ints=["a", "b", "c", "d", "g"], locals=["c", "d", "g"], arrays=[], records=[], mixes=[], pointers=[], floats=[], heap=[], globals=[])
        if shared: out += "    gi = b; gu = 7;\n"; e["globals"] = shared
        if "malloc" in out: out += "    rec *o = malloc(2 * sizeof *o); if (!o) return 0; o[0].x = a; o[1].x = 4; o[0].y = o[1].y = 1; o[0].w = o[1].w = 3;\n"; e["heap"] = ["o"]
        if r.random() < 0.5: out += "    int s[4] = {1, 2, 3}; unsigned char t[4] = {0, 9, 8, 7};\n"; e["arrays"] = ["s", "t"]
        else: out += "    unsigned char t[4] = {1, 2, 3, 4};\n"
        if r.random() < 0.4: out += "    rec r0 = {a, 2, 3, 4, 5}, r1 = {0};\n"; e["records"] = ["r0", "r1"]
        if r.random() < 0.3: out += "    mix v = {b};\n"; e["mixes"] = ["v"]
        if r.random() < 0.5: out += "    unsigned char p = 1, q = a, *z = &p;\n"; e["pointers"] = ["z"]; e["ints"] = e["ints"] + ["p", "q"]
        if r.random() < 0.4: out += "    float h = a; double l = 0.1;\n"; e["floats"] = ["h", "l"]
        self.fuel = r.choice([6, 12, 25])
        for _ in range(r.randrange(2, 6)): out += self.statement(e, 3, "    ")
        deep = self.integer(e, 2)
        odd = r.choice([f"({self.condition(e, 2)}) && (a ^ b) == {r.randrange(256)}",
                        f"((unsigned)({deep}) & 1023) == {r.randrange(1024)}", f"({deep}) == {r.randrange(100, 70000)}",
                        self.condition(e, 2)])
        return out + f"    if ({odd}) reach_error();\n    return 0;\n}}\n"


class Floats:
    """Floats and doubles from the bits of the inputs, or near powers of two; arithmetic, casts within range, comparisons."""
    CASTS = [("signed char", -129, 128), ("unsigned char", -1, 256), ("int", -2147483649.0, 2147483648.0),
             ("unsigned", -1, 4294967296.0), ("long long", "-9223372036854775808.0 <=", 9223372036854775808.0),
             ("unsigned long long", -1, 18446744073709551616.0)]
    UNARY = ["sqrt", "fabs", "floor", "ceil", "trunc", "sqrtf", "fabsf", "(float)", "(double)", "-", "(float)(int)(signed char)(int)a + "]
    HEAD = HEAD + """double sqrt(double), fabs(double), floor(double), ceil(double), trunc(double), fmin(double, double), fmax(double, double);
float sqrtf(float), fabsf(float);
typedef union { unsigned long long u; double d; } wide;
"""

    def __init__(self, seed): self.r = random.Random(seed)

    def constant(self):
        r = self.r
        power = 2.0 ** r.choice([0, 1, 8, 23, 24, 31, 32, 52, 53, 63, 64])
        return repr(r.choice([0.0, -0.0, 0.1, 0.5, 1.0, 3.0, 1e-45, 1.17549435e-38, 3.4e38, 1e300, 5e-324, power, -power, power - 1, power + 1]))

    def start(self, name):
        k = self.r.randrange(5)
        if k == 0: return f"mix m{name}; m{name}.u = (unsigned)a << {self.r.choice([23, 24, 0])} | (unsigned)b << {self.r.choice([16, 8, 0])}; {name} = m{name}.f;"
        if k == 1: return f"wide w{name}; w{name}.u = (unsigned long long)a << {self.r.choice([52, 55, 56, 0])} | (unsigned long long)b << {self.r.choice([48, 40, 0])}; {name} = w{name}.d;"
        if k == 2: return f"{name} = {self.r.choice(['a', 'b', '(signed char)a', 'a - b'])};"
        if k == 3: return f"{name} = {self.constant()} + {self.r.choice(['a', '(signed char)b'])};"
        return f"{name} = a / {self.r.choice(['7.0f', '10.0', '(float)b', '16.0f'])};"

    def value(self, depth):
        r = self.r
        if depth <= 0 or r.random() < 0.2: return r.choice(["x", "y", "z", "x", "y", "z", self.constant(), self.constant() + "f" if r.random() < 0.2 else "x"])
        k = r.randrange(10)
        if k < 5: return f"(({self.value(depth - 1)}) {r.choice('+-*/*-')} ({self.value(depth - 1)}))"
        if k < 7: return f"{r.choice(self.UNARY)}({self.value(depth - 1)})"
        if k == 7: return f"{r.choice(['fmin', 'fmax'])}({self.value(depth - 1)}, {self.value(depth - 1)})"
        if k == 8: return f"({r.choice(['float', 'double'])})({self.whole(depth - 1)})"
        return f"(({self.condition(depth - 1)}) ? ({self.value(depth - 1)}) : ({self.value(depth - 1)}))"

    def whole(self, depth):
        r = self.r
        if depth <= 0 or r.random() < 0.2: return r.choice(["i", "u", "a", "b"])
        kind, low, high = r.choice(self.CASTS)
        x = r.choice("xyz")
        low = f"{low} {x}" if isinstance(low, str) else f"{x} > {low!r}"
        return f"({low} && {x} < {high!r} ? ({kind}){x} : {r.choice([0, 1, 77])})"

    def condition(self, depth):
        r = self.r
        order = r.choice(["<", "<=", "==", "!=", ">", ">="])
        if r.random() < 0.2: return f"({self.whole(1)}) {order} {r.choice([0, 1, 3, 255, 256, 2147483647, 4294967295, 9007199254740993])}"
        if r.random() < 0.2: return f"({self.condition(0)}) {r.choice(['&&', '||'])} ({self.condition(0)})"
        return f"({self.value(depth)}) {order} ({self.value(min(depth, 1))})"

    def statement(self, depth):
        r = self.r
        k = r.randrange(8)
        if k == 0 and depth: return f"if ({self.condition(1)}) {{ {self.statement(depth - 1)} }} else {{ {self.statement(depth - 1)} }}"
        if k == 1 and depth: return f"for (int k{depth} = 0; k{depth} < {r.choice(['2', '3', '(a & 3)'])}; k{depth}++) {{ {self.statement(depth - 1)} }}"
        if k == 2: return f"i = {self.whole(2)};"
        if k == 3: return f"u = {self.whole(2)};"
        return f"{r.choice('xyz')} = {self.value(2)};"

    def text(self):
        kinds = [self.r.choice(["float", "double"]) for _ in range(3)]
        out = self.HEAD + "int main(void) {\n    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();\n"
        out += f"    {kinds[0]} x; {kinds[1]} y; {kinds[2]} z; long long i = a; unsigned long long u = b;\n"
        out += "".join(f"    {self.start(name)}\n" for name in "xyz")
        out += "".join(f"    {self.statement(2)}\n" for _ in range(self.r.randrange(1, 4)))
        more = f" && ({self.condition(1)})" if self.r.random() < 0.6 else ""
        return out + f"    if (({self.condition(2)}){more}) reach_error();\n    return 0;\n}}\n"


class Arrays:
    """Loops that fill, copy and change arrays, then loops that check what is in them: at one index, at two, at one that moves on
    before the error. What is checked would hold, but for about every second program, which somewhere does it otherwise."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.size = self.r.choice([8, 64, 64, 256, 1024])
        self.kind = self.r.choice(["int", "int", "unsigned", "unsigned char", "short", "long long"])
        self.counter = self.r.choice(["int", "int", "unsigned", "unsigned char", "short", "long"]) if self.size < 128 else "int"
        self.arrays = ["x", "y", "z"][:self.r.choice([1, 2, 2, 3])]
        self.made = {}
        self.slips = self.r.choice([0, 1, 1, 2])

    def slip(self, chance=0.25):
        self.slips -= (done := self.slips > 0 and self.r.random() < chance)
        return done

    def index(self, i):
        if not self.slip(): return i
        last = self.size - 1
        return self.r.choice([f"{last} - {i}", f"({i} ^ 1)", f"({i} + 1) & {last}", f"(2 * {i}) & {last}", f"({i} + a) & {last}", f"{i} / 2"])

    def head(self, i):
        r, last = self.r, self.size - 1
        if r.random() < 0.2: return f"for ({i} = {last}; {i} >= 0 && {i} < {self.size}; {i}--)"
        start = r.choice(["1", "a & 1", f"b & {last}"]) if self.slip() else "0"
        end = r.choice([str(last), f"(a & {last})", f"(b & {last}) + 1", "n"]) if self.slip() else self.size
        return f"for ({i} = {start}; {i} < {end}; {i}++)"

    def fill(self, array):
        r, i = self.r, self.r.choice("ij")
        filled = [o for o in self.made if o != array]
        value = r.choice([f"{o}[k]" for o in filled] + [f"{o}[k] + 1" for o in filled] + ["0", "7", "k", "k + 1", "a", "k & 1", "2 * k"])
        extra = f"if ({i} == {r.choice(['a', 'b', '3', str(self.size - 1)])}) {r.choice(['continue', 'break'])}; " if self.slip(0.1) else ""
        if r.random() < 0.15: extra += f"if ({i} < n) {array}[{i}] = 3; else "
        self.made[array] = value
        return f"    {self.head(i)} {{ {extra}{array}[{self.index(i)}] = {value.replace('k', i)}; }}\n"

    def disturb(self):
        r, array, last = self.r, self.r.choice(self.arrays), self.size - 1
        where = r.choice([f"a & {last}", f"b & {last}", "0", str(last), "m"])
        what = r.choice(["b", "0", "7", "a", f"{array}[{where}]", f"{array}[{where}] + 1"])
        guard = r.choice(["", "", "if (a == 5) ", f"if (b > {r.choice([3, 250])}) ", f"if ({array}[0] != {array}[{where}]) "])
        if r.random() < 0.3:
            return f"    for (i = 0; i < {self.size}; i++) for (j = 0; j < {r.choice(['i', '2'])}; j++) {guard}{array}[{r.choice('ij')}] {r.choice(['=', '+=', '|='])} {r.choice('ij')};\n"
        return f"    {guard}{array}[{where}] = {what};\n"

    def check(self):
        r, i = self.r, self.r.choice("ij")
        array = r.choice(list(self.made))
        at, value, other = self.index(i), f"({self.kind})({self.made[array].replace('k', i)})", r.choice(self.arrays)
        order = r.choice(["!="] * 4 + [">", "<"])
        body = r.choice([f"if ({array}[{at}] {order} {value}) reach_error();"] * 3 + [
            f"m = {i}; if ({array}[m] {order} {value}) {{ m++; reach_error(); }}",
            f"{self.kind} v = {array}[{i}], w = {value}; {i}++; if (v {order} w) reach_error(); {i}--;",
            f"if ({array}[{i}] {order} {value}) bad = 1;",
            f"if ({array}[{at}] {order} {value} && {other}[{r.choice('ijm')} & {self.size - 1}] == {r.choice(['0', '7', 'a'])}) reach_error();",
            f"if ({array}[{i}] == {value}) {{ if ({other}[{i}] != {other}[{i}]) reach_error(); }} else if (m >= 0) reach_error();",
            f"m = {array}[{i}] == {value} ? m : {i}; if ({array}[m] != ({self.kind})({self.made[array].replace('k', 'm')})) reach_error();"])
        if r.random() < 0.2: return f"    {i} = {r.choice('ab')} & {self.size - 1}; {{ {body} }}\n"
        return f"    {self.head(i)} {{ {body} }}\n"

    def text(self):
        r = self.r
        where = "static " if r.random() < 0.5 else ""
        declared = "".join(f"{where}{self.kind} {x}[{self.size}]{'' if where else ' = {0}'}; " for x in self.arrays)
        out = HEAD + (declared + "\n" if where else "")
        zeros = "".join(f"__builtin_memset({x}, 0, sizeof {x}); " for x in self.arrays)
        if where: out += f"#ifdef RESET\nvoid reset(void) {{ {zeros}}}\n#endif\n"
        out += "int main(void) {\n    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();\n"
        if not where: out += f"    {declared}\n"
        out += f"    {self.counter} i = 0, j = 0; int m = b & {self.size - 1}, n = a & {self.size - 1}, bad = 0;\n"
        parts = [self.fill(array) for array in self.arrays]
        if self.slip(0.5): parts.insert(r.randrange(len(parts) + 1), self.disturb())
        parts += [self.check() for _ in range(r.choice([1, 1, 2]))]
        if r.random() < 0.15: parts += [self.fill(r.choice(self.arrays)), self.check()]
        return out + "".join(parts) + "    if (bad) reach_error();\n    return 0;\n}\n"


class Recursion:
    """Functions of integers: n becomes smaller with each call; where a function calls twice, n starts small."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.twice = self.r.random() < 0.4
        self.arity = self.r.choice([1, 2, 2])
        self.names = ["f", "g"][:self.r.choice([1, 1, 2])]

    def atom(self): return self.r.choice(["n", "m" if self.arity > 1 else "n", str(self.r.choice([0, 1, 2, 3, 5, 10, 100, 200]))])
    def value(self):
        return self.r.choice([self.atom(), f"(int)((unsigned)({self.atom()}) {self.r.choice('+-*')} (unsigned)({self.atom()}))"])

    def test(self): return f"({self.value()}) {self.r.choice(['<', '<=', '==', '!=', '>', '>='])} ({self.value()})"

    def call(self):
        less = f"n - {self.r.choice([1, 1, 2, 3])}"
        return f"{self.r.choice(self.names)}({less}{', ' + self.value() if self.arity > 1 else ''})"

    def result(self):
        op = self.r.choice("+-*+")
        if self.twice: return f"(int)((unsigned){self.call()} {op} (unsigned){self.call()})"
        return self.r.choice([self.call(), f"(int)((unsigned)({self.value()}) {op} (unsigned){self.call()})"])

    def function(self, name):
        fail = f"    if ({self.test()} && {self.test()} && {self.test()}) reach_error();\n" if self.r.random() < 0.3 else ""
        early = f"    if ({self.test()}) return {self.value()};\n" if self.r.random() < 0.5 else ""
        special = f"    if ({self.test()}) return {self.call()};\n" if self.r.random() < 0.4 else ""
        return f"static int {name}({self.parameters()}) {{\n{fail}    if (n <= 0) return {self.value()};\n{early}{special}    return {self.result()};\n}}\n"

    def parameters(self): return "int n, int m" if self.arity > 1 else "int n"

    def text(self):
        r = self.r
        out = HEAD + "".join(f"static int {name}({self.parameters()});\n" for name in self.names) + "".join(map(self.function, self.names))
        out += "int main(void) {\n    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();\n"
        start = r.choice(["a & 15", "14"] if self.twice else ["a", "a", "200", "a + b"])
        out += f"    int r = {self.names[0]}({start}{', ' + r.choice(['b', '0', '7']) if self.arity > 1 else ''});\n"
        odd = r.choice([f"r {r.choice(['<', '>'])} {r.choice(['0', 'a', '-1', '1', '100'])}", f"r == {r.randrange(0, 300)}", "r != a", "r != a + b",
                        f"(r & 255) == {r.randrange(256)}", "r != 0 && r != 1"])
        return out + f"    if ({odd}) reach_error();\n    return 0;\n}}\n"


def truth(source, d, undefined, machine):
    open(f"{d}/n.c", "w").write(NATIVE)
    build = ["gcc", "-O1", "-w", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off", "-Dmain=program", "-DRESET", "-c", source, "-o", f"{d}/p.o"] + machine
    if undefined: build += [TRAPS, "-fsanitize-undefined-trap-on-error", "-fno-wrapv"]
    subprocess.run(build, check=True)
    subprocess.run(["gcc", "-O1", f"{d}/n.c", f"{d}/p.o", "-o", f"{d}/n", "-lm"] + machine, check=True)
    return subprocess.run([f"{d}/n"], capture_output=True, text=True, timeout=60).stdout.split()


def main():
    own = sys.argv[1:sys.argv.index("--")] if "--" in sys.argv else sys.argv[1:]
    more = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    limit = own[own.index("--timeout") + 1] if "--timeout" in own else "10"
    keep = own[own.index("--keep") + 1] if "--keep" in own else "."
    cinch, n, seed = own[0], int(own[1]), int(own[2])
    undefined = "--undefined" in own
    machine = ["-m32", "-msse2", "-mfpmath=sse"] if "--32" in own else []
    if undefined: more = ["--property", CHECKS] + more
    more = ["--data-model", "ILP32" if machine else "LP64"] + more
    count, wrong = {}, 0
    with tempfile.TemporaryDirectory() as d:
        for i in range(seed, seed + n):
            path = f"{d}/{i}.c"
            open(path, "w").write((Recursion(i) if "--recursive" in own else Arrays(i) if "--arrays" in own else Floats(i) if "--floats" in own else Program(i, undefined)).text())
            want = truth(path, d, undefined, machine)
            said = subprocess.run([cinch, "verify", "--timeout", limit, path] + more, capture_output=True, text=True).stdout
            verdict = said.rstrip().split("\n")[-1].replace("VERDICT: ", "").split("(")[0].lower()
            if verdict not in ("true", "false", "unknown"): verdict = "crash"
            count[verdict] = count.get(verdict, 0) + 1
            if verdict == "crash" or verdict in ("true", "false") and verdict != want[0]:
                wrong += 1
                os.system(f"cp {path} {keep}/wrong-{i}.c")
                print(f"seed {i}: {verdict}, but {' '.join(want)}; kept as {keep}/wrong-{i}.c", flush=True)
    print(", ".join(f"{k} {v}" for k, v in sorted(count.items())), f"; {wrong} wrong")
    sys.exit(1 if wrong else 0)


main()
