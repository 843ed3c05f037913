#!/usr/bin/env python3
"""Transition systems: our engines and Z3's Spacer side by side at the same limits.

  ts.py TASKS.csv [--engines ic3ia,ic3qe,spacer] [--group NAME]... [--every N]
        [--timeout S] [--memory MB] [--jobs N] [--cinch build/cinch] [--out DIR]

Prints solved instances and seconds by group and engine (the form of Tables 4 to 7 of the IC3IA paper) and writes
results.csv, quantile plots and the effect of predicate minimization as PNG into DIR (gnuplot).
A verdict that contradicts `expected` is printed as WRONG, and the exit status is 1 then.
"""
import argparse, concurrent.futures, csv, json, os, re, resource, subprocess, sys, tempfile, time

SPACER = {"sat": "true", "unsat": "false"}


def limited(memory):
    def apply():
        os.setsid()
        resource.setrlimit(resource.RLIMIT_AS, (memory << 20, memory << 20))
    return apply


def run(command, a):
    start = time.time()
    p = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         errors="replace", preexec_fn=limited(a.memory))
    try:
        out, _ = p.communicate(timeout=a.timeout)
    except subprocess.TimeoutExpired:
        os.killpg(p.pid, 9)
        p.communicate()
        out = ""
    return out, time.time() - start


def solve(task, engine, a):
    path = os.path.join(os.path.dirname(os.path.abspath(a.tasks)), task["file"])
    counters = {}
    if engine == "spacer":
        out, seconds = run(["z3", "-T:%d" % a.timeout, "fp.engine=spacer", path], a)
        verdict = next((SPACER[w] for w in out.split() if w in SPACER), "unknown")
    else:
        name, *extra = engine.split("+")
        with tempfile.NamedTemporaryFile(suffix=".json") as report:
            out, seconds = run([a.cinch, "verify", "--engine", name, "--json", report.name] +
                               ["--" + e for e in extra] + [path], a)
            try:
                counters = json.load(open(report.name)).get("statistics", {})
            except (ValueError, OSError):
                pass
        m = re.findall(r"^VERDICT: (TRUE|FALSE|UNKNOWN)", out, re.M)
        verdict = m[-1].lower() if m else "unknown"
    expected = task["expected"]
    wrong = verdict != "unknown" and expected != "unknown" and verdict != expected
    return dict(file=task["file"], group=task["category"], engine=engine, verdict=verdict,
                seconds=round(seconds, 2), wrong=wrong, predicates=counters.get("predicates", ""),
                refinements=counters.get("refinements", ""), queries=counters.get("queries", ""))


def plot(name, groups, title, a):
    script = ["set terminal pngcairo size 800,560", "set output '%s/%s.png'" % (a.out, name),
              "set title '%s'" % title, "set xlabel 'instances solved'", "set ylabel 'seconds each'",
              "set logscale y", "set key left top", "set grid"]
    curves = []
    for engine, times in groups.items():
        data = os.path.join(a.out, "%s-%s.dat" % (name, engine))
        with open(data, "w") as f:
            for i, t in enumerate(sorted(times), 1):
                f.write("%d %f\n" % (i, max(t, 0.01)))
        if times:
            curves.append("'%s' with linespoints pt 7 ps 0.4 title '%s'" % (data, engine))
    if curves:
        script.append("plot " + ", ".join(curves))
        subprocess.run(["gnuplot"], input="\n".join(script), text=True, check=True)


def plot_minimization(rows, a):
    pairs = {}
    for r in rows:
        if r["predicates"] != "" and r["engine"].startswith("ic3ia"):
            pairs.setdefault(r["file"], {})[r["engine"]] = r["predicates"]
    data = os.path.join(a.out, "minimization.dat")
    with open(data, "w") as f:
        for p in pairs.values():
            if len(p) == 2:
                f.write("%s %s\n" % (p["ic3ia"], p["ic3ia+no-ia-minimize"]))
    if os.path.getsize(data):
        subprocess.run(["gnuplot"], text=True, check=True, input="""
set terminal pngcairo size 600,560
set output '%s/minimization.png'
set title 'predicates found'
set xlabel 'with minimization'
set ylabel 'without'
set logscale xy
set grid
plot '%s' with points pt 7 title 'instances', x with lines notitle""" % (a.out, data))


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("tasks")
    ap.add_argument("--engines", default="ic3ia,ic3qe,spacer")
    ap.add_argument("--group", action="append")
    ap.add_argument("--every", type=int, default=1)
    ap.add_argument("--timeout", type=float, default=60)
    ap.add_argument("--memory", type=int, default=3000)
    ap.add_argument("--jobs", type=int, default=1)
    ap.add_argument("--cinch", default="build/cinch")
    ap.add_argument("--out", default="build/bench-ts")
    a = ap.parse_args()
    os.makedirs(a.out, exist_ok=True)
    tasks = [t for t in csv.DictReader(open(a.tasks)) if not a.group or t["category"] in a.group][::a.every]
    engines = a.engines.split(",")
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        rows = list(pool.map(lambda te: solve(te[0], te[1], a), [(t, e) for t in tasks for e in engines]))
    with open(os.path.join(a.out, "results.csv"), "w", newline="") as f:
        w = csv.DictWriter(f, rows[0].keys(), lineterminator="\n")
        w.writeheader()
        w.writerows(rows)
    for r in rows:
        if r["wrong"]:
            print("WRONG: %s by %s said %s" % (r["file"], r["engine"], r["verdict"]))
    print("%-10s%-26s%10s%10s%10s" % ("group", "engine", "solved", "of", "seconds"))
    for group in sorted({t["category"] for t in tasks}):
        total = sum(t["category"] == group for t in tasks)
        solved = {e: [r["seconds"] for r in rows if r["engine"] == e and r["group"] == group and
                      r["verdict"] != "unknown" and not r["wrong"]] for e in engines}
        for e in engines:
            print("%-10s%-26s%10d%10d%10.0f" % (group, e, len(solved[e]), total, sum(solved[e])))
        plot(group, solved, group, a)
    plot_minimization(rows, a)
    sys.exit(any(r["wrong"] for r in rows))


main()
