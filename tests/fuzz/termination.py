#!/usr/bin/env python3
"""Random programs with few states: verdicts about termination against a search over all states.

    tests/fuzz/termination.py CINCH COUNT SEED [--timeout S] [--keep DIR] [-v]

Programs have variables of type unsigned char, which wrap, loops of all kinds (while, do, for, goto, countdowns such as while (n-- >= 0)),
calls, recursion, exit in a callee, and longjmp; some are one loop over a float, which may stall. States are points of the program with the values of
the variables; edges are steps, calls into a body, and calls that return what a call of the body from that state can return (a fixpoint). A
program has a run that never ends if and only if a cycle can be reached. A wrong verdict is kept in DIR, and the end has status 1."""
import argparse, ctypes, os, random, subprocess, sys, tempfile

MOST = 60000  # states

class Maker:
    """The same program twice: as C, and as instructions over numbered variables."""
    def __init__(self, seed):
        self.r = random.Random(seed)
        r = self.r
        self.globals = [f"g{i}" for i in range(r.randint(1, 2))]
        self.functions = ["main"] + [f"f{i}" for i in range(r.choice([0, 0, 1, 1, 2]))]
        self.jumps = r.random() < 0.12
        self.code, self.entry, self.ends, self.labels = [], {}, [], 0

    # ---- expressions: (C text, function of the values) ----
    def leaf(self, names):
        if self.r.random() < 0.6:
            v = self.r.choice(names)
            return v, (lambda s, i=self.slot(v): s[i])
        k = self.r.choice([0, 1, 1, 2, 3, 5, 7, 16, 100, 200, 255])
        return str(k), (lambda s, k=k: k)

    def expression(self, names, depth=1):
        if not depth or self.r.random() < 0.3: return self.leaf(names)
        (a, x), (b, y) = self.leaf(names), self.leaf(names)
        op = self.r.choice(["+", "+", "-", "-", "&", "|", "^", "*", "/", "%", ">>"])
        if op in "/%": b, y = "2", lambda s: 2
        if op == ">>": b, y = "1", lambda s: 1
        f = {"+": lambda p, q: p + q, "-": lambda p, q: p - q, "&": lambda p, q: p & q, "|": lambda p, q: p | q, "^": lambda p, q: p ^ q,
             "*": lambda p, q: p * q, "/": lambda p, q: p // q, "%": lambda p, q: p % q, ">>": lambda p, q: p >> q}[op]
        return f"(unsigned char)({a} {op} {b})", lambda s: f(x(s), y(s)) & 255

    def condition(self, names):
        (a, x), (b, y) = self.expression(names), self.leaf(names)
        op = self.r.choice(["<", ">", "!=", "==", ">=", "<="])
        f = {"<": lambda p, q: p < q, ">": lambda p, q: p > q, "!=": lambda p, q: p != q, "==": lambda p, q: p == q,
             ">=": lambda p, q: p >= q, "<=": lambda p, q: p <= q}[op]
        return f"{a} {op} {b}", lambda s: f(x(s), y(s))

    def slot(self, name):
        return self.globals.index(name) if name in self.globals else len(self.globals) + ["a", "b"].index(name)

    # ---- statements ----
    def emit(self, *instruction):
        self.code.append(list(instruction))
        return len(self.code) - 1

    def block(self, names, depth, loop):
        return " ".join(self.statement(names, depth, loop) for _ in range(self.r.randint(1, 3)))

    def loop(self, names, depth):
        r, kind = self.r, self.r.choice(["while", "while", "do", "down", "up", "once", "goto"])
        patch = []
        if kind == "do" or kind == "once" or kind == "goto":
            c, f = ("0", lambda s: False) if kind == "once" else self.condition(names)
            top = len(self.code)
            body = self.block(names, depth - 1, None if kind == "goto" else patch)
            test = self.emit("if", f, top, 0)
            self.code[test][3] = len(self.code)
            for at, what in patch: self.code[at][1] = test if what == "continue" else len(self.code)
            if kind != "goto": return f"do {{ {body} }} while ({c});"
            self.labels += 1
            return f"l{self.labels}: ; {body} if ({c}) goto l{self.labels};"
        v = r.choice(names)
        i = self.slot(v)
        before = after = ""
        if kind == "down":
            op, k = r.choice([(">=", 0), (">", 0), ("!=", 0), (">", 3)])
            c = f"{v}-- {op} {k}"
            top = self.emit("old", i)  # keeps the value for the test
            f = {">=": lambda s: s[-1] >= k, ">": lambda s: s[-1] > k, "!=": lambda s: s[-1] != k}[op]
        elif kind == "up":
            (e, x), step = self.leaf(names), r.choice([1, 1, 2, 3])
            self.emit("set", i, lambda s: 0)
            top, c, f = len(self.code), f"{v} < {e}", lambda s: s[i] < x(s)
        else:
            c, f = self.condition(names)
            top = len(self.code)
        test = self.emit("if", f, 0, 0)
        self.code[test][2] = len(self.code)
        body = self.block(names, depth - 1, patch)
        again = len(self.code)
        if kind == "up": self.emit("set", i, lambda s: (s[i] + step) & 255)
        self.emit("jump", top)
        self.code[test][3] = len(self.code)
        for at, what in patch: self.code[at][1] = again if what == "continue" else len(self.code)
        if kind == "up": return f"for ({v} = 0; {c}; {v} += {step}) {{ {body} }}"
        return f"while ({c}) {{ {body} }}"

    def statement(self, names, depth, loop):
        r, k = self.r, self.r.random()
        v = r.choice(names)
        if k < 0.3:
            e, f = self.expression(names)
            self.emit("set", self.slot(v), f)
            return f"{v} = {e};"
        if k < 0.38:
            step = r.choice([1, 1, 2, 255])
            i = self.slot(v)
            self.emit("set", i, lambda s: (s[i] + step) & 255)
            return f"{v} += {step};"
        if k < 0.46:
            mask = r.choice([1, 3, 1, 15, 255])
            self.emit("any", self.slot(v), mask)
            return f"{v} = __VERIFIER_nondet_uchar() & {mask};"
        if k < 0.62 and depth:
            c, f = self.condition(names)
            test = self.emit("if", f, 0, 0)
            self.code[test][2] = len(self.code)
            yes = self.block(names, depth - 1, loop)
            over = self.emit("jump", 0)
            self.code[test][3] = len(self.code)
            no = self.block(names, depth - 1, loop) if r.random() < 0.4 else ""
            self.code[over][1] = len(self.code)
            return f"if ({c}) {{ {yes} }}" + (f" else {{ {no} }}" if no else "")
        if k < 0.8 and depth: return self.loop(names, depth)
        if k < 0.9 and len(self.functions) > 1:
            to = r.choice(self.functions[1:])
            e, f = self.expression(names)
            self.emit("call", to, f, self.slot(v))
            return f"{v} = {to}({e});"
        if k < 0.94 and loop is not None:
            what = r.choice(["break", "continue"])
            loop.append((self.emit("jump", 0), what))
            return what + ";"
        c, f = self.condition(names)
        test = self.emit("if", f, 0, 0)
        self.code[test][2] = len(self.code)
        if self.jumps and r.random() < 0.7: text = (self.emit("longjmp"), "longjmp(back, 1);")[1]
        elif r.random() < 0.3: text = (self.emit("halt"), "exit(0);")[1]
        else:
            e, g = self.expression(names)
            self.emit("return", g)
            text = f"return {e};"
        self.code[test][3] = len(self.code)
        return f"if ({c}) {text}"

    def function(self, name):
        names = self.globals if self.jumps and name == "main" else self.globals + ["a", "b"]
        self.entry[name] = len(self.code)
        if name == "main" and self.jumps: self.again = len(self.code)
        body = self.block(names, 3 if name == "main" else 2, None)
        self.emit("return", lambda s: 0)
        if name != "main": return f"static unsigned char {name}(unsigned char a) {{ unsigned char b = 0; {body} return 0; }}\n"
        first = "setjmp(back); " if self.jumps else "unsigned char a = 0, b = 0; "
        return f"int main(void) {{ {first}{body} return 0; }}\n"

    def program(self):
        head = "#include <setjmp.h>\nextern void exit(int);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n"
        head += "static jmp_buf back;\n" * self.jumps + f"static unsigned char {', '.join(self.globals)};\n"
        head += "".join(f"static unsigned char {f}(unsigned char a);\n" for f in self.functions[1:])
        return head + "".join(self.function(f) for f in reversed(self.functions))

class States:
    """Reachable states, with what calls return; a state is (point, values), those of a call (function, values at entry)."""
    def __init__(self, m):
        self.m, self.n = m, len(m.globals)
        self.edges, self.returns, self.callers, self.paths, self.waiting = {}, {}, {}, set(), []

    def add(self, context, source, state):
        if source is not None: self.edges.setdefault(source, set()).add(state)
        if (context, state) in self.paths: return
        self.paths.add((context, state))
        self.waiting.append((context, state))

    def enter(self, source, function, given):
        state = (self.m.entry[function], given + (0, 0)[len(given) - self.n:] + (0,))
        self.add(state, source, state)
        return state

    def after(self, point, values, at, result):
        values = result[1] + values[self.n:]
        return (point + 1, values[:at] + (result[0],) + values[at + 1:])

    def call(self, context, state, to, given, at):
        point, values = state
        entered = self.enter(state, to, values[:self.n] + (given,))
        self.callers.setdefault(entered, set()).add((context, state, at))
        for result in list(self.returns.get(entered, ())): self.add(context, state, self.after(point, values, at, result))

    def leave(self, context, state, value):
        result = (value, state[1][:self.n])
        if result in self.returns.setdefault(context, set()): return
        self.returns[context].add(result)
        for caller, at_call, at in list(self.callers.get(context, ())):
            self.add(caller, at_call, self.after(at_call[0], at_call[1], at, result))

    def step(self, context, state):
        point, s = state
        i = self.m.code[point]
        go = lambda p, v: self.add(context, state, (p, v))
        if i[0] == "set": go(point + 1, s[:i[1]] + (i[2](s),) + s[i[1] + 1:])
        elif i[0] == "any":
            for x in {y & i[2] for y in range(256)}: go(point + 1, s[:i[1]] + (x,) + s[i[1] + 1:])
        elif i[0] == "old":
            changed = s[:i[1]] + ((s[i[1]] - 1) & 255,) + s[i[1] + 1:]
            go(point + 1, changed[:-1] + (s[i[1]],))
        elif i[0] == "if": go(i[2] if i[1](s) else i[3], s[:-1] + (0,))
        elif i[0] == "jump": go(i[1], s)
        elif i[0] == "call": self.call(context, state, i[1], i[2](s), i[3])
        elif i[0] == "return": self.leave(context, state, i[1](s))
        elif i[0] == "longjmp":
            start = (self.m.again, s[:self.n] + (0, 0, 0))
            self.add(self.start, state, start)

    def explore(self):
        """True: some run never ends; False: none does; None: too many states."""
        self.start = self.enter(None, "main", (0,) * self.n)
        while self.waiting:
            if len(self.paths) > MOST: return None
            self.step(*self.waiting.pop())
        return self.has_cycle()

    def has_cycle(self):
        done, path, stack = set(), set(), [(self.start, iter(self.edges.get(self.start, ())))]
        path.add(self.start)
        while stack:
            for to in stack[-1][1]:
                if to in path: return True
                if to not in done:
                    path.add(to)
                    stack.append((to, iter(self.edges.get(to, ()))))
                    break
            else:
                state = stack.pop()[0]
                path.discard(state)
                done.add(state)
        return False

def float_program(seed):
    r, f = random.Random(seed), lambda x: ctypes.c_float(x).value
    x, most = f(r.choice([0, 1, 1000, 16777000, 16777210, 33554000])), r.choice([10, 2000, 16777216, 16777217, 33554500])
    step = f(r.choice([0.1, 0.5, 1, 2, 0.0001, 3]))
    op, c = r.choice([("+", lambda v: f(v + step)), ("*", lambda v: f(v * step))])
    text = f"int main(void) {{ float x = {x}f; while (x < {most}.0f) x = x {op} {step:.9g}{'' if '.' in f'{step:.9g}' else '.0'}f; return 0; }}\n"
    v, limit = x, f(most)
    for _ in range(200000):
        if not v < limit: return text, False
        if c(v) == v: return text, True
        v = c(v)
    return text, None

def made(seed):
    if seed % 20 == 0: return float_program(seed)
    m = Maker(seed)
    return m.program(), States(m).explore()

def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("cinch"); ap.add_argument("count", type=int); ap.add_argument("seed", type=int)
    ap.add_argument("--timeout", type=float, default=10); ap.add_argument("--keep", default="."); ap.add_argument("-v", action="store_true")
    a = ap.parse_args()
    wrong, skipped, decided = 0, 0, {"TRUE": 0, "FALSE": 0}
    for seed in range(a.seed, a.seed + a.count):
        text, endless = made(seed)
        if endless is None:
            skipped += 1
            continue
        with tempfile.TemporaryDirectory() as d:
            file = os.path.join(d, "p.c")
            open(file, "w").write(text)
            p = subprocess.run([a.cinch, "verify", file, "--property", "termination", "--timeout", str(a.timeout)], capture_output=True, text=True)
        last = ([l for l in p.stdout.splitlines() if l.startswith("VERDICT")] or ["? " + (p.stderr or p.stdout)[-200:]])[-1].replace("VERDICT: ", "")
        said = last.split("(")[0]
        bad = said not in ("TRUE", "FALSE", "UNKNOWN") or said == ("TRUE" if endless else "FALSE")
        if said in decided: decided[said] += 1
        if a.v or bad: print(seed, "endless" if endless else "ends", last, "WRONG" if bad else "", flush=True)
        if bad:
            wrong += 1
            open(os.path.join(a.keep, f"termination-{seed}.c"), "w").write(text)
    asked = a.count - skipped
    print(f"termination: {asked} programs, {decided['TRUE']} proved, {decided['FALSE']} refuted, {asked - sum(decided.values())} open, {wrong} wrong")
    return wrong > 0

if __name__ == "__main__": sys.exit(main())
