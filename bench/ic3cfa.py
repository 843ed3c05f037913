#!/usr/bin/env python3
"""Run the configurations of Table 1 (paper 000) and the default over the integer tasks and compare them.

    bench/ic3cfa.py SUITE/tasks.csv [--configs A,B,...,default] [--timeout S] [--every N] [--jobs N] [--out DIR] [--resume]

With --resume, configurations that DIR/results.csv has already are not run again.

Prints for each configuration: solved, wrong, total seconds (unsolved count as the time limit) and solver queries; writes
results.csv and scatter plots of pairs of configurations, as in Figs. 6-12, as PNG (gnuplot).
"""
import argparse, concurrent.futures, csv, os, re, resource, signal, subprocess, sys, time

CATEGORIES = ("BitVectors", "ControlFlow", "Loops")
CONFIGS = list("ABCDEFGHIJKLM") + ["default"]
PAIRS = [("A", "B"), ("B", "C"), ("A", "C"), ("C", "D"), ("C", "E"), ("C", "F"), ("F", "G"), ("F", "H"),
         ("F", "I"), ("I", "J"), ("F", "J"), ("F", "K"), ("L", "M"), ("F", "L"), ("L", "default")]


def limits(memory):
    def apply():
        os.setsid()
        resource.setrlimit(resource.RLIMIT_AS, (memory << 20, memory << 20))
    return apply


def run(task, config, a):
    path = os.path.join(os.path.dirname(os.path.abspath(a.tasks)), task["file"])
    command = [a.cinch, "verify", "--engine", "ic3cfa", "--stats", "--no-evidence", "--timeout", str(a.timeout),
               "--data-model", task.get("data_model") or "ILP32", path]
    if config != "default":
        command[4:4] = ["--config", config]
    start = time.time()
    p = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         preexec_fn=limits(a.memory), text=True, errors="replace")
    try:
        out, _ = p.communicate(timeout=a.timeout + 5)
    except subprocess.TimeoutExpired:
        os.killpg(p.pid, signal.SIGKILL)
        out, _ = p.communicate()
    seconds = time.time() - start
    verdict = re.findall(r"^VERDICT:\s*(TRUE|FALSE|UNKNOWN)", out, re.M)
    verdict = verdict[-1].lower() if verdict else "unknown"
    queries = re.search(r"^queries\s+(\d+)", out, re.M)
    solved = verdict == task["expected"].lower()
    wrong = not solved and verdict != "unknown" and task["expected"].lower() != "unknown"
    return dict(config=config, file=task["file"], verdict=verdict, solved=int(solved), wrong=int(wrong),
                seconds=round(seconds if solved else a.timeout, 3), queries=int(queries.group(1)) if queries else 0)


def scatter(results, x, y, a):
    by = {c: {r["file"]: r for r in results if r["config"] == c} for c in (x, y)}
    if not by[x] or not by[y]:
        return
    data = os.path.join(a.out, f"{x}-{y}.dat")
    with open(data, "w") as f:
        for name in by[x]:
            if name in by[y] and (by[x][name]["solved"] or by[y][name]["solved"]):
                print(by[x][name]["seconds"], by[y][name]["seconds"], file=f)
    top = a.timeout * 1.3
    plot = f"""set terminal png size 600,600
set output '{os.path.join(a.out, f"{x}-{y}.png")}'
set logscale xy
set xrange [0.02:{top}]
set yrange [0.02:{top}]
set xlabel 'configuration {x}, seconds'
set ylabel 'configuration {y}, seconds'
set key off
plot x with lines lc rgb 'grey', '{data}' with points pt 2 lc rgb 'black'
"""
    subprocess.run(["gnuplot"], input=plot, text=True, check=True)


def earlier(a):
    path = os.path.join(a.out, "results.csv")
    if not os.path.exists(path):
        return []
    with open(path) as f:
        return [dict(r, solved=int(r["solved"]), wrong=int(r["wrong"]), seconds=float(r["seconds"]),
                     queries=int(r["queries"])) for r in csv.DictReader(f)]


def save(results, a):
    with open(os.path.join(a.out, "results.csv"), "w", newline="") as f:
        w = csv.DictWriter(f, results[0].keys(), lineterminator="\n")
        w.writeheader()
        w.writerows(results)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("tasks")
    ap.add_argument("--configs", default=",".join(CONFIGS))
    ap.add_argument("--timeout", type=float, default=20)
    ap.add_argument("--memory", type=int, default=3000)
    ap.add_argument("--every", type=int, default=1)
    ap.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    ap.add_argument("--cinch", default="build/cinch")
    ap.add_argument("--out", default="build/bench-ic3cfa")
    ap.add_argument("--resume", action="store_true")
    a = ap.parse_args()
    os.makedirs(a.out, exist_ok=True)
    with open(a.tasks) as f:
        tasks = [t for t in csv.DictReader(f) if t["category"] in CATEGORIES][::a.every]
    results = earlier(a) if a.resume else []
    print(f"{'config':<10}{'solved':>8}{'wrong':>8}{'seconds':>10}{'queries':>12}   of {len(tasks)} tasks")
    for config in a.configs.split(","):
        rows = [r for r in results if r["config"] == config]
        if not rows:
            with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
                rows = list(pool.map(lambda t: run(t, config, a), tasks))
            results += rows
            save(results, a)
        print(f"{config:<10}" + "".join(f"{sum(r[k] for r in rows):>{w}.0f}" for k, w in
              (("solved", 8), ("wrong", 8), ("seconds", 10), ("queries", 12))), flush=True)
        for r in rows:
            if r["wrong"]:
                print(f"  WRONG {r['file']} {r['verdict']}")
    for x, y in PAIRS:
        scatter(results, x, y, a)
    sys.exit(1 if any(r["wrong"] for r in results) else 0)


main()
