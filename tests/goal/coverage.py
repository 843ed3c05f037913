#!/usr/bin/env python3
"""What cinch says about coverage goals, against what the compiler measures: coverage.py CINCH FILE [OPTIONS of deadcode...]

The suite that cinch writes is compiled with the program and clang's own instrumentation (-fprofile-instr-generate -fcoverage-mapping
-fcoverage-mcdc) and run; llvm-cov says what was executed. What cinch calls covered and executed must have been, at the same line and
column; what it calls unreachable must not; and of MC/DC no condition that llvm-cov calls covered may be unreachable. llvm-cov asks for unique
cause: with --mcdc unique-cause it must call covered what cinch does, and with masking it may call fewer so. Prints how many goals could be
compared: 0 is a failure."""
import glob, json, os, subprocess, sys, tempfile

FLAGS = ["-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc"]


def run(words, **more):
    return subprocess.run(words, check=True, capture_output=True, text=True, **more)


def measure(source, tests, work, extra):
    profiles, programs = [], []
    for i, test in enumerate(tests):
        program, own, theirs = (os.path.join(work, f"{n}{i}") for n in ("program", "own.o", "theirs.o"))
        run(["clang-19", "-w", "-O0", "-ffp-contract=off", "-ftrivial-auto-var-init=zero", *FLAGS, *extra, "-c", source, "-o", theirs])
        run(["clang-19", "-w", "-c", test, "-o", own])
        names = run(["nm", "-f", "posix", own]).stdout.splitlines()
        weaken = ["--weaken-symbol=" + n.split()[0] for n in names if n.split()[1] == "T"]
        globalize = ["--globalize-symbol=" + n.split()[0] for n in names if n.split()[1] == "U"]
        run(["objcopy", *weaken, *globalize, theirs])
        run(["clang-19", *FLAGS, own, theirs, "-lm", "-o", program])
        profile = program + ".profraw"
        subprocess.run([program], env={**os.environ, "LLVM_PROFILE_FILE": profile}, capture_output=True, timeout=60)
        if os.path.exists(profile):
            profiles.append(profile)
            programs.append(program)
    merged = os.path.join(work, "all.profdata")
    run(["llvm-profdata-19", "merge", "-o", merged, *profiles])
    out = run(["llvm-cov-19", "export", programs[0], "-instr-profile", merged]).stdout
    files = json.loads(out)["data"][0]["files"]
    return next(f for f in files if os.path.basename(f["filename"]) == os.path.basename(source))


def count_at(segments, line, column):
    """How often the code there was executed; None where llvm-cov does not say."""
    best = None
    for s in segments:
        if (s[0], s[1]) > (line, column):
            break
        best = s
    return best[2] if best and best[3] else None


def compare(goals, measured, unique=False):
    """What differs, and how many goals were compared. unique: MC/DC goals are those of unique cause."""
    branches = {(b[0], b[1]): (b[4], b[5]) for b in measured["branches"]}
    vectors = {}
    for record in measured.get("mcdc_records", []):
        vectors[(record[0], record[1])] = record[-1]
    wrong, compared = [], 0
    decisions = {}
    for g in goals:
        if g["kind"] == "condition":
            decisions.setdefault(g["decision"], {})[g["condition"]] = (g["at"]["line"], g["at"]["column"])
    starts = {d: min(c.values()) for d, c in decisions.items()}
    for g in goals:
        at, state = (g["at"]["line"], g["at"]["column"]), g["state"]
        seen = None
        if g["kind"] == "statement":
            count = count_at(measured["segments"], *at)
            seen = None if count is None else count > 0
        elif g["kind"] == "condition" and at in branches:
            seen = branches[at][0 if g["outcome"] == "true" else 1] > 0
        elif g["kind"] == "mcdc" and starts.get(g["decision"]) in vectors:
            covered = vectors[starts[g["decision"]]]
            if g["condition"] <= len(covered):
                seen = True if covered[g["condition"] - 1] else False if unique else None
                compared += state == "unreachable" and seen is None
        if seen is None:
            continue
        compared += 1
        if state == "covered" and "executed" in g["says"] and not seen:
            wrong.append(f"said covered, and llvm-cov has not seen it: {g['text']} at {at}")
        if state == "unreachable" and seen:
            wrong.append(f"said unreachable, and llvm-cov has seen it: {g['text']} at {at}")
    return wrong, compared


def main():
    cinch, source, options = sys.argv[1], sys.argv[2], sys.argv[3:]
    extra = options[options.index("--") + 1:] if "--" in options else []
    with tempfile.TemporaryDirectory() as work:
        suite, out = os.path.join(work, "tests"), os.path.join(work, "goals.json")
        own = ["--criterion", "mcdc", "--tests", suite, "--json", out]
        at = options.index("--") if "--" in options else len(options)
        r = subprocess.run([cinch, "deadcode", source, *options[:at], *own, *options[at:]], capture_output=True, text=True)
        if r.returncode not in (0, 5, 10):
            sys.exit(f"FAIL {source}: exit status {r.returncode}\n{r.stderr}")
        report = json.load(open(out))
        goals = report["goals"]
        tests = sorted(glob.glob(os.path.join(suite, "test-*.c")))
        wrong, compared = compare(goals, measure(source, tests, work, extra), report["mcdc"] == "unique-cause")
    states = {s: sum(g["state"] == s for g in goals) for s in ("covered", "unreachable", "justified", "open")}
    for w in wrong:
        print("FAIL", source + ":", w)
    if not compared:
        sys.exit(f"FAIL {source}: nothing could be compared")
    print(f"{source}: {len(goals)} goals {states}, {len(tests)} tests, {compared} compared with llvm-cov, {len(wrong)} wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
