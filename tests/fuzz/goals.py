#!/usr/bin/env python3
"""Coverage goals of random small programs, against all their runs: tests/fuzz/goals.py CINCH [--count N] [--seed N] [--keep DIR] [--mcdc unique-cause]

A program has a few inputs of a few bits, and, as a step function, a few bits of state. It is written twice: for cinch, and with
records of its own of what is executed, which statements, decisions, conditions and vectors of conditions. The second one goes through all
inputs (and all states that it reaches), so what it has not seen cannot happen. That a condition shows its effect is judged by
the definition: masking MC/DC, some values of what was not evaluated make the outcome change with the condition; unique cause, two evaluations
with different outcomes differ in no other condition that both of them evaluate. What cinch says covered must have been seen,
what it says unreachable must not, and each goal must stand where the program has it."""
import argparse, itertools, json, os, random, subprocess, sys, tempfile


class Leaf:
    def __init__(self, text):
        self.text = text
        self.number = None

    def leaves(self):
        return [self]

    def value(self, v):
        return v[self.number]


class Op:
    def __init__(self, op, left, right):
        self.op, self.left, self.right = op, left, right

    def leaves(self):
        return self.left.leaves() + self.right.leaves()

    def value(self, v):
        a, b = self.left.value(v), self.right.value(v)
        return (a and b) if self.op == "&&" else (a or b)


class Not:
    def __init__(self, inner):
        self.inner = inner

    def leaves(self):
        return self.inner.leaves()

    def value(self, v):
        return not self.inner.value(v)


class Program:
    """Writes both texts at once, line by line; `plain` is what positions speak of."""

    def __init__(self, rng, step):
        self.rng, self.step = rng, step
        self.plain, self.record = [], []
        self.statements = {}   # number -> (line, column)
        self.decisions = []    # (tree, positions of the leaves, position of the whole, number of leaves)
        self.cases = []        # (line, column, outcome)
        self.names = ["a", "b", "c"]
        self.locals = ["x", "y"] + (["s", "t"] if step else [])
        self.depth = 0
        self.loops = 0
        self.result = ""       # what return returns
        self.calls = False     # there is a function to call

    # ---- expressions ----
    def atom(self):
        r = self.rng
        v = r.choice(self.names + self.locals)
        w = r.choice(self.names + self.locals + [str(r.randrange(8))])
        return r.choice([f"{v} {r.choice(['<', '>', '==', '!=', '<=', '>='])} {w}", f"({v} & {1 << r.randrange(3)})",
                         f"({v} ^ {w})", v, f"!{v}", f"{v} + {w} > {r.randrange(10)}"])

    def tree(self, depth):
        r = self.rng
        if depth == 0 or r.random() < 0.35:
            return Leaf(self.atom())
        kind = r.random()
        if kind < 0.15:
            inner = self.tree(depth - 1)
            return Not(inner) if not isinstance(inner, Leaf) else inner
        return Op(r.choice(["&&", "||"]), self.tree(depth - 1), self.tree(depth - 1))

    def print_tree(self, t, number, column, line, macro, positions):
        """(plain text, recording text) of a tree whose plain text begins at `column`."""
        if isinstance(t, Leaf):
            text = f"({t.text})"
            positions[t.number] = (line, column + 1 + t.text.startswith("("))
            return text, f"leaf({number}, {t.number}, {text} != 0)"
        if isinstance(t, Not):
            p, q = self.print_tree(t.inner, number, column + 2, line, macro, positions)
            return f"!({p})", f"!({q})"
        p1, q1 = self.print_tree(t.left, number, column + 1, line, macro, positions)
        p2, q2 = self.print_tree(t.right, number, column + 1 + len(p1) + 4, line, macro, positions)
        return f"({p1} {t.op} {p2})", f"({q1} {t.op} {q2})"

    def decision(self, t, column):
        """Texts of a decision that begins at `column` of the line being written."""
        line = len(self.plain) + 1
        for i, leaf in enumerate(t.leaves()):
            leaf.number = i
        number = len(self.decisions)
        positions = [None] * len(t.leaves())
        self.decisions.append(None)
        if isinstance(t, Op) and self.rng.random() < 0.25: # all of it stands where the macro is used
            p1, q1 = self.print_tree(t.left, number, 0, line, False, positions)
            p2, q2 = self.print_tree(t.right, number, 0, line, False, positions)
            p, q = f"{'BOTH' if t.op == '&&' else 'ANY'}({p1}, {p2})", f"({q1} {t.op} {q2})"
            at = (line, column)
            positions = [at] * len(positions)
        else:
            p, q = self.print_tree(t, number, column, line, False, positions)
            at = positions[0] if isinstance(t, Leaf) else (line, column + isinstance(t, Op))
        self.decisions[number] = (t, positions, at, len(positions))
        return p, f"decide({number}, {q})"

    # ---- statements ----
    def line(self, plain, record=None):
        self.plain.append("    " * (self.depth + 1) + plain)
        self.record.append("    " * (self.depth + 1) + (plain if record is None else record))

    def column(self):
        return 4 * (self.depth + 1) + 1

    def mark(self):
        number = len(self.statements)
        self.statements[number] = (len(self.plain) + 1, self.column())
        return f"stmt({number}); "

    def assignment(self):
        r = self.rng
        v = r.choice(self.locals)
        kind = r.random()
        m = self.mark()
        if kind < 0.25:
            head = f"{v} = "
            t = self.tree(2)
            while isinstance(t, Leaf):
                t = self.tree(2)
            p, q = self.decision(t, self.column() + len(head))
            self.line(f"{head}{p};", f"{m}{head}{q};")
        elif kind < 0.4:
            head = f"{v} = "
            p, q = self.decision(self.tree(1), self.column() + len(head))
            rest = f" ? {r.randrange(8)} : {r.choice(self.names)};"
            self.line(head + p + rest, m + head + q + rest)
        else:
            called = f"helper({r.choice(self.names)}, {r.choice(self.locals)}) & 7"
            e = called if self.calls and r.random() < 0.3 else r.choice([f"({v} + {r.choice(self.names)}) & 7", str(r.randrange(8)), f"{r.choice(self.names)} & 3", f"({v} + 1) & 7",
                          f"{v} ^ {r.choice(self.locals)}"])
            self.line(f"{v} = {e};", f"{m}{v} = {e};")

    def conditional(self, left):
        r = self.rng
        m = self.mark()
        p, q = self.decision(self.tree(r.randrange(1, 4)), self.column() + 4)
        self.line(f"if ({p}) {{", f"{m}if ({q}) {{")
        self.block(left - 1)
        if r.random() < 0.5:
            self.line("} else {")
            self.block(left - 1)
        self.line("}")

    def single(self):
        """An if without braces, on two lines."""
        m = self.mark()
        p, q = self.decision(self.tree(2), self.column() + 4)
        self.line(f"if ({p})", f"{m}if ({q}) {{")
        self.depth += 1
        self.assignment()
        self.depth -= 1
        self.record[-1] += " }"

    def loop(self, left):
        r = self.rng
        i = f"i{self.loops}"
        self.loops += 1
        n = r.randrange(1, 5)
        m = self.mark()
        if r.random() < 0.5:
            head = f"for (int {i} = 0; "
            t = Leaf(f"{i} < {n}")
            if r.random() < 0.5:
                t = Op("&&", t, self.tree(1))
            p, q = self.decision(t, self.column() + len(head))
            self.line(f"{head}{p}; {i}++) {{", f"{m}{head}{q}; {i}++) {{")
            self.block(left - 1, True)
            self.line("}")
        else:
            self.line(f"int {i} = {n};", f"{m}int {i} = {n};")
            self.line("do {", f"do {{")
            self.block(left - 1, True)
            t = Op("&&", Leaf(f"--{i} > 0"), self.tree(1)) if r.random() < 0.5 else Leaf(f"--{i} > 0")
            p, q = self.decision(t, self.column() + 9)
            self.line(f"}} while ({p});", f"}} while ({q});")

    def switch(self, left):
        r = self.rng
        m = self.mark()
        v = r.choice(self.names + self.locals)
        number = len(self.cases)
        values = r.sample(range(10), r.randrange(1, 4))
        has_default = r.random() < 0.5
        line = len(self.plain) + 1
        self.cases += [None] * (len(values) + 1)
        other = number + len(values)
        if not has_default:
            self.cases[other] = (line, self.column() + 8, "no case")
        tests = " : ".join(f"{v} == {x} ? {number + k}" for k, x in enumerate(values))
        self.line(f"switch ({v}) {{", f"{m}jump({tests} : {other}); switch ({v}) {{")
        for k, x in enumerate(values):
            self.cases[number + k] = (len(self.plain) + 1, self.column() + 5, f"case {x}")
            self.line(f"case {x}:")
            self.block(left - 1)
            if r.random() < 0.7:
                self.depth += 1
                self.line("break;")
                self.depth -= 1
        if has_default:
            self.cases[other] = (len(self.plain) + 1, self.column(), "default")
            self.line("default:")
            self.block(left - 1)
        self.line("}")

    def constant(self, left):
        """Decisions that the compiler evaluates: they have no goals, the code behind them has."""
        m = self.mark()
        if self.rng.random() < 0.5:
            self.line("if (0) {", f"{m}if (0) {{")
            self.block(left - 1)
            self.line("}")
        else:
            self.line("while (1) {", f"{m}while (1) {{")
            self.block(left - 1, True)
            self.depth += 1
            m = self.mark()
            self.line("break;", f"{{ {m}break; }}")
            self.depth -= 1
            self.line("}")

    def helper(self):
        names, locals_ = self.names, self.locals
        self.names, self.locals, self.result = ["p", "q"], ["r"], " r"
        for both in (self.plain, self.record):
            both += ["static unsigned char helper(unsigned char p, unsigned char q) {", "    unsigned char r = 0;"]
        self.depth = -1
        self.block(2)
        self.depth = 0
        m = self.mark()
        self.line("return r;", f"{{ {m}return r; }}")
        for both in (self.plain, self.record):
            both += ["}"]
        self.names, self.locals, self.result = names, locals_, ""
        self.calls = True

    def block(self, left, in_loop=False):
        r = self.rng
        self.depth += 1
        for _ in range(r.randrange(1, 4)):
            kind = r.random()
            if left <= 0 or kind < 0.45:
                self.assignment()
            elif kind < 0.65:
                self.conditional(left)
            elif kind < 0.75:
                self.single()
            elif kind < 0.85:
                self.loop(left)
            elif kind < 0.88:
                self.constant(left)
            else:
                self.switch(left)
        if r.random() < 0.12:
            word = r.choice(["break", "continue", "return"]) if in_loop else "return"
            if word == "return":
                word += self.result
            m = self.mark()
            self.line(f"{word};", f"{{ {m}{word}; }}")
        self.depth -= 1

    def texts(self):
        parameters = ", ".join(f"unsigned char {n}" for n in self.names)
        if self.step:
            head = ["static unsigned char s, t;", f"void step({parameters}) {{"]
        else:
            head = [f"static void work({parameters}) {{"]
        start = ["#define BOTH(l, r) ((l) && (r))", "#define ANY(l, r) ((l) || (r))"]
        head += ["    " + " ".join(f"{n} = {n} & 7;" for n in self.names)] + ["    unsigned char x = 0, y = 0;"]
        if not self.step:
            start.append("extern unsigned char __VERIFIER_nondet_uchar(void);")
        self.plain, self.record = list(start), list(start)
        if self.rng.random() < 0.6:
            self.helper()
        self.plain += head
        self.record += head
        self.heads = set(range(len(self.plain) - len(head) + 1, len(self.plain) + 1))
        self.depth = -1
        self.block(3)
        self.depth = 0
        tail = ["}"]
        if not self.step:
            tail += ["int main(void) { work(__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar()); }"]
        return "\n".join(self.plain + tail) + "\n", self.harness(self.record + ["}"])

    def harness(self, record):
        widest = max([d[3] for d in self.decisions] + [1])
        top = f"""
#include <stdio.h>
#include <string.h>
enum {{ S = {len(self.statements) + 1}, D = {len(self.decisions) + 1}, W = {widest}, C = {len(self.cases) + 1} }};
static unsigned char stmts[S], cases[C], now[D][W]; /* 0 not evaluated, 1 false, 2 true */
static void stmt(int n) {{ stmts[n] = 1; }}
static void jump(int n) {{ cases[n] = 1; }}
static int leaf(int d, int i, int v) {{ now[d][i] = v ? 2 : 1; return v; }}
static unsigned char seen[D][1 << 16];
static int decide(int d, int v) {{
    unsigned key = 0, power = 1;
    for (int i = 0; i < W; i++) key += now[d][i] * power, power *= 3, now[d][i] = 0;
    if (key < (1u << 16)) seen[d][key] |= v ? 2 : 1;
    return v;
}}
"""
        everything = "for (int a = 0; a < 8; a++) for (int b = 0; b < 8; b++) for (int c = 0; c < 8; c++)"
        if self.step:
            run = f"""
    static unsigned char known[8][8];
    known[0][0] = 1;
    for (int more = 1; more;) {{
        more = 0;
        for (int p = 0; p < 8; p++) for (int q = 0; q < 8; q++) if (known[p][q] == 1) {{
            known[p][q] = 2;
            {everything} {{ s = p; t = q; step(a, b, c); if (!known[s][t]) known[s][t] = 1, more = 1; }}
            more = 1;
        }}
    }}"""
        else:
            run = f"    {everything} work(a, b, c);"
        bottom = f"""
int main(void) {{
{run}
    for (int i = 0; i < S; i++) if (stmts[i]) printf("s %d\\n", i);
    for (int i = 0; i < C; i++) if (cases[i]) printf("c %d\\n", i);
    for (int d = 0; d < D; d++) for (int k = 0; k < 1 << 16; k++) if (seen[d][k]) printf("d %d %d %d\\n", d, k, seen[d][k]);
}}
"""
        return top + "\n".join(line for line in record if "__VERIFIER" not in line) + bottom


def masked_effect(tree, n, vector, i):
    """Can the condition be what the outcome hangs on, for some values of what was not evaluated?"""
    free = [k for k in range(n) if vector[k] is None]
    for values in itertools.product([False, True], repeat=len(free)):
        v = list(vector)
        for k, x in zip(free, values):
            v[k] = x
        w = list(v)
        w[i] = not w[i]
        if tree.value(v) != tree.value(w):
            return True
    return False


def unique_cause(rows, i):
    """Do two evaluations show the condition's effect?"""
    return any(a[0][i] is True and b[0][i] is False and a[1] != b[1] and
               all(k == i or x == y or x is None or y is None for k, (x, y) in enumerate(zip(a[0], b[0])))
               for a in rows for b in rows)


def truth(p, printed, mcdc):
    """All goals by (kind, line, column, outcome or condition): True where some run has them."""
    goals = {}
    seen_statements, seen_cases, vectors = set(), set(), {}
    for line in printed.splitlines():
        w = line.split()
        if w[0] == "s":
            seen_statements.add(int(w[1]))
        elif w[0] == "c":
            seen_cases.add(int(w[1]))
        else:
            vectors.setdefault(int(w[1]), []).append((int(w[2]), int(w[3])))
    for n, at in p.statements.items():
        goals[("statement", *at, "", 0)] = n in seen_statements
    for n, (line, column, outcome) in enumerate(p.cases):
        goals[("branch", line, column, outcome, 0)] = n in seen_cases
    for d, (tree, positions, at, n) in enumerate(p.decisions):
        rows = []
        for key, outcomes in vectors.get(d, []):
            vector = [[None, False, True][key // 3 ** i % 3] for i in range(n)]
            rows += [(vector, o) for o, bit in ((False, 1), (True, 2)) if outcomes & bit]
        for o, name in ((True, "true"), (False, "false")):
            goals[("branch", *at, name, 0)] = any(r[1] == o for r in rows)
            for i in range(n):
                goals[("condition", *positions[i], name, i + 1)] = any(r[0][i] is o for r in rows)
        for i in range(n):
            goals[("mcdc", *positions[i], "", i + 1)] = unique_cause(rows, i) if mcdc == "unique-cause" else all(
                any(r[0][i] is o and masked_effect(tree, n, r[0], i) for r in rows) for o in (True, False))
    return goals


def run_cinch(cinch, source, step, seconds, mcdc):
    out = source + ".json"
    words = [cinch, "deadcode", source, "--criterion", "mcdc", "--mcdc", mcdc, "--json", out, "--timeout", str(seconds)]
    r = subprocess.run(words + (["--step", "step"] if step else []), capture_output=True, text=True)
    if r.returncode not in (0, 5, 10):
        return None, f"exit status {r.returncode}\n{r.stderr[-2000:]}{r.stdout[-500:]}"
    return json.load(open(out)), ""


def compare(p, goals, answer):
    """What is wrong; and how many goals are open."""
    wrong, opened, met = [], 0, set()
    for g in answer["goals"]:
        key = (g["kind"], g["at"]["line"], g["at"]["column"], g["outcome"], g.get("condition", 0))
        if key not in goals:
            if g["kind"] != "statement" or g["function"] != "main":
                head = g["at"]["line"] in p.heads or g["function"] == "main" or "unsigned char r = 0" in g["text"]
                text = p.plain[g["at"]["line"] - 1].strip() if g["at"]["line"] <= len(p.plain) else ""
                if not head and text not in ("break;", "do {"):
                    wrong.append(f"no such goal in the program: {key}")
            continue
        met.add(key)
        state = g["state"]
        opened += state == "open"
        if state == "covered" and not goals[key]:
            wrong.append(f"said covered, and no run has it: {key}")
        if state == "unreachable" and goals[key]:
            wrong.append(f"said unreachable, and a run has it: {key}")
    for key in goals:
        if key not in met and key[0] != "statement":
            wrong.append(f"not among the goals: {key}")
    return wrong, opened


def main():
    a = argparse.ArgumentParser()
    a.add_argument("cinch")
    a.add_argument("--count", type=int, default=10)
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--seconds", type=float, default=60)
    a.add_argument("--keep", default="")
    a.add_argument("--mcdc", default="", help="masking or unique-cause; default: by turns")
    o = a.parse_args()
    failed = total = opened = 0
    with tempfile.TemporaryDirectory() as work:
        for seed in range(o.seed, o.seed + o.count):
            p = Program(random.Random(seed), seed % 2 == 0)
            plain, harness = p.texts()
            mcdc = o.mcdc or ("unique-cause" if seed % 3 == 0 else "masking")
            if max([d[3] for d in p.decisions] + [0]) > 9:
                continue
            source, own = os.path.join(work, f"goals-{seed}.c"), os.path.join(work, "own.c")
            open(source, "w").write(plain)
            open(own, "w").write(harness)
            subprocess.run(["clang-19", "-w", "-O1", own, "-o", own + ".out"], check=True)
            goals = truth(p, subprocess.run([own + ".out"], capture_output=True, text=True, check=True).stdout, mcdc)
            answer, why = run_cinch(o.cinch, source, p.step, o.seconds, mcdc)
            wrong, now = compare(p, goals, answer) if answer else ([why], 0)
            total += len(goals)
            opened += now
            if wrong:
                failed += 1
                print(f"FAIL seed {seed}: " + "\n    ".join(wrong[:5]), flush=True)
                if o.keep:
                    os.makedirs(o.keep, exist_ok=True)
                    open(os.path.join(o.keep, f"goals-{seed}.c"), "w").write(plain)
    print(f"goals: {o.count} programs, {total} goals, {opened} open, {failed} programs failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
