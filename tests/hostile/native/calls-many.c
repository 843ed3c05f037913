// command: verify
// verdict: UNKNOWN|FALSE
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <fcntl.h>
#include <signal.h>
#include <errno.h>
#define SANDBOX_BROKEN_STATUS 109
/* Linked with a generated test while it is tried out here: before anything of the program runs, the
 * process gives up all system calls but those of computing, printing and reading files. Any other
 * ends it by SIGSYS: a call that fails here alone would show what no ordinary run does.
 *
 * No function of the C library is called: the program may define one of the same name. */
#include <asm/ioctls.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#ifdef __x86_64__
#define SANDBOX_MACHINE AUDIT_ARCH_X86_64
#else
#define SANDBOX_MACHINE AUDIT_ARCH_I386
#endif
#define SANDBOX_LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define SANDBOX_SKIP_UNLESS(value, n) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, n)
#define SANDBOX_RETURN(what) BPF_STMT(BPF_RET | BPF_K, what)
#define SANDBOX_ALLOW(name) SANDBOX_SKIP_UNLESS(SYS_##name, 1), SANDBOX_RETURN(SECCOMP_RET_ALLOW)
/* Where the lowest word of an argument, under a mask, is this number. */
#define SANDBOX_ALLOW_IF(name, argument, mask, value)                                              \
    SANDBOX_SKIP_UNLESS(SYS_##name, 5), SANDBOX_LOAD(args[argument]),                              \
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, (mask)), SANDBOX_SKIP_UNLESS(value, 1),                \
        SANDBOX_RETURN(SECCOMP_RET_ALLOW), SANDBOX_LOAD(nr)
#define SANDBOX_ANY_BIT 0xffffffffu
#define SANDBOX_WRITES ((unsigned)(O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND))

static long sandbox_call(long number, long a, long b, long c) {
    long result;
#ifdef __x86_64__
    register long fourth __asm__("r10") = 0;
    register long fifth __asm__("r8") = 0;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth)
                     : "rcx", "r11", "memory");
#else
    __asm__ volatile("int $0x80"
                     : "=a"(result)
                     : "a"(number), "b"(a), "c"(b), "d"(c), "S"(0), "D"(0)
                     : "memory");
#endif
    return result;
}

__attribute__((no_sanitize("address"))) static void sandbox_enter(void) {
    unsigned own = (unsigned)sandbox_call(SYS_getpid, 0, 0, 0);
    struct sock_filter rules[] = {
        SANDBOX_LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SANDBOX_MACHINE, 1, 0),
        SANDBOX_RETURN(SECCOMP_RET_KILL_PROCESS),
        SANDBOX_LOAD(nr),
        SANDBOX_ALLOW(exit_group),
        SANDBOX_ALLOW(exit),
        SANDBOX_ALLOW(brk),
        SANDBOX_ALLOW(mmap),
        SANDBOX_ALLOW(munmap),
        SANDBOX_ALLOW(mremap),
        SANDBOX_ALLOW(mprotect),
        SANDBOX_ALLOW(madvise),
        SANDBOX_ALLOW(getrandom),
        SANDBOX_ALLOW(futex),
        SANDBOX_ALLOW(read),
        SANDBOX_ALLOW(close),
        SANDBOX_ALLOW(lseek),
        SANDBOX_ALLOW(fstat),
        SANDBOX_ALLOW(rt_sigaction),
        SANDBOX_ALLOW(rt_sigprocmask),
        SANDBOX_ALLOW(rt_sigreturn),
        SANDBOX_ALLOW(sigaltstack),
        SANDBOX_ALLOW(getpid),
        SANDBOX_ALLOW(gettid),
        SANDBOX_ALLOW(time),
        SANDBOX_ALLOW(gettimeofday),
        SANDBOX_ALLOW(clock_gettime),
        SANDBOX_ALLOW(nanosleep),
        SANDBOX_ALLOW(clock_nanosleep),
        SANDBOX_ALLOW(sched_yield),
        SANDBOX_ALLOW(sched_getaffinity),
        SANDBOX_ALLOW(clock_getres),
        SANDBOX_ALLOW(times),
        SANDBOX_ALLOW(getrusage),
        SANDBOX_ALLOW(getrlimit),
        SANDBOX_ALLOW(sysinfo),
        SANDBOX_ALLOW(uname),
        SANDBOX_ALLOW(getcwd),
        SANDBOX_ALLOW(getppid),
        SANDBOX_ALLOW(getuid),
        SANDBOX_ALLOW(geteuid),
        SANDBOX_ALLOW(getgid),
        SANDBOX_ALLOW(getegid),
        SANDBOX_ALLOW(access),
        SANDBOX_ALLOW(faccessat),
        SANDBOX_ALLOW(stat),
        SANDBOX_ALLOW(lstat),
        SANDBOX_ALLOW(statx),
        SANDBOX_ALLOW(readlink),
        SANDBOX_ALLOW(readlinkat),
        SANDBOX_ALLOW(readv),
        SANDBOX_ALLOW(pread64),
        SANDBOX_ALLOW(getdents64),
        SANDBOX_ALLOW(dup),
        SANDBOX_ALLOW(poll),
        SANDBOX_ALLOW(select),
        SANDBOX_ALLOW(pselect6),
        SANDBOX_ALLOW(alarm),
        SANDBOX_ALLOW(pause),
#ifdef __x86_64__
        SANDBOX_ALLOW(newfstatat),
#else
        SANDBOX_ALLOW(mmap2),
        SANDBOX_ALLOW(sigreturn),
        SANDBOX_ALLOW(fstat64),
        SANDBOX_ALLOW(stat64),
        SANDBOX_ALLOW(lstat64),
        SANDBOX_ALLOW(fstatat64),
        SANDBOX_ALLOW(ugetrlimit),
        SANDBOX_ALLOW(getuid32),
        SANDBOX_ALLOW(geteuid32),
        SANDBOX_ALLOW(getgid32),
        SANDBOX_ALLOW(getegid32),
        SANDBOX_ALLOW(clock_getres_time64),
        SANDBOX_ALLOW(_newselect),
        SANDBOX_ALLOW(pselect6_time64),
        SANDBOX_ALLOW_IF(fcntl64, 1, SANDBOX_ANY_BIT, F_GETFL),
        SANDBOX_ALLOW_IF(fcntl64, 1, SANDBOX_ANY_BIT, F_GETFD),
        SANDBOX_ALLOW(_llseek),
        SANDBOX_ALLOW(clock_gettime64),
        SANDBOX_ALLOW(clock_nanosleep_time64),
#endif
        SANDBOX_ALLOW(write), /* nothing but the standard streams is open for it */
        SANDBOX_ALLOW(writev),
        SANDBOX_ALLOW_IF(open, 1, SANDBOX_WRITES, O_RDONLY),
        SANDBOX_ALLOW_IF(openat, 2, SANDBOX_WRITES, O_RDONLY),
        SANDBOX_ALLOW_IF(ioctl, 1, SANDBOX_ANY_BIT, TCGETS), /* isatty */
        SANDBOX_ALLOW_IF(fcntl, 1, SANDBOX_ANY_BIT, F_GETFL),
        SANDBOX_ALLOW_IF(fcntl, 1, SANDBOX_ANY_BIT, F_GETFD),
        SANDBOX_ALLOW_IF(prlimit64, 0, SANDBOX_ANY_BIT, 0), /* its own */
        SANDBOX_ALLOW_IF(tgkill, 0, SANDBOX_ANY_BIT, own),  /* abort, raise */
        SANDBOX_ALLOW_IF(kill, 0, SANDBOX_ANY_BIT, own),
        SANDBOX_RETURN(SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog filter = {sizeof rules / sizeof *rules, rules};
    if (sandbox_call(SYS_close_range, 3, -1, 0) ||
        sandbox_call(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0) ||
        sandbox_call(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, (long)&filter))
        for (;;) sandbox_call(SYS_exit_group, SANDBOX_BROKEN_STATUS, 0, 0);
}

/* Before the program's constructors: this file is the first that is linked. */


#define N(x) SYS_##x, #x
static struct { long nr; const char *name; long a,b,c,d,e,f; } t[]={
 {N(fork)},{N(vfork)},{N(clone),SIGCHLD},{N(clone3)},{N(execve)},{N(execveat)},{N(socket),2,1},{N(socketpair),1,1},{N(connect)},{N(ptrace)},{N(process_vm_writev)},{N(process_vm_readv)},{N(memfd_create),(long)"x"},{N(io_uring_setup),1},{N(io_uring_enter)},{N(bpf)},{N(userfaultfd)},{N(perf_event_open)},{N(shmget),0,4096,01600},{N(mq_open)},{N(unlink),(long)"./sb/nothing"},{N(rename)},{N(mkdir),(long)"./sb/dd",0755},{N(symlink)},{N(chmod)},{N(creat),(long)"./sb/cc",0644},{N(open),(long)"./sb/x",O_WRONLY|O_CREAT,0644},{N(open),(long)"/proc/self/mem",O_RDWR},{N(openat),AT_FDCWD,(long)"/dev/shm/x",O_RDWR|O_CREAT,0644},{N(openat),AT_FDCWD,(long)"/tmp",O_TMPFILE|O_RDWR,0600},{N(openat2),AT_FDCWD},{N(open_by_handle_at)},{N(name_to_handle_at)},{N(sendfile)},{N(splice)},{N(tee)},{N(vmsplice)},{N(copy_file_range)},{N(pwrite64),1},{N(pwritev),1},{N(dup2),1,9},{N(dup3)},{N(fcntl),1,F_SETFL,0},{N(ioctl),0,0x5412},{N(setsid)},{N(setpgid)},{N(kill),-1,0},{N(kill),0,0},{N(kill),1,0},{N(tkill),1,0},{N(tgkill),1,1,0},{N(rt_sigqueueinfo)},{N(pidfd_open),1},{N(pidfd_getfd)},{N(pidfd_send_signal)},{N(prlimit64),1},{N(setrlimit)},{N(setitimer)},{N(prctl),22},{N(seccomp)},{N(mount)},{N(unshare),0x10000000},{N(setns)},{N(chroot)},{N(chdir),(long)"/"},{N(inotify_init)},{N(landlock_create_ruleset)},{N(keyctl)},{N(arch_prctl)},{N(personality)},{N(timer_create)},{N(eventfd2)},{N(pipe2)},{N(utimensat)},{N(setxattr)},{N(truncate)},{N(ftruncate)},{N(fallocate)},{N(msync)},{N(mlock)},{N(sched_setaffinity)},{N(sched_setscheduler)},{N(setpriority)},{N(ioprio_set)},{N(sync)},{N(reboot)},
 {0x40000000|SYS_open,"x32 open",(long)"./sb/x",O_WRONLY|O_CREAT,0644},{0x40000000+520,"x32 execve"},
};
int main(void){ int killed=0,n=sizeof t/sizeof*t; for(int i=0;i<n;i++){ fflush(0); pid_t p=fork(); if(!p){ sandbox_enter(); long r=syscall(t[i].nr,t[i].a,t[i].b,t[i].c,t[i].d,t[i].e,t[i].f); int er=errno; (void)er; _exit(r<0?1:2);} int w; waitpid(p,&w,0); if(WIFSIGNALED(w)&&WTERMSIG(w)==SIGSYS) killed++; else printf("%s: not killed: status %x\n",t[i].name,w);} 
 /* int 0x80 */ fflush(0); pid_t p=fork(); if(!p){ sandbox_enter(); long r; __asm__ volatile("int $0x80":"=a"(r):"a"(20L):"memory"); _exit(3);} int w; waitpid(p,&w,0); printf("int 0x80: %s\n", WIFSIGNALED(w)?"killed":"NOT KILLED");
 printf("%d of %d killed by SIGSYS\n",killed,n);
 /* what may be read */ p=fork(); if(!p){ sandbox_enter(); char b[64]; int f=open("/etc/passwd",O_RDONLY); printf("open /etc/passwd for reading: %d, %zd bytes\n",f,read(f,b,64)); f=open("/proc/self/environ",O_RDONLY); printf("open /proc/self/environ: %d, %zd bytes\n",f,read(f,b,64)); fflush(0); _exit(0);} waitpid(p,&w,0);
 return 0; }
