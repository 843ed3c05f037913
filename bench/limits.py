"""CPU seconds of a process and all its descendants, as the limit of a run: what is left when other work is on the machine."""
import os, signal, subprocess, tempfile, time

TICKS = os.sysconf("SC_CLK_TCK")


def session_cpu(session):
    """Of all processes of a session that live, and of the children they have waited for."""
    total = 0
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as f:
                fields = f.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session:
            total += sum(int(x) for x in fields[11:15])
    return total / TICKS


def watch(process, seconds, stopping=lambda: False):
    """Wait; interrupt what has used up its seconds, kill what does not end then. Returns the CPU seconds that it used."""
    interrupted, pause = None, 0.005
    while True:
        pid, _, used = os.wait4(process.pid, os.WNOHANG)
        if pid:
            return used.ru_utime + used.ru_stime
        if interrupted is None and pause > 0.05 and session_cpu(process.pid) > seconds:
            os.kill(process.pid, signal.SIGINT)
            interrupted = time.time()
        if stopping() or (interrupted is not None and time.time() - interrupted > 20):
            os.killpg(process.pid, signal.SIGKILL)
        time.sleep(pause)
        pause = min(pause * 1.5, 0.1)


def run(command, seconds, stopping=lambda: False):
    """What the command prints, its CPU seconds and the seconds by the clock."""
    start = time.time()
    with tempfile.TemporaryFile("w+", errors="replace") as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.DEVNULL, start_new_session=True)
        cpu = watch(process, seconds, stopping)
        process.returncode = 0  # it has been waited for
        out.seek(0)
        return out.read(), cpu, time.time() - start
