#!/usr/bin/env python3
"""Read every C task to its reduced automaton and count: bench/read.py TASKS.csv --cinch build/cinch

Prints how many tasks reach an engine by category, the rest by reason, the largest time and memory, and how much the
reductions take away (geometric means over the tasks of the core set). Exit status 1 where a task crashes."""
import argparse, collections, csv, math, os, resource, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

CORE = {"BitVectors", "ControlFlow", "Floats", "Loops"}


def measure(cinch, path, model, limit):
    """Status, reason, CPU seconds with clang's (the machine may be shared), bytes, table of sizes."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen([cinch, "show", path, "--stats", "--stage", "reduced", "--data-model", model],
                                 stdout=out, stderr=err, preexec_fn=lambda: resource.setrlimit(
                                     resource.RLIMIT_CPU, (limit, limit + 1)))
        _, status, usage = os.wait4(child.pid, 0)
        seconds = usage.ru_utime + usage.ru_stime
        out.seek(0), err.seek(0)
        text, said = out.read().decode(), err.read().decode(errors="replace").strip()
    code = os.waitstatus_to_exitcode(status)
    table = {}
    for line in text.splitlines()[1:]:
        words = line.split()
        if len(words) >= 4:
            table[words[0]] = tuple(int(w) for w in words[1:4])
    reason = "" if code == 0 else said.splitlines()[-1] if said else f"status {code}"
    return code, reason, seconds, usage.ru_maxrss * 1024, table


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks")
    parser.add_argument("--cinch", default="build/cinch")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=int, default=30, help="CPU seconds a task")
    parser.add_argument("--only", help="tasks whose path contains this")
    parser.add_argument("--failures", action="store_true", help="list every task that does not reach an engine")
    options = parser.parse_args()
    root = os.path.dirname(os.path.abspath(options.tasks))
    tasks = [t for t in csv.DictReader(open(options.tasks)) if not options.only or options.only in t["file"]]

    with ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda t: measure(options.cinch, os.path.join(root, t["file"]), t["data_model"],
                                                  options.limit), tasks))
    good, total = collections.Counter(), collections.Counter()
    reasons, crashes, slow = collections.Counter(), [], []
    ratios = collections.defaultdict(list)
    for task, (code, reason, seconds, memory, table) in zip(tasks, results):
        total[task["category"]] += 1
        slow.append((seconds, memory, task["file"]))
        if code == 0:
            good[task["category"]] += 1
            sizes = list(table.values())
            if task["category"] in CORE and len(sizes) > 1:
                for i, what in enumerate(("locations", "edges", "variables")):
                    if sizes[0][i] and sizes[-1][i]:
                        ratios[what].append(sizes[-1][i] / sizes[0][i])
        else:
            reasons[reason.replace(task["file"], "FILE").replace(root + "/", "")[:100] if code != 5 else reason[:60]] += 1
            if code < 0 or code == 70:
                crashes.append((task["file"], code, reason))
            if options.failures:
                print(f"{task['file']}: {reason}")
    print(f"{'category':<16} {'read':>6} {'of':>6}")
    for category in sorted(total):
        print(f"{category:<16} {good[category]:>6} {total[category]:>6}")
    print(f"{'core':<16} {sum(good[c] for c in CORE):>6} {sum(total[c] for c in CORE):>6}")
    print(f"{'all':<16} {sum(good.values()):>6} {sum(total.values()):>6}")
    for reason, n in reasons.most_common():
        print(f"  {n:>4}  {reason}")
    by_time, by_memory = max(slow), max(slow, key=lambda s: s[1])
    print(f"most time: {by_time[0]:.1f} CPU s ({by_time[2]}); most memory: {by_memory[1] / 2**20:.0f} MiB ({by_memory[2]})")
    for what, values in ratios.items():
        mean = math.exp(sum(map(math.log, values)) / len(values))
        print(f"{what} left by the reductions, geometric mean over {len(values)} core tasks: {mean:.3f}")
    for file, code, reason in crashes:
        print(f"CRASH {file}: {code} {reason}")
    sys.exit(1 if crashes else 0)


if __name__ == "__main__":
    main()
