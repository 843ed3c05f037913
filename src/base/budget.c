#include "base/budget.h"

#include "base/vec.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include <fcntl.h>
#include <stdlib.h>

volatile sig_atomic_t interrupt_requested;

static double seconds_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double clock_now(void) { return seconds_of(CLOCK_MONOTONIC); }
double clock_cpu(void) { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

double clock_cpu_all(void) {
    struct rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    return clock_cpu() + (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

/* The fields after the name, which may have spaces and parentheses: state, parent, group, ...; the
 * eleventh and the four that follow are ticks. */
static double ticks_in_group(const char *stat, int group) {
    const char *at = strrchr(stat, ')');
    double ticks[4];
    int its;
    if (!at || sscanf(at + 1, " %*c %*d %d %*d %*d %*d %*u %*u %*u %*u %*u %lf %lf %lf %lf", &its,
                      &ticks[0], &ticks[1], &ticks[2], &ticks[3]) != 5)
        return 0;
    return its == group ? ticks[0] + ticks[1] + ticks[2] + ticks[3] : 0;
}

static double ticks_of_process(const char *pid, int group) {
    char path[64], stat[1024];
    snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    ssize_t n = read(fd, stat, sizeof stat - 1);
    close(fd);
    if (n <= 0) return 0;
    stat[n] = 0;
    return ticks_in_group(stat, group);
}

double clock_cpu_group(int group) {
    DIR *all = opendir("/proc");
    double ticks = 0;
    if (!all) return 0;
    for (struct dirent *e; (e = readdir(all));)
        if (isdigit((unsigned char)e->d_name[0])) ticks += ticks_of_process(e->d_name, group);
    closedir(all);
    return ticks / (double)sysconf(_SC_CLK_TCK);
}

uint64_t memory_used(void) {
    char buffer[128];
    int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    ssize_t n = read(fd, buffer, sizeof buffer - 1);
    close(fd);
    if (n <= 0) return 0;
    buffer[n] = 0;
    char *end;
    strtoull(buffer, &end, 10);
    return strtoull(end, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* The peak is known without a look into /proc; only where it is beyond the limit does the present
 * size matter. */
static bool memory_over(uint64_t limit) {
    struct rusage u;
    if (!limit) return false;
    if (!getrusage(RUSAGE_SELF, &u) && (uint64_t)u.ru_maxrss * 1024 <= limit) return false;
    return memory_used() > limit;
}

budget budget_of(double seconds, uint64_t memory_bytes) {
    assert_debug(seconds >= 0);
    return (budget){.deadline = seconds > 0 ? clock_now() + seconds : 0,
                    .memory_bytes = memory_bytes};
}

budget budget_share(budget b, double seconds) {
    double deadline = clock_now() + seconds;
    if (!b.deadline || deadline < b.deadline) b.deadline = deadline;
    return b;
}

budget budget_effort(budget b, double cpu_seconds) {
    assert_debug(cpu_seconds >= 0);
    double deadline = clock_cpu() + cpu_seconds;
    if (!b.cpu_deadline || deadline < b.cpu_deadline) b.cpu_deadline = deadline;
    return b;
}

double budget_left(const budget *b) { return b->deadline ? b->deadline - clock_now() : 1e9; }

bool budget_over(const budget *b) {
    if (interrupt_requested) return true;
    if (b->deadline && clock_now() >= b->deadline) return true;
    if (b->cpu_deadline && clock_cpu() >= b->cpu_deadline) return true;
    return memory_over(b->memory_bytes);
}

stop_reason stop_by(enum budget_end e) {
    static const char *const words[BUDGET_ENDS] = {[BUDGET_TIME] = "timeout",
                                                   [BUDGET_MEMORY] = "memory",
                                                   [BUDGET_INTERRUPTED] = "interrupted"};
    return (stop_reason){e, words[e]};
}

stop_reason budget_stop(const budget *b) {
    return stop_by(interrupt_requested            ? BUDGET_INTERRUPTED
                   : memory_over(b->memory_bytes) ? BUDGET_MEMORY
                                                  : BUDGET_TIME);
}

const char *budget_reason(const budget *b) { return budget_stop(b).words; }
