/* Points-to analysis: for each value of each instance the facts where it may point to. Inclusion-
 * based, sensitive to fields (by offsets modulo strides) and to instances, not to the order of
 * statements. Over-approximates: a pointer points to nothing but its facts, null, or what is
 * undefined. */
#ifndef FRONTEND_MEMORY_POINTS_TO_H
#define FRONTEND_MEMORY_POINTS_TO_H

#include "base/bits.h"
#include "base/map.h"
#include "base/vec.h"
#include "frontend/external/library_table.h"

#include <llvm-c/Core.h>

typedef struct translator translator;

/* Somewhere in an object: at offset + k * stride for some k; stride 0: exactly at offset. `number`:
 * the program has made an integer of the address, so that its value may matter. Object 0 has no
 * places: offset UNSEEN says that the pointer comes from external code, ARGUMENTS that it
 * is argv, STRINGS that it was read there, NOWHERE that it is a number which no address went into, 0 that it is any number.
 * `lent`: found for an access through such a pointer (escape.c).
 */
typedef struct {
    uint32_t object;
    bool number, lent;
    uint64_t stride;
    int64_t offset;
} fact;

enum { UNSEEN = 1, ARGUMENTS, STRINGS, NOWHERE };
typedef vec(fact) fact_vec;

struct copy { /* between objects; how many accesses of each side the other knows */
    fact from, to;
    uint64_t length;
    uint32_t from_seen, to_seen;
};

/* What the analysis works on. */
typedef struct {
    vec(fact_vec) nodes; /* by instance.first_node + local number */
    u32_vec queue;       /* nodes to evaluate */
    bits queued;
    map reader_seen; /* object << 32 | node -> into its readers */
    vec(struct copy) copies;
} points_to_state;

void points_to_solve(translator *tr);
bool facts_join(fact_vec *into, fact f);
bool facts_have(const fact_vec *all, uint32_t object_id);
bool facts_share_object(const fact_vec *a, const fact_vec *b);
void operand_facts(translator *tr, uint32_t instance, LLVMValueRef v, fact_vec *out); /* appends */
const fact_vec *node_facts(const translator *tr, uint32_t instance, uint32_t number);

/* Where, relative to the start of a range of `length` bytes at `range`, something of `size` bytes
 * may be so that it shares a byte with the range: at offset + k * stride for k < count. The first
 * may start before the range, the last end after it. */
typedef struct {
    int64_t offset;
    uint64_t stride, count;
} place_in_range;

bool relative_to(int64_t at, uint64_t at_stride, fact range, uint64_t length, uint64_t size,
                 place_in_range *out);
void contents_join(translator *tr, uint32_t object,
                   const fact_vec *facts);      /* may be stored anywhere in it */
void node_again(translator *tr, uint32_t node); /* is to be evaluated again */
/* What a body returned to others comes to a new caller, too. */
void returns_again(translator *tr, uint32_t instance);
/* What a function without a body can reach through the arguments of this call. */
void facts_reached(translator *tr, uint32_t instance, uint32_t node, LLVMValueRef call,
                   fact_vec *reached);
void facts_shift(fact_vec *v, int64_t by, uint64_t stride);
/* What a call of a known function may write. */
void facts_leaked(translator *tr, uint32_t instance, uint32_t node, LLVMValueRef call,
                  const known_function *k, fact_vec *out);
void facts_written(translator *tr, uint32_t instance, uint32_t node, LLVMValueRef call,
                   const known_function *k, fact_vec *out);

#endif
