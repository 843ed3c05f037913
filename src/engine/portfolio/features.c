#include "engine/portfolio/features.h"

#include "base/log.h"

static uint32_t sort_features(const terms *t, sort s) {
    switch (sort_kind_of(t, s)) {
    case SORT_FP: return FEATURE_FLOATS;
    case SORT_INT:
    case SORT_REAL: return FEATURE_NUMBERS;
    case SORT_ARRAY: return FEATURE_ARRAYS | sort_features(t, sort_element(t, s));
    default: return 0;
    }
}

static uint32_t op_features(const terms *t, term a) {
    switch (term_op(t, a)) {
    case OP_BVMUL: return term_is_const(t, term_arg(t, a, 0)) ? 0 : FEATURE_PRODUCTS;
    case OP_BVUREM:
    case OP_BVSREM: return term_is_const(t, term_arg(t, a, 1)) ? 0 : FEATURE_PRODUCTS;
    default: return 0;
    }
}

static uint32_t term_features(terms *t, term a, map *seen) {
    if (!map_add(seen, a.id)) return 0;
    uint32_t found = sort_features(t, term_sort(t, a)) | op_features(t, a);
    if (term_is_const(t, a)) return found & ~(uint32_t)FEATURE_ARRAYS; /* a table is no memory */
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        found |= term_features(t, term_arg(t, a, i), seen);
    return found;
}

typedef struct {
    map seen; /* terms */
    uint32_t conditions;
    uint32_t assignments, constants; /* constants: of these */
} survey;

static void count_assignment(const terms *t, term value, survey *s) {
    s->assignments++;
    s->constants += term_is_const(t, value);
}

static uint32_t command_features(program *p, cmd c, survey *s) {
    assert_debug(cmds_are_there(p, 1, &c));
    uint32_t found = 0;
    switch (cmd_kind_of(p, c)) {
    case CMD_ASSIGN:
        count_assignment(p->terms, cmd_term(p, c), s);
        return term_features(p->terms, cmd_term(p, c), &s->seen);
    case CMD_ASSUME: s->conditions++; return term_features(p->terms, cmd_term(p, c), &s->seen);
    case CMD_HAVOC: return sort_features(p->terms, term_sort(p->terms, cmd_var(p, c)));
    case CMD_SEQ:
    case CMD_CHOICE:
        for (uint32_t i = 0; i < cmd_size(p, c); i++)
            found |= command_features(p, cmd_part(p, c, i), s);
        return found;
    default: return 0;
    }
}

/* In reverse post-order an edge that does not go forward closes a loop. */
static uint32_t loop_features(const program *p) {
    loc_vec order = {0};
    map position_of = {0}, heads = {0};
    program_order(p, &order);
    for (uint32_t i = 0; i < order.size; i++) map_set(&position_of, order.data[i].id, i);
    for (uint32_t i = 0; i < order.size; i++) {
        const edge_id *out;
        uint32_t n = program_out(p, order.data[i], &out);
        for (uint32_t j = 0; j < n; j++) {
            loc to = p->edges.data[out[j].id].to;
            if (map_find(&position_of, to.id, UINT32_MAX) <= i) map_set(&heads, to.id, 1);
        }
    }
    uint32_t n = heads.size;
    vec_release(&order);
    map_release(&position_of);
    map_release(&heads);
    return (n ? FEATURE_LOOPS : 0) | (n > 1 ? FEATURE_SEVERAL_LOOPS : 0);
}

/* An operation of the program fails: an access, an overflow. */
static bool is_check(enum property_id id) {
    return id >= PROPERTY_OVERFLOW && id <= PROPERTY_UNDEFINED && id != PROPERTY_UNREACHABLE;
}

static bool has_checks(const program *p) {
    bool found = false;
    for (edge_id e = {0}; e.id < p->edges.size && !found; e.id++) {
        loc to = p->edges.data[e.id].to;
        found = !p->edges.data[e.id].removed && program_is_error(p, to) &&
                is_check(program_property_at(p, to)->id);
    }
    return found;
}

/* Loops over data have up to a dozen conditions after reduction, protocols and drivers dozens and
 * hundreds; there is little between. Checks of operations have conditions of their own, about data.
 */
enum { MANY_CONDITIONS = 20 };

static uint32_t control_features(const program *p, const survey *s) {
    if (s->conditions < MANY_CONDITIONS || has_checks(p)) return 0;
    bool modes = s->assignments >= MANY_CONDITIONS && s->constants >= s->assignments / 3 * 2;
    return FEATURE_BRANCHES | (modes ? FEATURE_MODES : 0);
}

uint32_t program_features(program *p) {
    LOG("portfolio", "features of %u edges", p->edges.size);
    survey s = {0};
    uint32_t found = loop_features(p);
    for (edge_id e = {0}; e.id < p->edges.size; e.id++)
        if (!p->edges.data[e.id].removed)
            found |= command_features(p, p->edges.data[e.id].command, &s);
    map_release(&s.seen);
    return found | control_features(p, &s);
}
