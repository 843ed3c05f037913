#!/usr/bin/env python3
"""What the verdicts of a run over the core set are worth: bench/evidence.py TASKS.csv [--timeout S] [--out RESULTS.csv]

Every task is run as a user would, `cinch verify --data-model M FILE` with the default engine, plus --json for the numbers;
the bench itself ends it at the wall limit. Tasks that --out has at the same commit and the same limits are not run again, so that a run can
be continued. Prints verdicts by category (correct, wrong, unknown), the levels of evidence, and what the checks cost.
Exit status 1 where a verdict is wrong, or has no checked evidence."""
import argparse, collections, concurrent.futures, csv, json, os, resource, signal, subprocess, sys, tempfile, threading, time

CORE = ["BitVectors", "ControlFlow", "Floats", "Loops"]
FIELDS = ["file", "category", "expected", "verdict", "kind", "seconds", "level", "check_seconds", "checker", "engine",
          "reading", "reason", "why", "timeout", "memory", "commit"]


def limits(memory):
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (memory << 20, memory << 20))


def run(task, a, root, place):
    """One line of the table."""
    report = os.path.join(place, f"{threading.get_ident()}.json")
    if os.path.exists(report):
        os.unlink(report)
    command = [a.cinch, "verify", "--volatile", "memory", "--data-model", task.get("data_model") or "ILP32", os.path.join(root, task["file"]),
               "--json", report]
    start, late = time.monotonic(), False
    p = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, cwd=place,
                         preexec_fn=lambda: limits(a.memory))
    try:
        out, _ = p.communicate(timeout=a.timeout)
    except subprocess.TimeoutExpired:
        late = True
        os.killpg(p.pid, signal.SIGKILL)
        out, _ = p.communicate()
    seconds = time.monotonic() - start
    said = json.load(open(report)) if os.path.exists(report) and not late else {}
    last = [l for l in out.decode(errors="replace").splitlines() if l.startswith("VERDICT: ")]
    row = judge(task, said, last[-1][9:] if last and not late else "", p.returncode, late)
    return dict(row, file=task["file"], category=task["category"], expected=task["expected"].lower(), seconds=f"{seconds:.2f}",
                timeout=f"{a.timeout:g}", memory=a.memory, commit=a.commit)


def judge(task, said, line, status, late):
    """The verdict that the user read, what it is worth, and the numbers behind it."""
    verdict = line.split("(")[0].lower() or "unknown"
    evidence, expected = said.get("evidence", {}), task["expected"].lower()
    if verdict == "unknown":
        kind = "timeout" if late else "unknown" if line else "crash" if status < 0 or status >= 70 else "no verdict"
    else:
        kind = "unjudged" if expected == "unknown" else "correct" if verdict == expected else "WRONG"
    return dict(verdict=verdict, kind=kind, level=evidence.get("level", ""), checker=evidence.get("checker", ""),
                check_seconds=f"{evidence.get('seconds', 0):.3f}", engine=said.get("engine", ""),
                reading=f"{said.get('seconds', {}).get('reading', 0):.2f}",
                reason=said.get("detail", "") if verdict == "unknown" else "", why=evidence.get("why", "").replace("\n", " "))


def commit_of(cinch):
    """The commit of the sources that the program was built from, marked where they were changed."""
    where = os.path.dirname(os.path.abspath(cinch))
    def git(*words):
        return subprocess.run(["git", "-C", where, *words], capture_output=True, text=True).stdout.strip()
    return (git("rev-parse", "--short", "HEAD") or "unknown") + ("+" if git("status", "--porcelain", "-uno", "--", "src", "lib") else "")


def known(a, tasks):
    """Lines of an earlier run with the same commit and limits."""
    if not a.out or not os.path.exists(a.out):
        return {}
    wanted = {t["file"] for t in tasks}
    return {r["file"]: r for r in csv.DictReader(open(a.out)) if r.get("commit") == a.commit and r["file"] in wanted
            and r.get("timeout") == f"{a.timeout:g}" and r.get("memory") == str(a.memory)}


def run_all(a, tasks, root):
    rows = known(a, tasks)
    if rows:
        print(f"{len(rows)} tasks are known from {a.out}", flush=True)
    fresh = bool(a.out) and not os.path.exists(a.out)
    keep = open(a.out, "a", newline="") if a.out else None
    table = csv.DictWriter(keep, FIELDS, lineterminator="\n") if keep else None
    if fresh:
        table.writeheader()
    rest = [t for t in tasks if t["file"] not in rows]
    with tempfile.TemporaryDirectory() as place, concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        waiting = [pool.submit(run, t, a, root, place) for t in rest]
        for n, done in enumerate(concurrent.futures.as_completed(waiting), 1):
            r = done.result()
            rows[r["file"]] = r
            if table:
                table.writerow(r)
                keep.flush()
            counts = collections.Counter(x["kind"] for x in rows.values())
            print(f"[{n}/{len(rest)}] {counts['correct']} correct, {counts['WRONG']} wrong | {r['kind']:<8} {r['verdict']:<8}"
                  f"{r['seconds']:>7} s  {r['level']:<12} {r['engine']:<11} {r['file']}", flush=True)
    return list(rows.values())


def share(part, whole):
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "none"


def summarize(rows):
    kinds = ["tasks", "correct", "WRONG", "unjudged", "unknown", "timeout", "crash", "no verdict"]
    table = collections.defaultdict(collections.Counter)
    for r in rows:
        for c in (r["category"], "all"):
            table[c]["tasks"] += 1
            table[c][r["kind"]] += 1
            table[c]["seconds"] += float(r["seconds"])
    print(f"\n{'':<16}" + "".join(f"{k:>11}" for k in kinds) + f"{'seconds':>11}")
    for c in sorted(table, key=lambda c: (c == "all", c)):
        print(f"{c:<16}" + "".join(f"{table[c][k]:>11}" for k in kinds) + f"{table[c]['seconds']:>11.0f}")
    for what in ("engine", "reason"):
        counts = collections.Counter(r[what][:60] for r in rows if r[what] and (what == "reason" or r["verdict"] != "unknown"))
        print(f"by {what}: " + ", ".join(f"{k} {n}" for k, n in counts.most_common(12)))


def evidence(rows):
    """The figures about evidence; the verdicts that have none."""
    decided = [r for r in rows if r["verdict"] in ("true", "false")]
    proofs = [r for r in decided if r["verdict"] == "true"]
    violations = [r for r in decided if r["verdict"] == "false"]
    bare = [r for r in decided if r["level"] in ("", "none")]
    count = lambda some, level: sum(r["level"] == level for r in some)
    print(f"\nverdicts with checked evidence: {share(len(decided) - len(bare), len(decided))}")
    print(f"TRUE independent: {share(count(proofs, 'independent'), len(proofs))}; re-proved: {count(proofs, 're-proved')}")
    print(f"FALSE executed: {share(count(violations, 'executed'), len(violations))}; replayed only: {count(violations, 'replayed')}")
    for why, n in collections.Counter(r["why"][:80] for r in violations if r["level"] == "replayed").most_common():
        print(f"    {n} replayed: {why}")
    checks, time_decided = sum(float(r["check_seconds"]) for r in rows), sum(float(r["seconds"]) for r in decided)
    everything = sum(float(r["seconds"]) for r in rows)
    print(f"checks: {checks:.1f} s, {100 * checks / max(time_decided, 1e-9):.1f} % of the {time_decided:.1f} s of tasks with a verdict, "
          f"{100 * checks / max(everything, 1e-9):.1f} % of all {everything:.1f} s")
    failed = sum(r["reason"] == "evidence" for r in rows)
    if failed:
        print(f"UNKNOWN(evidence): {failed}")
    return bare


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks")
    parser.add_argument("--cinch", default="build/cinch")
    parser.add_argument("--timeout", type=float, default=60, help="wall seconds a task")
    parser.add_argument("--memory", type=int, default=3000, help="MB of each process")
    parser.add_argument("--jobs", type=int, default=2, help="tasks at once")
    parser.add_argument("--every", type=int, default=1, help="only every n-th task")
    parser.add_argument("--category", action="append", help="instead of the core set; several times, or `all`")
    parser.add_argument("--out", help="CSV, a line a task; known tasks of the same commit are not run again")
    a = parser.parse_args()
    a.cinch = os.path.abspath(a.cinch)
    a.commit = commit_of(a.cinch)
    chosen = a.category or CORE
    tasks = [t for t in csv.DictReader(open(a.tasks)) if "all" in chosen or t["category"] in chosen][::a.every]
    print(f"{len(tasks)} tasks, {a.timeout:g} s, {a.memory} MB, {a.jobs} at once, commit {a.commit}", flush=True)
    rows = run_all(a, tasks, os.path.dirname(os.path.abspath(a.tasks)))
    summarize(rows)
    bare = evidence(rows)
    wrong = [r for r in rows if r["kind"] == "WRONG"]
    for r in wrong + bare:
        print(f"BAD {r['file']}: {r['verdict']} with evidence {r['level'] or 'none'}, expected {r['expected']}")
    sys.exit(1 if wrong or bare else 0)


main()
