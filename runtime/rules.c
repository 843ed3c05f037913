/* Compiled twice, with RULES_32 for programs of 32 bits: the headers of the kernel have the numbers
 * of one machine each. */
#ifdef RULES_32
#include <asm/unistd_32.h>
#define TABLE(name) name##32
#else
#include <asm/unistd_64.h>
#define TABLE(name) name##64
#endif
#include "base/sandbox.h"
#include "rules.h"

#include <asm/ioctls.h>
#include <linux/fcntl.h>
#include <linux/mman.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <linux/signal.h>

#define ANY_BIT 0xffffffffu
#define WRITES ((unsigned)(O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND))
#define NEW_NAMESPACES                                                                             \
    (CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS |     \
     CLONE_NEWCGROUP)

#define ALLOW(call)                                                                                \
    {                                                                                              \
        RULE_ALLOW, __NR_##call, { {0, 0, 0}, {0, 0, 0} }                                          \
    }
#define ALLOW_IF(call, argument, mask, value)                                                      \
    {                                                                                              \
        RULE_ALLOW, __NR_##call, { {argument, mask, value}, {0, 0, 0} }                            \
    }
#define ALLOW_IF_BOTH(call, a, amask, avalue, b, bmask, bvalue)                                    \
    {                                                                                              \
        RULE_ALLOW, __NR_##call, {                                                                 \
            {a, amask, avalue}, { b, bmask, bvalue }                                               \
        }                                                                                          \
    }
#define FORBID(call)                                                                               \
    {                                                                                              \
        RULE_FORBID, __NR_##call, { {0, 0, 0}, {0, 0, 0} }                                         \
    }
#define FORBID_IF(call, argument, mask, value)                                                     \
    {                                                                                              \
        RULE_FORBID, __NR_##call, { {argument, mask, value}, {0, 0, 0} }                           \
    }
#define GATE_IF(call, argument, value)                                                             \
    {                                                                                              \
        RULE_GATE, __NR_##call, { {argument, ANY_BIT, value}, {0, 0, 0} }                          \
    }
#define NO_MORE                                                                                    \
    {                                                                                              \
        RULE_END, 0, { {0, 0, 0}, {0, 0, 0} }                                                      \
    }

/* Code comes from files only: no memory is both written and executed. Files are opened for reading
 * only, and nothing but the standard streams is open for writing. */
#ifdef RULES_32
#define MACHINE_CALLS                                                                              \
    ALLOW_IF(mmap2, 2, PROT_EXEC, 0),                                                              \
        ALLOW_IF_BOTH(mmap2, 2, PROT_EXEC | PROT_WRITE, PROT_EXEC, 3, MAP_ANONYMOUS, 0),           \
        ALLOW(sigreturn), ALLOW(fstat64), ALLOW(stat64), ALLOW(lstat64), ALLOW(fstatat64),         \
        ALLOW(ugetrlimit), ALLOW(getuid32), ALLOW(geteuid32), ALLOW(getgid32), ALLOW(getegid32),   \
        ALLOW(clock_getres_time64), ALLOW(_newselect), ALLOW(pselect6_time64), ALLOW(_llseek),     \
        ALLOW(clock_gettime64), ALLOW(clock_nanosleep_time64), ALLOW(set_thread_area),             \
        ALLOW_IF(fcntl64, 1, ANY_BIT, F_GETFL), ALLOW_IF(fcntl64, 1, ANY_BIT, F_GETFD)
#else
#define MACHINE_CALLS                                                                              \
    ALLOW_IF(mmap, 2, PROT_EXEC, 0),                                                               \
        ALLOW_IF_BOTH(mmap, 2, PROT_EXEC | PROT_WRITE, PROT_EXEC, 3, MAP_ANONYMOUS, 0),            \
        ALLOW(newfstatat), ALLOW(arch_prctl)
#endif

#define COMPUTING                                                                                                    \
    ALLOW(exit), ALLOW(exit_group), ALLOW(brk), ALLOW_IF(mprotect, 2, PROT_EXEC, 0),                                 \
        ALLOW(munmap), ALLOW(mremap), ALLOW(madvise), ALLOW(getrandom), ALLOW(futex), ALLOW(read),                   \
        ALLOW(close), ALLOW(lseek), ALLOW(fstat), ALLOW(rt_sigaction), ALLOW(rt_sigprocmask),                        \
        ALLOW(rt_sigreturn), ALLOW(sigaltstack), ALLOW(getpid), ALLOW(gettid), ALLOW(time),                          \
        ALLOW(gettimeofday), ALLOW(clock_gettime), ALLOW(nanosleep), ALLOW(clock_nanosleep),                         \
        ALLOW(sched_yield), ALLOW(sched_getaffinity), ALLOW(clock_getres), ALLOW(times),                             \
        ALLOW(getrusage), ALLOW(getrlimit), ALLOW(sysinfo), ALLOW(uname), ALLOW(getcwd),                             \
        ALLOW(getppid), ALLOW(getuid), ALLOW(geteuid), ALLOW(getgid), ALLOW(getegid),                                \
        ALLOW(access), ALLOW(faccessat), ALLOW(stat), ALLOW(lstat), ALLOW(statx), ALLOW(readlink),                   \
        ALLOW(readlinkat), ALLOW(readv), ALLOW(pread64), ALLOW(getdents64), ALLOW(poll),                             \
        ALLOW(select), ALLOW(pselect6), ALLOW(alarm), ALLOW(pause), ALLOW(set_tid_address),                          \
        ALLOW(set_robust_list), ALLOW(rseq), FORBID_IF(dup, 0, ANY_BIT, SANDBOX_CHANNEL),                            \
        ALLOW(dup), FORBID_IF(writev, 0, ANY_BIT, SANDBOX_CHANNEL), ALLOW(writev),                                   \
        ALLOW_IF(open, 1, WRITES, O_RDONLY), ALLOW_IF(openat, 2, WRITES, O_RDONLY),                                  \
        ALLOW_IF(ioctl, 1, ANY_BIT, TCGETS), ALLOW_IF(fcntl, 1, ANY_BIT, F_GETFL),                                   \
        ALLOW_IF(fcntl, 1, ANY_BIT, F_GETFD), ALLOW_IF(prlimit64, 0, ANY_BIT, 0),                                    \
        ALLOW_IF(tgkill, 0, ANY_BIT, RULE_OWN_PID), ALLOW_IF(kill, 0, ANY_BIT, RULE_OWN_PID),                        \
        ALLOW_IF(personality, 0, ANY_BIT, ANY_BIT),                                                                  \
        /* The launcher's last call; the descriptor is closed by it, and its number cannot be */ /* opened again. */ \
        ALLOW_IF(execveat, 0, ANY_BIT, SANDBOX_PROGRAM), MACHINE_CALLS

const struct rule TABLE(test_rules)[] = {GATE_IF(write, 0, SANDBOX_CHANNEL), ALLOW(write),
                                         COMPUTING, NO_MORE};

/* Where faults are evidence, the program neither handles them nor asks who does. */
const struct rule TABLE(fault_rules)[] = {GATE_IF(rt_sigaction, 0, SIGSEGV),
                                          GATE_IF(rt_sigaction, 0, SIGBUS), NO_MORE};

/* A server starts a process for each run, which gives up the rest (cell.h). */
const struct rule TABLE(server_rules)[] = {
    ALLOW(write),
    ALLOW_IF(clone, 0, NEW_NAMESPACES | CLONE_VM | CLONE_PTRACE | CLONE_PARENT, 0),
    ALLOW(wait4),
    ALLOW(setitimer),
    ALLOW(setrlimit),
    ALLOW_IF(prctl, 0, ANY_BIT, PR_SET_PDEATHSIG),
    ALLOW_IF(prctl, 0, ANY_BIT, PR_SET_SECCOMP),
    ALLOW_IF(prctl, 0, ANY_BIT, PR_SET_NO_NEW_PRIVS),
    COMPUTING,
    NO_MORE};

/* What no compiler or linker does. */
const struct rule TABLE(tool_rules)[] = {FORBID(socket),
                                         FORBID(ptrace),
                                         FORBID(process_vm_readv),
                                         FORBID(process_vm_writev),
                                         FORBID(mount),
                                         FORBID(umount2),
                                         FORBID(pivot_root),
                                         FORBID(chroot),
                                         FORBID(unshare),
                                         FORBID(setns),
                                         FORBID(bpf),
                                         FORBID(perf_event_open),
                                         FORBID(userfaultfd),
                                         FORBID(io_uring_setup),
                                         FORBID(keyctl),
                                         FORBID(add_key),
                                         FORBID(request_key),
                                         FORBID(init_module),
                                         FORBID(finit_module),
                                         FORBID(delete_module),
                                         FORBID(kexec_load),
                                         FORBID(open_by_handle_at),
                                         FORBID(quotactl),
                                         FORBID(reboot),
                                         FORBID(swapon),
                                         FORBID(acct),
                                         FORBID(syslog),
                                         FORBID(settimeofday),
                                         FORBID_IF(clone, 0, CLONE_NEWUSER, CLONE_NEWUSER),
                                         NO_MORE};
