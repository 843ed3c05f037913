#!/usr/bin/env python3
"""The proofs of aws-c-common as their maintainers wrote them: what is read, what is decided.

  bench/aws.py [--timeout S] [--jobs N] [--every N] [--offset K] [--only NAME,...] [--read]
               [--raise BOUND] [--cpu S] [--out FILE.csv] [--cinch build/cinch] [-- OPTIONS]

Each task of ../shared/benchmarks/aws-c-common/tasks.csv is verified with its own sources, defines and
replaced functions, for memory safety and its assertions. --read stops after the program is read.
--raise replaces every bound of the defines (MAX_...) by this number. --cpu ends a task that has used so
many CPU seconds, all its processes together: on a busy machine the clock says little.
"""
import argparse, collections, concurrent.futures, csv, os, re, signal, subprocess, sys, tempfile, time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../shared/benchmarks/aws-c-common")
PROPERTIES = "assert,unreach-call,valid-deref,valid-free,bounds,null"

def bound(define, number):
    return re.sub(r"(-DMAX_\w+)=\S+", lambda m: f"{m[1]}={number}", define) if number else define

def command(task, a, rest):
    sources = [os.path.join(ROOT, s) for s in task["sources"].split()]
    mode = ["show", *sources, "--stage", "cfa", "--stats"] if a.read else [
        "verify", *sources, "--timeout", str(a.timeout), "--memory", "4000"]
    removed = [w for f in task["replaced"].split() for w in ("--remove-body", f)]
    return [a.cinch, *mode, "--property", PROPERTIES, "--malloc-may-fail", "--entry", task["entry"],
            *removed, *rest, "--", "-I" + os.path.join(ROOT, "include"),
            "-I" + os.path.join(ROOT, "verification/cbmc/include"), *bound(task["defines"], a.bound).split()]

def processes(session):
    """Process groups and CPU seconds of the processes in a session, with those they waited for."""
    groups, seconds = set(), 0
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[3]) == session:
            groups.add(int(fields[2]))
            seconds += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return groups, seconds

def watch(p, a, start):
    """Waits for the end of p; what ended it before, and the CPU seconds that were seen."""
    most = 0
    while True:
        try:
            p.wait(timeout=0.2)
            return None, most
        except subprocess.TimeoutExpired:
            groups, seconds = processes(p.pid)
            most = max(most, seconds)
        why = "cpu" if a.cpu and most > a.cpu else "killed" if time.time() - start > a.timeout + 20 else None
        if why:
            for g in groups:
                try:
                    os.killpg(g, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            p.wait()
            return why, most

def run(task, a, rest):
    start = time.time()
    with tempfile.TemporaryFile("w+", errors="replace") as said:
        p = subprocess.Popen(command(task, a, rest), stdout=said, stderr=subprocess.STDOUT, start_new_session=True)
        ended, cpu = watch(p, a, start)
        said.seek(0)
        out = said.read() + (f"\nVERDICT: UNKNOWN({ended})" if ended else "")
    m = re.findall(r"^VERDICT:\s*(.*)", out, re.M)
    verdict = m[-1] if m else "read" if a.read and p.returncode == 0 else f"exit {p.returncode}"
    if a.logs:
        open(os.path.join(a.logs, task["name"]), "w").write(out)
    return dict(name=task["name"], verdict=verdict, seconds=f"{time.time() - start:.1f}", cpu=f"{cpu:.1f}")

def options():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--timeout", type=float, default=120); ap.add_argument("--jobs", type=int, default=1)
    ap.add_argument("--every", type=int, default=1); ap.add_argument("--offset", type=int, default=0)
    ap.add_argument("--only", default=""); ap.add_argument("--read", action="store_true")
    ap.add_argument("--raise", dest="bound"); ap.add_argument("--out"); ap.add_argument("--logs")
    ap.add_argument("--cpu", type=float)
    ap.add_argument("--cinch", default="build/cinch")
    own = sys.argv[1:sys.argv.index("--")] if "--" in sys.argv else sys.argv[1:]
    rest = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    return ap.parse_args(own), rest

def main():
    a, rest = options()
    tasks = list(csv.DictReader(open(os.path.join(ROOT, "tasks.csv"))))[a.offset::a.every]
    tasks = [t for t in tasks if not a.only or t["name"] in a.only.split(",")]
    if a.logs:
        os.makedirs(a.logs, exist_ok=True)
    rows = []
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        for row in pool.map(lambda t: run(t, a, rest), tasks):
            rows.append(row)
            print(f"{row['name']:44} {row['verdict']:40} {row['seconds']:>6} {row['cpu']:>6}", flush=True)
    if a.out:
        with open(a.out, "w", newline="") as f:
            w = csv.DictWriter(f, rows[0].keys()); w.writeheader(); w.writerows(rows)
    for verdict, n in collections.Counter(r["verdict"] for r in rows).most_common():
        print(f"{n:4} {verdict}")

main()
