#include "engine/candidates/goal.h"

#include "base/log.h"
#include "base/time_limits.h"
#include "engine/candidates/segment.h"

/* No error before the first stop, and the parts that fail at one dropped. */
static bool begin(program *p, const engine_options *o, const budget *b, const conjuncts *candidates,
                  bits *dropped) {
    segment s;
    bool good = segment_open(&s, p, o, b, candidates, FROM_START, dropped) &&
                eliminate(&s.elimination, NULL) &&
                elimination_ask(&s.elimination, segment_errors(&s), NULL) == ANSWER_UNSAT;
    segment_close(&s);
    return good;
}

bool prove_goal(program *p, const engine_options *o, const budget *b, conjuncts *candidates) {
    LOG("candidates", "prove the goal with %u candidates", candidates->size);
    bits dropped = {0}, needed = {0};
    segment s = {0};
    bool proven = begin(p, o, b, candidates, &dropped) &&
                  segment_open(&s, p, o, b, candidates, FROM_ANYWHERE, &dropped) &&
                  eliminate_backwards(&s.elimination, segment_errors(&s), &needed);
    if (proven) conjuncts_keep(candidates, &needed);
    segment_close(&s);
    bits_release(&dropped);
    bits_release(&needed);
    return proven;
}

/* ---- sums ---- */

bool prove_sums(program *p, const engine_options *o, const budget *b, conjuncts *candidates) {
    LOG("candidates", "prove with %u sums", candidates->size);
    bits dropped = {0}, needed = {0};
    segment s = {0}, second = {0};
    engine_options numbers = *o;
    numbers.solver = "reals/z3";
    bool open = begin(p, o, b, candidates, &dropped) &&
                segment_open(&s, p, o, b, candidates, FROM_ANYWHERE, &dropped);
    if (open) eliminate_refuted(&s.elimination, time_most(TIME_SUMS_REFUTE));
    open = open && segment_open(&second, p, &numbers, b, candidates, FROM_ANYWHERE, &dropped);
    s.elimination.one_seconds = time_most(TIME_SUMS_BITS);
    s.elimination.last_seconds = time_most(TIME_SUMS_LAST);
    second.elimination.one_seconds = time_most(TIME_SUMS_NUMBERS);
    s.elimination.second = &second.elimination;
    s.elimination.drop_undecided = true;
    bool proven = open && eliminate_backwards(&s.elimination, segment_errors(&s), &needed);
    if (proven) conjuncts_keep(candidates, &needed);
    segment_close(&s);
    segment_close(&second);
    bits_release(&dropped);
    bits_release(&needed);
    return proven;
}
