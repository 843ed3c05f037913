#!/usr/bin/env python3
"""Random small transition systems in BTOR2, VMT-LIB and Horn clauses against explicit-state search.

  systems.py CINCH [SECONDS [SEED [FORMAT]]]

A system is made as a tree of Python objects. From it the text is printed for `cinch verify`, and Python code for the search, which
shares nothing with the front end: domains are a few bits, or integers that the constraints keep in a small range. Boolean program
counters, state machines in numbers, repeated arguments, shadowed names, several properties and every operation of BTOR2 have their turn. A verdict
that differs, or an exit status that is none of a verdict's, ends the fuzzer with the file kept. FORMAT is btor2, relation, clauses or machines.
"""
import itertools, os, random, subprocess, sys, tempfile, time

LOW, HIGH = -2, 2  # of every integer variable
ENGINES = ["ic3ia", "ic3ia", "ic3ia", "ctigar", "ic3qe", "kinduction", "portfolio"]
BIT_ENGINES = ENGINES + ["ic3cfa", "treeic3", "imc"]


# ---- meaning, by the standards' texts ----

def signed(a, w):
    return a - (1 << w) if a >> (w - 1) else a


def udiv(a, b, w):
    return a // b if b else (1 << w) - 1


def urem(a, b, w):
    return a % b if b else a


def sdiv(a, b, w):
    x, y = signed(a, w), signed(b, w)
    if not y:
        return 1 if x < 0 else (1 << w) - 1
    q = abs(x) // abs(y)
    return (q if (x < 0) == (y < 0) else -q) & ((1 << w) - 1)


def srem(a, b, w):
    x, y = signed(a, w), signed(b, w)
    if not y:
        return a
    r = abs(x) % abs(y)
    return (-r if x < 0 else r) & ((1 << w) - 1)


def smod(a, b, w):
    x, y = signed(a, w), signed(b, w)
    return x % y & ((1 << w) - 1) if y else a  # Python's % has the sign of the divisor, as smod


def shl(a, b, w):
    return (a << b) & ((1 << w) - 1) if b < w else 0


def lshr(a, b, w):
    return a >> b if b < w else 0


def ashr(a, b, w):
    return (signed(a, w) >> min(b, w)) & ((1 << w) - 1)


def rol(a, b, w):
    b %= w
    return ((a << b) | (a >> (w - b))) & ((1 << w) - 1)


def over(value, w):
    return not -(1 << (w - 1)) <= value < 1 << (w - 1)


def store(a, i, v):
    return a[:i] + (v,) + a[i + 1:]


# ---- expressions ----

class Node:
    """op with arguments; `sort` is ("bool",), ("int",), ("int", most), ("real",), ("bv", w) or ("array", w, w); `extra` the operation's own numbers."""
    def __init__(self, op, sort, args=(), extra=None):
        self.op, self.sort, self.args, self.extra = op, sort, args, extra


BOOL, INT, REAL, WIDE = ("bool",), ("int",), ("real",), ("int", 49)


def bv(w):
    return ("bv", w)


def domain(sort):
    if sort == BOOL:
        return [False, True]
    if sort == INT:
        return list(range(LOW, HIGH + 1))
    if sort == REAL:
        return [-1.0, -0.5, 0.0, 0.5, 1.0, 2.5]
    if sort[0] == "int":
        return list(range(sort[1] + 1))
    if sort[0] == "bv":
        return list(range(1 << sort[1]))
    return list(itertools.product(range(1 << sort[2]), repeat=1 << sort[1]))


# Operations on bit-vectors of one width, result the same: BTOR2's name, SMT-LIB's, Python.
WORD = [("not", "bvnot", 1, "(~{0} & {m})"), ("neg", "bvneg", 1, "(-{0} & {m})"), ("and", "bvand", 2, "({0} & {1})"),
        ("or", "bvor", 2, "({0} | {1})"), ("xor", "bvxor", 2, "({0} ^ {1})"), ("nand", "bvnand", 2, "(~({0} & {1}) & {m})"),
        ("nor", "bvnor", 2, "(~({0} | {1}) & {m})"), ("xnor", "bvxnor", 2, "(~({0} ^ {1}) & {m})"),
        ("add", "bvadd", 2, "(({0} + {1}) & {m})"), ("sub", "bvsub", 2, "(({0} - {1}) & {m})"),
        ("mul", "bvmul", 2, "(({0} * {1}) & {m})"), ("udiv", "bvudiv", 2, "udiv({0}, {1}, {w})"),
        ("urem", "bvurem", 2, "urem({0}, {1}, {w})"), ("sdiv", "bvsdiv", 2, "sdiv({0}, {1}, {w})"),
        ("srem", "bvsrem", 2, "srem({0}, {1}, {w})"), ("smod", "bvsmod", 2, "smod({0}, {1}, {w})"),
        ("sll", "bvshl", 2, "shl({0}, {1}, {w})"), ("srl", "bvlshr", 2, "lshr({0}, {1}, {w})"),
        ("sra", "bvashr", 2, "ashr({0}, {1}, {w})"), ("rol", None, 2, "rol({0}, {1}, {w})"),
        ("ror", None, 2, "rol({0}, -{1}, {w})"), ("inc", None, 1, "(({0} + 1) & {m})"), ("dec", None, 1, "(({0} - 1) & {m})")]
TEST = [("eq", "=", 2, "({0} == {1})"), ("neq", "distinct", 2, "({0} != {1})"), ("ult", "bvult", 2, "({0} < {1})"),
        ("ulte", "bvule", 2, "({0} <= {1})"), ("ugt", "bvugt", 2, "({0} > {1})"), ("ugte", "bvuge", 2, "({0} >= {1})"),
        ("slt", "bvslt", 2, "(signed({0}, {w}) < signed({1}, {w}))"), ("slte", "bvsle", 2, "(signed({0}, {w}) <= signed({1}, {w}))"),
        ("sgt", "bvsgt", 2, "(signed({0}, {w}) > signed({1}, {w}))"), ("sgte", "bvsge", 2, "(signed({0}, {w}) >= signed({1}, {w}))"),
        ("redand", None, 1, "({0} == {m})"), ("redor", None, 1, "({0} != 0)"), ("redxor", None, 1, "(bin({0}).count('1') % 2 == 1)"),
        ("uaddo", None, 2, "({0} + {1} > {m})"), ("saddo", None, 2, "over(signed({0}, {w}) + signed({1}, {w}), {w})"),
        ("usubo", None, 2, "({0} < {1})"), ("ssubo", None, 2, "over(signed({0}, {w}) - signed({1}, {w}), {w})"),
        ("umulo", None, 2, "({0} * {1} > {m})"), ("smulo", None, 2, "over(signed({0}, {w}) * signed({1}, {w}), {w})"),
        ("sdivo", None, 2, "({0} == 1 << ({w} - 1) and {1} == {m})")]
BY_NAME = {name: (smt, code) for name, smt, _, code in WORD + TEST}


def code(n):
    """Python."""
    a = [code(x) for x in n.args]
    w = n.args[0].sort[1] if n.args and n.args[0].sort[0] == "bv" else 0
    if n.op == "var":
        return n.extra
    if n.op == "const":
        return repr(n.extra)
    if n.op in BY_NAME and (n.args[0].sort[0] == "bv" or n.op in ("eq", "neq")):
        return BY_NAME[n.op][1].format(*a, w=w, m=(1 << w) - 1)
    if n.op == "ite":
        return "(%s if %s else %s)" % (a[1], a[0], a[2])
    if n.op == "slice":
        return "(%s >> %d & %d)" % (a[0], n.extra[1], (1 << (n.extra[0] - n.extra[1] + 1)) - 1)
    if n.op == "uext":
        return a[0]
    if n.op == "sext":
        return "(signed(%s, %d) & %d)" % (a[0], w, (1 << n.sort[1]) - 1)
    if n.op == "concat":
        return "(%s << %d | %s)" % (a[0], n.args[1].sort[1], a[1])
    if n.op == "read":
        return "%s[%s]" % (a[0], a[1])
    if n.op == "write":
        return "store(%s)" % ", ".join(a)
    simple = {"Not": "(not {0})", "And": "({0} and {1})", "Or": "({0} or {1})", "Implies": "(not {0} or {1})", "Xor": "({0} != {1})",
              "+": "({0} + {1})", "-": "({0} - {1})", "*": "({0} * {1})", "<": "({0} < {1})", "<=": "({0} <= {1})", ">": "({0} > {1})",
              ">=": "({0} >= {1})", "mod": "({0} % {1})", "div": "({0} // {1})"}
    return simple[n.op].format(*a)


class Maker:
    def __init__(self, r, format_):
        self.r, self.format, self.vars = r, format_, []

    def pick(self, sort):
        found = [v for v in self.vars if v.sort == sort]
        return self.r.choice(found) if found and self.r.random() < 0.75 else self.constant(sort)

    def constant(self, sort):
        return Node("const", sort, (), self.r.choice(domain(sort)))

    def word_op(self, sort, depth):
        name, smt, n, _ = self.r.choice([o for o in WORD if o[1] or self.format == "btor2"])
        return Node(name, sort, [self.make(sort, depth - 1) for _ in range(n)])

    def bits(self, sort, depth):
        r, w = self.r, sort[1]
        kind = r.randrange(8)
        if kind == 0:
            return Node("ite", sort, [self.condition(depth - 1), self.make(sort, depth - 1), self.make(sort, depth - 1)])
        if kind == 1:
            extra, low = r.randrange(3), r.randrange(2)
            return Node("slice", sort, [self.make(bv(w + extra + low), depth - 1)], (w + low - 1, low))
        if kind == 2 and w > 1:
            by = r.randrange(w)
            return Node(r.choice(["uext", "sext"]), sort, [self.make(bv(w - by), depth - 1)], by)
        if kind == 3 and w > 1:
            k = r.randrange(1, w)
            return Node("concat", sort, [self.make(bv(k), depth - 1), self.make(bv(w - k), depth - 1)])
        arrays = [v for v in self.vars if v.sort[0] == "array" and v.sort[2] == w]
        if kind == 4 and arrays:
            a = r.choice(arrays).sort
            return Node("read", sort, [self.make(a, depth - 1), self.make(bv(a[1]), depth - 1)])
        if kind == 5 and w == 1 and self.format == "btor2":
            return self.test(depth)
        return self.word_op(sort, depth)

    def test(self, depth):
        """A bit-vector comparison; of sort bool, or one bit in BTOR2."""
        name, smt, n, _ = self.r.choice([o for o in TEST if o[1] or self.format == "btor2"])
        inner = bv(self.r.randrange(1, 4))
        return Node(name, self.truth(), [self.make(inner, depth - 1) for _ in range(n)])

    def truth(self):
        return bv(1) if self.format == "btor2" else BOOL

    def condition(self, depth):
        return self.make(self.truth(), depth)

    def boolean(self, depth):
        kind, r = self.r.randrange(9), self.r
        if kind < 2:
            return Node("Not", BOOL, [self.make(BOOL, depth - 1)])
        if kind < 5:
            return Node(r.choice(["And", "Or", "Implies", "Xor"]), BOOL, [self.make(BOOL, depth - 1) for _ in range(2)])
        if kind == 5:
            return Node("ite", BOOL, [self.make(BOOL, depth - 1) for _ in range(3)])
        if kind == 6:
            return Node("eq", BOOL, [self.make(BOOL, depth - 1) for _ in range(2)])
        if any(v.sort == INT for v in self.vars) and r.random() < 0.7:
            return Node(r.choice(["<", "<=", ">", ">=", "eq", "neq"]), BOOL, [self.make(INT, depth - 1) for _ in range(2)])
        return self.test(depth)

    def integer(self, depth):
        kind, r = self.r.randrange(8), self.r
        if kind == 0:
            return Node("ite", INT, [self.make(BOOL, depth - 1), self.make(INT, depth - 1), self.make(INT, depth - 1)])
        if kind == 1:
            return Node("*", INT, [Node("const", INT, (), r.choice([-2, -1, 2, 3])), self.make(INT, depth - 1)])
        if kind == 2:
            return Node(r.choice(["mod", "div"]), INT, [self.make(INT, depth - 1), Node("const", INT, (), r.choice([2, 3]))])
        return Node(r.choice("+-"), INT, [self.make(INT, depth - 1) for _ in range(2)])

    def array(self, sort, depth):
        if self.r.random() < 0.3:
            return Node("ite", sort, [self.condition(depth - 1), self.make(sort, depth - 1), self.make(sort, depth - 1)])
        return Node("write", sort, [self.make(sort, depth - 1), self.make(bv(sort[1]), depth - 1), self.make(bv(sort[2]), depth - 1)])

    def make(self, sort, depth):
        if sort[0] == "array" and depth <= 0:
            return self.r.choice([v for v in self.vars if v.sort == sort])
        if depth <= 0 or self.r.random() < 0.25:
            return self.pick(sort) if sort[0] != "array" else self.make(sort, 0)
        return {"bool": self.boolean, "int": self.integer}.get(sort[0], lambda d: self.array(sort, d) if sort[0] == "array" else self.bits(sort, d))(depth)

    def variable(self, name, sort):
        v = Node("var", sort, (), name)
        self.vars.append(v)
        return v


# ---- SMT-LIB ----

def smt_sort(s):
    return {"bool": "Bool", "int": "Int", "real": "Real"}.get(s[0]) or (
        "(_ BitVec %d)" % s[1] if s[0] == "bv" else "(Array (_ BitVec %d) (_ BitVec %d))" % (s[1], s[2]))


def smt_const(sort, v):
    if sort == BOOL:
        return "true" if v else "false"
    if sort[0] in ("int", "real"):
        return str(v) if v >= 0 else "(- %s)" % -v
    return "#b" + format(v, "0%db" % sort[1])


SMT = {"Not": "not", "And": "and", "Or": "or", "Implies": "=>", "Xor": "xor", "read": "select", "write": "store", "concat": "concat"}


def smt(n, r, names=None):
    """Text, with a let now and then; its names may shadow those of variables that do not occur below it."""
    if n.op == "var":
        return (names or {}).get(n.extra, n.extra)
    if n.op == "const":
        return smt_const(n.sort, n.extra)
    a = [smt(x, r, names) for x in n.args]
    op = SMT.get(n.op) or (BY_NAME[n.op][0] if n.op in BY_NAME else n.op)
    if n.op == "slice":
        op = "(_ extract %d %d)" % n.extra
    if n.op in ("uext", "sext"):
        op = "(_ %s_extend %d)" % ("zero" if n.op == "uext" else "sign", n.extra)
    if n.op == "const" or r.random() > 0.1:
        return "(%s %s)" % (op, " ".join(a))
    inside = " ".join(a)
    name = next(c for c in ["x0", "x1", "p0", "y0"] + ["t%d" % i for i in range(len(inside))] if c not in inside)
    k = r.randrange(len(a))
    return "(let ((%s %s)) (%s %s))" % (name, a[k], op, " ".join(name if i == k else x for i, x in enumerate(a)))


def conj(parts):
    whole = Node("const", BOOL, (), True)
    for p in parts:
        whole = Node("And", BOOL, [whole, p])
    return whole


def equals(a, b):
    return Node("eq", BOOL, [a, b])


def disj(parts):
    whole = Node("const", BOOL, (), False)
    for p in parts:
        whole = Node("Or", BOOL, [whole, p])
    return whole


def in_range(v):
    """Keeps a number in its domain, where its sort does not."""
    if v.sort[0] not in ("int", "real"):
        return []
    values = [Node("const", v.sort, (), c) for c in domain(v.sort)]
    if v.sort == REAL:
        return [disj([equals(v, c) for c in values])]
    return [Node("<=", BOOL, [values[0], v]), Node("<=", BOOL, [v, values[-1]])]


def function(names, body):
    return eval("lambda %s: %s" % (", ".join(names), body))


# ---- BTOR2 ----

class Btor2:
    def __init__(self, r):
        self.r, self.lines, self.sorts, self.known, self.m = r, [], {}, {}, Maker(r, "btor2")

    def line(self, *words):
        self.lines.append("%d %s" % (len(self.lines) + 1, " ".join(map(str, words))))
        return len(self.lines)

    def sort(self, s):
        if s not in self.sorts:
            self.sorts[s] = (self.line("sort bitvec", s[1]) if s[0] == "bv"
                             else self.line("sort array", self.sort(bv(s[1])), self.sort(bv(s[2]))))
        return self.sorts[s]

    def constant(self, n):
        s, w, v = self.sort(n.sort), n.sort[1], n.extra
        ways = [("const", format(v, "0%db" % w)), ("constd", v), ("consth", format(v, "x"))]
        if v >> (w - 1):
            ways.append(("constd", v - (1 << w)))
        ways += [("zero",)] * (v == 0) + [("one",)] * (v == 1) + [("ones",)] * (v == (1 << w) - 1)
        way = self.r.choice(ways)
        return self.line(way[0], s, *way[1:])

    def node(self, n):
        if id(n) in self.known:
            return self.known[id(n)]
        if n.op == "const":
            return self.constant(n)
        op, args = n.op, list(n.args)
        if op == "ite" and self.r.random() < 0.2:  # a negative number negates
            a = [-self.node(Node("not", bv(1), [args[0]]))] + [self.node(x) for x in args[1:]]
        elif op == "or" and n.sort == bv(1) and self.r.random() < 0.4:
            op, a = "implies", [-self.node(args[0]), self.node(args[1])]
        elif op == "eq" and args[0].sort == bv(1) and self.r.random() < 0.4:
            op, a = "iff", [self.node(x) for x in args]
        else:
            a = [self.node(x) for x in args]
        extra = () if n.extra is None else n.extra if isinstance(n.extra, tuple) else (n.extra,)
        return self.line(op, self.sort(n.sort), *a, *extra)

    def leaves(self):
        r, room, self.states, self.inputs = self.r, 8, [], []
        for i in range(r.randrange(1, 5)):
            s = r.choice([bv(1), bv(1), bv(2), bv(2), bv(3), ("array", 1, 1), ("array", 1, 2), ("array", 2, 1)])
            size = s[1] if s[0] == "bv" else s[2] << s[1]
            if size <= room:
                room -= size
                self.states.append(self.m.variable("x%d" % i, s))
        for i in range(r.randrange(3)):
            self.inputs.append(self.m.variable("i%d" % i, bv(r.randrange(1, 3))))
        for v in self.states + self.inputs:
            self.known[id(v)] = self.line("state" if v in self.states else "input", self.sort(v.sort), *([v.extra] if r.random() < 0.5 else []))

    def start(self, v):
        """A constant, for an array one for all its elements."""
        value = self.m.constant(v.sort if v.sort[0] == "bv" else bv(v.sort[2]))
        self.line("init", self.sort(v.sort), self.known[id(v)], self.node(value))
        return [value.extra if v.sort[0] == "bv" else (value.extra,) * (1 << v.sort[1])]

    def make(self):
        r, m = self.r, self.m
        self.leaves()
        self.initial, self.next = [], []
        for v in self.states:
            self.initial.append(self.start(v) if r.random() < 0.8 else domain(v.sort))
        for v in self.states:
            step = m.make(v.sort, 3) if r.random() < 0.9 else None
            if step:
                self.line("next", self.sort(v.sort), self.known[id(v)], self.node(step))
            self.next.append(step)
        self.constraints = [m.make(bv(1), 3) for _ in range(r.choice([0, 0, 0, 1, 1, 2]))]
        self.bads = [Node("and", bv(1), [m.test(2), m.test(2)]) for _ in range(r.choice([1, 1, 1, 2, 3]))]
        for word, nodes in ("constraint", self.constraints), ("bad", self.bads):
            for n in nodes:
                self.line(word, self.node(n))
        if r.random() < 0.2:
            self.line("output", self.node(m.make(bv(2), 1)))
        return "\n".join(self.lines) + "\n"

    def reach(self):
        names = [v.extra for v in self.states + self.inputs]
        holds = function(names, " and ".join(["True"] + [code(c) for c in self.constraints]))
        bad = function(names, " or ".join(code(b) for b in self.bads))
        step = function(names, "[%s]" % ", ".join("[%s]" % code(n) if n else "domain(%r)" % (v.sort,) for v, n in zip(self.states, self.next)))
        inputs = list(itertools.product(*(domain(v.sort) for v in self.inputs)))
        todo = list(itertools.product(*self.initial))
        seen = set(todo)
        while todo:
            s = todo.pop()
            for i in inputs:
                if not holds(*s, *i):
                    continue
                if bad(*s, *i):
                    return True
                for t in itertools.product(*step(*s, *i)):
                    if t not in seen:
                        seen.add(t)
                        todo.append(t)
        return False


# ---- one relation over Booleans, integers and bit-vectors ----

class Relation:
    """init(state), trans(state, inputs, next), properties: as VMT, or as three kinds of clauses with one predicate."""
    def __init__(self, r):
        self.r, self.m = r, Maker(r, "smt")

    def leaves(self):
        r = self.r
        self.counter = [self.m.variable("p%d" % i, BOOL) for i in range(r.choice([0, 1, 2, 2]))]
        sorts = [r.choice([INT, INT, BOOL, bv(2), bv(1)]) for _ in range(r.randrange(1, 3))]
        self.number = self.m.variable("n0", r.choice([INT, bv(3)])) if r.random() < 0.5 else None  # of a state machine
        self.state = self.counter + ([self.number] if self.number else []) + [self.m.variable("x%d" % i, s) for i, s in enumerate(sorts[:1] if self.number else sorts)]
        self.inputs = [self.m.variable("i0", r.choice([BOOL, INT, bv(1)]))] if r.random() < 0.4 else []
        self.next = [Node("var", v.sort, (), v.extra + "n") for v in self.state]

    def at(self, variables, bits):
        return [v if b else Node("Not", BOOL, [v]) for v, b in zip(variables, bits)]

    def step(self, target):
        """What an edge does: assignments, some of them relations or left open; range keeps integers finite."""
        parts, m = [], self.m
        for v, n in list(zip(self.state, self.next))[len(self.counter):]:
            kind = self.r.randrange(8)
            if kind < 5:
                parts.append(equals(n, m.make(v.sort, 2)) if self.r.random() < 0.7 else equals(m.make(v.sort, 1), n))
            elif kind == 5:
                parts.append(equals(n, v))
            elif kind == 6 and v.sort == INT:
                parts.append(Node("<=", BOOL, [m.make(INT, 1), n]))
        return conj(parts + self.at(self.next, target))

    def numbered(self, guard, effect):
        """The same edge from one state of the machine, mostly to one."""
        n, after = self.number, self.next[len(self.counter)]
        if self.r.random() < 0.8:
            effect = Node("And", BOOL, [effect, equals(after, self.m.constant(n.sort))])
        return Node("And", BOOL, [guard, equals(n, self.m.constant(n.sort))]), effect

    def some_state(self):
        """Compares the number with all its values, so that it counts as a state machine's."""
        some = Node("const", BOOL, (), False)
        for c in domain(self.number.sort):
            some = Node("Or", BOOL, [some, Node("And", BOOL, [equals(self.number, Node("const", self.number.sort, (), c)), self.m.make(BOOL, 1)])])
        return Node("Or", BOOL, [some, self.m.make(BOOL, 1)])

    def program(self):
        values = list(itertools.product([False, True], repeat=len(self.counter)))
        edges, r = [], self.r
        for _ in range(r.randrange(1, 2 * len(values) + 2) + (4 if self.number else 0)):
            here, there = r.choice(values), r.choice(values)
            guard = conj(self.at(self.counter, here) + ([self.m.make(BOOL, 2)] if r.random() < 0.7 else []))
            edges.append((guard, self.step(there)))
        if self.number:
            edges = [self.numbered(*e) for e in edges + edges]
        if r.random() < 0.5:
            whole = Node("const", BOOL, (), False)
            for guard, effect in edges:
                whole = Node("Or", BOOL, [whole, Node("And", BOOL, [guard, effect])])
            return whole
        return conj([Node("Or", BOOL, [Node("Not", BOOL, [guard]), effect]) for guard, effect in edges])

    def make(self):
        r, m = self.r, self.m
        self.leaves()
        self.init = conj(self.at(self.counter, [r.random() < 0.5 for _ in self.counter]) +
                         [equals(v, m.constant(v.sort)) for v in self.state[len(self.counter):] if r.random() < 0.75] +
                         [x for v in self.state for x in in_range(v)])
        self.trans = conj([self.program()] + ([self.some_state()] if self.number else []) + [x for v in self.next + self.inputs for x in in_range(v)])
        self.vars_only = m.vars
        m.vars = list(self.state)
        self.bads = [Node("And", BOOL, [m.make(BOOL, 2), m.make(BOOL, 2)]) for _ in range(r.choice([1, 1, 2]))]
        return self.vmt() if r.random() < 0.5 else self.clauses()

    def vmt(self):
        self.ending, out = ".vmt", []
        for v in self.state + self.next + self.inputs:
            out.append("(declare-fun %s () %s)" % (v.extra, smt_sort(v.sort)))
        for v, n in zip(self.state, self.next):
            out.append("(define-fun .%s () %s (! %s :next %s))" % (v.extra, smt_sort(v.sort), v.extra, n.extra))
        out.append("(define-fun .init () Bool (! %s :init true))" % smt(self.init, self.r))
        out.append("(define-fun .trans () Bool (! %s :trans true))" % smt(self.trans, self.r))
        for i, b in enumerate(self.bads):
            out.append("(define-fun .good%d () Bool (! (not %s) :invar-property %d))" % (i, smt(b, self.r), i))
        return "\n".join(out) + "\n"

    def clauses(self):
        self.ending, r = ".smt2", self.r
        bind = lambda vs: "(%s)" % " ".join("(%s %s)" % (v.extra, smt_sort(v.sort)) for v in vs)
        now, then = ("(inv %s)" % " ".join(v.extra for v in vs) for vs in (self.state, self.next))
        out = ["(set-logic HORN)", "(declare-fun inv (%s) Bool)" % " ".join(smt_sort(v.sort) for v in self.state)]
        out.append("(assert (forall %s (=> %s %s)))" % (bind(self.state), smt(self.init, r), now))
        out.append("(assert (forall %s (=> (and %s %s) %s)))" % (bind(self.state + self.next + self.inputs), now, smt(self.trans, r), then))
        for b in self.bads:
            out.append("(assert (forall %s (=> (and %s %s) false)))" % (bind(self.state), now, smt(b, r)))
        return "\n".join(out) + "\n(check-sat)\n"

    def reach(self):
        names = [[v.extra for v in vs] for vs in (self.state, self.inputs, self.next)]
        init, bad = function(names[0], code(self.init)), function(names[0], " or ".join(code(b) for b in self.bads))
        trans = function(sum(names, []), code(self.trans))
        space = list(itertools.product(*(domain(v.sort) for v in self.state)))
        inputs = list(itertools.product(*(domain(v.sort) for v in self.inputs)))
        todo = [s for s in space if init(*s)]
        left = set(space) - set(todo)
        while todo:
            s = todo.pop()
            if bad(*s):
                return True
            found = [t for t in left if any(trans(*s, *i, *t) for i in inputs)]
            left.difference_update(found)
            todo += found
        return False


# ---- clauses with several predicates ----

class Clauses:
    ending = ".smt2"

    def __init__(self, r):
        self.r = r
        self.predicates = []
        for i in range(r.randrange(1, 4)):
            self.predicates.append([r.choice([BOOL, BOOL, INT, INT, bv(1), bv(2)]) for _ in range(r.randrange(4))])
        self.done = []

    def argument(self, m, sort, body):
        """An argument of a predicate: mostly a variable, in a body perhaps one that occurs already."""
        r = self.r
        old = [v for v in m.vars if v.sort == sort]
        if body and r.random() < 0.7 or not old and r.random() < 0.6:
            if len(m.vars) < 5 and not (old and r.random() < 0.15):
                return m.variable("%s%d" % (r.choice("xyp"), len(m.vars)), sort)
        return r.choice(old) if old and r.random() < 0.6 else m.make(sort, 2)

    def cases(self, m, v):
        """A definition of v by cases; the condition and the values may mention it."""
        c = m.make(BOOL, 1)
        first, second = (equals(v, m.make(v.sort, 1)) for _ in range(2))
        parts = [Node("Or", BOOL, [c, first]), Node("Or", BOOL, [Node("Not", BOOL, [c]), second])]
        self.r.shuffle(parts)
        return parts

    def clause(self, body, head):
        m, r = Maker(self.r, "smt"), self.r
        before = [self.argument(m, s, True) for s in (self.predicates[body] if body is not None else [])]
        if r.random() < 0.3 and len(m.vars) < 5:
            m.variable("z%d" % len(m.vars), r.choice([BOOL, INT, bv(1)]))
        after = [self.argument(m, s, False) for s in (self.predicates[head] if head is not None else [])]
        parts = [m.make(BOOL, 2) for _ in range(r.choice([0, 1, 1, 2]))]
        if m.vars and r.random() < 0.5:
            parts += self.cases(m, r.choice(m.vars))
        parts += [x for v in m.vars for x in in_range(v)]
        parts += [x for a in after for x in in_range(a)]
        if body is None and head is not None and r.random() < 0.6:
            parts += [equals(v, m.constant(v.sort)) for v in m.vars]
        self.done.append((m.vars, body, before, parts, head, after))

    def make(self):
        r, n = self.r, len(self.predicates)
        for i in range(r.randrange(1, 3)):
            self.clause(None, 0 if i == 0 else r.randrange(n))
        for _ in range(r.randrange(1, 2 * n + 2)):
            self.clause(r.randrange(n), r.randrange(n))
        for _ in range(r.choice([1, 1, 2])):
            self.clause(r.randrange(n), None)
        return self.script()

    def script(self):
        out = ["(set-logic HORN)"]
        for i, p in enumerate(self.predicates):
            out.append("(declare-fun P%d (%s) Bool)" % (i, " ".join(map(smt_sort, p))))
        text = [self.text(*c) for c in self.done]
        return "\n".join(out + text) + "\n(check-sat)\n"

    def names(self, variables):
        """Other names in some clauses, so that one name has several sorts in one file."""
        return {v.extra: v.extra if self.r.random() < 0.7 else "xyzpq"[i] for i, v in enumerate(variables)}

    def text(self, variables, body, before, parts, head, after):
        r = self.r
        names = self.names(variables)
        if len(set(names.values())) < len(names):
            names = {}
        show = lambda n: smt(n, r, names)
        bind = lambda vs: "(%s)" % " ".join("(%s %s)" % (names.get(v.extra, v.extra), smt_sort(v.sort)) for v in vs)
        apply = lambda p, a: "(P%d %s)" % (p, " ".join(map(show, a))) if a else r.choice(["P%d", "(P%d)"][:1]) % p
        conjuncts = [show(p) for p in parts]
        if body is not None:
            conjuncts.insert(r.randrange(len(conjuncts) + 1), self.hide(apply(body, before)))
        goal = "false" if head is None else apply(head, after)
        shape = r.randrange(6)
        if shape == 0 and head is None and variables and conjuncts:
            return "(assert (not (exists %s (and %s))))" % (bind(variables), " ".join(conjuncts))
        if shape == 1:
            inner = "(or %s %s)" % (" ".join("(not %s)" % c for c in conjuncts), goal)
        elif shape == 2 and len(conjuncts) > 1:
            inner = "(=> %s (=> (and %s) %s))" % (conjuncts[0], " ".join(conjuncts[1:]), goal)
        elif shape == 3 and conjuncts and head is None and parts and not conjuncts[-1].startswith(("(P", "P", "(let", "(exists")):
            inner = "(=> (and true %s) (not %s))" % (" ".join(conjuncts[:-1]), conjuncts[-1])
        else:
            inner = "(=> (and true %s) %s)" % (" ".join(conjuncts), goal)
        if not variables:
            return "(assert %s)" % inner
        if len(variables) > 1 and r.random() < 0.2:
            return "(assert (forall %s (forall %s %s)))" % (bind(variables[:1]), bind(variables[1:]), inner)
        return "(assert (forall %s %s))" % (bind(variables), inner)

    def hide(self, application):
        """Around the predicate a let or a quantifier whose name means something else outside."""
        kind = self.r.randrange(8)
        name = next((c for c in ["x0", "y0", "p1", "x1"] if c not in application), "fresh")
        if kind == 0:
            return "(let ((%s (+ 40 2))) %s)" % (name, application)
        if kind == 1:
            return "(exists ((%s Int)) (and (< 7 %s) %s))" % (name, name, application)
        return application

    def reach(self):
        ready = []
        for variables, body, before, parts, head, after in self.done:
            names = [v.extra for v in variables]
            tests = " and ".join(["True"] + ["(%s)" % code(p) for p in parts])
            tuple_ = lambda a: "(%s)" % "".join(code(x) + ", " for x in a)
            values = list(itertools.product(*(domain(v.sort) for v in variables)))
            holds, b, h = function(names, tests), function(names, tuple_(before)), function(names, tuple_(after))
            ready.append((body, head, {(b(*v), h(*v)) for v in values if holds(*v)}))
        facts, changed = set(), True
        while changed:
            changed = False
            for body, head, pairs in ready:
                for b, h in pairs:
                    if body is not None and (body, b) not in facts:
                        continue
                    if head is None:
                        return True
                    if (head, h) not in facts:
                        facts.add((head, h))
                        changed = True
        return False


# ---- state machines ----

class Machines(Clauses):
    """Locations whose arguments are numbers that are compared with many constants, and one variable of data."""
    def __init__(self, r):
        super().__init__(r)
        self.predicates = []
        for _ in range(r.choice([1, 1, 2, 3])):
            numbers = [r.choice([INT, INT, REAL, bv(3), bv(3), WIDE, bv(6)])]
            if len(domain(numbers[0])) < 10 and r.random() < 0.3:
                numbers.append(r.choice([INT, REAL, bv(3)]))
            self.predicates.append(numbers + [r.choice([INT, BOOL, bv(2)])])

    def states(self, sort):
        """Of a wide number a few are states, the same ones mostly."""
        return domain(sort)[:8] if self.r.random() < 0.9 else domain(sort)

    def number(self, m, sort):
        return Node("const", sort, (), self.r.choice(self.states(sort)))

    def reached(self, m, sort):
        """A number that another clause has led to, mostly, so that machines do not stop early."""
        old = [a for *_, after in self.done for a in after if a.op == "const" and a.sort == sort]
        return self.r.choice(old) if old and self.r.random() < 0.7 else self.number(m, sort)

    def is_in(self, m, n):
        """A test of the number."""
        kind = self.r.randrange(10)
        if kind < 5:
            return equals(n, self.reached(m, n.sort))
        if kind < 8:
            return disj([equals(n, self.number(m, n.sort)) for _ in range(3)])
        return Node("Not", BOOL, [equals(n, self.number(m, n.sort))]) if kind == 8 else Node("const", BOOL, (), True)

    def moved(self, m, n):
        """Its value after a step, by arithmetic."""
        one = Node("const", n.sort, (), 0.5 if n.sort == REAL else 1)
        return Node({"bv": self.r.choice(["add", "sub", "xor"])}.get(n.sort[0], self.r.choice("+-")), n.sort, [n, one])

    def table(self, m, n, after):
        """All steps of the machine in one constraint; other states stay, stop or go anywhere."""
        r, rows = self.r, []
        for c in r.sample(domain(n.sort)[:8], r.randrange(4, len(domain(n.sort)[:8]) + 1)):
            here = equals(n, Node("const", n.sort, (), c))
            for _ in range(r.choice([1, 1, 2])):
                there = equals(after, self.number(m, n.sort)) if r.random() < 0.85 else r.choice([equals(after, n), m.make(BOOL, 1)])
                rows.append(conj([here, there] + ([m.make(BOOL, 1)] if r.random() < 0.4 else [])))
        return disj(rows)

    def next(self, m, sort, n, parts):
        r, kind = self.r, self.r.randrange(20)
        local = lambda: m.variable("z%d" % len(m.vars), sort)
        if not any(v.extra[0] == "z" for v in m.vars):  # one choice in a clause: more are slow to enumerate
            if n and kind < 5:
                after = local()
                parts.append(self.table(m, n, after))
                return after
            if kind < 7:
                return local()
        if n and kind < 10:
            return self.moved(m, n)
        if n and kind < 12:
            return Node("ite", sort, [equals(n, self.number(m, sort)), self.number(m, sort), n])
        if kind < 14:
            return Node("ite", sort, [m.make(BOOL, 1), self.number(m, sort), n or self.number(m, sort)])
        return n if n and kind == 14 else self.number(m, sort)

    def clause(self, body, head):
        m, r = Maker(self.r, "smt"), self.r
        before = [m.variable("%s%d" % ("n" if i + 1 < len(p) else "x", i), s) for p in [self.predicates[body] if body is not None else []] for i, s in enumerate(p)]
        parts = [self.is_in(m, n) for n in before[:-1] if head is None or r.random() < 0.8]
        parts += [m.make(BOOL, 2) for _ in range(r.choice([0, 1]) if head is not None else r.choice([0, 1, 1])) if body is not None]
        after = []
        for s in self.predicates[head][:-1] if head is not None else []:
            old = [v for v in before[:-1] if v.sort == s]
            after.append(self.next(m, s, r.choice(old) if old else None, parts) if body is not None or r.random() < 0.3 else self.number(m, s))
        if head is not None:
            after.append(m.make(self.predicates[head][-1], 2 if body is not None else 0))
        parts += [x for v in m.vars + after for x in in_range(v)]
        self.done.append((m.vars, body, before, parts, head, after))

    def make(self):
        r, n = self.r, len(self.predicates)
        self.clause(None, 0)
        for i in range(n):
            for _ in range(r.randrange(3, 9)):
                self.clause(i, i if r.random() < 0.7 else r.randrange(n))
        for _ in range(r.choice([1, 1, 2])):
            self.clause(r.randrange(n), None)
        return self.script()


# ---- comparing ----

def verdict(cinch, path, options):
    try:
        p = subprocess.run([cinch, "verify", *options, path], capture_output=True, text=True, timeout=60, cwd=os.path.dirname(path))
    except subprocess.TimeoutExpired:
        return "HANGS", ""
    if "EVIDENCE FAILED" in p.stdout + p.stderr:  # also of an engine of the portfolio
        return "UNPROVEN", p.stdout + p.stderr
    return {0: "TRUE", 10: "FALSE", 5: "UNKNOWN"}.get(p.returncode, "status %d" % p.returncode), p.stdout + p.stderr


def one(cinch, seed, formats, count, folder):
    r = random.Random(seed)
    kind = r.choice(formats)
    system = {"btor2": Btor2, "relation": Relation, "clauses": Clauses, "machines": Machines}[kind](r)
    text = system.make()
    expected = "FALSE" if system.reach() else "TRUE"
    path = os.path.join(folder, "system-%d%s" % (seed, ".btor2" if kind == "btor2" else system.ending))
    with open(path, "w") as f:
        f.write(text)
    options = ["--engine", r.choice(BIT_ENGINES if kind == "btor2" else ENGINES), "--timeout", "5"] + (["--no-evidence"] if r.random() < 0.5 else [])
    got, output = verdict(cinch, path, options)
    count[got] = count.get(got, 0) + 1
    if got == "UNKNOWN":
        reason = output.strip().split("\n")[-1]
        count[kind + " " + options[1] + " " + reason] = count.get(kind + " " + options[1] + " " + reason, 0) + 1
    if got not in (expected, "UNKNOWN"):
        print("seed %d: %s said, %s expected\n  cinch verify %s %s\n%s" % (seed, got, expected, " ".join(options), path, output[-1500:]))
        return False
    os.unlink(path)
    return True


def main():
    cinch = os.path.abspath(sys.argv[1])
    seconds, seed = (float(sys.argv[2]) if len(sys.argv) > 2 else 20), (int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    formats = [sys.argv[4]] if len(sys.argv) > 4 else ["btor2", "relation", "clauses", "machines"]
    count, folder, end, first = {}, tempfile.mkdtemp(prefix="systems-"), time.time() + seconds, seed
    good = True
    while time.time() < end and good:
        good = one(cinch, seed, formats, count, folder)
        seed += 1
    print("systems: %d from seed %d: %s" % (seed - first, first, ", ".join("%s %d" % x for x in sorted(count.items()))))
    if good:
        os.rmdir(folder)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
