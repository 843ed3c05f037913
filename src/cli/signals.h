/* Signals and the clock: Ctrl-C, SIGTERM, the end of time, crashes; and the line of progress that
 * the clock draws.
 *
 * The first SIGINT or SIGTERM asks everybody to stop; whoever does not within a second is ended
 * from the handler. In any case the last line on standard output is a verdict. Children die with us
 * (PR_SET_PDEATHSIG). */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include "verify/verify.h"

/* Before a command does anything. `seconds`: hard end of everything; 0: none. */
void signals_begin(double seconds);
/* A verification begins. `says`: draw a line on standard error, from what engines say there, or `v`
 * of its stage; NULL: no line. */
void signals_watch(const progress *says, const verification *v);
/* So long after a signal for whoever writes down what is known (default: 1), and after the limit of
 * time a twentieth of it. */
void signals_wait(double seconds);
/* The work has ended, with this verdict (the words after VERDICT:); reports are made and written.
 * Who ends that, by a signal or the limit of time and a twentieth of it, gets the verdict at `to`,
 * and the status of a report that cannot be written. */
void signals_report(const char *verdict, int to);
void signals_done(void); /* wipes the line of progress; no handler prints a verdict any more */

/* Of the limit, what is left for the work: the rest is for whoever looks at the clock late, and for
 * the report. 0: there is no limit. */
double time_left(void);

#endif
