#include "engine/common/draw.h"

static void collect_term(drawer *d, term a, map *seen) {
    terms *t = d->program->terms;
    if (!map_add(seen, a.id)) return;
    enum op op = term_op(t, a);
    if (op == OP_BV || op == OP_FP || op == OP_NUMBER) vec_push(&d->constants, a);
    for (uint32_t i = 0; i < term_arity(t, a); i++) collect_term(d, term_arg(t, a, i), seen);
}

static void collect_command(drawer *d, cmd c, map *seen) {
    program *p = d->program;
    switch (cmd_kind_of(p, c)) {
    case CMD_ASSIGN:
    case CMD_ASSUME: collect_term(d, cmd_term(p, c), seen); break;
    case CMD_SEQ:
    case CMD_CHOICE:
        for (uint32_t i = 0; i < cmd_size(p, c); i++) collect_command(d, cmd_part(p, c, i), seen);
        break;
    default: break;
    }
}

void drawer_init(drawer *d, program *p, uint64_t seed) {
    map seen = {0};
    *d = (drawer){.program = p, .random = {seed}};
    for (edge_id e = {0}; e.id < p->edges.size; e.id++)
        if (!p->edges.data[e.id].removed) collect_command(d, p->edges.data[e.id].command, &seen);
    map_release(&seen);
}

void drawer_release(drawer *d) { vec_release(&d->constants); }

/* ---- bit-vectors ---- */

static uint64_t boundary(drawer *d, uint32_t width) {
    uint64_t top = width >= 64 ? 1ull << 63 : 1ull << (width - 1);
    switch (random_below(&d->random, 6)) {
    case 0: return top;     /* the least signed */
    case 1: return top - 1; /* the greatest signed */
    case 2: return ~0ull;
    case 3: return top + 1;
    case 4: return 1ull << random_below(&d->random, width < 64 ? width : 64);
    default: return (1ull << random_below(&d->random, width < 64 ? width : 64)) - 1;
    }
}

/* A constant of the program near which something may change. */
static bool near_constant(drawer *d, uint64_t *bits) {
    if (!d->constants.size) return false;
    term c = d->constants.data[random_below(&d->random, d->constants.size)];
    if (!term_get_u64(d->program->terms, c, bits)) return false;
    *bits += random_below(&d->random, 3) - 1ull;
    return true;
}

static uint64_t draw_bits(drawer *d, uint32_t width, enum draw_style style) {
    uint64_t bits;
    switch (style) {
    case DRAW_ZERO: return 0;
    case DRAW_SMALL:
        return random_below(&d->random, 4) ? random_below(&d->random, 12)
                                           : -(uint64_t)random_below(&d->random, 4);
    case DRAW_CONSTANTS: return near_constant(d, &bits) ? bits : random_below(&d->random, 3);
    case DRAW_BOUNDARY: return boundary(d, width);
    case DRAW_ANY: return random_u64(&d->random);
    default: return draw_bits(d, width, (enum draw_style)random_below(&d->random, DRAW_MIXED));
    }
}

/* ---- floats ---- */

static double special_double(drawer *d) {
    static const double special[] = {
        0.0, -0.0, 1.0, -1.0, 0.5, 1e-300, 1e300, 4.9e-324, 3.4e38, 1e-40, 2.2250738585072014e-308};
    uint32_t n = sizeof special / sizeof *special, i = random_below(&d->random, n + 3);
    if (i < n) return special[i];
    return i == n ? __builtin_inf() : i == n + 1 ? -__builtin_inf() : __builtin_nan("");
}

static term float_constant(drawer *d, sort s) {
    for (uint32_t tries = 0; d->constants.size && tries < 8; tries++) {
        term c = d->constants.data[random_below(&d->random, d->constants.size)];
        if (same_sort(term_sort(d->program->terms, c), s)) return c;
    }
    return term_fp_double(d->program->terms, s, random_below(&d->random, 10));
}

static term draw_float(drawer *d, sort s, enum draw_style style) {
    terms *t = d->program->terms;
    switch (style) {
    case DRAW_ZERO: return term_fp_double(t, s, 0);
    case DRAW_SMALL: return term_fp_double(t, s, (double)random_below(&d->random, 400) / 20 - 10);
    case DRAW_CONSTANTS: return float_constant(d, s);
    case DRAW_BOUNDARY: return term_fp_double(t, s, special_double(d));
    case DRAW_ANY: {
        union {
            uint64_t bits;
            double number;
        } any = {random_u64(&d->random)};
        return term_fp_double(t, s, any.number);
    }
    default: return draw_float(d, s, (enum draw_style)random_below(&d->random, DRAW_MIXED));
    }
}

value draw(drawer *d, values *pool, sort s, enum draw_style style) {
    assert_debug(s.id && (unsigned)style < DRAW_STYLES);
    terms *t = d->program->terms;
    uint32_t width = sort_width(t, s);
    switch (sort_kind_of(t, s)) {
    case SORT_BOOL: return value_bool(t, style != DRAW_ZERO && random_below(&d->random, 2));
    case SORT_BV:
        if (width <= 64) return value_bv(t, width, draw_bits(d, width, style));
        return value_of_term(pool, term_zext(t, term_bv(t, 64, draw_bits(d, 64, style)), width));
    case SORT_FP: return value_of_term(pool, draw_float(d, s, style));
    case SORT_INT: return value_of_term(pool, term_int(t, (int32_t)draw_bits(d, 32, style)));
    default: return value_default(pool, s);
    }
}
