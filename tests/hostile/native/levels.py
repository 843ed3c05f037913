#!/usr/bin/env python3
"""The sandbox where the kernel does not allow all of it: without namespaces and Landlock the filter of system calls is left, and the
report says so; without that filter the program is not run. usage: levels.py CINCH"""
import ctypes, os, struct, subprocess, sys, tempfile

PROGRAM = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\n" \
          "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 5) assert(0); return 0; }\n"
UNSHARE, SECCOMP, LANDLOCK = 272, 317, 444


def deny(calls):
    """A filter in this process, under which these calls fail as on a kernel without them."""
    code = [(0x20, 0, 0, 0)]  # load the number
    for n, call in enumerate(calls):
        code.append((0x15, len(calls) - n, 0, call))
    code += [(0x06, 0, 0, 0x7fff0000), (0x06, 0, 0, 0x00050000 | 38)]  # allow; ENOSYS
    text = b"".join(struct.pack("HBBI", *c) for c in code)
    kept = ctypes.create_string_buffer(text, len(text))
    filter_ = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(code), ctypes.addressof(kept)))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, filter_):
        os._exit(77)


def run(cinch, path, calls):
    out = subprocess.run([cinch, "verify", "-v", path], capture_output=True, text=True, timeout=60,
                         preexec_fn=lambda: deny(calls) if calls else None)
    return out.stdout


def main():
    cinch, wrong = os.path.abspath(sys.argv[1]), 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "p.c")
        open(path, "w").write(PROGRAM)
        for calls, expected in (([UNSHARE], "sandbox of the compiled program: seccomp"),
                                ([UNSHARE, LANDLOCK], "sandbox of the compiled program: seccomp, limits\n"),
                                ([SECCOMP], "no test was run: the kernel allows no sandbox")):
            said = run(cinch, path, calls)
            if expected not in said or "VERDICT: FALSE(assert)" not in said:
                wrong += 1
                print(f"FAIL tests/hostile/native/levels.py {calls}: expected '{expected}' in\n{said}")
    print(f"hostile levels: 3 tried, {wrong} failures")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
