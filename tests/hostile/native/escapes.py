#!/usr/bin/env python3
"""System calls that a program under test tries by itself: none may succeed. A program calls the error function where its call did. Its
run does not count, since it has assembly, but cinch says that it came to the error. usage: escapes.py CINCH [NAME...]; ALL=1 tries all
of them."""
import os, subprocess, sys, tempfile

HEAD = """void reach_error(void);
static long sys(long n, long a, long b, long c, long d, long e, long f) {
    long r;
    register long r10 __asm__("r10") = d; register long r8 __asm__("r8") = e; register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
    return r;
}
static char buf[4096];
static unsigned rec[2] = {0x63696e04, 107}; /* the record of an error that was reached */
int main(void) { long r; %s if (r %s) reach_error(); return 0; }
"""

TRIED = [  # name, statements, how success looks
    ('control', 'r=sys(39,0,0,0,0,0,0);', '> 0'),
    ('open_etc', 'r=sys(2,(long)"/etc/passwd",0,0,0,0,0);', '>= 0'),
    ('open_root', 'r=sys(2,(long)"/",0200000,0,0,0,0);  r = r < 0 ? r : sys(217,r,(long)buf,4096,0,0,0); int found=0; for (int i=0;i+4<4096;i++) if (buf[i]==\'h\'&&buf[i+1]==\'o\'&&buf[i+2]==\'m\'&&buf[i+3]==\'e\') found=1; r=found;', '> 0'),
    ('open_proc', 'r=sys(2,(long)"/proc/1/environ",0,0,0,0,0);', '>= 0'),
    ('proc_fd', 'r=sys(2,(long)"/proc/self/fd/200",0,0,0,0,0);', '>= 0'),
    ('creat', 'r=sys(2,(long)"/tmp/x",0101,0644,0,0,0);', '>= 0'),
    ('write_chan', 'r=sys(1,200,(long)rec,8,0,0,0);', '== 8'),
    ('writev_chan', 'long v[2]={(long)rec,8}; r=sys(20,200,(long)v,1,0,0,0);', '== 8'),
    ('pwrite_chan', 'r=sys(18,200,(long)rec,8,0,0,0);', '== 8'),
    ('write_chan_high', 'r=sys(1,200L+(1L<<32),(long)rec,8,0,0,0);', '== 8'),
    ('dup_chan', 'r=sys(32,200,0,0,0,0,0);', '>= 0'),
    ('dup_chan_high', 'r=sys(32,200L+(1L<<32),0,0,0,0,0);', '>= 0'),
    ('dup2', 'r=sys(33,200,5,0,0,0,0);', '>= 0'),
    ('dup3', 'r=sys(292,200,5,0,0,0,0);', '>= 0'),
    ('fcntl_dup', 'r=sys(72,200,0,3,0,0,0);', '>= 0'),
    ('int80_open', '__asm__ volatile("int $0x80":"=a"(r):"a"(5),"b"("/etc/passwd"),"c"(0),"d"(0):"memory"); r=(int)r;', '>= 0'),
    ('int80_write', '__asm__ volatile("int $0x80":"=a"(r):"a"(4),"b"(200),"c"(rec),"d"(8):"memory"); r=(int)r;', '== 8'),
    ('x32_write', 'r=sys(0x40000001,200,(long)rec,8,0,0,0);', '== 8'),
    ('fork', 'r=sys(57,0,0,0,0,0,0);', '>= 0'),
    ('vfork', 'r=sys(58,0,0,0,0,0,0);', '>= 0'),
    ('clone', 'r=sys(56,17,0,0,0,0,0);', '>= 0'),
    ('clone3', 'static long a[8]; r=sys(435,(long)a,64,0,0,0,0);', '>= 0'),
    ('kill_all', 'r=sys(62,-1,9,0,0,0,0);', '== 0'),
    ('kill_parent', 'r=sys(62,sys(110,0,0,0,0,0,0),9,0,0,0,0);', '== 0'),
    ('tgkill', 'r=sys(234,1,1,9,0,0,0);', '== 0'),
    ('tkill', 'r=sys(200,1,9,0,0,0,0);', '== 0'),
    ('rt_sigqueue', 'r=sys(129,1,9,(long)buf,0,0,0);', '== 0'),
    ('pidfd_open', 'r=sys(434,1,0,0,0,0,0);', '>= 0'),
    ('ptrace', 'r=sys(101,16,1,0,0,0,0);', '== 0'),
    ('process_vm', 'r=sys(310,1,0,0,0,0,0);', '== 0'),
    ('io_uring', 'static char p[256]; r=sys(425,4,(long)p,0,0,0,0);', '>= 0'),
    ('socket', 'r=sys(41,1,1,0,0,0,0);', '>= 0'),
    ('shmget', 'r=sys(29,0,4096,01666,0,0,0);', '>= 0'),
    ('memfd', 'r=sys(319,(long)"x",0,0,0,0,0);', '>= 0'),
    ('mmap_wx', 'r=sys(9,0,4096,7,0x22,-1,0);', '> 0'),
    ('mprotect_x', 'r=sys(10,(long)buf & ~4095L,4096,5,0,0,0);', '== 0'),
    ('mmap_rx_anon', 'r=sys(9,0,4096,5,0x22,-1,0);', '> 0'),
    ('mremap', 'r=sys(25,(long)main & ~4095L,4096,4096,3,0x10000000,0);', '> 0'),
    ('pkey_mprotect', 'r=sys(329,(long)buf & ~4095L,4096,7,-1,0,0);', '== 0'),
    ('shared_mem_chan', 'r=sys(9,0,4096,3,1,200,0);', '> 0'),
    ('execve', 'static char *v[]={"/bin/sh",0}; r=sys(59,(long)"/bin/sh",(long)v,0,0,0,0);', '== 0'),
    ('execveat201', 'static char *v[]={"x",0}; r=sys(322,201,(long)"",(long)v,0,0x1000,0);', '== 0'),
    ('unshare', 'r=sys(272,0x10000000,0,0,0,0,0);', '== 0'),
    ('mount', 'r=sys(165,(long)"none",(long)"/tmp",(long)"tmpfs",0,0,0);', '== 0'),
    ('chroot', 'r=sys(161,(long)"/",0,0,0,0,0);', '== 0'),
    ('setrlimit', 'long l[2]={-1,-1}; r=sys(302,0,9,(long)l,0,0,0);', '== 0'),
    ('prctl_dump', 'r=sys(157,4,1,0,0,0,0);', '== 0'),
    ('seccomp', 'r=sys(317,0,0,0,0,0,0);', '== 0'),
    ('personality', 'r=sys(135,0,0,0,0,0,0);', '>= 0'),
    ('userfaultfd', 'r=sys(323,0,0,0,0,0,0);', '>= 0'),
    ('bpf', 'r=sys(321,0,(long)buf,48,0,0,0);', '>= 0'),
    ('keyctl', 'r=sys(250,0,-3,0,0,0,0);', '>= 0'),
    ('sched_setaff', 'r=sys(203,1,8,(long)buf,0,0,0);', '== 0'),
    ('modify_ldt', 'r=sys(154,0,(long)buf,16,0,0,0);', '>= 0'),
    ('tiocsti', 'r=sys(16,0,0x5412,(long)"x",0,0,0);', '== 0'),
    ('openat2', 'static long h[3]; r=sys(437,-100,(long)"/usr/lib",(long)h,24,0,0);', '>= 0'),
    ('readlink_exe', 'r=sys(89,(long)"/proc/self/exe",(long)buf,100,0,0,0);', '> 0'),
    ('getppid_leak', 'r=sys(110,0,0,0,0,0,0);', '> 1'),
    ('statx_home', 'r=sys(4,(long)"/root",(long)buf,0,0,0,0);', '== 0'),
    ('access_ssh', 'r=sys(21,(long)"/etc/shadow",0,0,0,0,0);', '== 0'),
]


REACHED = "the compiled test does not count"


def run(cinch, folder, name, statements, success):
    path = os.path.join(folder, name + ".c")
    with open(path, "w") as f:
        f.write(HEAD % (statements, success))
    return subprocess.run([cinch, "verify", "--timeout", "10", path], capture_output=True, text=True, timeout=60).stdout


def main():
    cinch, only, wrong = sys.argv[1], sys.argv[2:], 0
    tried = [t for i, t in enumerate(TRIED) if t[0] in only or (not only and (os.environ.get("ALL") or i % 2 == 0))]
    with tempfile.TemporaryDirectory() as folder:
        for name, statements, success in tried:
            said = run(cinch, folder, name, statements, success)
            if (REACHED in said) != (name == "control") or "VERDICT: UNKNOWN" not in said:
                wrong += 1
                print(f"FAIL tests/hostile/native/escapes.py {name}: {said[-300:]}")
    print(f"hostile system calls: {len(tried)} tried, {wrong} failures")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
