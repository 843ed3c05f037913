#!/usr/bin/env python3
"""Is a file of `cinch deadcode --store` ever believed? tamper.py CINCH

A run keeps its results; the file is then changed as an old, edited or foreign one would be, and --resume goes on from it. Whatever it says,
no goal may get another verdict than that of the honest run: right ones may be missing, wrong ones must not come."""
import json, os, shutil, sqlite3, subprocess, sys, tempfile

PROGRAM = """
unsigned char u;
static int n, m;
void step(void) {
    if (u > 3 && n < %(top)d) n++;
    if (n > 9) m = 1;
    if (n > 12) m = 2;
}
"""
OPTIONS = ["--step", "step", "--input", "u", "--criterion", "branch", "--engine-only"]
FULLY = ["--engine", "bmc,icpic3", "--goal-timeout", "10"]
# What is not taken over stays open: only the weakest engine is asked, and hardly.
HARDLY = ["--engine", "ai", "--goal-timeout", "0.01"]


def ask(cinch, source, store, *more):
    report = source + ".json"
    done = subprocess.run([cinch, "deadcode", source, *OPTIONS, "--store", store, "--json", report, *more], capture_output=True, text=True)
    if done.returncode not in (0, 5, 10):
        sys.exit(f"exit status {done.returncode}: {done.stderr}")
    with open(report) as f:
        return [g["state"] for g in json.load(f)["goals"]], done.stdout


def formulas(invariant, formula):
    """The invariant with another formula at each of its locations."""
    return "\n".join(f"{line.split()[0]} {formula})" for line in invariant.splitlines())


def wrong_proofs(invariant, goals, marks):
    """(invariant, goals, kind, k) that prove nothing, or nothing about these goals."""
    every = set(range(marks))
    spelt = lambda numbers: "".join(f"{i} " for i in sorted(numbers))
    rest = every - goals
    yield invariant, spelt(every), 0, 0
    yield invariant, spelt(rest), 0, 0
    yield from ((invariant, spelt(goals | {i}), 0, 0) for i in rest)
    yield from ((invariant, spelt({i}), 0, 0) for i in rest)
    for formula in ("false", "true", "(= ghost 1)", "(= |n| |u|)", "1", "(forall ((x Int)) (= x x))", "(= (/ 1.0 0.0) 0.0)"):
        yield formulas(invariant, formula), spelt(rest), 0, 0
    yield "", spelt(rest), 0, 0
    yield "((((", spelt(goals), 0, 0
    yield "(0 true) (4294967296 false) (99999 false) (x false) ()", spelt(rest), 0, 0
    yield "".join(f"({i} false)\n" for i in range(1000)), spelt(rest), 0, 0
    yield "".join(f"({i} false)\n" for i in range(20)), spelt(every), 0, 0
    for kind in (1, 2):
        for k in (0, 1, 2):
            yield invariant, spelt(rest), kind, k
            yield formulas(invariant, "false"), spelt(every), kind, k
    yield invariant, spelt(rest), 99, 0
    yield invariant, spelt(rest), 1, -1
    yield invariant, "4294967295 99999 x", 0, 0


def put_wrong_proofs(db, marks):
    kept = db.execute("select engine, solver, near, cut, goals, invariant from proofs").fetchall()[:2]
    db.execute("delete from proofs")
    db.execute("delete from tests")
    for engine, solver, near, cut, goals, invariant in kept:
        for formula, about, kind, k in wrong_proofs(invariant, set(map(int, goals.split())), marks):
            db.execute("insert into proofs values (null, ?, ?, 'z3', 'independent', 1, 0, ?, ?, ?, ?, ?, ?, '')",
                       (engine, solver, kind, k, near, cut, about, formula))


def change_what_is_said(db):
    """States, names and certificates: none of them is looked at."""
    db.execute("update proofs set engine = char(27) || '[31m<script>', certificate = '', checker = '<b>', level = 'none'")
    db.execute("update tests set by = '<script>'")
    db.execute("update goals set state = 'unreachable'")
    db.execute("update marks set state = 'covered', proof = 0")


def change_tests(db):
    """Values wider than their input, and tests that do not end where they are said to."""
    db.execute("insert into tests values (null, 3, 'run', '0 w 8 0 fffff'), (null, -1, 'run', ''), (null, 99999, 'run', 'x'), (null, 5, 'run', '0 w 8 0 7')")


def compare(name, honest, said, out, wrong):
    bad = [f"goal {i} is {s}, not {h}" for i, (h, s) in enumerate(zip(honest, said)) if s not in (h, "open")]
    if bad or "<script>" in out or "\x1b[31m" in out:
        wrong.append(f"{name}: {bad or out}")


def changed(store, change):
    copy = store + ".changed"
    shutil.copy(store, copy)
    with sqlite3.connect(copy) as db:
        change(db)
    return copy


def fingerprint(store):
    with sqlite3.connect(store) as db:
        return db.execute("select said from about where name = 'fingerprint'").fetchone()


def main():
    cinch, wrong = os.path.abspath(sys.argv[1]), []
    with tempfile.TemporaryDirectory() as work:
        source, store, other = (os.path.join(work, n) for n in ("step.c", "kept.db", "other.db"))
        with open(source, "w") as f: f.write(PROGRAM % {"top": 9})
        honest, _ = ask(cinch, source, store, *FULLY)
        with sqlite3.connect(store) as db: marks = db.execute("select max(mark) + 1 from marks").fetchone()[0]
        said, out = ask(cinch, source, changed(store, change_what_is_said), "--resume", *HARDLY)
        compare("other words", honest, said, out, wrong)
        if said != honest: wrong.append(f"what holds was not taken over: {said}")
        def change_both(db): put_wrong_proofs(db, marks), change_tests(db)
        compare("other tests and proofs", honest, *ask(cinch, source, changed(store, change_both), "--resume", *HARDLY), wrong)
        # The file of a program that differs in a number, with the fingerprint of this one: n > 9 is not dead now.
        with open(source, "w") as f: f.write(PROGRAM % {"top": 11})
        ask(cinch, source, other, *HARDLY)
        pretend = lambda db: db.execute("update about set said = ? where name = 'fingerprint'", fingerprint(other))
        said, out = ask(cinch, source, changed(store, pretend), "--resume", *HARDLY)
        fresh, _ = ask(cinch, source, other, *FULLY)
        compare("another program", fresh, said, out, wrong)
    print("\n".join(wrong) if wrong else "a changed file changes no verdict")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
