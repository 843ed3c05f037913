/* Every check by name (--each): what became of each, instead of one verdict for all.
 *
 * A check is what a person sees as one: a property at one place of the source. It may
 * have several error locations, since calls are inlined. First come those that the reductions
 * decide; then all others are asked about at once, for half of the time: one proof serves them all,
 * at the price of the single verdict. A violation closes its check, and the rest is asked about
 * again. What stays undecided is divided, by kinds of properties, then into a few parts, then into
 * single checks, and each part of a level gets a fair share of the time. Checks that are not asked
 * about hold as far as a part is concerned: those that are proved are lemmas.
 *
 * Runs end where they violate a check, so that another is proved where every violation of it comes
 * after that one. */
#ifndef VERIFY_EACH_H
#define VERIFY_EACH_H

#include "base/bits.h"
#include "verify/verify.h"

enum check_state { CHECK_STATE_OPEN, CHECK_STATE_PROVED, CHECK_STATE_VIOLATED, CHECK_STATES };

typedef struct {
    enum property_id property; /* the words are in program/property.c */
    const char *name, *detail, *file, *function;
    uint32_t line, column;
    enum check_state state;
    uint32_t answer;    /* proved, violated: by this one */
    const char *open;   /* why, and how far it was searched */
    const char *remark; /* more about the answer; NULL: nothing */
} named_check;

typedef struct check_list {
    vec(named_check) items; /* in the order of the source */
    map index;              /* hash of a check: its number */
    vec(verification *) answers;
    intern names;
    bits asked;       /* of the question that is asked now */
    bool violated;    /* some are */
    bool independent; /* each was asked about by itself: none hides another */
} check_list;

/* All checks of the program, each alone. `v` becomes what the whole says: the first violation, the
 * proof, or UNKNOWN; it lives as long as the list. */
void verify_each(const verify_options *o, verification *v, check_list *checks);
void check_list_release(check_list *checks);
uint32_t check_list_count(const check_list *checks, enum check_state s);
/* What all say together: FALSE of the first violation, whose number is returned, TRUE where all are
 * proved, otherwise how many `checks` are open. */
uint32_t check_list_conclude(const check_list *l, const char *checks, verification *v);

/* The one verdict over all checks, part by part, where asking for all at once did not end. That is
 * sound: the first check that a run violates comes after checks that hold, and its part was proved
 * from these. v becomes the violation, or the part whose evidence is weakest, with v->parts. False:
 * some part stays open, and v as it was. */
bool verify_has_parts(const verify_options *o, const verification *v);
bool verify_by_parts(const verify_options *o, verification *v);

/* No run of it reaches the errors of checks that are not asked about. */
void checks_cut(check_list *checks, program *p);

#endif
