#!/usr/bin/env python3
"""Proof reuse: what a second run with --keep costs after a change of the program.

  bench/keep.py [--timeout S] [--pairs N] [--least S] [--cinch build/cinch] [--out FILE.csv]

Pairs of versions from ../shared/benchmarks/sv-comp (Loops, ControlFlow, BitVectors, ECA, ProductLines; expected true).
A third of the pairs at most are of one family: names that differ in numbers, texts of which nine lines in ten are the
same. The others are programs with an edit of ours, in turn: harmless ones (a counter that nobody reads; a helper
function and a local variable in main; every local name x of main's first declaration renamed) and a harmful one (the
error behind a condition on an input, wherever main returns).

A pair counts where the first version is proved and takes at least S (2) CPU seconds: below, what every run costs
(compiler, evidence, native runs) hides what the proof does. Tasks are taken in an order that a digest of their names
gives, until there are N pairs. Each first version is verified with an empty directory, then the second one under the
same name with the directory. CPU seconds of all processes.
"""
import argparse, csv, difflib, hashlib, os, re, resource, statistics, subprocess, tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../shared/benchmarks/sv-comp")
MAIN = re.compile(r"\bmain\s*\([^)]*\)\s*\{")
CATEGORIES = ("Loops", "ControlFlow", "BitVectors", "ECA", "ProductLines")

def counted(code):
    return "int edited_count;\n\n" + MAIN.sub(lambda m: m[0] + "\n  edited_count++;\n", code, count=1)

def helped(code):
    m = MAIN.search(code)
    first = code.rfind("\n", 0, m.start()) + 1
    helper = "static int edited_helper(int a) { return a < 0 ? -1 : a + 1; }\n"
    return code[:first] + helper + code[first:m.end()] + "\n  int edited_local = edited_helper(3);\n" + code[m.end():]

def renamed(code):
    start = MAIN.search(code).end()
    name = re.search(r"\b(?:int|unsigned|long|char)\s+(\w+)\s*[=;,]", code[start:])
    if not name:
        return None
    return code[:start] + re.sub(rf"(?<![\w.>]){name[1]}\b(?!\s*:)", "edited_" + name[1], code[start:])

def harmful(code):
    start = MAIN.search(code).end()
    if not re.search(r"\breturn\b", code[start:]):
        return None
    declared = "extern int __VERIFIER_nondet_int();\n" if "__VERIFIER_nondet_int" not in code else ""
    error = "if (__VERIFIER_nondet_int() == 41) __VERIFIER_error(); else return"
    return declared + code[:start] + re.sub(r"\breturn\b", error, code[start:])

EDITS = (("counter", counted), ("harmful", harmful), ("helper", helped), ("counter", counted), ("harmful", harmful),
         ("renamed", renamed))

def read(name):
    return open(os.path.join(ROOT, name), errors="replace").read()

def in_order(items, name):
    return sorted(items, key=lambda x: hashlib.sha256(name(x).encode()).hexdigest())

def is_version(a, b):
    one, two = a.splitlines(), b.splitlines()
    return difflib.SequenceMatcher(None, one, two, autojunk=False).ratio() >= 0.9

def families(names):
    """Neighbours among the names that are the same without their numbers."""
    groups = {}
    for name in sorted(names):
        groups.setdefault(re.sub(r"\d+", "", name), []).append(name)
    for g in groups.values():
        for a, b in zip(g, g[1:]):
            if is_version(read(a), read(b)):
                yield a, b

def candidates():
    tasks = [t["file"] for t in csv.DictReader(open(os.path.join(ROOT, "tasks.csv")))
             if t["category"] in CATEGORIES and t["expected"] == "true"]
    of_family = in_order(families(tasks), lambda x: x[0])
    edited = in_order([n for n in tasks if MAIN.search(read(n))], lambda n: n)
    return [("family", a, b) for a, b in of_family], edited

def run(a, file, keep):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run([a.cinch, "verify", file, "--volatile", "memory", "--data-model", "ILP32", "--timeout", str(a.timeout),
                          *(["--keep", keep] if keep else [])], capture_output=True, text=True, errors="replace").stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    m = re.findall(r"^VERDICT: (.*)", out, re.M)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (m[-1] if m else "none"), round(used, 2), bool(re.search(r"^keep .*found a proof", out, re.M))

def measure(a, name, old, versions):
    """The first kind of change that the program admits; None: the first version does not count."""
    with tempfile.TemporaryDirectory() as d:
        file, keep = os.path.join(d, "task.c"), os.path.join(d, "kept")
        open(file, "w").write(old)
        first = run(a, file, keep)
        if first[0] != "TRUE" or first[1] < a.least:
            return None
        kind, new = next((k, n) for k, n in versions if n)
        open(file, "w").write(new)
        second = run(a, file, keep)
    row = dict(kind=kind, name=name, first=first[0], first_cpu=first[1], second=second[0], second_cpu=second[1],
               reused=second[2])
    print(*row.values(), flush=True)
    return row

def collect(a):
    of_family, edited = candidates()
    rows = []
    for kind, one, two in of_family:
        if len(rows) < a.pairs // 3:
            row = measure(a, one, read(one), [(kind, read(two))])
            rows += [row] if row else []
    turn = 0
    for name in edited:
        if len(rows) < a.pairs:
            code = read(name)
            row = measure(a, name, code, [(k, e(code)) for k, e in EDITS[turn:] + EDITS[:turn]])
            rows += [row] if row else []
            turn = (turn + bool(row)) % len(EDITS)
    return rows

def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--timeout", type=float, default=120); ap.add_argument("--pairs", type=int, default=30)
    ap.add_argument("--least", type=float, default=2)
    ap.add_argument("--cinch", default="build/cinch"); ap.add_argument("--out")
    a = ap.parse_args()
    rows = collect(a)
    if a.out:
        with open(a.out, "w", newline="") as f:
            w = csv.DictWriter(f, rows[0].keys()); w.writeheader(); w.writerows(rows)
    kept = [r for r in rows if r["kind"] != "harmful"]
    for kind in ("all", *sorted({r["kind"] for r in kept})):
        part = [r for r in kept if kind in ("all", r["kind"])]
        ratio = statistics.median(r["second_cpu"] / r["first_cpu"] for r in part)
        print(f"harmless, {kind}: {sum(r['second'] == 'TRUE' for r in part)} of {len(part)} proved again, second/first "
              f"CPU median {ratio:.2f}, by the kept lemmas {sum(r['reused'] for r in part)}")
    bad = [r for r in rows if r["kind"] == "harmful"]
    print(f"harmful: {sum(r['second'].startswith('FALSE') for r in bad)} of {len(bad)} found, "
          f"{sum(r['second'] == 'TRUE' for r in bad)} wrong")

main()
