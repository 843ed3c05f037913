#!/usr/bin/env python3
"""Ask cinch about the controllers and print a table: run.py OUT [--cinch PATH] [--cpu-time 600] [--goal-timeout 10] [--count 44] [--only NAME]

The generated controllers, and those in written/. Times are CPU seconds of all processes. Reports and tests are kept in OUT and not made again, so an interrupted run goes on where it ended. Every planted line is compared: a wrong one is
printed, and the exit status is 1."""
import argparse, glob, json, os, re, shutil, subprocess, sys, time

HERE = os.path.dirname(os.path.abspath(__file__))


def ask(a, source, report):
    """The report of one controller: goals, and what it cost."""
    if os.path.exists(report):
        return json.load(open(report))
    with open(source) as f:
        options = f.readline().split(":", 1)[1].split()
    partial, tests = report + ".partial", os.path.join(a.out, "tests", os.path.basename(report)[:-5])
    os.makedirs(os.path.dirname(tests), exist_ok=True)
    before, begun = os.times(), time.time()
    words = [a.cinch, "deadcode", source, *options, "--criterion", "mcdc", "--cpu-time", str(a.cpu_time), "--goal-timeout",
             str(a.goal_timeout), "--json", partial, "--tests", tests, *a.option]
    done = subprocess.run(words, capture_output=True, text=True)
    after = os.times()
    if not os.path.exists(partial):
        sys.exit(f"{source}: exit status {done.returncode}\n{done.stderr}")
    found = json.load(open(partial))
    found["cpu"] = after.children_user + after.children_system - before.children_user - before.children_system
    found["clock"] = time.time() - begun
    with open(report, "w") as f:
        json.dump(found, f)
    os.remove(partial)
    return found


def planted(source):
    with open(source) as f:
        for number, line in enumerate(f, 1):
            m = re.search(r"planted: (dead|live)", line)
            if m:
                yield number, m.group(1)


def statement_at(goals, line):
    around = [g for g in goals if g["kind"] == "statement" and g["at"]["line"] <= line <= g["at"]["end_line"]]
    return min(around, key=lambda g: g["at"]["end_line"] - g["at"]["line"]) if around else None


def compare(source, goals, wrong):
    """How many planted lines of each kind there are, and how many were decided."""
    count = {"dead": [0, 0], "live": [0, 0]}
    for line, kind in planted(source):
        g = statement_at(goals, line)
        state = g["state"] if g else "no goal"
        count[kind][0] += 1
        count[kind][1] += state != "open"
        if state not in ("open", "unreachable" if kind == "dead" else "covered"):
            wrong.append(f"{source}:{line}: planted {kind}, said {state}")
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--cinch", default=os.path.join(HERE, "../../build/cinch"))
    parser.add_argument("--cpu-time", type=float, default=600)
    parser.add_argument("--goal-timeout", type=float, default=10)
    parser.add_argument("--only", default="", help="a regular expression for the names of controllers")
    parser.add_argument("--count", type=int, default=44)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], help="one more word for cinch")
    a = parser.parse_args()
    sources = os.path.join(a.out, "sources")
    subprocess.run([sys.executable, os.path.join(HERE, "generate.py"), sources, "--count", str(a.count), "--seed", str(a.seed)], check=True)
    wrong, sums = [], [0] * 10
    print(f"{'controller':16}{'goals':>7}{'covered':>9}{'dead':>6}{'open':>6}{'planted':>9}{'open':>6}{'cpu s':>8}{'clock s':>9}")
    for written in glob.glob(os.path.join(HERE, "written", "*.c")):
        shutil.copy(written, sources)
    for source in sorted(glob.glob(os.path.join(sources, "*.c"))):
        name = os.path.basename(source)[:-2]
        if not re.search(a.only, name):
            continue
        found = ask(a, source, os.path.join(a.out, name + ".json"))
        states = [g["state"] for g in found["goals"]]
        count = compare(source, found["goals"], wrong)
        row = [len(states), states.count("covered"), states.count("unreachable"), states.count("open"),
               count["dead"][0] + count["live"][0], count["dead"][0] + count["live"][0] - count["dead"][1] - count["live"][1],
               found["cpu"], found["clock"]]
        sums = [x + y for x, y in zip(sums, row)]
        print("{:16}{:7}{:9}{:6}{:6}{:9}{:6}{:8.1f}{:9.1f}".format(name, *row), flush=True)
    print("{:16}{:7}{:9}{:6}{:6}{:9}{:6}{:8.1f}{:9.1f}".format("all", *sums))
    print(f"decided: {100 * (1 - sums[3] / max(1, sums[0])):.2f} %")
    print("\n".join(wrong) if wrong else "no planted line is wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
