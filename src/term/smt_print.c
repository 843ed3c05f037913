/* Printing in SMT-LIB. Subterms that occur more than once are bound by let, level by level, so that the text is linear in
 * the DAG and lets nest only as deep as shared terms do. */
#include "term/smtlib_internal.h"
#include "term/softfloat.h"

#include <ctype.h>

/* ---- symbols and sorts ---- */

static bool is_reserved(const char *name) {
    static const char *const words[] = {"!", "_", "as", "BINARY", "DECIMAL", "exists", "HEXADECIMAL",
                                        "forall", "let", "match", "NUMERAL", "par", "STRING"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(name, words[i]) == 0) return true;
    return false;
}

static bool is_simple(const char *name) {
    if (!*name || isdigit((unsigned char)*name) || is_reserved(name)) return false;
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("~!@$%^&*_-+=<>.?/", *c)) return false;
    return true;
}

void smtlib_symbol(const char *name, text *out) {
    if (is_simple(name)) {
        text_add(out, name);
        return;
    }
    text_char(out, '|');
    for (const char *c = name; *c; c++) { /* two characters cannot be quoted */
        if (*c == '|' || *c == '\\') text_print(out, "!%02x!", (unsigned)*c);
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
    if (x.class_ == FLOAT_NAN) text_print(out, "(_ NaN %u %u)", eb, sb);
    else if (x.class_ == FLOAT_INF) text_print(out, "(_ %coo %u %u)", sign, eb, sb);
    else if (x.class_ == FLOAT_ZERO) text_print(out, "(_ %czero %u %u)", sign, eb, sb);
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

typedef struct { term a; uint32_t next, closing; } frame;

typedef struct {
    terms *t;
    text *out;
    bool binary;      /* nest operations that SMT-LIB 2.6 has with two arguments only */
    map seen;         /* term id -> number of parents seen, at most 2 */
    map name;         /* term id -> number of its let variable */
    map level;        /* term id -> let level needed below it */
    term_vec order;   /* post-order */
    vec(frame) stack;
} printer;

static bool is_leaf(const terms *t, term a) { return op_of(t, a) < OP_CONST_ARRAY; }

/* Post-order of the DAG below `root`, counting parents. */
static void survey(printer *p, term root) {
    vec_push(&p->stack, ((frame){root, 0, 0}));
    map_set(&p->seen, root.id, 1);
    while (p->stack.size) {
        frame *f = &vec_last(&p->stack);
        if (f->next == arity_of(p->t, f->a)) {
            vec_push(&p->order, f->a);
            p->stack.size--;
            continue;
        }
        term x = arg_of(p->t, f->a, f->next++);
        if (is_leaf(p->t, x)) continue;
        uint64_t n = map_find(&p->seen, x.id, 0);
        map_set(&p->seen, x.id, n ? 2 : 1);
        if (!n) vec_push(&p->stack, ((frame){x, 0, 0}));
    }
}

static bool is_shared(const printer *p, term a) { return map_find(&p->seen, a.id, 0) > 1; }

static uint64_t level_below(const printer *p, term a) {
    uint64_t most = 0;
    for (uint32_t i = 0; i < arity_of(p->t, a); i++) {
        term x = arg_of(p->t, a, i);
        uint64_t n = map_find(&p->level, x.id, 0);
        if (n > most) most = n;
    }
    return most;
}

/* level: of a shared term the let that binds it (from 1), of others the deepest let they use. */
static uint32_t assign_levels(printer *p) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < p->order.size; i++) {
        term a = p->order.data[i];
        uint64_t n = level_below(p, a) + is_shared(p, a);
        map_set(&p->level, a.id, n);
        if (is_shared(p, a) && n > most) most = (uint32_t)n;
    }
    return most;
}

static void print_head(printer *p, term a) {
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
    } else text_print(out, "(%s", op_table[op].smt);
}

static bool only_binary(enum op op) {
    return op == OP_BVAND || op == OP_BVOR || op == OP_BVXOR || op == OP_BVADD || op == OP_BVMUL ||
           op == OP_CONCAT;
}

static bool print_name(printer *p, term a) {
    uint64_t n;
    if (is_leaf(p->t, a)) return print_leaf(p->t, a, p->out), true;
    if (!map_get(&p->name, a.id, &n)) return false;
    return text_print(p->out, "?%llu", (unsigned long long)n), true;
}

/* Open the application: frame.closing counts its parentheses. */
static frame open_frame(printer *p, term a) {
    frame f = {a, 0, 1};
    uint32_t arity = arity_of(p->t, a);
    print_head(p, a);
    if (!p->binary || !only_binary(op_of(p->t, a))) return f;
    for (uint32_t i = 2; i < arity; i++) { /* left-associated */
        text_char(p->out, ' ');
        print_head(p, a);
    }
    return f;
}

static void print_body(printer *p, term a) {
    vec_push(&p->stack, open_frame(p, a));
    while (p->stack.size) {
        frame *f = &vec_last(&p->stack);
        bool nested = p->binary && only_binary(op_of(p->t, f->a));
        if (nested && f->next >= 2) text_char(p->out, ')');
        if (f->next == arity_of(p->t, f->a)) {
            if (!nested || f->next < 2) text_char(p->out, ')');
            p->stack.size--;
            continue;
        }
        term x = arg_of(p->t, f->a, f->next++);
        text_char(p->out, ' ');
        if (!print_name(p, x)) vec_push(&p->stack, open_frame(p, x));
    }
}

/* Numbers of let variables, none of which is a variable's name. */
static void bind_names(printer *p) {
    uint64_t n = 0;
    char name[32];
    for (uint32_t i = 0; i < p->order.size; i++) {
        if (!is_shared(p, p->order.data[i])) continue;
        do snprintf(name, sizeof name, "?%llu", (unsigned long long)++n);
        while (term_find_var(p->t, name).id);
        map_set(&p->name, p->order.data[i].id, n);
    }
}

/* One let: all shared terms of the level. A term's own name is hidden while it is printed. */
static void print_let(printer *p, const term_vec *bound) {
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

static void print_dag(printer *p, term root) {
    survey(p, root);
    uint32_t levels = assign_levels(p);
    vec(term_vec) by_level = {0};
    vec_resize(&by_level, levels + 1);
    bind_names(p);
    for (uint32_t i = 0; i < p->order.size; i++) {
        term a = p->order.data[i];
        if (is_shared(p, a)) vec_push(&by_level.data[map_find(&p->level, a.id, 0)], a);
    }
    for (uint32_t i = 1; i <= levels; i++) print_let(p, &by_level.data[i]);
    print_body(p, root);
    for (uint32_t i = 1; i <= levels; i++) text_char(p->out, ')');
    for (uint32_t i = 0; i <= levels; i++) vec_release(&by_level.data[i]);
    vec_release(&by_level);
}

void smt_print(terms *t, term a, bool binary, text *out) {
    if (is_leaf(t, a)) {
        print_leaf(t, a, out);
        return;
    }
    printer p = {.t = t, .out = out, .binary = binary};
    print_dag(&p, a);
    map_release(&p.seen);
    map_release(&p.name);
    map_release(&p.level);
    vec_release(&p.order);
    vec_release(&p.stack);
}

void smtlib_term(terms *t, term a, text *out) { smt_print(t, a, false, out); }
