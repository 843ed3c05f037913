#!/usr/bin/env python3
"""Certificates of termination, changed at random: cinch check accepts none that z3 refutes.

    tests/fuzz/termination_certificates.py CINCH COUNT SEED

Of programs in tests/regress that are proved to end, or to have a run that never does. COUNT is how many broken ones are tried. A change swaps the sides of a comparison, moves a number by one, negates a condition, takes
another operation, or drops or repeats a line. What is left is no proof where a query of it can be satisfied, or where it is no script any more:
then cinch check must reject it, and so must cinch check --program. The end has status 1 where it accepts one, or where it rejects the certificate as it was written."""
import argparse, os, random, re, subprocess, sys, tempfile

PROGRAMS = ["countdown-safe", "nested-safe", "phases-safe", "cases-safe", "recursion-safe", "odd-unsafe", "wraps-unsafe", "ackermann-safe", "summary-safe"]

def change(r, text):
    lines = text.split("\n")
    body = [i for i, l in enumerate(lines) if l.startswith(("(define-fun", "(assert", "  (")) and "check-sat" not in l]
    i = r.choice(body)
    old, kind = lines[i], r.randrange(6)
    if kind == 0: lines[i] = re.sub(r"\(bv([su])lt (\S+) (\S+?)\)", r"(bv\1lt \3 \2)", old, count=1)
    elif kind == 1:
        found = [m for m in re.finditer(r"#x([0-9a-f]+)", old)]
        if found:
            m = r.choice(found)
            n = len(m.group(1))
            lines[i] = old[:m.start()] + "#x%0*x" % (n, (int(m.group(1), 16) + r.choice([1, -1])) % 16**n) + old[m.end():]
    elif kind == 2: lines[i] = old.replace("(not ", "(and true ", 1) if "(not " in old else old
    elif kind == 3: lines[i] = old.replace(*r.choice([("bvslt", "bvsgt"), ("bvult", "bvugt"), ("bvadd", "bvsub"), ("(and ", "(or "), ("(or ", "(and "), ("bvslt", "bvsle")]), 1)
    elif kind == 4: del lines[i]
    else: lines[i] = old.replace(" true)", " false)", 1)
    return "\n".join(lines)

def refuted(file):
    """z3 on the file as it is: some query is satisfiable, or it is no script."""
    p = subprocess.run(["z3", "-T:20", file], capture_output=True, text=True)
    return "error" in p.stdout or "sat" in p.stdout.split() or "unsat" not in p.stdout

def accepted(cinch, file):
    return "the queries hold" in subprocess.run([cinch, "check", file, "--timeout", "60"], capture_output=True, text=True).stdout

def proves(cinch, file, program):
    return "They are those of the program" in subprocess.run([cinch, "check", file, "--program", program, "--property", "termination", "--timeout", "60"],
                                             capture_output=True, text=True).stdout

def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("cinch"); ap.add_argument("count", type=int); ap.add_argument("seed", type=int)
    a = ap.parse_args()
    r, wrong, broken, harmless = random.Random(a.seed), 0, 0, 0
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "regress")
    with tempfile.TemporaryDirectory() as d:
        proofs = []
        for name in PROGRAMS[:max(2, min(len(PROGRAMS), a.count // 10))]:
            file = os.path.join(d, name + ".smt2")
            subprocess.run([a.cinch, "verify", os.path.join(here, f"termination-{name}.c"), "--property", "termination", "--certificate", file,
                            "--timeout", "100"], capture_output=True)
            if not os.path.exists(file) or not proves(a.cinch, file, os.path.join(here, f"termination-{name}.c")): print("no certificate:", name); wrong += 1
            else: proofs.append((open(file).read(), os.path.join(here, f"termination-{name}.c")))
        changed = os.path.join(d, "changed.smt2")
        while proofs and broken < a.count:
            proof, program = r.choice(proofs)
            text = change(r, proof)
            if text == proof: continue
            open(changed, "w").write(text)
            bad = refuted(changed)
            broken, harmless = broken + bad, harmless + (not bad)
            if bad and (accepted(a.cinch, changed) or proves(a.cinch, changed, program)):
                wrong += 1
                print("accepted, though z3 refutes it:\n" + text)
    print(f"termination certificates: {broken} broken ones rejected, {harmless} changed ones still prove it, {wrong} wrong")
    return wrong > 0

if __name__ == "__main__": sys.exit(main())
