#!/usr/bin/env python3
"""Proof reuse: what a second run with --keep costs after a change of the program.

  bench/keep.py [--timeout S] [--pairs N] [--least S] [--cinch build/cinch] [--out FILE.csv]

Pairs of versions from ../shared/benchmarks/sv-comp: programs of one family (test_locks_5 and _6), and programs with an
edit: a harmless one (a counter that nobody reads, other lines) and a harmful one (the error behind a condition on an
input, wherever main returns). Each first version is verified with an empty directory, then the second one under the same name, with the
directory and without. CPU seconds of all processes. Pairs whose first run costs at least S (2) CPU seconds are
summed up apart: below, what every run costs (compiler, evidence, native runs) hides what the proof does.
"""
import argparse, csv, os, re, resource, shutil, statistics, subprocess, tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../shared/benchmarks/sv-comp")
MAIN = re.compile(r"\bmain\s*\([^)]*\)\s*\{")

def harmless(code):
    return "int edited_count;\n\n" + MAIN.sub(lambda m: m[0] + "\n  edited_count++;\n", code, count=1)

def harmful(code):
    start = MAIN.search(code).end()
    declared = "extern int __VERIFIER_nondet_int();\n" if "__VERIFIER_nondet_int" not in code else ""
    error = "if (__VERIFIER_nondet_int() == 41) __VERIFIER_error(); else return"
    return declared + code[:start] + re.sub(r"\breturn\b", error, code[start:])

def family(name):
    m = re.match(r"(.*_)(\d+)(\D.*)$", name)
    return (m[1], int(m[2])) if m else None

def families(tasks):
    groups = {}
    for t in tasks:
        f = family(t["file"])
        if f and t["expected"] == "true":
            groups.setdefault(f[0], []).append((f[1], t["file"]))
    for g in groups.values():
        g.sort()
        yield from ((a[1], b[1]) for a, b in zip(g, g[1:]))

def read(name):
    return open(os.path.join(ROOT, name), errors="replace").read()

def pairs(count):
    tasks = [t for t in csv.DictReader(open(os.path.join(ROOT, "tasks.csv")))
             if t["category"] in ("Loops", "ControlFlow", "BitVectors")]
    found = [("family", a, read(a), read(b)) for a, b in families(tasks)][::3][:count // 3]
    edited = [t["file"] for t in tasks if t["expected"] == "true" and MAIN.search(read(t["file"]))]
    step = max(1, len(edited) // (count // 3))
    for name in edited[::step][:count // 3]:
        code = read(name)
        found.append(("harmless", name, code, harmless(code)))
        if re.search(r"\breturn\b", code[MAIN.search(code).end():]):
            found.append(("harmful", name, code, harmful(code)))
    return found[:count]

def run(a, file, keep):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run([a.cinch, "verify", file, "--data-model", "ILP32", "--timeout", str(a.timeout),
                          *(["--keep", keep] if keep else [])], capture_output=True, text=True, errors="replace").stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    m = re.findall(r"^VERDICT: (.*)", out, re.M)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (m[-1] if m else "none"), round(used, 2), bool(re.search(r"^keep .*found a proof", out, re.M))

def measure(a, kind, name, old, new, rows):
    with tempfile.TemporaryDirectory() as d:
        file, keep = os.path.join(d, "task.c"), os.path.join(d, "kept")
        open(file, "w").write(old)
        first = run(a, file, keep)
        open(file, "w").write(new)
        second, without = run(a, file, keep), run(a, file, None)
    rows.append(dict(kind=kind, name=name, first=first[0], first_cpu=first[1], second=second[0], second_cpu=second[1],
                     reused=second[2], without=without[0], without_cpu=without[1]))
    print(*rows[-1].values(), flush=True)

def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--timeout", type=float, default=60); ap.add_argument("--pairs", type=int, default=30)
    ap.add_argument("--least", type=float, default=2)
    ap.add_argument("--cinch", default="build/cinch"); ap.add_argument("--out")
    a = ap.parse_args()
    rows = []
    for pair in pairs(a.pairs):
        measure(a, *pair, rows)
    if a.out:
        with open(a.out, "w", newline="") as f:
            w = csv.DictWriter(f, rows[0].keys()); w.writeheader(); w.writerows(rows)
    kept = [r for r in rows if r["kind"] != "harmful" and r["first"] == r["second"] == "TRUE"]
    for words, part in (("all", kept), (f"at least {a.least:g} s", [r for r in kept if r["first_cpu"] >= a.least])):
        if part:
            ratio = statistics.median(r["second_cpu"] / max(r["first_cpu"], 0.01) for r in part)
            print(f"harmless, {words}: {len(part)} proved twice, second/first CPU median {ratio:.2f}, "
                  f"reused {sum(r['reused'] for r in part)}")
    bad = [r for r in rows if r["kind"] == "harmful"]
    print(f"harmful: {sum(r['second'].startswith('FALSE') for r in bad)} of {len(bad)} found, "
          f"{sum(r['second'] == 'TRUE' for r in bad)} wrong")

main()
