/* The cell of a process that runs a program under test: it can do nothing but compute. Text that is
 * included; `leave` and END_BROKEN come from the server's own header. */
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_I386
#endif
#define ALLOW(name)                                                                                \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1),                                         \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

/* Memory, the end, and the return from a signal handler: all that computing needs. */
static void lock_up(void) {
    static struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ALLOW(exit_group),
        ALLOW(brk),
        ALLOW(mmap),
        ALLOW(munmap),
        ALLOW(mremap),
        ALLOW(madvise),
        ALLOW(getrandom),
        ALLOW(rt_sigreturn),
#ifndef __x86_64__
        ALLOW(mmap2),
        ALLOW(sigreturn),
#endif
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog filter = {sizeof rules / sizeof *rules, rules};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)) leave(END_BROKEN);
}

/* What every such process begins with: it ends with the server, starts no other, and stops after so
 * much CPU time. */
static void enter_cell(pid_t server, unsigned milliseconds) {
    struct itimerval limit = {.it_value = {milliseconds / 1000, milliseconds % 1000 * 1000}};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != server) leave(END_BROKEN);
    setrlimit(RLIMIT_NPROC, &(struct rlimit){0, 0});
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){0, 0});
    setitimer(ITIMER_PROF, &limit, NULL);
    lock_up();
}

static double seconds_used(void) {
    double sum = 0;
    for (int i = 0; i < 2; i++) {
        struct rusage u;
        getrusage(i ? RUSAGE_CHILDREN : RUSAGE_SELF, &u);
        sum += (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
               (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
    }
    return sum;
}

/* Signals that end a run, and the server's own limits. */
static void prepare_cells(void (*on_signal)(int), double seconds) {
    static char stack[65536];
    static const int signals[] = {SIGPROF, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction act = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
    sigaltstack(&other, NULL);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &act, NULL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setrlimit(RLIMIT_CPU, &(struct rlimit){(rlim_t)seconds + 2, (rlim_t)seconds + 2});
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

static void put(const char *data, size_t size) {
    while (size) {
        ssize_t n = write(STDOUT_FILENO, data, size);
        if (n <= 0) return;
        data += n;
        size -= (size_t)n;
    }
}
