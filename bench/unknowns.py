#!/usr/bin/env python3
"""Why cinch says UNKNOWN: the reasons over a sample of task sets, for two builds in turn.

    bench/unknowns.py BEFORE NOW TASKS.CSV... [--every N] [--from K] [--timeout S] [--seconds S]

Of each set every Nth task, from the Kth on, is given to both builds, one after the other. The table has a line for each reason with
the number of tasks before and now; verdicts against the label are listed and make the end have status 1. --seconds ends the
measurement early: the table says how many tasks it speaks of. aws-c-common has harnesses of its own (bench/aws.py)."""
import argparse, collections, csv, os, re, subprocess, sys, time


def verdict(cinch, folder, task, seconds):
    words = ["--data-model", task.get("data_model") or "LP64"]
    if task.get("property"): words += ["--property", task["property"]]
    try:
        out = subprocess.run([cinch, "verify", os.path.join(folder, task["file"]), "--timeout", str(seconds), "--jobs", "1", *words],
                             capture_output=True, text=True, timeout=seconds * 3 + 20).stdout
    except subprocess.TimeoutExpired: return "UNKNOWN(it did not end)"
    found = re.search(r"VERDICT: (.*)", out)
    return found.group(1) if found else "UNKNOWN(no verdict)"


def sample(o):
    for path in o.sets:
        for task in list(csv.DictReader(open(path)))[o.start::o.every]: yield os.path.dirname(path), task


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("before"); ap.add_argument("now"); ap.add_argument("sets", nargs="+")
    ap.add_argument("--every", type=int, default=4); ap.add_argument("--from", type=int, default=0, dest="start")
    ap.add_argument("--timeout", type=float, default=10); ap.add_argument("--seconds", type=float, default=1e9)
    o = ap.parse_args()
    builds, counts, wrong, tasks, end = (o.before, o.now), (collections.Counter(), collections.Counter()), [], 0, time.time() + o.seconds
    for folder, task in sample(o):
        if time.time() > end: break
        tasks += 1
        for build, count in zip(builds, counts):
            v = verdict(build, folder, task, o.timeout)
            says = v.split("(")[0].lower()
            count[v[8:-1] if says == "unknown" else "decided"] += 1
            if says in ("true", "false") and task["expected"] in ("true", "false") and says != task["expected"]: wrong.append((build, task["file"], v))
    print(f"{tasks} tasks, {o.timeout:g} s\n\n| reason | before | now |\n|---|---|---|")
    for reason in sorted(set(counts[0]) | set(counts[1]), key=lambda r: -counts[0][r]): print(f"| {reason} | {counts[0][reason]} | {counts[1][reason]} |")
    for build, file, v in wrong: print(f"\nagainst the label: {build}: {file}: {v}")
    return 1 if any(w[0] == o.now for w in wrong) else 0


if __name__ == "__main__": sys.exit(main())
