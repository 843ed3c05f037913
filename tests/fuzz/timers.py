#!/usr/bin/env python3
"""Step functions with counters that take thousands to millions of steps: tests/fuzz/timers.py CINCH [--count N] [--seed N] [--keep DIR]

cinch covers what lies behind a counter by leaps (src/goal/leap.h). Here every step of its tests is made: the program is compiled with records of which
statements it passed, and fed with the CSV files of the suite, with inputs held where the numbers of steps jump. What cinch says covered must have been passed, what it
says unreachable must not."""
import argparse, csv, json, os, random, re, subprocess, sys, tempfile


class Program:
    def __init__(self, r):
        self.r, self.hits = r, 0
        self.counters = [(f"c{i}", r.choice(["unsigned", "unsigned short", "int"])) for i in range(r.randint(1, 3))]
        body = [self.count(*c) for c in self.counters]
        a, b = r.choice(self.counters)[0], r.choice(self.counters)[0]
        body.append(f"if ({a} + 7 == {b} + {r.choice([3, 7, 1000])}) {{ {self.hit()} }}")
        body.append(f"switch (st) {{ case 0: if (U == 3) {{ st = 1; {self.hit()} }} break; case 1: if ({a} > {r.choice([100, 30000])}) {{ st = 2; {self.hit()} }} break;"
                    f" case 2: {self.hit()} if (flag) {{ {self.hit()} }} break; default: {self.hit()} }}")
        state = [f"static {t} {c};" for c, t in self.counters]
        self.text = "\n".join(["unsigned char U, V;", "static int flag; static unsigned char st; static unsigned char hit[100];"] + state + ["void step(void) {"] + body + ["}", ""])

    def hit(self):
        self.hits += 1
        return f"hit[{self.hits}] = 1;"

    def count(self, c, kind):
        r = self.r
        by, top = r.choice([1, 1, 1, 2, 3]), r.choice([300, 5000, 40000, 60000] if "short" in kind else [1000, 200000, 900000, 3000000])
        return r.choice([
            lambda: f"if ({c} < {top}) {c} += {by}; else {{ {self.hit()} }}",
            lambda: f"if (U > {r.randint(0, 250)}) {c} += {by}; else {c} = 0; if ({c} == {top // by * by}) {{ {self.hit()} st = {r.randint(0, 3)}; }}",
            lambda: f"{c} += {by}; if ({c} >= {top}) {{ {self.hit()} {c} = {r.randint(0, 9)}; flag ^= 1; }}",
            lambda: f"{c} = {c} + {by}; if ({c} > {top} && V == {r.randint(0, 255)}) {{ {self.hit()} st = {r.randint(0, 3)}; {c} = 0; }} if ({c} > {top + 50}) {c} = {top + 50};",
            lambda: f"if (st == {r.randint(0, 3)}) {{ {c} += {by}; if ({c} > {top}) {{ {self.hit()} st = (st + 1) & 3; {c} = 0; }} }} else if (V > 128) st = {r.randint(0, 3)};",
        ])()


DRIVER = """
#include <stdio.h>
int main(void) {
    unsigned long long at, last = 0;
    unsigned u, v;
    while (scanf("%llu,%u,%u", &at, &u, &v) == 3) {
        for (; last + 1 < at; last++) step();
        U = (unsigned char)u, V = (unsigned char)v, step(), last = at;
    }
    for (int i = 0; i < 100; i++) if (hit[i]) printf("%d ", i);
}
"""


def steps_of(path):
    """Lines STEP,U,V; what a step does not read keeps its value."""
    rows = list(csv.reader(open(path)))
    held, out = {"U": "0", "V": "0"}, []
    for row in rows[1:]:
        held.update({name: x for name, x in zip(rows[0], row) if name in held and x})
        out.append(f"{row[0]},{held['U']},{held['V']}")
    return "\n".join(out)


def check(cinch, p, work):
    source, suite, answer = (os.path.join(work, x) for x in ("timers.c", "suite", "answer.json"))
    open(source, "w").write(p.text)
    subprocess.run(["rm", "-rf", suite, answer], check=True)
    subprocess.run([cinch, "deadcode", source, "--step", "step", "--input", "U", "--input", "V", "--criterion", "statement", "--cpu-time", "10", "--json", answer,
                    "--tests", suite], capture_output=True)
    if not os.path.exists(answer):
        return ["no answer"], 0, 0
    found = json.load(open(answer))
    states = {int(m[1]): g["state"] for g in found["goals"] if (m := re.match(r"statement hit\[(\d+)\] = 1", g["text"]))}
    open(source + ".own.c", "w").write(p.text + DRIVER)
    subprocess.run(["clang-19", "-w", "-O2", "-fwrapv", source + ".own.c", "-o", source + ".out"], check=True)
    passed = set()
    for test in sorted(x for x in os.listdir(suite) if x.endswith(".csv")):
        passed |= {int(x) for x in subprocess.run([source + ".out"], input=steps_of(os.path.join(suite, test)), capture_output=True, text=True).stdout.split()}
    wrong = [f"hit {n} is {s}" for n, s in states.items() if (s == "covered" and n not in passed) or (s == "unreachable" and n in passed)]
    return wrong, len(states), sum(bool(t["leaps"]) for t in found["tests"])


def main():
    a = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    a.add_argument("cinch")
    a.add_argument("--count", type=int, default=20)
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--keep", help="programs that fail go there")
    o = a.parse_args()
    failed = total = leaps = 0
    with tempfile.TemporaryDirectory() as work:
        for seed in range(o.seed, o.seed + o.count):
            p = Program(random.Random(seed))
            wrong, goals, leapt = check(os.path.abspath(o.cinch), p, work)
            total, leaps, failed = total + goals, leaps + leapt, failed + bool(wrong)
            if wrong:
                print(f"FAIL seed {seed}: " + "; ".join(wrong), flush=True)
            if wrong and o.keep:
                os.makedirs(o.keep, exist_ok=True)
                open(os.path.join(o.keep, f"timers-{seed}.c"), "w").write(p.text)
    print(f"timers: {o.count} programs, {total} goals, {leaps} tests that leap, {failed} programs failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
