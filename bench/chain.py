#!/usr/bin/env python3
"""A chain of functions, each called from several places: summaries against inlining.

  bench/chain.py [--most 200] [--calls 10] [--timeout S] [--cinch build/cinch] [--plot FILE.svg]

f1 calls f0 from `calls` places, f2 calls f1, and so on. CPU seconds to verify the program, evidence included, by --inline none and
all with ic3cfa; inlining is asked no more once it is too large or too slow. --plot needs gnuplot.
"""
import argparse, os, resource, subprocess, tempfile

def chain(length, calls):
    body = lambda i: "".join(f"    if (n == {k}) x = f{i - 1}(x, n + {k});\n" for k in range(calls))
    functions = "".join(f"static unsigned f{i}(unsigned x, unsigned n) {{\n{body(i)}    return x;\n}}\n" for i in range(1, length + 1))
    return ("extern void reach_error(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n"
            "static unsigned f0(unsigned x, unsigned n) { return x < 100 ? x + 1 : x; }\n" + functions +
            f"int main(void) {{ if (f{length}(0, __VERIFIER_nondet_uint()) > 100) reach_error(); }}\n")

def run(a, length, inline):
    with tempfile.TemporaryDirectory() as d:
        file = os.path.join(d, "chain.c")
        open(file, "w").write(chain(length, a.calls))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        p = subprocess.run([a.cinch, "verify", file, "--inline", inline, "--engine", "ic3cfa", "--timeout", str(a.timeout)],
                           capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    verdict = p.stdout.strip().splitlines()[-1].replace("VERDICT: ", "")
    return verdict, round(after.ru_utime - before.ru_utime, 2) if verdict == "TRUE" else None

def plot(rows, file):
    data = "".join(f"{n} {s if s is not None else '?'} {i if i is not None else '?'}\n" for n, s, i in rows)
    script = (f"set terminal svg size 640,480 dynamic\nset output '{file}'\nset xlabel 'functions'\nset ylabel 'CPU seconds to verify'\n"
              "set datafile missing '?'\nset key left\n$d << E\n" + data + "E\n"
              "plot $d using 1:2 with linespoints title 'summaries', $d using 1:3 with linespoints title 'inlined'\n")
    subprocess.run(["gnuplot"], input=script, text=True, check=True)

def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--most", type=int, default=200); ap.add_argument("--calls", type=int, default=10)
    ap.add_argument("--timeout", type=float, default=120)
    ap.add_argument("--cinch", default="build/cinch"); ap.add_argument("--plot")
    a = ap.parse_args()
    rows, inlining = [], True
    for n in [n for n in (1, 2, 3, 4, 5, 25, 50, 100, 150, 200) if n <= a.most]:
        summaries = run(a, n, "none")
        inlined = run(a, n, "all") if inlining else ("-", None)
        inlining = inlined[1] is not None
        rows.append((n, summaries[1], inlined[1]))
        print(n, "summaries:", *summaries, " inlined:", *inlined, flush=True)
    if a.plot:
        plot(rows, a.plot)

main()
