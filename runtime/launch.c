/* The launcher: it puts a sandbox around itself and executes a program in it. It has nothing of the
 * program in it, so whatever the program is linked from, none of it runs outside.
 *
 *     launch PROFILE KEY=VALUE... -- FILE ARGUMENT...
 *
 * Profiles: `test` and `server` run code of a stranger, with no environment; `tool` runs a compiler
 * of this machine over files of a stranger. Keys: directory (where a tool may write), memory, file,
 * cpu, processes (limits), gate (base/sandbox.h), faults, proc (for AddressSanitizer), channel,
 * unsafe.
 *
 * Layers that the kernel does not allow are left out, and the channel says which are in force; only
 * the filter of system calls must be, unless `unsafe` says otherwise.
 *
 * No C library: system calls are made directly. x86-64 only; the program may be one of 32 bits. */
#include "base/sandbox.h"
#include "kernel.h"
#include "rules.h"

#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/fcntl.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/mount.h>
#include <linux/prctl.h>
#include <linux/resource.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <linux/signal.h>
#include <linux/stat.h>
#include <linux/wait.h>
#include <stddef.h>

enum { NOBODY = 65534, FAILED = 125 };
enum { DETACHED = 2 }; /* MNT_DETACH, which no header of the kernel has */
enum { NAMESPACES = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS };
enum profile { TEST, SERVER, TOOL };

static struct {
    enum profile profile;
    const char *directory;
    word memory, file, cpu, processes, gate;
    int faults, proc, channel, unsafe;
    unsigned layers;
} how;

/* ---- words ---- */

static size_t length(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

static int same(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

/* What comes after `name=`, or NULL. */
static const char *after(const char *s, const char *name) {
    while (*name && *s == *name) s++, name++;
    return !*name && *s == '=' ? s + 1 : NULL;
}

static word number(const char *s) {
    word n = 0;
    while (*s >= '0' && *s <= '9') n = n * 10 + (word)(*s++ - '0');
    return n;
}

/* The compiler asks for these. */
void *memset(void *to, int byte, size_t n) {
    for (size_t i = 0; i < n; i++) ((volatile char *)to)[i] = (char)byte;
    return to;
}
void *memcpy(void *to, const void *from, size_t n) {
    for (size_t i = 0; i < n; i++) ((volatile char *)to)[i] = ((const char *)from)[i];
    return to;
}

/* ---- the channel ---- */

static void tell(unsigned kind, unsigned value) {
    sandbox_record r = {.kind = kind, .value = value};
    if (how.channel) kernel(__NR_write, SANDBOX_CHANNEL, &r, sizeof r);
}

static _Noreturn void leave(int status) {
    for (;;) kernel(__NR_exit_group, status);
}

static _Noreturn void refuse(enum sandbox_layer missing) {
    tell(SANDBOX_REFUSED, missing);
    leave(FAILED);
}

/* ---- namespaces ---- */

static int write_file(const char *path, const char *content) {
    long f = kernel(__NR_openat, AT_FDCWD, path, O_WRONLY | O_CLOEXEC);
    long n = f < 0 ? f : kernel(__NR_write, f, content, length(content));
    if (f >= 0) kernel(__NR_close, f);
    return n == (long)length(content);
}

/* "65534 OWN 1": there is one user inside, who is nobody there. */
static void map_user(const char *file, word own) {
    char line[32] = "65534 ", digits[20];
    size_t at = 6, n = 0;
    do digits[n++] = (char)('0' + own % 10);
    while (own /= 10);
    while (n) line[at++] = digits[--n];
    line[at++] = ' ';
    line[at++] = '1';
    line[at] = 0;
    write_file(file, line);
}

/* For a program root is nobody. */
static void drop_root(void) {
    if (kernel(__NR_geteuid)) return;
    kernel(__NR_setgroups, 0, NULL);
    kernel(__NR_setresgid, NOBODY, NOBODY, NOBODY);
    kernel(__NR_setresuid, NOBODY, NOBODY, NOBODY);
    kernel(__NR_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0); /* /proc/self is ours again */
    kernel(__NR_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
}

/* Root needs no namespace of users, and has the others even where that one is not allowed. */
static int enter_namespaces(void) {
    if (!kernel(__NR_geteuid) && !kernel(__NR_unshare, NAMESPACES)) return 1;
    drop_root();
    word user = (word)kernel(__NR_geteuid), group = (word)kernel(__NR_getegid);
    if (kernel(__NR_unshare, NAMESPACES | CLONE_NEWUSER)) return 0;
    write_file("/proc/self/setgroups", "deny");
    map_user("/proc/self/uid_map", user);
    map_user("/proc/self/gid_map", group);
    return 1;
}

/* ---- the root ---- */

static const char *const libraries[] = {"/usr/lib", "/usr/lib64", "/usr/lib32", "/lib",
                                        "/lib64",   "/lib32",     NULL};
#define LOADER_CACHE "/etc/ld.so.cache"

static int seal_mount(const char *path) {
    struct mount_attr attributes = {.attr_set =
                                        MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV};
    return !kernel(__NR_mount_setattr, AT_FDCWD, path, AT_RECURSIVE, &attributes,
                   sizeof attributes);
}

/* A folder of this machine at the same place below the new root, which is the working directory; a
 * link is copied. True where there is none. */
static int show_folder(const char *path) {
    char target[256];
    struct statx about;
    if (kernel(__NR_statx, AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_TYPE, &about)) return 1;
    if ((about.stx_mode & S_IFMT) == S_IFLNK) {
        long n = kernel(__NR_readlinkat, AT_FDCWD, path, target, sizeof target - 1);
        if (n <= 0) return 0;
        target[n] = 0;
        return !kernel(__NR_symlinkat, target, AT_FDCWD, path + 1);
    }
    return !kernel(__NR_mkdirat, AT_FDCWD, path + 1, 0755) &&
           !kernel(__NR_mount, path, path + 1, NULL, MS_BIND | MS_REC, NULL) &&
           seal_mount(path + 1);
}

/* Without it the loader looks in its own folders. */
static void show_cache(void) {
    kernel(__NR_mkdirat, AT_FDCWD, "etc", 0755);
    long f = kernel(__NR_openat, AT_FDCWD, LOADER_CACHE + 1, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (f >= 0) kernel(__NR_close, f);
    if (!kernel(__NR_mount, LOADER_CACHE, LOADER_CACHE + 1, NULL, MS_BIND, NULL))
        seal_mount(LOADER_CACHE + 1);
}

static int show_proc(void) {
    return !kernel(__NR_mkdirat, AT_FDCWD, "proc", 0755) &&
           !kernel(__NR_mount, "proc", "proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
}

/* An empty root, with the libraries of this machine for reading. The new root is put together on
 * /tmp, which nobody else sees in this namespace. */
static int change_root(void) {
    if (kernel(__NR_mount, NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
        kernel(__NR_mount, "none", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "size=64k,mode=755") ||
        kernel(__NR_chdir, "/tmp") || kernel(__NR_mkdirat, AT_FDCWD, "usr", 0755))
        return 0;
    for (const char *const *l = libraries; *l; l++)
        if (!show_folder(*l)) return 0;
    show_cache();
    if (how.proc && !show_proc()) return 0;
    return !kernel(__NR_pivot_root, ".", ".") && !kernel(__NR_umount2, ".", DETACHED) &&
           !kernel(__NR_chdir, "/") && seal_mount("/");
}

/* ---- Landlock ---- */

/* As its headers grow: attributes and rights by version. */
struct ruleset {
    unsigned long long files, network, scopes;
};
enum {
    LL_EXECUTE = 1,
    LL_WRITE = 2,
    LL_READ = 4,
    LL_LIST = 8,
    LL_ALL_1 = 0x1fff,
    LL_REFER = 0x2000,
    LL_TRUNCATE = 0x4000
};

static unsigned long long rights_of(long version) {
    return LL_ALL_1 | (version >= 2 ? LL_REFER : 0) | (version >= 3 ? LL_TRUNCATE : 0);
}

static void let(long rules, const char *path, unsigned long long rights) {
    long f = kernel(__NR_openat, AT_FDCWD, path, O_PATH | O_CLOEXEC);
    struct landlock_path_beneath_attr beneath = {.allowed_access = rights, .parent_fd = (int)f};
    if (f < 0) return;
    kernel(__NR_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
    kernel(__NR_close, f);
}

static void let_program(long rules) {
    struct landlock_path_beneath_attr beneath = {.allowed_access = LL_EXECUTE | LL_READ,
                                                 .parent_fd = SANDBOX_PROGRAM};
    for (const char *const *l = libraries; *l; l++) let(rules, *l, LL_EXECUTE | LL_READ | LL_LIST);
    let(rules, LOADER_CACHE, LL_READ);
    if (how.proc) let(rules, "/proc", LL_READ | LL_LIST);
    kernel(__NR_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
}

/* A tool reads what it likes, and writes into its folder. */
static int enter_landlock(void) {
    long version = kernel(__NR_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) return 0;
    unsigned long long all = rights_of(version), writing = all & ~0xdull;
    struct ruleset attributes = {how.profile == TOOL ? writing : all, 3, 3};
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    long rules = kernel(__NR_landlock_create_ruleset, &attributes, size, 0);
    if (rules < 0) return 0;
    if (how.profile != TOOL) let_program(rules);
    else {
        if (how.directory) let(rules, how.directory, writing);
        let(rules, "/dev/null", LL_WRITE | (all & LL_TRUNCATE));
    }
    int good = !kernel(__NR_landlock_restrict_self, rules, 0);
    kernel(__NR_close, rules);
    return good;
}

/* ---- the filter of system calls ---- */

enum { MOST_INSTRUCTIONS = 2048 };
static struct sock_filter code[MOST_INSTRUCTIONS];
static unsigned used;

static void emit(unsigned short what, unsigned char yes, unsigned char no, unsigned value) {
    if (used == MOST_INSTRUCTIONS) refuse(SANDBOX_SECCOMP);
    code[used++] = (struct sock_filter){what, yes, no, value};
}
static void load(unsigned offset) { emit(BPF_LD | BPF_W | BPF_ABS, 0, 0, offset); }
static void decide(unsigned how_to) { emit(BPF_RET | BPF_K, 0, 0, how_to); }
/* Go on with the next instruction where it is this value; the jump elsewhere is set by `arrive`. */
static unsigned unless(unsigned value) {
    emit(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, value);
    return used - 1;
}
static void arrive(unsigned from) { code[from].jf = (unsigned char)(used - from - 1); }

static void emit_gate(unsigned allow, unsigned forbid) {
    unsigned offset = offsetof(struct seccomp_data, instruction_pointer);
    load(offset);
    unsigned low = unless((unsigned)how.gate);
    load(offset + 4);
    unsigned high = unless((unsigned)(how.gate >> 32));
    decide(allow);
    arrive(low);
    arrive(high);
    decide(forbid);
}

static void emit_rule(const struct rule *r, unsigned forbid) {
    unsigned jumps[3], n = 0;
    load(offsetof(struct seccomp_data, nr));
    jumps[n++] = unless(r->number);
    for (int i = 0; i < 2; i++) {
        const struct condition *c = &r->conditions[i];
        unsigned value = c->value == RULE_OWN_PID ? (unsigned)kernel(__NR_getpid) : c->value;
        if (!c->mask) continue;
        load((unsigned)offsetof(struct seccomp_data, args) + 8 * c->argument);
        emit(BPF_ALU | BPF_AND | BPF_K, 0, 0, c->mask);
        jumps[n++] = unless(value);
    }
    if (r->kind == RULE_GATE) emit_gate(SECCOMP_RET_ALLOW, forbid);
    else decide(r->kind == RULE_ALLOW ? SECCOMP_RET_ALLOW : forbid);
    while (n) arrive(jumps[--n]);
}

static void emit_rules(const struct rule *r, unsigned forbid) {
    for (; r->kind != RULE_END; r++) emit_rule(r, forbid);
}

/* The rules of one machine; those of the other come after. */
static void emit_machine(unsigned machine, const struct rule *faults, const struct rule *rules) {
    int tool = how.profile == TOOL;
    load(offsetof(struct seccomp_data, arch));
    emit(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, machine);
    unsigned over = used;
    emit(BPF_JMP | BPF_JA, 0, 0, 0);
    if (how.faults) emit_rules(faults, SECCOMP_RET_KILL_PROCESS);
    if (tool) { /* numbers of the x32 ABI are none */
        load(offsetof(struct seccomp_data, nr));
        emit(BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000);
        decide(SECCOMP_RET_ERRNO | 1);
    }
    emit_rules(rules, tool ? SECCOMP_RET_ERRNO | 1 : SECCOMP_RET_KILL_PROCESS);
    decide(tool ? SECCOMP_RET_ALLOW : SECCOMP_RET_KILL_PROCESS);
    code[over].k = used - over - 1;
}

static int enter_filter(void) {
    static const struct rule *const all[][2] = {[TEST] = {test_rules64, test_rules32},
                                                [SERVER] = {server_rules64, server_rules32},
                                                [TOOL] = {tool_rules64, tool_rules32}};
    emit_machine(AUDIT_ARCH_X86_64, fault_rules64, all[how.profile][0]);
    emit_machine(AUDIT_ARCH_I386, fault_rules32, all[how.profile][1]);
    decide(SECCOMP_RET_KILL_PROCESS);
    struct sock_fprog filter = {(unsigned short)used, code};
    return !kernel(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter);
}

/* ---- limits ---- */

static int limit(int what, word most) {
    struct rlimit64 {
        word now, most;
    } r = {most, most};
    return !kernel(__NR_prlimit64, 0, what, &r, NULL);
}

static int set_limits(void) {
    int good = limit(RLIMIT_CORE, 0);
    if (how.memory) good &= limit(RLIMIT_AS, how.memory);
    if (how.cpu) good &= limit(RLIMIT_CPU, how.cpu);
    if (how.profile != TOOL || how.file) good &= limit(RLIMIT_FSIZE, how.file);
    if (how.profile == TOOL) return good;
    return good & limit(RLIMIT_NPROC, how.processes) & limit(RLIMIT_NOFILE, SANDBOX_FILES) &
           limit(RLIMIT_MEMLOCK, 0) & limit(RLIMIT_MSGQUEUE, 0);
}

static void drop_capabilities(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    kernel(__NR_capset, &header, none);
}

/* ---- the program ---- */

/* The descriptors that it gets: the standard streams, and of a test the channel. */
static void close_others(void) {
    kernel(__NR_close_range, 3, SANDBOX_CHANNEL - 1, 0);
    if (!how.channel) kernel(__NR_close, SANDBOX_CHANNEL);
    kernel(__NR_close_range, SANDBOX_PROGRAM + 1, ~0u, 0);
}

/* Addresses are the same in every run. */
static void fix_addresses(void) {
    enum { ADDR_NO_RANDOMIZE = 0x40000 };
    kernel(__NR_personality, ADDR_NO_RANDOMIZE);
}

static _Noreturn void execute(char **argv, char **environment) {
    static char *nothing[] = {NULL};
    int tool = how.profile == TOOL;
    if (!tool) fix_addresses();
    if (set_limits()) how.layers |= SANDBOX_LIMITS;
    if (!tool) drop_capabilities();
    if (kernel(__NR_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) && !how.unsafe) refuse(SANDBOX_SECCOMP);
    if (enter_landlock()) how.layers |= SANDBOX_LANDLOCK;
    if (how.profile != TEST) kernel(__NR_fcntl, SANDBOX_CHANNEL, F_SETFD, FD_CLOEXEC);
    tell(SANDBOX_LEVEL, how.layers | SANDBOX_SECCOMP); /* the filter ends this channel for us */
    if (!enter_filter()) {
        if (!how.unsafe) refuse(SANDBOX_SECCOMP);
        tell(SANDBOX_LEVEL, how.layers);
    }
    if (tool) kernel(__NR_execve, argv[0], argv, environment); /* it may be a script */
    else kernel(__NR_execveat, SANDBOX_PROGRAM, "", argv, nothing, AT_EMPTY_PATH);
    leave(FAILED);
}

/* ---- processes ---- */

static long start(void) { return kernel(__NR_clone, SIGCHLD, 0, 0, 0, 0); }

static int await(long pid) {
    int status = 0;
    while (kernel(__NR_wait4, pid, &status, 0, NULL) == -4) {} /* EINTR */
    return status;
}

/* End as the program did. */
static _Noreturn void end_as(int status) {
    int signal = status & 0x7f;
    if (!signal) leave(status >> 8 & 0xff);
    limit(RLIMIT_CORE, 0);
    struct kernel_action {
        word handler, flags, restorer, mask;
    } usual = {0, 0, 0, 0};
    word open = 0;
    kernel(__NR_rt_sigaction, signal, &usual, NULL, 8);
    kernel(__NR_rt_sigprocmask, 2 /* SIG_SETMASK */, &open, NULL, 8);
    kernel(__NR_kill, kernel(__NR_getpid), signal);
    leave(FAILED);
}

/* The first process of the namespace, which ends all others when it ends. The program is no such
 * process itself, since signals do not end it. */
static _Noreturn void be_first(int report, char **argv) {
    kernel(__NR_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (change_root()) how.layers |= SANDBOX_ROOT;
    drop_root();
    long pid = start();
    if (!pid) {
        kernel(__NR_close, report);
        execute(argv, NULL);
    }
    kernel(__NR_close, SANDBOX_CHANNEL);
    int status = pid < 0 ? FAILED << 8 : await(pid);
    kernel(__NR_write, report, &status, sizeof status);
    leave(0);
}

static _Noreturn void run_in_namespaces(char **argv) {
    int ends[2], status = FAILED << 8;
    how.layers |= SANDBOX_NAMESPACES;
    if (kernel(__NR_pipe2, ends, O_CLOEXEC)) leave(FAILED);
    long first = start();
    if (!first) be_first(ends[1], argv);
    if (first < 0) leave(FAILED);
    kernel(__NR_close, ends[1]);
    kernel(__NR_close, SANDBOX_CHANNEL);
    kernel(__NR_read, ends[0], &status, sizeof status);
    await(first);
    end_as(status);
}

/* ---- */

/* Only absolute folders: no program of the project is found by name. */
static void clean_path(char *path) {
    char *to = path, *from = path;
    while (*from) {
        size_t n = 0;
        while (from[n] && from[n] != ':') n++;
        if (*from == '/') {
            if (to != path) *to++ = ':';
            for (size_t i = 0; i < n; i++) *to++ = from[i];
        }
        from += n + (from[n] == ':');
    }
    *to = 0;
}

static void clean_environment(char **environment) {
    for (char **e = environment; *e; e++)
        if (after(*e, "PATH")) clean_path(*e + 5);
}

static void take_option(const char *word_given) {
    static const struct {
        const char *name;
        word *into;
    } numbers[] = {{"memory", &how.memory},
                   {"file", &how.file},
                   {"cpu", &how.cpu},
                   {"processes", &how.processes},
                   {"gate", &how.gate}};
    const char *value;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if ((value = after(word_given, numbers[i].name))) *numbers[i].into = number(value);
    if ((value = after(word_given, "directory"))) how.directory = value;
    how.faults |= same(word_given, "faults");
    how.proc |= same(word_given, "proc");
    how.channel |= same(word_given, "channel");
    how.unsafe |= same(word_given, "unsafe");
    if (same(word_given, "server")) how.profile = SERVER;
    if (same(word_given, "tool")) how.profile = TOOL;
}

static void open_program(const char *path) {
    long f = kernel(__NR_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    if (f < 0 || kernel(__NR_dup3, f, SANDBOX_PROGRAM, O_CLOEXEC) < 0) leave(FAILED);
}

__attribute__((used)) _Noreturn void launch(word *stack) {
    int argc = (int)stack[0], i = 1;
    char **argv = (char **)(stack + 1), **environment = argv + argc + 1;
    for (; i < argc && !same(argv[i], "--"); i++) take_option(argv[i]);
    if (i + 1 >= argc) leave(FAILED);
    argv += i + 1;
    open_program(argv[0]);
    close_others();
    write_file("/proc/self/oom_score_adj", "1000");
    clean_environment(environment);
    if (how.profile == TOOL) execute(argv, environment);
    if (enter_namespaces()) run_in_namespaces(argv);
    drop_root();
    execute(argv, environment);
}

__asm__(".globl _start\n_start:\n    mov %rsp, %rdi\n    and $-16, %rsp\n    call launch\n");
