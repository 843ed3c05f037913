#!/usr/bin/env python3
"""How the memory of IC3CFA grows on hard tasks.

    bench/ic3cfa_memory.py [--seconds S] [--wall S] [--most MB] [--cinch build/cinch] FILE...

Runs each FILE for S CPU seconds (or that many wall seconds, whichever is first) without evidence, reads its resident size every
second, and prints it at ten moments, with the largest. Exits 1 where that is above --most (1024): memory has to grow with
the lemmas, not with the queries.
"""
import argparse, os, re, signal, subprocess, sys, tempfile, time

PAGE, TICKS = os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_CLK_TCK")


def usage(pid):
    """CPU seconds and resident megabytes of the process itself."""
    try:
        with open(f"/proc/{pid}/stat") as f:
            fields = f.read().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / TICKS, int(fields[21]) * PAGE / 2**20


def measure(path, a):
    command = [a.cinch, "verify", "--volatile", "memory", "--engine", "ic3cfa", "--no-evidence", "--stats", "--timeout", str(60 * a.seconds),
               "--data-model", a.data_model, path]
    start, samples = time.time(), [(0.0, 0.0)]
    with tempfile.TemporaryFile("w+", errors="replace") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
        while process.poll() is None:
            now = usage(process.pid)
            if now and process.poll() is None:
                samples.append(now)
            if samples[-1][0] > a.seconds or time.time() - start > a.wall:
                process.send_signal(signal.SIGINT)
            time.sleep(1)
        out.seek(0)
        return samples, out.read(), time.time() - start


def number(said, name):
    found = re.search(rf"^{name}\s+(\d+)$", said, re.M)
    return int(found.group(1)) if found else 0


def report(path, samples, said, wall):
    verdict = re.findall(r"^VERDICT: *(.*)", said, re.M)
    most = max(m for _, m in samples)
    print(f"{path}: {verdict[-1] if verdict else 'no verdict'} after {samples[-1][0]:.0f} CPU s, {wall:.0f} s; "
          f"{number(said, 'frames')} frames, {number(said, 'lemmas')} lemmas, {number(said, 'queries')} queries")
    for i in range(1, 11):
        at = samples[(len(samples) - 1) * i // 10]
        print(f"  {at[0]:7.1f} CPU s {at[1]:8.1f} MB")
    print(f"  at most {most:.1f} MB", flush=True)
    return most


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("files", nargs="+")
    ap.add_argument("--seconds", type=float, default=600)
    ap.add_argument("--wall", type=float, default=1e9)
    ap.add_argument("--most", type=float, default=1024)
    ap.add_argument("--data-model", default="ILP32")
    ap.add_argument("--cinch", default="build/cinch")
    a = ap.parse_args()
    worst = max(report(path, *measure(path, a)) for path in a.files)
    sys.exit(1 if worst > a.most else 0)


main()
