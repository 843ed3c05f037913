/* An engine in a process of its own: forked with the program in memory, its result comes back
 * through a pipe. It dies with its parent, whatever ends that; it can be halted and continued, with
 * all processes of its group; its standard output goes nowhere. */
#ifndef ENGINE_PORTFOLIO_WORKER_H
#define ENGINE_PORTFOLIO_WORKER_H

#include "engine/engine.h"

#include <sys/types.h>

enum worker_state { WORKER_NEW, WORKER_RUNNING, WORKER_HALTED, WORKER_ENDED };

typedef struct {
    const engine *engine;
    engine_options options;
    bool (*check)(void *context, engine_result *r); /* of a TRUE, in the worker; NULL: not there */
    void *context;
    enum worker_state state;
    pid_t pid;
    int from; /* read end of its pipe, or -1 */
    text received;
    double since;      /* begin of its turn */
    double cpu_since;  /* CPU seconds used before it */
    double decided_at; /* when it said that it has a result, to be checked */
    char failure[160]; /* ENDED without a result: what happened */
} worker;

void worker_init(worker *w, const engine *e, const engine_options *o);
void worker_release(worker *w); /* kills it if it lives */
/* Fork; false where the system refuses (`failure` says so). */
bool worker_start(worker *w, program *p, const budget *b, board *shared);
void worker_halt(worker *w);
void worker_resume(worker *w);
void worker_kill(worker *w);
double worker_turn(const worker *w);     /* how much of its turn it has used, in CPU seconds */
uint64_t worker_memory(const worker *w); /* resident bytes */
bool worker_decided(const worker *w);    /* the engine has ended; its evidence is being checked */
/* Take what the pipe holds. True: it has ended; where the received text is no complete result,
 * `failure` is set. */
bool worker_receive(worker *w);

#endif
