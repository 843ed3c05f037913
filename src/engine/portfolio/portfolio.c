#include "engine/portfolio/portfolio.h"
#include "base/log.h"
#include "engine/portfolio/engines.h"

#include "base/fail.h"
#include "engine/board.h"
#include "engine/portfolio/features.h"
#include "engine/portfolio/message.h"
#include "engine/portfolio/worker.h"

#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

/* Who takes part: the roles of engine/engines.def. */
typedef struct {
    enum engine_id engine;
    const char *solver; /* NULL: as the options say */
    uint32_t needs, useless;
    double weight;
} role;

static const role roles[] = {
#define ROLE(id, solver, needs, useless, weight) {ENGINE_##id, solver, needs, useless, weight},
#include "engine/engines.def"
};

enum { CHECKING_SECONDS = 40 }; /* of CPU, which the checkers share */

/* Of a worker, in CPU seconds. */
typedef struct {
    double weight;
    double used;   /* in all turns that are over */
    double length; /* of its turn, or of its next one */
} account;

/* Most engines that decide a program at once do so in a fiftieth of a second, the others take
 * longer: a first turn, the second, and later ones of half of what the engine has used. */
#define FIRST_TURN 0.02
#define SECOND_TURN 0.1

static double next_length(double used) { return used > 2 * SECOND_TURN ? used / 2 : SECOND_TURN; }

/* The next turn goes to the engine with the smallest (CPU time after its turn) / weight. So all engines
 * advance in proportion to their weights, by turns that grow. */
static double due(const account *a) { return (a->used + a->length) / a->weight; }

typedef struct {
    program *program;
    const budget *budget;
    board *board, *own_board; /* own_board: to be deleted; NULL: the caller's */
    verdict_check check;
    void *context;
    engine_result *result;
    vec(worker) workers;
    vec(account) accounts; /* by worker */
    u32_vec queue;         /* workers that wait for a turn */
    uint32_t jobs;
    double turn;     /* each worker has this one turn; 0: as many as there is time for */
    uint64_t memory; /* bytes for all workers */
    double watched;  /* when memory was last looked at */
    text failures;   /* why engines gave up, one after the other */
    uint32_t limit;  /* of the model that stood in the way of one, as in engine_result */
    bool refuted;    /* the evidence of one */
    bool decided;
} portfolio;

/* ---- set up ---- */

static uint64_t all_memory(const budget *b) {
    if (b->memory_bytes) return b->memory_bytes;
    return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE) / 5 * 4;
}

/* Those that this process may use: a batch system gives a task fewer than the machine has. */
static uint32_t processors(void) {
    cpu_set_t mine;
    int n = sched_getaffinity(0, sizeof mine, &mine) ? 0 : CPU_COUNT(&mine);
    return n > 0 ? (uint32_t)n : 1;
}

static void add_worker(portfolio *f, const role *r, const engine_options *o) {
    engine_options mine = *o;
    worker w;
    mine.team.size = 0;
    if (r->solver) mine.solver = r->solver;
    const engine *e = engine_of(r->engine);
    if (e->id != ENGINE_NATIVE) mine.native = NULL; /* one compilation is enough */
    if (o->progress)
        mine.progress = f->workers.size < PROGRESS_SLOTS ? o->progress + f->workers.size : NULL;
    worker_init(&w, e, &mine);
    w.check = f->check;
    w.context = f->context;
    vec_push(&f->queue, f->workers.size);
    vec_push(&f->workers, w);
    vec_push(&f->accounts,
             ((account){f->turn > 0 ? 1 : r->weight, 0, f->turn > 0 ? f->turn : FIRST_TURN}));
}

static const role *first_role(enum engine_id e) {
    static const role none = {.weight = 1};
    for (uint32_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (roles[i].engine == e && !roles[i].solver) return &roles[i];
    return &none;
}

/* The engines that the user names, in his order; each as it takes part otherwise. */
static void add_team(portfolio *f, const engine_options *o) {
    uint32_t features = program_features(f->program);
    for (uint32_t i = 0; i < o->team.size; i++) {
        enum engine_id e = (enum engine_id)o->team.members[i];
        role r = *first_role(e);
        r.engine = e;
        if (o->turn <= 0 || !(r.useless & features)) add_worker(f, &r, o);
    }
}

static void add_workers(portfolio *f, const engine_options *o) {
    if (o->team.size) {
        add_team(f, o);
        return;
    }
    uint32_t features = program_features(f->program);
    for (uint32_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        const role *r = &roles[i];
        if ((r->needs & ~features) || (r->useless & features)) continue;
        if (r->solver && !strcmp(r->solver, o->solver)) continue;
        add_worker(f, r, o);
    }
}

static void portfolio_init(portfolio *f, program *p, const engine_options *o, const budget *b,
                           board *known, verdict_check check, void *context) {
    memset(f, 0, sizeof *f);
    f->check = check;
    f->context = context;
    f->program = p;
    f->budget = b;
    f->own_board = known ? NULL : board_new();
    f->board = known ? known : f->own_board;
    if (!o->exchange) board_close(f->board);
    f->jobs = o->jobs ? (uint32_t)o->jobs : processors();
    f->turn = o->turn;
    f->memory = all_memory(b);
    add_workers(f, o);
}

static void portfolio_release(portfolio *f) {
    vec_release_each(&f->workers, worker_release);
    vec_release(&f->accounts);
    vec_release(&f->queue);
    text_release(&f->failures);
    if (f->own_board) board_delete(f->own_board);
}

/* ---- verdicts ---- */

static void gave_up(portfolio *f, const worker *w, const char *why) {
    text_print(&f->failures, "%s%s: %s", f->failures.size ? "; " : "", w->engine->name, why);
    if (w->failure[0]) warning("engine %s: %s", w->engine->name, w->failure);
}

static void accept(portfolio *f, engine_result *r) {
    engine_result_release(f->result);
    *f->result = *r;
    f->decided = true;
}

static void halt(portfolio *f, uint32_t i) {
    account *a = &f->accounts.data[i];
    a->used += worker_turn(&f->workers.data[i]);
    a->length = f->turn > 0 ? f->turn - a->used : next_length(a->used);
    worker_halt(&f->workers.data[i]);
    vec_push(&f->queue, i);
}

/* The others rest while evidence is checked, here or in its worker: nearly always it is good, and
 * then their work is of no more use; several checkers run side by side and want the processors. */
static void rest(portfolio *f) {
    for (uint32_t i = 0; i < f->workers.size; i++)
        if (f->workers.data[i].state == WORKER_RUNNING && !worker_decided(&f->workers.data[i]))
            halt(f, i);
}

static bool evidence_is_good(portfolio *f, engine_result *r) {
    rest(f);
    return f->check(f->context, r);
}

/* A worker ended: its verdict, if it has one and the evidence for it is good, decides. */
static void judge(portfolio *f, worker *w) {
    engine_result r;
    engine_result_init(&r, f->program->terms);
    bool readable =
        !w->failure[0] && message_read(f->program, w->received.data, w->received.size, &r);
    if (readable) engine_result_check(f->program, &r);
    if (!readable) gave_up(f, w, w->failure[0] ? w->failure : "unreadable result");
    else if (r.verdict == VERDICT_UNKNOWN) {
        gave_up(f, w, r.reason);
        f->refuted |= r.refuted;
        if (!f->limit) f->limit = r.limit;
    } else if (f->check && !evidence_is_good(f, &r)) {
        gave_up(f, w, r.reason[0] ? r.reason : "evidence not accepted");
        progress_tell(w->options.progress, UNIT_UNCONFIRMED, 0, 0, 0);
    } else {
        accept(f, &r);
        return;
    }
    engine_result_release(&r);
}

/* ---- turns ---- */

static void give_turn(portfolio *f, uint32_t i) {
    worker *w = &f->workers.data[i];
    budget share = {.deadline = f->budget->deadline, .memory_bytes = f->memory / f->jobs};
    if (w->state == WORKER_HALTED) worker_resume(w);
    else if (!worker_start(w, f->program, &share, f->board)) {
        gave_up(f, w, w->failure);
        return;
    }
}

/* A worker that has checked its evidence for a while takes no place any more: where the check is
 * hard, another engine often has a proof that is easy to check. */
#define CHECKING_ALONE 1

static bool has_just_decided(const worker *w) {
    return w->state == WORKER_RUNNING && worker_decided(w) &&
           clock_now() - w->decided_at <= CHECKING_ALONE;
}

static bool somebody_has_just_decided(const portfolio *f) {
    for (uint32_t i = 0; i < f->workers.size; i++)
        if (has_just_decided(&f->workers.data[i])) return true;
    return false;
}

static uint32_t places_taken(const portfolio *f) {
    uint32_t taken = 0;
    for (uint32_t i = 0; i < f->workers.size; i++) {
        const worker *w = &f->workers.data[i];
        taken += w->state == WORKER_RUNNING && !worker_decided(w);
    }
    return taken;
}

static bool anybody_runs(const portfolio *f) {
    for (uint32_t i = 0; i < f->workers.size; i++)
        if (f->workers.data[i].state == WORKER_RUNNING) return true;
    return false;
}

/* It waits no more: it runs, or has ended. */
static void forget(portfolio *f, uint32_t worker_index) {
    for (uint32_t i = 0; i < f->queue.size; i++)
        if (f->queue.data[i] == worker_index) {
            memmove(f->queue.data + i, f->queue.data + i + 1,
                    (f->queue.size - i - 1) * sizeof *f->queue.data);
            f->queue.size--;
            return;
        }
}

/* One place is left to an unwinding that comes to an end; the others share the rest. */
static bool goes_on(const portfolio *f, uint32_t i) {
    const worker *w = &f->workers.data[i];
    return f->jobs > 1 && f->turn <= 0 && w->engine->id == ENGINE_BMC_LOOPS && !worker_decided(w) &&
           board_ending(f->board);
}

static double due_for(const portfolio *f, uint32_t i) {
    return goes_on(f, i) ? 0 : due(&f->accounts.data[i]);
}

static uint32_t take_next(portfolio *f) {
    uint32_t best = 0, *queue = f->queue.data;
    for (uint32_t i = 1; i < f->queue.size; i++)
        if (due_for(f, queue[i]) < due_for(f, queue[best])) best = i;
    uint32_t taken = queue[best];
    forget(f, taken);
    return taken;
}

static void fill_jobs(portfolio *f) {
    if (somebody_has_just_decided(f)) {
        rest(f);
        return;
    }
    while (places_taken(f) < f->jobs && f->queue.size) give_turn(f, take_next(f));
}

/* A worker that has a result and checks its evidence is left alone for a while: it is the most
 * likely winner. */
static bool turn_over(const portfolio *f, uint32_t i) {
    const worker *w = &f->workers.data[i];
    double length = f->accounts.data[i].length;
    if (worker_decided(w)) length = CHECKING_SECONDS + 2 * f->accounts.data[i].used;
    if (goes_on(f, i)) return false;
    return w->state == WORKER_RUNNING && worker_turn(w) >= length;
}

/* Each has one turn. */
static void end_workers(portfolio *f) {
    for (uint32_t i = 0; i < f->workers.size; i++) {
        if (!turn_over(f, i)) continue;
        worker_kill(&f->workers.data[i]);
        gave_up(f, &f->workers.data[i], stop_by(BUDGET_TIME).words);
    }
}

/* Who has used up its turn waits for the next one, if others wait. */
static void end_turns(portfolio *f) {
    uint32_t waiting = f->queue.size;
    if (f->turn > 0) {
        end_workers(f);
        return;
    }
    for (uint32_t i = 0; i < f->workers.size && waiting; i++) {
        if (!turn_over(f, i)) continue;
        halt(f, i);
        waiting--;
    }
}

/* Above the shared memory limit, the largest worker is killed. */
static void watch_memory(portfolio *f) {
    if (clock_now() - f->watched < 0.2) return;
    f->watched = clock_now();
    uint64_t sum = 0, largest = 0;
    uint32_t who = 0;
    for (uint32_t i = 0; i < f->workers.size; i++) {
        uint64_t bytes = worker_memory(&f->workers.data[i]);
        sum += bytes;
        if (bytes > largest) {
            largest = bytes;
            who = i;
        }
    }
    if (sum <= f->memory) return;
    worker *w = &f->workers.data[who];
    worker_kill(w);
    snprintf(w->failure, sizeof w->failure, "%s", stop_by(BUDGET_MEMORY).words);
    forget(f, who);
    gave_up(f, w, w->failure);
}

/* Milliseconds until the first turn may be over: CPU time is no faster than the clock. */
static int moment(const portfolio *f) {
    double seconds = 0.05;
    for (uint32_t i = 0; i < f->workers.size; i++) {
        const worker *w = &f->workers.data[i];
        if (w->state != WORKER_RUNNING || worker_decided(w) || goes_on(f, i)) continue;
        double left = f->accounts.data[i].length - worker_turn(w);
        if (left < seconds) seconds = left;
    }
    return seconds > 0.002 ? (int)(seconds * 1000) : 2;
}

/* Wait a moment for results, and judge those that came. */
static void wait_for_results(portfolio *f) {
    vec(struct pollfd) fds = {0};
    u32_vec owner = {0};
    for (uint32_t i = 0; i < f->workers.size; i++) {
        if (f->workers.data[i].from < 0) continue;
        struct pollfd p = {f->workers.data[i].from, POLLIN, 0};
        vec_push(&fds, p);
        vec_push(&owner, i);
    }
    if (poll(fds.data, fds.size, moment(f)) > 0)
        for (uint32_t i = 0; i < fds.size && !f->decided; i++) {
            worker *w = &f->workers.data[owner.data[i]];
            if (!fds.data[i].revents || !worker_receive(w)) continue;
            forget(f, owner.data[i]);
            judge(f, w);
        }
    vec_release(&fds);
    vec_release(&owner);
}

static void nobody_decided(portfolio *f) {
    bool over = budget_over(f->budget);
    if (over) {
        engine_stop(f->result, budget_stop(f->budget));
        f->result->refuted = f->refuted;
        return;
    }
    engine_unknown(f->result, "%s",
                   f->failures.size ? text_string(&f->failures) : "no engine fits");
    f->result->limit = f->limit;
    f->result->refuted = f->refuted;
}

void portfolio_decide(program *p, const engine_options *o, const budget *b, board *known,
                      verdict_check check, void *context, engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    LOG("portfolio", "decide %u locations", p->locations.size);
    portfolio f;
    portfolio_init(&f, p, o, b, known, check, context);
    f.result = result;
    /* No violation inside the model, and runs that leave it: no engine finds another answer. */
    while (!f.decided && !f.limit && (f.queue.size || anybody_runs(&f)) && !budget_over(b)) {
        fill_jobs(&f);
        wait_for_results(&f);
        end_turns(&f);
        watch_memory(&f);
    }
    if (!f.decided) nobody_decided(&f);
    portfolio_release(&f);
}

void portfolio_run(program *p, const engine_options *o, const budget *b, board *shared,
                   engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    result->engine = "portfolio";
    portfolio_decide(p, o, b, shared, NULL, NULL, result);
}
