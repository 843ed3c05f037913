#!/usr/bin/env python3
"""Run the configurations of Table 1 (paper 000) and the default over the integer tasks and compare them.

    bench/ic3cfa.py SUITE/tasks.csv [--configs default,F,...] [--seconds S] [--every N] [--jobs N] [--out DIR] [--no-figures]
                                 [--evidence] [--only TEXT]

The limit is CPU seconds of cinch and its children, and CPU seconds are what is recorded: other work on the machine does
not change what is solved. Every run is appended to DIR/results.csv at once, with the commit, and is not repeated when
the program is started again on the same DIR (--fresh begins anew); an interrupt ends it with the figures so far.

A configuration may have switches, to measure a part: default+no-ic3-region.

Prints for each configuration: solved, wrong, seconds (unsolved count as the limit) and solver queries of the solved;
then the pairs that the paper compares, on tasks that both solve. Writes scatter plots as in Figs. 6-12 and a quantile plot as in
Fig. 12b, as PNG (gnuplot), into DIR.
"""
import argparse, csv, math, os, re, resource, signal, subprocess, sys, tempfile, threading, time

CATEGORIES = ("BitVectors", "ControlFlow", "Loops")
CONFIGS = ["default"] + list("FCBAJIDEGHLMK")
FIELDS = ["commit", "config", "file", "limit", "verdict", "solved", "wrong", "seconds", "cpu", "wall", "megabytes", "queries", "solver"]
TYPES = dict(limit=float, solved=int, wrong=int, seconds=float, cpu=float, wall=float, megabytes=int, queries=int, solver=float)
FIGURES = [("6a", "A", "B"), ("6b", "B", "C"), ("6c", "A", "C"), ("7a", "C", "D"), ("7b", "C", "E"), ("8a", "C", "F"),
           ("9a", "F", "G"), ("9b", "F", "H"), ("10a", "F", "I"), ("10b", "I", "J"), ("10c", "F", "J"), ("11a", "F", "K"),
           ("11b", "L", "M"), ("12a", "F", "L"), ("ours", "L", "default")]
TICKS = os.sysconf("SC_CLK_TCK")
stopping = threading.Event()


def limits(a):
    def apply():
        os.setsid()
        resource.setrlimit(resource.RLIMIT_AS, (a.memory << 20, a.memory << 20))
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(a.seconds) + 5, math.ceil(a.seconds) + 6))
    return apply


def cpu_used(pid):
    """Of a process and the children it has waited for."""
    try:
        with open(f"/proc/{pid}/stat") as f:
            fields = f.read().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(int(x) for x in fields[11:15]) / TICKS


def watch(process, a):
    """Wait; interrupt what has used up its seconds, so that it says how far it came. Returns its resources."""
    interrupted, pause = None, 0.005
    while True:
        pid, _, used = os.wait4(process.pid, os.WNOHANG)
        if pid:
            return used
        if interrupted is None and cpu_used(process.pid) > a.seconds:
            os.kill(process.pid, signal.SIGINT)
            interrupted = time.time()
        if stopping.is_set() or (interrupted is not None and time.time() - interrupted > 20):
            os.killpg(process.pid, signal.SIGKILL)
        time.sleep(pause)
        pause = min(pause * 1.5, 0.1)


def run(task, config, a):
    path = os.path.join(os.path.dirname(os.path.abspath(a.tasks)), task["file"])
    name, *switches = config.split("+")
    chosen = ([] if name == "default" else ["--config", name]) + ["--" + x for x in switches]
    command = [a.cinch, "verify", "--volatile", "memory", "--engine", "ic3cfa", *chosen, "--stats", *([] if a.evidence else ["--no-evidence"]),
               "--timeout", str(60 * a.seconds), "--data-model", task.get("data_model") or "ILP32", path]
    start = time.time()
    with tempfile.TemporaryFile("w+", errors="replace") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, preexec_fn=limits(a))
        used = watch(process, a)
        process.returncode = 0  # it has been waited for
        out.seek(0)
        said = out.read()
    cpu = used.ru_utime + used.ru_stime
    verdict = re.findall(r"^VERDICT:\s*(TRUE|FALSE|UNKNOWN)", said, re.M)
    verdict = verdict[-1].lower() if verdict else "unknown"
    queries = re.search(r"^queries\s+(\d+)", said, re.M)
    solver = re.search(r"^seconds in solvers\s+([\d.]+)", said, re.M)
    expected = task["expected"].lower()
    wrong = {verdict, expected} == {"true", "false"}
    solved = verdict == expected and cpu <= a.seconds
    return dict(commit=a.commit, config=config, file=task["file"], limit=a.seconds, verdict=verdict, solved=int(solved),
                wrong=int(wrong), seconds=round(cpu if solved else a.seconds, 3), cpu=round(cpu, 3),
                wall=round(time.time() - start, 3), megabytes=used.ru_maxrss >> 10,
                queries=int(queries.group(1)) if queries else 0, solver=float(solver.group(1)) if solver else 0)


# ---- results ----

def read_results(a):
    if not os.path.exists(a.results):
        return []
    with open(a.results) as f:
        whole = [r for r in csv.DictReader(f) if None not in r.values() and r.get("solver") is not None]
    rows = [{k: TYPES.get(k, str)(v) for k, v in r.items()} for r in whole]
    return [r for r in rows if r["limit"] == a.seconds]


def append(row, a, lock):
    """One write, so that an end at any moment leaves whole lines."""
    with lock, open(a.results, "a", newline="") as f:
        text = ",".join(str(row[k]) for k in FIELDS) + "\n"
        f.write(text if f.tell() else ",".join(FIELDS) + "\n" + text)


def run_missing(config, tasks, results, a):
    done = {(r["config"], r["file"]) for r in results}
    todo, lock = [t for t in tasks if (config, t["file"]) not in done], threading.Lock()

    def work():
        while not stopping.is_set():
            with lock:
                if not todo:
                    return
                task = todo.pop(0)
            row = run(task, config, a)
            if stopping.is_set():
                return
            append(row, a, lock)
            results.append(row)
    threads = [threading.Thread(target=work) for _ in range(a.jobs)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()


# ---- figures ----

def print_row(config, results, tasks):
    rows = [r for r in results if r["config"] == config]
    print(f"{config:<10}{len(rows):>6}{sum(r['solved'] for r in rows):>8}{sum(r['wrong'] for r in rows):>7}"
          f"{sum(r['seconds'] for r in rows):>10.1f}{sum(r['queries'] for r in rows if r['solved']):>12}"
          f"{'' if len(rows) == len(tasks) else '   not complete'}", flush=True)
    for r in rows:
        if r["wrong"]:
            print(f"  WRONG {r['file']} {r['verdict']}", flush=True)


def table(results):
    by = {}
    for r in results:
        by.setdefault(r["config"], {})[r["file"]] = r
    return by


def print_pair(figure, x, y, by):
    files = [f for f in by[x] if f in by[y]]
    both = [f for f in files if by[x][f]["solved"] and by[y][f]["solved"]]
    only = [sum(by[p][f]["solved"] and not by[q][f]["solved"] for f in files) for p, q in ((x, y), (y, x))]
    if not both:
        return
    total = [sum(by[c][f][k] for f in both) for k in ("seconds", "queries") for c in (x, y)]
    ratio = math.exp(sum(math.log(max(by[y][f]["seconds"], .01) / max(by[x][f]["seconds"], .01)) for f in both) / len(both))
    print(f"{figure:<6}{x:>8} {y:>7}{len(files):>7}{len(both):>6}{only[0]:>8}{only[1]:>8}"
          f"{total[0]:>10.1f}{total[1]:>10.1f}{ratio:>8.2f}{total[2]:>10}{total[3]:>10}")


def gnuplot(text):
    subprocess.run(["gnuplot"], input=text, text=True, check=True)


def scatter(figure, x, y, by, what, low, high, a):
    """Unsolved lie on the border lines; a cross is a proof, a circle a violation."""
    name = f"fig-{figure}-{x}-{y}-{what}"
    points = {"true": [], "false": []}
    for f in by[x]:
        if f in by[y] and (by[x][f]["solved"] or by[y][f]["solved"]):
            r = [by[c][f] for c in (x, y)]
            at = [max(low, s[what]) if s["solved"] else high for s in r]
            points[(r[0] if r[0]["solved"] else r[1])["verdict"]].append(at)
    blocks = {k: "\n".join(f"{p[0]} {p[1]}" for p in v) or "NaN NaN" for k, v in points.items()}
    unit = "CPU seconds" if what == "seconds" else "queries"
    gnuplot(f"""set terminal pngcairo size 640,640 font ',11'
set output '{os.path.join(a.out, name)}.png'
set title 'Fig. {figure}: {x} and {y}, {unit}' noenhanced
set logscale xy
set size square
set xrange [{low}:{high * 1.4}]
set yrange [{low}:{high * 1.4}]
set xlabel 'configuration {x}' noenhanced
set ylabel 'configuration {y}' noenhanced
set key bottom right
$proofs << END
{blocks['true']}
END
$violations << END
{blocks['false']}
END
set arrow from {high},{low} to {high},{high} nohead lc rgb 'red' dt 2
set arrow from {low},{high} to {high},{high} nohead lc rgb 'red' dt 2
plot x with lines lc rgb 'grey' notitle, 10*x with lines lc rgb 'grey' dt 3 notitle, \\
 x/10 with lines lc rgb 'grey' dt 3 notitle, \\
 $proofs with points pt 2 lc rgb 'black' title 'safe', $violations with points pt 6 lc rgb 'blue' title 'unsafe'
""")


def quantiles(by, a):
    """As Fig. 12b: a point (n, s) says that n points are reached with runs of at most s seconds; 2 a proof, 1 a violation."""
    curves, plots = [], []
    for c, rows in by.items():
        solved, score, lines = sorted((r for r in rows.values() if r["solved"]), key=lambda r: r["seconds"]), 0, []
        for r in solved:
            score += 2 if r["verdict"] == "true" else 1
            lines.append(f"{score} {max(r['seconds'], .02)}")
        if lines:
            curves.append(f"$c{len(curves)} << END\n" + "\n".join(lines) + "\nEND")
            plots.append(f"$c{len(curves) - 1} with steps lw 2 lt {len(curves)} dt {1 + (len(curves) - 1) // 8} title '{c}'")
    gnuplot("\n".join(curves) + f"""
set terminal pngcairo size 900,560 font ',11'
set output '{os.path.join(a.out, "fig-12b-quantiles.png")}'
set logscale y
set yrange [0.02:{a.seconds}]
set xlabel 'score (2 a proof, 1 a violation)'
set ylabel 'CPU seconds'
set key outside right
plot {", ".join(plots)}
""")


def draw(by, a):
    most = max(r["queries"] for rows in by.values() for r in rows.values()) or 10
    for figure, x, y in FIGURES:
        if x in by and y in by:
            scatter(figure, x, y, by, "seconds", 0.02, a.seconds, a)
            scatter(figure, x, y, by, "queries", 1, 10 ** math.ceil(math.log10(most)), a)
    quantiles(by, a)


def arguments():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("tasks")
    ap.add_argument("--configs", default=",".join(CONFIGS))
    ap.add_argument("--seconds", type=float, default=20, help="CPU seconds for each run")
    ap.add_argument("--memory", type=int, default=3000, help="megabytes")
    ap.add_argument("--every", type=int, default=1, help="each n-th task only")
    ap.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    ap.add_argument("--cinch", default="build/cinch")
    ap.add_argument("--out", default="build/bench-ic3cfa")
    ap.add_argument("--evidence", action="store_true", help="solved is what has its evidence checked, within the same seconds")
    ap.add_argument("--only", help="tasks whose name matches this regular expression")
    ap.add_argument("--no-figures", action="store_true", help="run only: bench/papers.py draws")
    ap.add_argument("--fresh", action="store_true", help="forget earlier results")
    a = ap.parse_args()
    a.results = os.path.join(a.out, "results.csv")
    a.commit = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True).stdout.strip() or "unknown"
    return a


def main():
    a = arguments()
    os.makedirs(a.out, exist_ok=True)
    if a.fresh and os.path.exists(a.results):
        os.remove(a.results)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    with open(a.tasks) as f:
        tasks = [t for t in csv.DictReader(f) if t["category"] in CATEGORIES and re.search(a.only or "", t["file"])][::a.every]
    chosen = {t["file"] for t in tasks}
    results = [r for r in read_results(a) if r["file"] in chosen]
    commits = sorted({r["commit"] for r in results} - {a.commit})
    if commits:
        print(f"kept from earlier: {len(results)} runs of commits {' '.join(commits)}")
    print(f"{'config':<10}{'tasks':>6}{'solved':>8}{'wrong':>7}{'seconds':>10}{'queries':>12}   of {len(tasks)} tasks, "
          f"{a.seconds:g} CPU seconds each, commit {a.commit}", flush=True)
    for config in a.configs.split(","):
        run_missing(config, tasks, results, a)
        print_row(config, results, tasks)
        if stopping.is_set():
            break
    by = table(results)
    print(f"\n{'figure':<6}{'x':>8}{'y':>8}{'tasks':>7}{'both':>6}{'only x':>8}{'only y':>8}{'x s':>10}{'y s':>10}"
          f"{'y/x':>8}{'x quer.':>10}{'y quer.':>10}")
    parts = [("part", c.split("+")[0], c) for c in by if "+" in c]
    for figure, x, y in FIGURES + parts:
        if x in by and y in by:
            print_pair(figure, x, y, by)
    if by and not a.no_figures:
        draw(by, a)
    sys.exit(1 if any(r["wrong"] for r in results) else 0)


main()
