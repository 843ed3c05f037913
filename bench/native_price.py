#!/usr/bin/env python3
"""What the sandbox costs: native confirmations a second of two builds of cinch, in turn.

  bench/native_price.py OLD NEW [--programs N] [--rounds R] [--property P]

Regression programs that are FALSE by their first line, in an order that a digest of their names gives, until N of them are executed by
both builds. Each is verified R times by each build, in turn, the order changing from round to round, by the engine bmc. The time of a
confirmation is `seconds.checking` of the result: compiling, linking and running the test. The quickest of the rounds counts, since other
work on the machine only adds to it. Printed: confirmations a second of both, and their ratio.
"""
import argparse, glob, hashlib, json, os, subprocess, tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")

def candidates():
    for path in sorted(glob.glob(os.path.join(ROOT, "tests/regress/*.c")), key=lambda p: hashlib.sha256(os.path.basename(p).encode()).hexdigest()):
        if open(path, errors="replace").readline().strip() in ("// expect: FALSE(unreach-call)", "// expect: FALSE(assert)"):
            yield path

def confirm(cinch, path, words):
    """Seconds of the confirmation; None: the run was not executed."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        subprocess.run([cinch, "verify", path, "--engine", "bmc", "--timeout", "20", "--json", out.name, *words],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        try:
            result = json.load(open(out.name))
        except ValueError:
            return None
        return result["seconds"]["checking"] if result["evidence"]["level"] == "executed" else None

def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("old"), p.add_argument("new")
    p.add_argument("--programs", type=int, default=20)
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--property")
    a = p.parse_args()
    words = ["--property", a.property] if a.property else []
    builds, sums, count = (a.old, a.new), [0, 0], 0
    for path in candidates():
        if count == a.programs:
            break
        best = [None, None]
        for r in range(a.rounds):
            for b in (0, 1) if r % 2 else (1, 0):
                seconds = confirm(builds[b], path, words)
                if seconds is not None and (best[b] is None or seconds < best[b]):
                    best[b] = seconds
            if None in best:
                break
        if None in best:
            continue
        count += 1
        sums = [s + b for s, b in zip(sums, best)]
        print(f"{os.path.basename(path):50} {best[0]:.3f} {best[1]:.3f}  {best[1] / best[0]:.2f}", flush=True)
    old, new = count / sums[0], count / sums[1]
    print(f"{count} programs: {old:.2f} and {new:.2f} confirmations a second, ratio {new / old:.2f}")

if __name__ == "__main__":
    main()
