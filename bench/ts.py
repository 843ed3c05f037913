#!/usr/bin/env python3
"""Transition systems: our engines and Z3's Spacer side by side at the same limits.

  ts.py TASKS.csv [--engines ic3ia,ic3qe,ctigar,spacer,ic3ia+no-ia-minimize] [--group NAME]... [--every N]
        [--timeout S] [--memory MB] [--jobs N] [--cinch build/cinch] [--out DIR] [--report] [--no-evidence]

Seconds are those of CPU, of the process and all its descendants, so that the load of the machine does not matter; memory is
each process's address space. An engine is a name of `cinch verify --engine`, with options after + ("ctigar+ctigar=CCE"), or
`spacer` (Z3's Spacer on the same clauses; other formats are translated by `cinch show --stage horn`).

DIR/results.csv has a line for each (engine, instance, commit, limits), added as soon as it is known; a run goes on where the last one
ended, and --report only prints what is there. Prints the paper's tables of Figs. 4 to 7 for this machine (IC3IA, Sect. 5.3),
refinements and queries as in Figs. 8 and 9, and draws quantile plots and Fig. 10 (effect of predicate reduction) as PNG.

A verdict that contradicts `expected`, or that of another engine, is printed as WRONG, and the exit status is 1 then.
"""
import argparse, concurrent.futures, csv, filecmp, json, os, re, resource, shutil, signal, statistics, subprocess, sys, tempfile, threading, time

SPACER = {"sat": "true", "unsat": "false"}
FIELDS = ["engine", "file", "group", "expected", "commit", "timeout", "memory", "verdict", "reason", "seconds", "wall", "predicates",
          "refinements", "queries", "frames", "lemmas"]
# The paper's groups: figure, instances, and solved by engine within 1200 s.
PAPER = {
    "cav12": ("Fig. 4: LRA", 99, {"ic3ia": 81, "ic3qe": 74, "ctigar": 68, "spacer": 67}),
    "bv": ("Fig. 5: bit-vectors", 205, {"ic3ia": 153, "spacer": 131, "ctigar": 75}),
    "lustre": ("Fig. 6: LIA, Lustre", 790, {"ic3ia": 773, "spacer": 750, "ctigar": 731}),
    "ctigar": ("Fig. 7: LIA, control flow", 110, {"ic3ia": 73, "spacer": 55, "ctigar": 51}),
}
TICK = os.sysconf("SC_CLK_TCK")
GRACE = 3  # seconds between the request to end and the kill
stopping = threading.Event()


# ---- running ----

def descendants(pid):
    yield pid
    try:
        children = open("/proc/%d/task/%d/children" % (pid, pid)).read().split()
    except OSError:
        return
    for child in children:
        yield from descendants(int(child))


def cpu_seconds(pid):
    """Of the living descendants, and of the dead ones that were waited for."""
    total = 0
    for p in descendants(pid):
        try:
            total += sum(map(int, open("/proc/%d/stat" % p).read().rsplit(")", 1)[1].split()[11:15]))
        except (OSError, ValueError):
            pass
    return total / TICK


def signal_tree(pid, number):
    for p in list(descendants(pid)):
        try:
            os.kill(p, number)
        except OSError:
            pass


def ended(pid, seconds):
    """The resources used once the process is gone, within so many seconds; None while it runs."""
    last = time.time() + seconds
    while True:
        done, _, used = os.wait4(pid, os.WNOHANG)
        if done or time.time() >= last:
            return used if done else None
        time.sleep(0.05)


def end(pid):
    """Ask for what is known so far, then kill."""
    os.kill(pid, signal.SIGTERM)
    used = ended(pid, GRACE)
    if not used:
        signal_tree(pid, signal.SIGKILL)
        used = os.wait4(pid, 0)[2]
    return used


def run(command, a):
    """Output, CPU seconds, wall seconds, whether a limit ended it."""
    memory = a.memory << 20
    start, limit, used, pause = time.time(), False, None, 0.02
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        p = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory)))
        while not used:
            used = ended(p.pid, pause)
            pause = min(0.25, pause * 1.3)
            if not used and (cpu_seconds(p.pid) > a.timeout or time.time() - start > 20 * a.timeout + 60 or stopping.is_set()):
                limit, used = True, end(p.pid)
        p.returncode = 0
        output.seek(0)
        return output.read(), used.ru_utime + used.ru_stime, time.time() - start, limit


def spacer(path, a):
    with tempfile.NamedTemporaryFile("w", suffix=".smt2") as clauses:
        if not path.endswith(".smt2"):
            subprocess.run([a.cinch, "show", "--stage", "horn", path], stdout=clauses, check=True)
            path = clauses.name
        out, cpu, wall, limit = run(["z3", "fp.engine=spacer", path], a)
    verdict = next((SPACER[w] for w in out.split() if w in SPACER), "unknown")
    reason = "" if verdict != "unknown" else "timeout" if limit else (out.strip().split("\n") or [""])[-1][:80]
    return verdict, reason, cpu, wall, {}


def ours(engine, path, a):
    name, *extra = engine.split("+")
    options = ["--no-evidence"] if a.no_evidence else []
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        out, cpu, wall, limit = run([a.cinch, "verify", "--engine", name, "--memory", str(a.memory), "--json", report.name] +
                                    options + ["--" + e for e in extra] + [path], a)
        try:
            counters = json.load(open(report.name)).get("statistics", {})
        except (ValueError, OSError):
            counters = {}
    said = re.findall(r"^VERDICT: (TRUE|FALSE|UNKNOWN)(?:\((.*)\))?", out, re.M)
    verdict, reason = said[-1] if said else ("unknown", "timeout" if limit else out.strip().split("\n")[-1][:80])
    verdict = verdict.lower()
    return verdict, "timeout" if limit and verdict == "unknown" else reason, cpu, wall, counters


def solve(task, engine, a):
    path = os.path.join(os.path.dirname(os.path.abspath(a.tasks)), task["file"])
    verdict, reason, cpu, wall, counters = spacer(path, a) if engine == "spacer" else ours(engine, path, a)
    if cpu > a.timeout:
        verdict, reason = "unknown", "timeout"
    row = dict(engine=engine, file=task["file"], group=task["category"], expected=task["expected"], commit=a.commits(engine),
               timeout=a.timeout, memory=a.memory, verdict=verdict, reason=reason, seconds=round(cpu, 2), wall=round(wall, 2))
    for name in ("predicates", "refinements", "queries", "frames", "lemmas"):
        row[name] = int(counters[name]) if name in counters else ""
    return row


def commit_of(a):
    """The revision that was built, and of Spacer that of Z3: its results outlive our commits."""
    def git(*words):
        return subprocess.run(["git", "-C", os.path.dirname(os.path.abspath(a.cinch))] + list(words), capture_output=True,
                              text=True).stdout.strip()
    head = git("rev-parse", "--short", "HEAD") or "unknown"
    dirty = "+" if git("status", "--porcelain", "--untracked-files=no") else ""
    z3 = subprocess.run(["z3", "--version"], capture_output=True, text=True).stdout.split()
    ours_ = head + dirty + ("-no-evidence" if a.no_evidence else "")
    return lambda engine: "z3-" + z3[2] if engine == "spacer" else ours_


def freeze(a):
    """A copy of the program: a build that goes on beside a measurement does not change it."""
    if a.report or not os.path.exists(a.cinch):
        return
    copy = os.path.join(a.out, "cinch-" + a.commits(""))
    if not os.path.exists(copy) or not filecmp.cmp(a.cinch, copy, shallow=False): # another measurement may be running it
        shutil.copy(a.cinch, copy)
    a.cinch = copy


# ---- results ----

def key(row):
    return row["engine"], row["file"], row["commit"], float(row["timeout"]), int(row["memory"])


class Results:
    def __init__(self, path):
        self.path, self.lock, self.rows = path, threading.Lock(), {}
        if os.path.exists(path):
            for row in csv.DictReader(open(path)):
                self.rows[key(row)] = row
        else:
            with open(path, "w", newline="") as f:
                csv.DictWriter(f, FIELDS, lineterminator="\n").writeheader()

    def add(self, row):
        with self.lock:
            self.rows[key(row)] = {k: str(v) for k, v in row.items()}
            with open(self.path, "a", newline="") as f:
                csv.DictWriter(f, FIELDS, lineterminator="\n").writerow(row)

    def of(self, tasks, engine, a):
        """The row of each instance at these limits: of the commit that is being measured, else the last one."""
        last = {}
        for (e, file, commit, timeout, memory), row in self.rows.items():
            if e == engine and timeout == a.timeout and memory == a.memory:
                if file not in last or commit == a.commits(engine) or last[file]["commit"] != a.commits(engine):
                    last[file] = row
        return {t["file"]: last[t["file"]] for t in tasks if t["file"] in last}


def measure(tasks, engines, results, a):
    def one(job):
        task, engine = job
        k = (engine, task["file"], a.commits(engine), float(a.timeout), a.memory)
        if stopping.is_set() or k in results.rows:
            return
        row = solve(task, engine, a)
        if stopping.is_set():
            return
        results.add(row)
        if a.verbose:
            print("%-24s%-50s%-8s%8.2f %s" % (engine, task["file"], row["verdict"], row["seconds"], row["reason"]), flush=True)
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        list(pool.map(one, [(t, e) for t in tasks for e in engines]))


def contradictions(tables, tasks):
    """Verdicts against `expected`, and against each other."""
    wrong = []
    for t in tasks:
        said = {e: rows[t["file"]]["verdict"] for e, rows in tables.items() if t["file"] in rows}
        said = {e: v for e, v in said.items() if v in ("true", "false")}
        for e, v in said.items():
            if t["expected"] in ("true", "false") and v != t["expected"]:
                wrong.append("WRONG: %s: %s said %s, expected is %s" % (t["file"], e, v, t["expected"]))
        if len(set(said.values())) > 1:
            wrong.append("WRONG: %s: engines disagree: %s" % (t["file"], ", ".join("%s %s" % x for x in said.items())))
    return wrong


def solved(row):
    return row["verdict"] in ("true", "false")


def print_group(group, tasks, tables):
    title, instances, paper = PAPER.get(group, (group, 0, {}))
    print("\n%s (%s, %d instances)" % (title, group, len(tasks)))
    print("  %-26s%8s%6s%6s%6s%10s   %s" % ("engine", "solved", "true", "false", "run", "seconds", "paper, 1200 s" if paper else ""))
    order = []
    for e, rows in tables.items():
        mine = [rows[t["file"]] for t in tasks if t["file"] in rows]
        good = [r for r in mine if solved(r)]
        order.append((-len(good), sum(float(r["seconds"]) for r in good), e, mine, good))
    for _, seconds, e, mine, good in sorted(order, key=lambda x: x[:3]):
        share = "%d of %d" % (paper[e], instances) if e in paper else ""
        print("  %-26s%8d%6d%6d%6d%10.1f   %s" % (e, len(good), sum(r["verdict"] == "true" for r in good),
                                                sum(r["verdict"] == "false" for r in good), len(mine), seconds, share))


def print_effort(what, names, common, tables):
    print("\n%s on the %d instances solved by %s" % (what, len(common), " and ".join(names)))
    print("  %-14s" % "" + "".join("%14s" % n for n in names))
    counts = {n: sorted(int(tables[n][f][what] or 0) for f in common) for n in names}
    at = lambda c, share: c[min(len(c) - 1, int(share * len(c)))]
    for label, f in [("median", statistics.median), ("average", statistics.mean), ("min", min), ("max", max),
                     ("1st quartile", lambda c: at(c, .25)), ("3rd quartile", lambda c: at(c, .75)),
                     ("1st decile", lambda c: at(c, .1)), ("9th decile", lambda c: at(c, .9))]:
        print("  %-14s" % label + "".join("%14.2f" % f(counts[n]) for n in names))


def report(tasks, tables, a):
    groups = sorted({t["category"] for t in tasks}, key=lambda g: (list(PAPER) + [g]).index(g))
    for group in groups:
        mine = [t for t in tasks if t["category"] == group]
        print_group(group, mine, tables)
        if not a.no_figures:
            plot_quantiles(group, mine, tables, a)
    for e, rows in tables.items():
        commits = sorted({r["commit"] for r in rows.values()})
        print("%s: %d of %d run, commit %s" % (e, len(rows), len(tasks), ", ".join(commits)))
    names = [n for n in ("ic3ia", "ctigar") if n in tables]
    common = [t["file"] for t in tasks if all(t["file"] in tables[n] and solved(tables[n][t["file"]]) for n in names)]
    if len(names) == 2 and common:
        print_effort("refinements", names, common, tables)
        print_effort("queries", names, common, tables)
    if not a.no_figures:
        plot_reduction(tasks, tables, a)


# ---- plots ----

def gnuplot(script):
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def points(name, lines, a):
    path = os.path.join(a.out, name + ".dat")
    with open(path, "w") as f:
        f.write("".join(lines))
    return path


def plot_quantiles(group, tasks, tables, a):
    curves = []
    for e, rows in tables.items():
        times = sorted(float(rows[t["file"]]["seconds"]) for t in tasks if t["file"] in rows and solved(rows[t["file"]]))
        if times:
            data = points("%s-%s" % (group, e), ["%d %f\n" % (i, max(t, 0.01)) for i, t in enumerate(times, 1)], a)
            curves.append("'%s' with linespoints pt 7 ps 0.5 lw 1.5 title '%s (%d)'" % (data, e, len(times)))
    if curves:
        gnuplot("""set terminal pngcairo size 900,600
set output '%s/%s.png'
set title '%s, %d instances'
set xlabel 'instances solved'
set ylabel 'CPU seconds each'
set logscale y
set xrange [0:%d]
set yrange [0.008:%f]
set key left top
set grid
plot %s
""" % (a.out, group, PAPER.get(group, (group,))[0], len(tasks), len(tasks), 1.1 * a.timeout, ", ".join(curves)))


def plot_reduction(tasks, tables, a):
    """Fig. 10: predicates and seconds, without reduction over with."""
    with_, without = tables.get("ic3ia", {}), tables.get("ic3ia+no-ia-minimize", {})
    both = [(with_[t["file"]], without[t["file"]]) for t in tasks if t["file"] in with_ and t["file"] in without]
    fewer = [int(x["predicates"]) - int(y["predicates"]) for x, y in both if solved(x) and solved(y) and x["predicates"] and y["predicates"]]
    if not both:
        return
    print("\npredicate reduction, %d instances solved both ways: fewer predicates on %d, equal on %d, more on %d; solved %d with, %d without" %
          (len(fewer), sum(d < 0 for d in fewer), sum(d == 0 for d in fewer), sum(d > 0 for d in fewer),
           sum(solved(x) for x, y in both), sum(solved(y) for x, y in both)))
    script = "set terminal pngcairo size 1200,600\nset output '%s/reduction.png'\nset multiplot layout 1,2\nset logscale xy\nset grid\n" % a.out
    script += "set key left top\nset xlabel 'with predicate reduction'\nset ylabel 'without'\n"
    for what, title, least in (("predicates", "predicates", 1), ("seconds", "CPU seconds", 0.01)):
        curves = []
        for verdict, style in (("true", "pt 5 lc rgb '#3060c0' title 'safe'"), ("false", "pt 7 lc rgb '#c03030' title 'unsafe'")):
            lines = ["%f %f\n" % (max(least, float(x[what])), max(least, float(y[what]))) for x, y in both
                     if solved(x) and x[what] and y[what] and x["verdict"] == verdict and (what == "seconds" or solved(y))]
            if lines:
                curves.append("'%s' with points ps 0.7 %s" % (points("reduction-%s-%s" % (what, verdict), lines, a), style))
        if curves:
            script += "set title '%s'\nplot %s, x with lines lc rgb 'gray' notitle\n" % (title, ", ".join(curves))
    gnuplot(script + "unset multiplot\n")


def arguments():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("tasks")
    ap.add_argument("--engines", default="ic3ia,ic3qe,ctigar,spacer,ic3ia+no-ia-minimize")
    ap.add_argument("--group", action="append")
    ap.add_argument("--every", type=int, default=1, help="a sample: every N-th instance")
    ap.add_argument("--timeout", type=float, default=60)
    ap.add_argument("--memory", type=int, default=3000)
    ap.add_argument("--jobs", type=int, default=1)
    ap.add_argument("--cinch", default="build/cinch")
    ap.add_argument("--out", default="build/bench-ts")
    ap.add_argument("--no-figures", action="store_true", help="run only: bench/papers.py draws")
    ap.add_argument("--report", action="store_true", help="run nothing")
    ap.add_argument("--no-evidence", action="store_true", help="take the engines at their word")
    ap.add_argument("-v", "--verbose", action="store_true")
    return ap.parse_args()


def main():
    a = arguments()
    os.makedirs(a.out, exist_ok=True)
    a.commits = commit_of(a)
    freeze(a)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    tasks = [t for t in csv.DictReader(open(a.tasks)) if not a.group or t["category"] in a.group][::a.every]
    results = Results(os.path.join(a.out, "results.csv"))
    engines = a.engines.split(",")
    if not a.report:
        measure(tasks, engines, results, a)
    tables = {e: results.of(tasks, e, a) for e in engines}
    tables = {e: rows for e, rows in tables.items() if rows}
    report(tasks, tables, a)
    wrong = contradictions(tables, tasks)
    print("\n" + "\n".join(["!" * 100] + wrong + ["!" * 100]) if wrong else "\nno verdict contradicts another or `expected`")
    sys.exit(1 if wrong else 0)


main()
