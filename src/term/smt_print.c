/* Printing in SMT-LIB. Subterms that occur more than once are bound by let, level by level, so that
 * the text is linear in the DAG and lets nest only as deep as shared terms do. */
#include "term/smtlib_internal.h"
#include "term/softfloat.h"

#include <ctype.h>

/* ---- symbols and sorts ---- */

static bool is_reserved(const char *name) {
    static const char *const words[] = {"!",       "_",           "as",     "BINARY", "DECIMAL",
                                        "exists",  "HEXADECIMAL", "forall", "let",    "match",
                                        "NUMERAL", "par",         "STRING"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(name, words[i]) == 0) return true;
    return false;
}

/* Two characters cannot be quoted; nor may a name look like another one that has them. */
static bool is_replaced(const char *c) {
    return *c == '|' || *c == '\\' ||
           (*c == '!' && isxdigit((unsigned char)c[1]) && isxdigit((unsigned char)c[2]) &&
            c[3] == '!');
}

static bool is_simple(const char *name) {
    if (!*name || isdigit((unsigned char)*name) || is_reserved(name)) return false;
    for (const char *c = name; *c; c++)
        if (is_replaced(c) || (!isalnum((unsigned char)*c) && !strchr("~!@$%^&*_-+=<>.?/", *c)))
            return false;
    return true;
}

void smtlib_symbol(const char *name, text *out) {
    if (is_simple(name)) {
        text_add(out, name);
        return;
    }
    text_char(out, '|');
    for (const char *c = name; *c; c++) {
        if (is_replaced(c)) text_print(out, "!%02x!", (unsigned)*c);
        else text_char(out, *c);
    }
    text_char(out, '|');
}

void smtlib_sort(const terms *t, sort s, text *out) {
    const sort_node *x = sort_node_of(t, s);
    switch (x->kind) {
    case SORT_BOOL: text_add(out, "Bool"); return;
    case SORT_BV: text_print(out, "(_ BitVec %u)", x->a); return;
    case SORT_FP: text_print(out, "(_ FloatingPoint %u %u)", x->a, x->b); return;
    case SORT_RM: text_add(out, "RoundingMode"); return;
    case SORT_INT: text_add(out, "Int"); return;
    case SORT_REAL: text_add(out, "Real"); return;
    case SORT_ARRAY:
        text_add(out, "(Array ");
        smtlib_sort(t, (sort){x->a}, out);
        text_char(out, ' ');
        smtlib_sort(t, (sort){x->b}, out);
        text_char(out, ')');
        return;
    case SORT_NONE: break;
    }
    require(false, "no sort to print");
}

void smtlib_declare(terms *t, term var, text *out) {
    assert_debug(term_is_var(t, var));
    text_add(out, "(declare-fun ");
    smtlib_symbol(term_name(t, var), out);
    text_add(out, " () ");
    smtlib_sort(t, sort_of(t, var), out);
    text_add(out, ")\n");
}

/* ---- constants ---- */

/* Bits [low, low + width) of z. */
static void print_bits(const mpz_t z, uint32_t low, uint32_t width, text *out) {
    if (width % 4) {
        text_add(out, "#b");
        for (uint32_t i = width; i-- > 0;) text_char(out, mpz_tstbit(z, low + i) ? '1' : '0');
        return;
    }
    text_add(out, "#x");
    for (uint32_t i = width; i > 0; i -= 4) {
        uint32_t d = 0;
        for (uint32_t j = 1; j <= 4; j++) d = d << 1 | (uint32_t)mpz_tstbit(z, low + i - j);
        text_char(out, "0123456789abcdef"[d]);
    }
}

static void print_float(const terms *t, term a, const mpz_t z, text *out) {
    uint32_t eb = sort_eb(t, sort_of(t, a)), sb = sort_sb(t, sort_of(t, a));
    fp_number x;
    fp_number_init(&x);
    fp_unpack((fp_format){eb, sb}, z, &x);
    char sign = x.negative ? '-' : '+';
    if (x.kind == FLOAT_NAN) text_print(out, "(_ NaN %u %u)", eb, sb);
    else if (x.kind == FLOAT_INF) text_print(out, "(_ %coo %u %u)", sign, eb, sb);
    else if (x.kind == FLOAT_ZERO) text_print(out, "(_ %czero %u %u)", sign, eb, sb);
    else {
        text_add(out, "(fp ");
        print_bits(z, eb + sb - 1, 1, out);
        text_char(out, ' ');
        print_bits(z, sb - 1, eb, out);
        text_char(out, ' ');
        print_bits(z, 0, sb - 1, out);
        text_char(out, ')');
    }
    fp_number_clear(&x);
}

static void print_integer(const mpz_t z, const char *suffix, text *out) {
    char *digits = mpz_get_str(NULL, 10, z);
    text_print(out, "%s%s", digits, suffix);
    void (*release)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &release);
    release(digits, strlen(digits) + 1);
}

static void print_number(const terms *t, term a, text *out) {
    mpq_t q;
    mpq_init(q);
    term_get_mpq(t, a, q);
    const char *suffix = sort_of(t, a).id == t->real_sort.id ? ".0" : "";
    bool negative = mpq_sgn(q) < 0, fraction = mpz_cmp_ui(mpq_denref(q), 1) != 0;
    mpq_abs(q, q);
    if (negative) text_add(out, "(- ");
    if (fraction) text_add(out, "(/ ");
    print_integer(mpq_numref(q), suffix, out);
    if (fraction) {
        text_char(out, ' ');
        print_integer(mpq_denref(q), suffix, out);
        text_char(out, ')');
    }
    if (negative) text_char(out, ')');
    mpq_clear(q);
}

static void print_leaf(const terms *t, term a, text *out) {
    static const char *const modes[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
    mpz_t z;
    switch (op_of(t, a)) {
    case OP_TRUE: text_add(out, "true"); return;
    case OP_FALSE: text_add(out, "false"); return;
    case OP_VAR: smtlib_symbol(term_name(t, a), out); return;
    case OP_RM: text_add(out, modes[term_get_rm(t, a)]); return;
    case OP_NUMBER: print_number(t, a, out); return;
    default: break;
    }
    mpz_init(z);
    term_get_mpz(t, a, z);
    if (is_op(t, a, OP_FP)) print_float(t, a, z, out);
    else print_bits(z, 0, width_of(t, a), out);
    mpz_clear(z);
}

/* ---- applications ---- */

/* What is known of an application: its place among others is a number, so that only the survey
 * looks terms up. */
typedef struct {
    term a;
    uint32_t parents;
    uint32_t level; /* of a shared one the let that binds it (from 1), of others the deepest let
                       they use */
    uint32_t name;  /* number of its let variable; 0: none */
    uint32_t edges; /* places of its arguments: edges, edges + 1, ...; 0 for a leaf */
} print_place;
typedef struct {
    uint32_t place, next;
} print_frame;

typedef struct {
    terms *t;
    text *out;
    bool binary;             /* nest operations that SMT-LIB 2.6 has with two arguments only */
    map place_of;            /* by term id */
    vec(print_place) places; /* 0 unused */
    u32_vec edges;
    u32_vec order; /* post-order */
    vec(print_frame) stack;
} smt_printer;

static bool is_leaf(const terms *t, term a) { return op_of(t, a) < OP_CONST_ARRAY; }

static uint32_t place_push(smt_printer *p, term a) {
    vec_push(&p->places, ((print_place){a, 0, 0, 0, p->edges.size}));
    vec_resize(&p->edges, p->edges.size + arity_of(p->t, a));
    map_set(&p->place_of, a.id, p->places.size - 1);
    vec_push(&p->stack, ((print_frame){p->places.size - 1, 0}));
    return p->places.size - 1;
}

/* Post-order of the DAG below `root`, counting parents. */
static void survey(smt_printer *p, term root) {
    vec_push(&p->places, (print_place){0});
    place_push(p, root);
    while (p->stack.size) {
        print_frame *f = &vec_last(&p->stack);
        print_place at = p->places.data[f->place];
        if (f->next == arity_of(p->t, at.a)) {
            vec_push(&p->order, f->place);
            p->stack.size--;
            continue;
        }
        uint32_t edge = at.edges + f->next;
        term x = arg_of(p->t, at.a, f->next++);
        if (is_leaf(p->t, x)) continue;
        uint32_t to = (uint32_t)map_find(&p->place_of, x.id, 0);
        if (!to) to = place_push(p, x);
        p->edges.data[edge] = to;
        p->places.data[to].parents++;
    }
}

static bool is_shared(const print_place *x) { return x->parents > 1; }

static uint32_t level_below(const smt_printer *p, const print_place *x) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < arity_of(p->t, x->a); i++) {
        uint32_t to = p->edges.data[x->edges + i];
        if (p->places.data[to].level > most) most = p->places.data[to].level;
    }
    return most;
}

static uint32_t assign_levels(smt_printer *p) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < p->order.size; i++) {
        print_place *x = &p->places.data[p->order.data[i]];
        x->level = level_below(p, x) + is_shared(x);
        if (is_shared(x) && x->level > most) most = x->level;
    }
    return most;
}

static void print_head(smt_printer *p, term a) {
    enum op op = op_of(p->t, a);
    uint32_t indices = op_table[op].indices;
    text *out = p->out;
    if (op == OP_CONST_ARRAY) {
        text_add(out, "((as const ");
        smtlib_sort(p->t, sort_of(p->t, a), out);
        text_char(out, ')');
    } else if (indices) {
        text_print(out, "((_ %s %u", op_table[op].smt, index_of(p->t, a, 0));
        if (indices > 1) text_print(out, " %u", index_of(p->t, a, 1));
        text_char(out, ')');
    } else {
        text_char(out, '(');
        text_add(out, op_table[op].smt);
    }
}

static bool only_binary(enum op op) {
    return op == OP_BVAND || op == OP_BVOR || op == OP_BVXOR || op == OP_BVADD || op == OP_BVMUL ||
           op == OP_CONCAT;
}

static void open_frame(smt_printer *p, uint32_t at) {
    term a = p->places.data[at].a;
    uint32_t arity = arity_of(p->t, a);
    vec_push(&p->stack, ((print_frame){at, 0}));
    print_head(p, a);
    if (!p->binary || !only_binary(op_of(p->t, a))) return;
    for (uint32_t i = 2; i < arity; i++) { /* left-associated */
        text_char(p->out, ' ');
        print_head(p, a);
    }
}

static void print_name(smt_printer *p, uint32_t at) {
    text_print(p->out, "?%u", p->places.data[at].name);
}

/* An argument: a leaf, a name, or a frame of its own. */
static void print_argument(smt_printer *p, term x, uint32_t at) {
    text_char(p->out, ' ');
    if (is_leaf(p->t, x)) print_leaf(p->t, x, p->out);
    else if (p->places.data[at].name) print_name(p, at);
    else open_frame(p, at);
}

static void print_body(smt_printer *p, uint32_t root) {
    open_frame(p, root);
    while (p->stack.size) {
        print_frame *f = &vec_last(&p->stack);
        print_place at = p->places.data[f->place];
        bool nested = p->binary && only_binary(op_of(p->t, at.a));
        if (nested && f->next >= 2) text_char(p->out, ')');
        if (f->next == arity_of(p->t, at.a)) {
            if (!nested || f->next < 2) text_char(p->out, ')');
            p->stack.size--;
            continue;
        }
        uint32_t i = f->next++;
        print_argument(p, arg_of(p->t, at.a, i), p->edges.data[at.edges + i]);
    }
}

/* Numbers of let variables, none of which is a variable's name. */
static void bind_names(smt_printer *p) {
    uint32_t n = 0;
    char name[32];
    for (uint32_t i = 0; i < p->order.size; i++) {
        print_place *x = &p->places.data[p->order.data[i]];
        if (!is_shared(x)) continue;
        do snprintf(name, sizeof name, "?%u", ++n);
        while (term_find_var(p->t, name).id);
        x->name = n;
    }
}

/* One let: all shared terms of the level. */
static void print_let(smt_printer *p, const u32_vec *bound) {
    text_add(p->out, "(let (");
    for (uint32_t i = 0; i < bound->size; i++) {
        if (i) text_char(p->out, ' ');
        text_char(p->out, '(');
        print_name(p, bound->data[i]);
        text_char(p->out, ' ');
        print_body(p, bound->data[i]);
        text_char(p->out, ')');
    }
    text_add(p->out, ") ");
}

static void print_dag(smt_printer *p, term root) {
    survey(p, root);
    uint32_t levels = assign_levels(p);
    vec(u32_vec) by_level = {0};
    vec_resize(&by_level, levels + 1);
    bind_names(p);
    for (uint32_t i = 0; i < p->order.size; i++) {
        const print_place *x = &p->places.data[p->order.data[i]];
        if (is_shared(x)) vec_push(&by_level.data[x->level], p->order.data[i]);
    }
    for (uint32_t i = 1; i <= levels; i++) print_let(p, &by_level.data[i]);
    print_body(p, 1);
    for (uint32_t i = 1; i <= levels; i++) text_char(p->out, ')');
    for (uint32_t i = 0; i <= levels; i++) vec_release(&by_level.data[i]);
    vec_release(&by_level);
}

void smt_print(terms *t, term a, bool binary, text *out) {
    assert_debug(term_is_there(t, a));
    if (is_leaf(t, a)) {
        print_leaf(t, a, out);
        return;
    }
    smt_printer p = {.t = t, .out = out, .binary = binary};
    print_dag(&p, a);
    map_release(&p.place_of);
    vec_release(&p.places);
    vec_release(&p.edges);
    vec_release(&p.order);
    vec_release(&p.stack);
}

void smtlib_term(terms *t, term a, text *out) {
    assert_debug(term_is_there(t, a));
    smt_print(t, a, false, out);
}
