#!/usr/bin/env python3
"""The tables and figures of papers 000, 001 and 002 from our own runs, each beside what the paper reports.

    bench/papers.py DIR --programs RUNS.csv --systems RUNS.csv

RUNS.csv are the results of bench/ic3cfa.py (programs, papers 000 and 001) and bench/ts.py (transition systems, paper 002); `make
bench-papers` runs both, goes on where it ended, and calls this. DIR gets for each figure its points as CSV and a picture as SVG,
README.md with all of them, and a copy of the runs. Times are CPU seconds; a task that is not solved counts with the limit.
"""
import argparse, csv, math, os, shutil, statistics, subprocess

# Scatter plots of paper 000, Sect. 7.3: figure, configurations on the axes, what is compared, what the paper sees; then which of both it
# finds better (0: the first, 1: the second).
PAIRS = [
    ("6a", "A", "B", "seconds", "many tasks are solved with generalization only", 1),
    ("6b", "B", "C", "seconds", "single-edge solves all that multi-edge solves and six more, faster", 1),
    ("6c", "A", "C", "seconds", "as 6a, for single-edge generalization", 1),
    ("7a", "C", "D", "seconds", "ascending order is best overall", 0),
    ("7b", "C", "E", "seconds", "ascending order is best overall", 0),
    ("8a", "C", "F", "seconds", "reuse improves the time, the more the harder the task", 1),
    ("8b", "C", "F", "solver", "reuse saves much of the solver's time, most on long runs", 1),
    ("9a", "F", "G", "seconds", "helps on small and medium tasks, ambivalent above 100 s; one task more", 1),
    ("9b", "F", "H", "seconds", "almost all faster, two by more than ten times, four tasks more", 1),
    ("10a", "F", "I", "seconds", "negligible on easy tasks, a slight gain on harder ones", 1),
    ("10b", "I", "J", "seconds", "lower bounds are better on every task", 1),
    ("10c", "F", "J", "seconds", "all tasks gain, many almost ten times", 1),
    ("11a", "F", "K", "seconds", "interpolation does not pay", 0),
    ("11b", "L", "M", "seconds", "semantic subsumption does not pay", 0),
    ("12a", "F", "L", "seconds", "nearly all better, many more solved", 1),
]
# Paper 001, Fig. 2: our row, its name, solved of 353, seconds.
SPIN = [("F", "Baseline", 234, 12340), ("H", "Pre-Cubes", 238, 9992), ("G", "WP Inductivity", 236, 11925), ("I", "Upper Bounds", 234, 11571),
        ("J", "Upper+Lower Bounds", 242, 11913), ("L", "All", 244, 11160), ("A", "No Generalization", 161, 6075)]
# Paper 002, Figs. 4 to 7: group, instances, and per engine the solved and the seconds of the paper.
PAPER = "ic3ia+config=paper"
MINED = "+ia-mine=program"
GROUPS = [
    ("4", "cav12", "LRA", 99, {PAPER: (81, 5072), "ic3qe": (74, 6255), "ctigar": (68, 11196), "spacer": (67, 2793)}),
    ("5", "bv", "bit-vectors", 205, {PAPER: (153, 15050), "spacer": (131, 7674), "ctigar": (75, 9125)}),
    ("6", "lustre", "LIA, Lustre", 790, {PAPER: (773, 2175), "spacer": (750, 1691), "ctigar": (731, 33719)}),
    ("7", "ctigar", "LIA, control flow", 110, {PAPER + MINED: (94, 1751), "ctigar" + MINED: (88, 5216), PAPER: (73, 2405),
                                              "spacer": (55, 1712), "ctigar": (51, 2667)}),
]
EFFORT = {"refinements": ("8", {PAPER: (2, 4.58), "ctigar": (9, 13.08)}), "queries": ("9", {PAPER: (1524, 33373.31), "ctigar": (5115, 29734.58)})}
RIGHT, WRONG = {"true": 2, "false": 1}, {"true": -32, "false": -16}  # points of SV-COMP


# ---- runs ----

def impossible(r):
    """A row that no run can have: more solver time than CPU time. Clocks differ by a little."""
    return float(r.get("solver") or 0) > 1.05 * float(r.get("cpu") or r["seconds"]) + 0.05


def read(path, config, task):
    """{configuration: {task: run}}, of one limit: the one with most runs. Impossible rows are rejected."""
    if not path or not os.path.exists(path):
        return {}, "no runs"
    rows = list(csv.DictReader(open(path)))
    limit_of = "limit" if rows and "limit" in rows[0] else "timeout"
    limits = statistics.multimode([r[limit_of] for r in rows]) or ["0"]
    rows = [r for r in rows if r[limit_of] == limits[0]]
    rejected = [r for r in rows if impossible(r)]
    rows = [r for r in rows if not impossible(r)]
    by = {}
    for r in rows:
        r["limit"], r["solved"] = float(r[limit_of]), r.get("solved", "1" if r["verdict"] in ("true", "false") else "0") == "1"
        r["cpu"] = min(float(r["seconds"]), r["limit"]) if r["solved"] else r["limit"]
        by.setdefault(r[config], {})[r[task]] = r
    commits = sorted({r["commit"] for r in rows})
    tasks = len({r[task] for r in rows})
    left_out = f"; {len(rejected)} impossible rows rejected" if rejected else ""
    return by, f"{tasks} tasks, {float(limits[0]):g} CPU seconds each, commits {', '.join(commits)}{left_out}"


def amount(run, what):
    return run["cpu"] if what == "seconds" else min(float(run[what] or 0), run["limit"]) if run["solved"] else run["limit"]


# ---- pictures ----

def gnuplot(path, script):
    subprocess.run(["gnuplot"], input=f"set terminal svg size 640,560 dynamic font ',10'\nset output '{path}.svg'\n{script}", text=True, check=True)


def write(path, header, rows):
    with open(path + ".csv", "w", newline="") as f:
        csv.writer(f, lineterminator="\n").writerows([header, *rows])


def block(name, points):
    return f"${name} << END\n" + ("\n".join(" ".join(map(str, p)) for p in points) or "NaN NaN") + "\nEND\n"


def scatter(path, title, x, y, points, low, high):
    """points: (task, x, y, verdict)."""
    write(path, ["task", x, y, "verdict"], points)
    kinds = {v: [(max(low, p[1]), max(low, p[2])) for p in points if p[3] == v] for v in ("true", "false")}
    gnuplot(path, block("safe", kinds["true"]) + block("unsafe", kinds["false"]) + f"""set title '{title}' noenhanced
set logscale xy
set size square
set xrange [{low}:{high * 1.3}]
set yrange [{low}:{high * 1.3}]
set xlabel '{x}' noenhanced
set ylabel '{y}' noenhanced
set key bottom right
plot x with lines lc rgb 'grey' notitle, 10*x with lines dt 3 lc rgb 'grey' notitle, x/10 with lines dt 3 lc rgb 'grey' notitle, \\
 $safe with points pt 2 lc rgb 'black' title 'safe', $unsafe with points pt 6 lc rgb 'blue' title 'unsafe'
""")


def curves(path, title, xlabel, lines, high):
    """lines: {name: [(x, seconds)]}."""
    write(path, ["curve", xlabel, "seconds"], [(n, *p) for n, points in lines.items() for p in points])
    lines = {n: p for n, p in lines.items() if p}
    if lines:
        plots = [f"$c{i} with steps lw 2 title '{n}' noenhanced" for i, n in enumerate(lines)]
        gnuplot(path, "".join(block(f"c{i}", [(x, max(s, .02)) for x, s in p]) for i, p in enumerate(lines.values())) +
                f"set title '{title}' noenhanced\nset logscale y\nset yrange [0.02:{high}]\nset xlabel '{xlabel}'\n"
                f"set ylabel 'CPU seconds'\nset key left top\nplot {', '.join(plots)}\n")


def quantile(runs, score):
    """Correct runs by their time; with `score` points are added up, and the penalties of wrong ones shift the curve (000, Sect. 7.4)."""
    at = sum(WRONG[r["verdict"]] for r in runs if r.get("wrong") == "1") if score else 0
    points = []
    for r in sorted((r for r in runs if r["solved"]), key=lambda r: r["cpu"]):
        at += RIGHT[r["verdict"]] if score else 1
        points.append((at, r["cpu"]))
    return points


# ---- what they say ----
#
# The rule: two configurations are compared on the tasks that both ran. First by what they solve: the tasks that
# only one of both solves. If these do not decide, by time (or queries): the tasks that both solve, of which one takes more than 0.1 s and
# which differ by more than a tenth. Each is a two-sided sign test; it decides if p < 0.05. A direction of the paper is "confirmed" or
# "contradicted" by a test that decides, otherwise "undecided".
SIGNIFICANT, LEAST_SECONDS, NOISE = 0.05, 0.1, 0.1


def sign_test(first, second):
    """The probability that a fair coin is as one-sided as this."""
    n, k = first + second, min(first, second)
    return min(1.0, 2 * sum(math.comb(n, i) for i in range(k + 1)) / 2 ** n) if n else 1.0


def judged(better, first, second):
    """The word of the rule for `first` and `second` tasks in favour of each of two configurations; better: the one that the paper prefers."""
    if sign_test(first, second) >= SIGNIFICANT:
        return "undecided"
    return "confirmed" if (second > first) == (better == 1) else "contradicted"


def faster(one, other, what):
    """1: `other` needs clearly less, -1: `one` does, 0: no clear difference."""
    a, b = amount(one, what), amount(other, what)
    if max(a, b) <= LEAST_SECONDS or abs(a - b) <= NOISE * max(a, b):
        return 0
    return 1 if b < a else -1


def compare(x, y, what, better, by):
    """(the word, a sentence with its counts) for configurations x and y."""
    tasks = [t for t in by[x] if t in by[y]]
    only = [sum(by[c][t]["solved"] and not by[d][t]["solved"] for t in tasks) for c, d in ((x, y), (y, x))]
    both = [t for t in tasks if by[x][t]["solved"] and by[y][t]["solved"]]
    signs = [faster(by[x][t], by[y][t], what) for t in both]
    clear = [signs.count(-1), signs.count(1)]
    counts = only if sign_test(*only) < SIGNIFICANT else clear
    par2 = [sum(r["cpu"] if r["solved"] else 2 * r["limit"] for t, r in by[c].items() if t in by[x] and t in by[y]) for c in (x, y)]
    return judged(better, *counts), (
        f"Of {len(tasks)} tasks only {x} solves {only[0]}, only {y} {only[1]} (p = {sign_test(*only):.2g}), both {len(both)}; of these {x} is faster on {clear[0]}, {y} on "
        f"{clear[1]}, no clear difference on {signs.count(0)} (p = {sign_test(*clear):.2g}). PAR-2 {par2[0]:.0f} and {par2[1]:.0f} s.")


def pair(figure, x, y, what, paper, better, by, out):
    tasks = [t for t in by[x] if t in by[y]]
    points = [(t, amount(by[x][t], what), amount(by[y][t], what), by[x if by[x][t]["solved"] else y][t]["verdict"]) for t in tasks
              if by[x][t]["solved"] or by[y][t]["solved"]]
    if not points:
        return []
    unit = "solver seconds" if what == "solver" else "CPU seconds"
    scatter(f"{out}/000-{figure}", f"000, Fig. {figure}: {unit}", x, y, points, 0.02, by[x][tasks[0]]["limit"])
    word, counts = compare(x, y, what, better, by)
    return [f"### 000, Fig. {figure}: {x} and {y}", f"Paper: {paper}. Here, by {unit}: **{word}**. {counts}", f"![]({f'000-{figure}.svg'})"]


def overall(by, out):
    rows = {c: list(runs.values()) for c, runs in by.items()}
    limit = rows["L"][0]["limit"]
    curves(f"{out}/000-12b", "000, Fig. 12b: score", "score", {c: quantile(rows[c], True) for c in ("L", "default") if c in rows}, limit)
    true, false = (sum(r["solved"] and r["verdict"] == v for r in rows["L"]) for v in ("true", "false"))
    wrong = sum(r["wrong"] == "1" for r in rows["L"])
    score = quantile(rows["L"], True)
    return ["### 000, Fig. 12b: score-based quantiles", "Paper, 406 tasks of 1 h: row L 161 proofs, 88 violations, none wrong, 410 points; SeaHorn 56 wrong, VVT 2 wrong. "
            f"Here row L, {len(rows['L'])} tasks: {true} proofs, {false} violations, {wrong} wrong, {score[-1][0] if score else 0} points. "
            "No other tool is in this picture, so the paper's comparison is **not run**.", "![](000-12b.svg)"]


def spin(by, out):
    rows = [(name, c, sum(r["solved"] for r in by[c].values()), len(by[c]), sum(r["cpu"] for r in by[c].values() if r["solved"]), solved, seconds)
            for c, name, solved, seconds in SPIN if c in by]
    write(f"{out}/001-2", ["configuration", "row", "solved", "of", "seconds", "paper solved of 353", "paper seconds"], rows)
    words = [f"{n} over {m}: **{word}**. {counts}" for n, m, x, y in (("All", "Baseline", "F", "L"), ("Baseline", "No Generalization", "A", "F"))
             if x in by and y in by for word, counts in [compare(x, y, "seconds", 1, by)]]
    return ["### 001, Fig. 2: all configurations", "| configuration | row | solved | of | seconds | paper: solved of 353 | seconds |\n|---|---|---|---|---|---|---|\n" +
            "\n".join(f"| {n} | {c} | {s} | {t} | {cpu:.1f} | {ps} | {pt} |" for n, c, s, t, cpu, ps, pt in rows),
            "Our row F stands for the paper's Baseline, in which every optimization is disabled; F reuses obligations.", *words]


def group(figure, name, title, instances, paper, by, out):
    mine = {e: [r for r in by[e].values() if r["group"] == name] for e in dict.fromkeys([*paper, "ic3ia", "ic3qe"]) if e in by}
    mine = {e: runs for e, runs in mine.items() if runs}
    if not mine:
        return []
    rows = [(e, sum(r["solved"] for r in runs), len(runs), round(sum(r["cpu"] for r in runs if r["solved"]), 1), *paper.get(e, ("", ""))) for e, runs in mine.items()]
    write(f"{out}/002-{figure}-table", ["engine", "solved", "of", "seconds", f"paper solved of {instances}", "paper seconds"], rows)
    curves(f"{out}/002-{figure}", f"002, Fig. {figure}: {title}", "instances solved", {e: [(i, s) for i, (_, s) in enumerate(quantile(runs, False), 1)]
                                                                                     for e, runs in mine.items()}, max(r["limit"] for runs in mine.values() for r in runs))
    best, *others = [e for e in paper if e in mine]
    own = {e: {r["file"]: r for r in mine[e]} for e in mine}
    words = [f"`{best}` over `{e}`: **{word}**. {counts}" for e in others for word, counts in [compare(e, best, "seconds", 1, own)]]
    return [f"### 002, Fig. {figure}: {title}", f"| engine | solved | of | seconds | paper: solved of {instances} | seconds |\n|---|---|---|---|---|---|\n" +
            "\n".join(f"| {' | '.join(map(str, r))} |" for r in rows), *words, f"![](002-{figure}.svg)"]


def effort(what, by, out):
    figure, paper = EFFORT[what]
    names = [e for e in paper if e in by]
    common = [t for t in by[names[0]] if by[names[0]][t]["group"] == "ctigar" and all(t in by[e] and by[e][t]["solved"] and by[e][t][what] for e in names)] if len(names) == 2 else []
    if not common:
        return []
    rows = [(e, len(common), statistics.median(int(by[e][t][what]) for t in common), round(statistics.mean(int(by[e][t][what]) for t in common), 2), *paper[e]) for e in names]
    write(f"{out}/002-{figure}", ["engine", "tasks", "median", "mean", "paper median of 48", "paper mean"], rows)
    less = [sum(int(by[a][t][what]) < int(by[b][t][what]) for t in common) for a, b in (names[::-1], names)]
    return [f"### 002, Fig. {figure}: {what} on control flow", "| engine | tasks | median | mean | paper: median of 48 | mean |\n|---|---|---|---|---|---|\n" +
            "\n".join(f"| {' | '.join(map(str, r))} |" for r in rows), f"IC3IA needs fewer: **{judged(1, *less)}**. Fewer on {less[1]}, more on {less[0]} of {len(common)} (p = {sign_test(*less):.2g})."]


def reduction(by, out):
    without, with_ = PAPER, PAPER + "+ia-minimize"
    if without not in by or with_ not in by:
        return []
    both = [t for t in by[without] if t in by[with_] and by[without][t]["solved"] and by[with_][t]["solved"] and by[without][t]["predicates"] and by[with_][t]["predicates"]]
    if not both:
        return []
    text = []
    for what, low in (("predicates", 1), ("seconds", 0.02)):
        value = lambda r: float(r["predicates"]) if what == "predicates" else r["cpu"]
        points = [(t, value(by[with_][t]), value(by[without][t]), by[with_][t]["verdict"]) for t in both]
        scatter(f"{out}/002-10-{what}", f"002, Fig. 10: {what}", "with predicate reduction", "without", points, low, max(max(p[1], p[2], low * 10) for p in points))
        text.append(f"![](002-10-{what}.svg)")
    counts = [(int(by[with_][t]["predicates"]), int(by[without][t]["predicates"])) for t in both]
    fewer, more = sum(a < b for a, b in counts), sum(a > b for a, b in counts)
    solved = [sum(r["solved"] for r in by[c].values()) for c in (with_, without)]
    return ["### 002, Fig. 10: predicate reduction", f"Paper: nearly always fewer predicates, about as many solved. Here, of {len(both)} tasks solved both ways, fewer on {fewer}, more on "
            f"{more}; solved {solved[0]} with and {solved[1]} without. " + f"Fewer predicates: **{judged(1, more, fewer)}** (p = {sign_test(more, fewer):.2g}).", *text]


# ---- the page ----

def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("out")
    ap.add_argument("--programs")
    ap.add_argument("--systems")
    a = ap.parse_args()
    os.makedirs(a.out, exist_ok=True)
    programs, sample = read(a.programs, "config", "file")
    systems, sample_systems = read(a.systems, "engine", "file")
    parts = ["# The tables and figures of papers 000, 001 and 002", "Made by `make bench-papers` (bench/papers.py) from the runs beside this page; points of each "
             "figure are in the CSV of its name. Times are CPU seconds. One rule gives the words (it is younger than these runs): a two-sided sign test on the "
             "tasks that only one configuration solves, and, if that does not decide, on the tasks that both solve, of which one takes more than 0.1 s and "
             "which differ by more than a tenth. **confirmed** and **contradicted** need p < 0.05; everything else is **undecided**.", "## Programs (000, 001)", f"Ran: {sample}. The paper: 406 tasks of 1 h (001: 353)."]
    for p in PAIRS:
        parts += pair(*p, programs, a.out) if p[1] in programs and p[2] in programs else []
    parts += overall(programs, a.out) if "L" in programs else []
    parts += spin(programs, a.out) if programs else []
    parts += ["## Transition systems (002)", f"Ran: {sample_systems}. The paper: 1200 s each. `{PAPER}` is the paper's algorithm, `ic3ia` ours."]
    for g in GROUPS:
        parts += group(*g, systems, a.out)
    for what in EFFORT:
        parts += effort(what, systems, a.out)
    parts += reduction(systems, a.out)
    with open(f"{a.out}/README.md", "w") as f:
        f.write("\n\n".join(parts) + "\n")
    for path, name in ((a.programs, "runs-programs.csv"), (a.systems, "runs-systems.csv")):
        if path and os.path.exists(path) and os.path.abspath(path) != os.path.abspath(f"{a.out}/{name}"):
            shutil.copy(path, f"{a.out}/{name}")


if __name__ == "__main__":
    main()
