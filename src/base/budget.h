/* Time and memory that work may use, and the flag that ends it early.
 *
 * `interrupt_requested` is set by SIGINT, SIGTERM and cinch_interrupt: with the failure point of
 * fail.h the only mutable global below cli/. Long loops ask `budget_over` now and then; it costs a
 * system call or two. */
#ifndef BASE_BUDGET_H
#define BASE_BUDGET_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

extern volatile sig_atomic_t interrupt_requested;

typedef struct {
    double deadline;       /* clock_now() value; 0: none */
    uint64_t memory_bytes; /* resident size of this process; 0: none */
    double cpu_deadline;   /* clock_cpu() value; 0: none. For efforts that must not depend on what
                              else the machine does */
} budget;

double clock_now(void);            /* monotonic wall seconds */
double clock_cpu(void);            /* CPU seconds of this process */
double clock_cpu_all(void);        /* and of the processes that it started and that have ended */
double clock_cpu_group(int group); /* CPU seconds of the processes of a process group, and of those
                                      that they waited for; 0: not known */
uint64_t memory_used(void);        /* resident bytes of this process */
budget budget_of(double seconds, uint64_t memory_bytes); /* 0: unlimited */
budget budget_share(budget b, double seconds); /* the same, but at most so long from now */
budget budget_effort(
    budget b, double cpu_seconds);   /* the same, but at most so much CPU time of this process */
double budget_left(const budget *b); /* seconds; a large number where unlimited */
bool budget_over(const budget *b);   /* time or memory used up, or interrupted */

/* What work ran out of. */
enum budget_end { BUDGET_LEFT, BUDGET_TIME, BUDGET_MEMORY, BUDGET_INTERRUPTED, BUDGET_ENDS };
/* Why work stopped without a result: `end`, or BUDGET_LEFT and some other reason. */
typedef struct {
    enum budget_end end;
    const char *words; /* NULL: it goes on */
} stop_reason;
stop_reason stop_by(enum budget_end e);     /* "timeout", "memory" or "interrupted" */
stop_reason budget_stop(const budget *b);   /* of one that is over */
const char *budget_reason(const budget *b); /* its words */

#endif
