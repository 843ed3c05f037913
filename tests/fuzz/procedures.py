#!/usr/bin/env python3
"""Random programs of several procedures: verdicts by summaries against runs on all inputs.

    tests/fuzz/procedures.py CINCH COUNT SEED [--timeout S] [--keep DIR] [-v]

Procedures take and return words, read inputs, read and write globals (words, a float, cells of an array), also through pointers, have loops,
and call each other and themselves as long as a counter lasts. The compiled program is run on every sequence of inputs (at most RUNS, otherwise only what the
runs reach is compared). cinch verifies it with --inline none and with auto, by ic3cfa alone. A wrong verdict is kept in DIR, and the
end has status 1. How many verdicts rest on summaries is counted: those of other models say nothing here."""
import argparse, os, random, subprocess, sys, tempfile

RUNS = 20000
HARNESS = """
#include <setjmp.h>
#include <stdio.h>
static int given[64], bound[64], used, most;
static jmp_buf end;
void reach_error(void) { longjmp(end, 1); }
static unsigned draw(int below) {
    if (used == 64) longjmp(end, 2);
    bound[used] = below;
    if (used >= most) given[used] = 0, most = used + 1;
    return (unsigned)given[used++];
}
unsigned input2(void) { return draw(2); }
unsigned input4(void) { return draw(4); }
static int next(void) {
    most = used;
    while (most && given[most - 1] + 1 == bound[most - 1]) most--;
    if (most) given[most - 1]++;
    return most;
}
void program_reset(void);
int program(void);
int main(void) {
    long runs = 0;
    do {
        used = 0;
        program_reset();
        int how = setjmp(end);
        if (!how) program();
        if (how == 1) return puts("FALSE"), 0;
        if (how == 2 || ++runs > %d) return puts("MANY"), 0;
    } while (next());
    return puts("TRUE"), 0;
}
""" % RUNS

class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.globals = self.r.randint(0, 3)
        self.procedures = self.r.randint(1, 4)
        self.returns = [self.r.random() < 0.8 for _ in range(self.procedures)]
        self.acyclic = self.r.random() < 0.4  # calls of later procedures alone: locals may be pointed to
        self.takes = [self.r.random() < 0.4 for _ in range(self.procedures)]  # a pointer, too
        self.current = -1  # the procedure under way; -1: the program
        self.floats, self.array = self.r.random() < 0.4, self.r.random() < 0.3
        self.pointed = [self.r.random() < 0.3 for _ in range(self.globals)]

    def term(self, names, depth=2):
        r = self.r
        if not depth or r.random() < 0.3: return r.choice(names + [str(r.choice([0, 1, 2, 3, 5, 10]))])
        a, b = self.term(names, depth - 1), self.term(names, depth - 1)
        return r.choice([f"({a} + {b})", f"({a} - {b})", f"({a} & {b})", f"({a} ^ {b})", f"({a} * 3u)", f"({a} > {b} ? {a} : {b})"])

    def condition(self, names):
        return f"{self.term(names, 1)} {self.r.choice(['<', '==', '!=', '>='])} {self.term(names, 1)}"

    def call(self, names, fuel):
        low = self.current + 1 if self.acyclic else 0
        if low >= self.procedures: return "y++"
        to = self.r.randrange(low, self.procedures)
        text = f"p{to}({fuel}, {self.term(names, 1)}{', ' + self.pointer(names) if self.takes[to] else ''})"
        return f"{self.r.choice(names[:1])} = {text}" if self.returns[to] and self.r.random() < 0.9 else text

    def pointer(self, names):
        some = ["&" + n for n in names if n[0] == "g" or (n == "y" and (self.acyclic or self.current < 0 or self.r.random() < 0.1))]
        return self.r.choice(some + ["p"] * ("*p" in names) or ["&spare"])

    def statement(self, names, fuel, depth):
        r, k = self.r, self.r.random()
        target = r.choice([n for n in names if n not in ("a", "fuel")])
        if k < 0.05 and self.floats: return self.about_float(names)
        if k < 0.08 and self.array: return f"cells[{self.term(names, 1)} & 3] = {self.term(names, 1)};"
        if k < 0.11 and self.array: return f"{target} = cells[{self.term(names, 1)} & 3];"
        if k < 0.35: return f"{target} = {self.term(names)};"
        if k < 0.45: return f"{target} = {r.choice(['input2', 'input4'])}();"
        if k < 0.65 and depth:
            return f"if ({self.condition(names)}) {{ {self.block(names, fuel, depth - 1)} }} else {{ {self.block(names, fuel, depth - 1)} }}"
        if k < 0.7 and depth: return f"for (unsigned i = 0; i < {r.randint(1, 3)}; i++) {{ {self.statement(names, fuel, 0)} }}"
        if k < 0.74: return f"if ({self.condition(names)}) return{' x' if self.value else ''};"
        if k < 0.77: return f"if ({self.condition(names)} && {self.condition(names)}) reach_error();"
        return self.call(names, fuel) + ";"

    def about_float(self, names):
        some = self.r.choice(["half + 0.25f", "half * 0.5f", "half - 1.0f", "-half", "1.0f / half", f"(float)({self.term(names, 1)} & 15)"])
        return self.r.choice([f"half = {some};", f"if (half < {self.r.choice(['0.0f', '0.5f', '3.0f'])}) {names[0]}++;",
                              f"if (half != half) {names[0]} = 7;"])

    def block(self, names, fuel, depth):
        return " ".join(self.statement(names, fuel, depth) for _ in range(self.r.randint(1, 3)))

    def procedure(self, i):
        names = ["x", "y", "a"] + [f"g{k}" for k in range(self.globals)] + [f"*q{k}" for k in range(self.globals) if self.pointed[k]]
        names += ["*p"] * self.takes[i]
        self.value, self.current = self.returns[i], i
        end = f"return {self.term(names)};" if self.value else ""
        fallback = f"return {self.term(['a', '1u'], 1)};" if self.value else "return;"
        return (f"static {'unsigned' if self.value else 'void'} p{i}(unsigned fuel, unsigned a{', unsigned *p' if self.takes[i] else ''}) {{\n    unsigned x = a, y = 0;\n"
                f"    if (fuel == 0) {fallback}\n    {self.block(names, 'fuel - 1', 2)}\n    {end}\n}}\n")

    def program(self):
        r, names = self.r, ["x", "y"] + [f"g{k}" for k in range(self.globals)]
        self.value = True
        head = "extern void reach_error(void);\nextern unsigned input2(void), input4(void);\n"
        head += "".join(f"static unsigned g{k} = {k};\n" for k in range(self.globals))
        head += "".join(f"static unsigned *q{k} = &g{k};\n" for k in range(self.globals) if self.pointed[k])
        head += "static unsigned spare;\n" + "static float half;\n" * self.floats + "static unsigned cells[4];\n" * self.array
        head += "".join(f"static {'unsigned' if v else 'void'} p{i}(unsigned fuel, unsigned a{', unsigned *p' if self.takes[i] else ''});\n"
                        for i, v in enumerate(self.returns))
        head += "void program_reset(void) { spare = 0; " + "half = 0.0f; " * self.floats + "cells[0] = cells[1] = cells[2] = cells[3] = 0; " * self.array + "".join(f"g{k} = {k}; " for k in range(self.globals)) + "}\n"
        calls = "".join(f"    {self.call(names, r.choice(['2', '3', 'input4()', 'x & 3']))};\n" for _ in range(r.randint(1, 3)))
        body = f"    unsigned x = input4(), y = 1;\n{calls}    if ({self.condition(names)} && {self.condition(names)}) reach_error();\n    return 0;\n"
        return head + "".join(self.procedure(i) for i in range(self.procedures)) + f"int program(void) {{\n{body}}}\n"

def truth(text, directory):
    c, out = os.path.join(directory, "t.c"), os.path.join(directory, "t")
    open(c, "w").write(text + HARNESS)
    subprocess.run(["clang", "-w", "-O1", c, "-o", out], check=True)
    try: return subprocess.run([out], capture_output=True, text=True, timeout=20).stdout.strip()
    except subprocess.TimeoutExpired: return "MANY"

def verdict(a, file, inline):
    command = [a.cinch, "verify", file, "--entry", "program", "--inline", inline,
               "--engine", "ic3cfa", "--timeout", str(a.timeout), "--jobs", "1"]
    p = subprocess.run(command, capture_output=True, text=True)
    last = (p.stdout.strip().splitlines() or ["?"])[-1].replace("VERDICT: ", "")
    return last, "summaries of functions" in p.stdout

# Inputs as the model has them: any word, cut to what the harness draws.
MODEL = """
extern unsigned __VERIFIER_nondet_uint(void);
unsigned input2(void) { return __VERIFIER_nondet_uint() & 1; }
unsigned input4(void) { return __VERIFIER_nondet_uint() & 3; }
"""

def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("cinch"); ap.add_argument("count", type=int); ap.add_argument("seed", type=int)
    ap.add_argument("--timeout", type=float, default=6); ap.add_argument("--keep", default="."); ap.add_argument("-v", action="store_true")
    a = ap.parse_args()
    wrong = decided = by_summaries = 0
    for seed in range(a.seed, a.seed + a.count):
        text = Maker(seed).program()
        with tempfile.TemporaryDirectory() as d:
            known, file = truth(text, d), os.path.join(d, "p.c")
            open(file, "w").write(text + MODEL)
            for inline in ("none", "auto"):
                said, summaries = verdict(a, file, inline)
                decided += said[:4] in ("TRUE", "FALS")
                by_summaries += summaries and said[:4] in ("TRUE", "FALS")
                bad = (said == "TRUE" and known == "FALSE") or (said.startswith("FALSE") and known == "TRUE") or "crash" in said
                if a.v or bad: print(seed, inline, known, said, "(summaries)" if summaries else "", "WRONG" if bad else "", flush=True)
                if bad:
                    wrong += 1
                    open(os.path.join(a.keep, f"procedures-{seed}.c"), "w").write(text + MODEL)
    print(f"procedures: {a.count} programs twice, {decided} decided, {by_summaries} by summaries, {wrong} wrong")
    return wrong > 0

if __name__ == "__main__": sys.exit(main())
