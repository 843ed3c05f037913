#!/usr/bin/env python3
"""Random BTOR2 systems with justice and fair: verdicts against a search over all states.

    tests/fuzz/justice.py CINCH COUNT SEED [--timeout S] [--keep DIR]

Two states of two bits, an input of one, a constraint in some. A justice property is met if and only if a component of the graph that can be
reached has, for each condition of it and for each `fair`, a step inside where it holds. A wrong verdict is kept in DIR, and the end has status 1."""
import argparse, itertools, os, random, subprocess, sys, tempfile

class System:
    def __init__(self, seed):
        self.r, self.lines, self.next_id = random.Random(seed), [], 1
        self.bit, self.word = self.line("sort bitvec 1"), self.line("sort bitvec 2")
        self.words = [(self.line(f"constd {self.word} {k}"), lambda s, i, k=k: k) for k in range(4)]
        self.input = (self.line(f"input {self.bit}"), lambda s, i: i)
        states = [self.line(f"state {self.word}") for _ in range(2)]
        for n, x in enumerate(states):
            self.line(f"init {self.word} {x} {self.words[0][0]}")
            self.words.append((x, lambda s, i, n=n: s[n]))
        steps = [self.value(2) for _ in states]
        for x, (y, _) in zip(states, steps): self.line(f"next {self.word} {x} {y}")
        self.step = lambda s, i: tuple(f(s, i) for _, f in steps)
        self.holds = self.named("constraint") if self.r.random() < 0.3 else lambda s, i: True
        self.fair = [self.named("fair") for _ in range(self.r.choice([0, 0, 1]))]
        self.justices = [self.justice() for _ in range(self.r.choice([1, 1, 2]))]

    def line(self, text):
        self.lines.append(f"{self.next_id} {text}")
        self.next_id += 1
        return self.next_id - 1

    def value(self, depth):
        r = self.r
        if not depth or r.random() < 0.2: return r.choice(self.words)
        (a, x), (b, y) = self.value(depth - 1), self.value(depth - 1)
        kind = r.choice(["add", "sub", "and", "xor", "ite", "ite"])
        if kind == "ite":
            c, z = self.condition()
            return self.line(f"ite {self.word} {c} {a} {b}"), lambda s, i: x(s, i) if z(s, i) else y(s, i)
        f = {"add": lambda p, q: p + q, "sub": lambda p, q: p - q, "and": lambda p, q: p & q, "xor": lambda p, q: p ^ q}[kind]
        return self.line(f"{kind} {self.word} {a} {b}"), lambda s, i: f(x(s, i), y(s, i)) & 3

    def condition(self):
        r = self.r
        if r.random() < 0.3: return self.input
        (a, x), (b, y) = r.choice(self.words[4:]), r.choice(self.words)
        kind = r.choice(["eq", "ult", "neq"])
        f = {"eq": lambda p, q: p == q, "ult": lambda p, q: p < q, "neq": lambda p, q: p != q}[kind]
        return self.line(f"{kind} {self.bit} {a} {b}"), lambda s, i: f(x(s, i), y(s, i))

    def named(self, word):
        a, f = self.condition()
        self.line(f"{word} {a}")
        return f

    def justice(self):
        all = [self.condition() for _ in range(self.r.choice([1, 2]))]
        self.line(f"justice {len(all)} " + " ".join(str(a) for a, _ in all))
        return [f for _, f in all]

    def reachable(self, start):
        seen, todo = set(start), list(start)
        while todo:
            s = todo.pop()
            for i in (0, 1):
                t = self.step(s, i)
                if self.holds(s, i) and t not in seen: seen.add(t); todo.append(t)
        return seen

    def met(self):
        states = self.reachable([(0, 0)])
        to = {s: self.reachable([s]) for s in states}
        for s in states:
            inside = [(t, i) for t in to[s] if s in to[t] for i in (0, 1) if self.holds(t, i) and s in to[self.step(t, i)]]
            for j in self.justices:
                if inside and all(any(f(t, i) for t, i in inside) for f in j + self.fair): return True
        return False

def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("cinch"); ap.add_argument("count", type=int); ap.add_argument("seed", type=int)
    ap.add_argument("--timeout", type=float, default=60); ap.add_argument("--keep", default=".")
    a = ap.parse_args()
    wrong, said = 0, {"TRUE": 0, "FALSE": 0, "UNKNOWN": 0}
    for seed in range(a.seed, a.seed + a.count):
        x = System(seed)
        with tempfile.TemporaryDirectory() as d:
            file = os.path.join(d, "p.btor2")
            open(file, "w").write("\n".join(x.lines) + "\n")
            p = subprocess.run([a.cinch, "verify", file, "--timeout", str(a.timeout)], capture_output=True, text=True)
        last = ([l for l in p.stdout.splitlines() if l.startswith("VERDICT")] or ["VERDICT: ?"])[-1].replace("VERDICT: ", "").split("(")[0]
        if last in said: said[last] += 1
        if last not in said or last == ("TRUE" if x.met() else "FALSE"):
            wrong += 1
            print(seed, "met" if x.met() else "not met", last, "WRONG", p.stderr[-200:])
            open(os.path.join(a.keep, f"justice-{seed}.btor2"), "w").write("\n".join(x.lines) + "\n")
    print(f"justice: {a.count} systems, {said['TRUE']} proved, {said['FALSE']} refuted, {said['UNKNOWN']} open, {wrong} wrong")
    return wrong > 0

if __name__ == "__main__": sys.exit(main())
