#!/usr/bin/env python3
"""Why cinch says UNKNOWN: the reasons over a sample of task sets, for two builds in turn.

    bench/unknowns.py BEFORE NOW TASKS.CSV... [--every N] [--from K] [--timeout S] [--seconds S] [--translation]

Of each set every Nth task, from the Kth on, is given to both builds, one after the other. The table has a line for each reason with
the number of tasks before and now; verdicts against the label are listed and make the end have status 1. --seconds ends the
measurement early: the tasks come in a random order, and the table says how many it speaks of. --translation asks no engine: it counts
the tasks whose translation alone makes TRUE an UNKNOWN (a note that runs are missing, or a refusal), which no load of the machine
changes. Such a table is bench/unknowns.csv (core, extended and safety every 4th, drivers as far as 20 minutes went, 60 s a task at a
load average of 60): a bound from above, for another model of the program may do without what the note is about.
aws-c-common has harnesses of its own (bench/aws.py)."""
import argparse, collections, csv, os, random, re, subprocess, sys, time


def about(task):
    return ["--data-model", task.get("data_model") or "LP64", *(["--property", task["property"]] if task.get("property") else [])]


def general(text):
    """A reason without the names of the program."""
    text = re.sub(r"\(.*?\)|: .*", "", text)
    return re.sub(r"^[\w.]+ (may call|is called)|(may call|without a body|assembly) [\w.]+$", lambda m: "F " + m[1] if m[1] else m[2] + " F", text.strip())


def of_translation(cinch, folder, task, seconds):
    """Why TRUE would be UNKNOWN, whatever engines find."""
    try:
        run = subprocess.run([cinch, "show", os.path.join(folder, task["file"]), "--stage", "cfa", *about(task)], capture_output=True, text=True,
                             errors="replace", timeout=seconds)
    except subprocess.TimeoutExpired: return {"it did not end"}
    if run.returncode: return {general(re.sub(r"^(cinch: )?(\S+:\d+:(\d+:)? )?(not supported: )?", "", (run.stderr.strip().split("\n") or [""])[-1]))}
    return {general(x) for x in re.findall(r'^note under "(.*?)"', run.stdout, re.M)} or {"none"}


def verdict(cinch, folder, task, seconds):
    words = about(task)
    try:
        out = subprocess.run([cinch, "verify", os.path.join(folder, task["file"]), "--timeout", str(seconds), "--jobs", "1", *words],
                             capture_output=True, text=True, timeout=seconds * 3 + 20).stdout
    except subprocess.TimeoutExpired: return "UNKNOWN(it did not end)"
    found = re.search(r"VERDICT: (.*)", out)
    return found.group(1) if found else "UNKNOWN(no verdict)"


def reason(cinch, folder, task, seconds):
    """The reasons of one run, and whether its verdict is against the label."""
    v = verdict(cinch, folder, task, seconds)
    says = v.split("(")[0].lower()
    return {v[8:-1] if says == "unknown" else "decided"}, v if {says, task["expected"]} == {"true", "false"} else ""


def sample(o):
    tasks = [(os.path.dirname(path), task) for path in o.sets for task in list(csv.DictReader(open(path)))[o.start::o.every]]
    random.Random(1).shuffle(tasks)
    return tasks


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("before"); ap.add_argument("now"); ap.add_argument("sets", nargs="+")
    ap.add_argument("--every", type=int, default=4); ap.add_argument("--from", type=int, default=0, dest="start")
    ap.add_argument("--timeout", type=float, default=10); ap.add_argument("--seconds", type=float, default=1e9)
    ap.add_argument("--translation", action="store_true"); ap.add_argument("-v", action="store_true")
    o = ap.parse_args()
    builds, counts, wrong, tasks, end = (o.before, o.now), (collections.Counter(), collections.Counter()), [], 0, time.time() + o.seconds
    for folder, task in sample(o):
        if time.time() > end: break
        tasks += 1
        for build, count in zip(builds, counts):
            found, against = (of_translation(build, folder, task, o.timeout), "") if o.translation else reason(build, folder, task, o.timeout)
            count.update(found)
            if o.v: print(task["file"], build, sorted(found), file=sys.stderr, flush=True)
            if against: wrong.append((build, task["file"], against))
    print(f"{tasks} tasks, {'translated only, ' if o.translation else ''}{o.timeout:g} s\n\n| reason | before | now |\n|---|---|---|")
    for reason in sorted(set(counts[0]) | set(counts[1]), key=lambda r: -counts[0][r]): print(f"| {reason} | {counts[0][reason]} | {counts[1][reason]} |")
    for build, file, v in wrong: print(f"\nagainst the label: {build}: {file}: {v}")
    return 1 if any(w[0] == o.now for w in wrong) else 0


if __name__ == "__main__": sys.exit(main())
