/* The bank: storage and hash-consing of terms, leaves, and looking at them. */
#include "term/term_internal.h"

const op_info op_table[OP_COUNT] = {
    {"NONE", "", 0, 0},
#define TERM_OP(name, smt, arity, indices) {#name, smt, arity, indices},
#include "term/ops.def"
#undef TERM_OP
};

static uint32_t hash_words(enum op op, sort s, uint32_t size, const uint32_t *words) {
    uint64_t h = ((uint64_t)op << 32 | s.id) * 0x9e3779b97f4a7c15ull;
    for (uint32_t i = 0; i < size; i++) h = (h ^ words[i]) * 0xd6e8feb86659fd93ull, h ^= h >> 32;
    return (uint32_t)hash_mix(h);
}

static bool same_node(const terms *t, uint32_t id, enum op op, sort s, uint32_t size,
                      const uint32_t *words) {
    const node *n = &t->nodes.data[id];
    if (n->op != op || n->sort != s.id || n->size != size) return false;
    const uint32_t *w = t->words.data + n->start;
    for (uint32_t i = 0; i < size; i++)
        if (w[i] != words[i]) return false;
    return true;
}

static void table_grow(terms *t) {
    uint32_t slots = t->slots ? t->slots * 2 : 1024;
    hash_slot *table = mem_zero((size_t)slots * sizeof *table);
    for (uint32_t k = 0; k < t->slots; k++) {
        if (!t->table[k].id) continue;
        uint32_t i = t->table[k].hash & (slots - 1);
        while (table[i].id) i = (i + 1) & (slots - 1);
        table[i] = t->table[k];
    }
    mem_free(t->table);
    t->table = table;
    t->slots = slots;
}

term bank_make(terms *t, enum op op, sort s, uint32_t size, const uint32_t *words) {
    assert_debug(op > 0 && op < OP_COUNT);
    assert_debug(sort_is_there(t, s));
    assert_debug(!size || words);
    uint32_t hash = hash_words(op, s, size, words);
    uint32_t i = hash & (t->slots - 1);
    for (; t->table[i].id; i = (i + 1) & (t->slots - 1))
        if (t->table[i].hash == hash && same_node(t, t->table[i].id, op, s, size, words))
            return (term){t->table[i].id};
    uint32_t id = t->nodes.size;
    require(id < UINT32_MAX - 1 && (uint64_t)t->words.size + size < UINT32_MAX, "too many terms");
    node n = {op, s.id, size, t->words.size};
    vec_append(&t->words, words, size);
    vec_push(&t->nodes, n);
    t->table[i] = (hash_slot){id, hash};
    if ((uint64_t)t->nodes.size * 5 > (uint64_t)t->slots * 3) table_grow(t);
    return (term){id};
}

_Static_assert(sizeof(term) == sizeof(uint32_t), "argument arrays are word arrays");

term make(terms *t, enum op op, sort s, uint32_t n, const term *args) {
    assert_debug(op > 0 && op < OP_COUNT);
    assert_debug(!op_table[op].indices);
    return bank_make(t, op, s, n, (const uint32_t *)args);
}
term make_1(terms *t, enum op op, sort s, term a) {
    assert_debug(term_is_there(t, a));
    return make(t, op, s, 1, &a);
}
term make_2(terms *t, enum op op, sort s, term a, term b) {
    assert_debug(term_is_there(t, a) && term_is_there(t, b));
    return make(t, op, s, 2, (term[]){a, b});
}
term make_3(terms *t, enum op op, sort s, term a, term b, term c) {
    assert_debug(term_is_there(t, a) && term_is_there(t, b) && term_is_there(t, c));
    return make(t, op, s, 3, (term[]){a, b, c});
}

term make_indexed(terms *t, enum op op, sort s, uint32_t i0, uint32_t i1, uint32_t n,
                  const term *args) {
    uint32_t words[8] = {i0, i1}, indices = op_table[op].indices;
    assert(indices + n <= 8);
    for (uint32_t i = 0; i < n; i++) words[indices + i] = args[i].id;
    return bank_make(t, op, s, indices + n, words);
}

/* ---- the invariants, in debug builds ---- */

#ifdef CINCH_CHECK

/* The first node on the way from its hash that has its words is the node itself. */
static void check_found(const terms *t, uint32_t id) {
    const node *n = &t->nodes.data[id];
    const uint32_t *words = t->words.data + n->start;
    uint32_t hash = hash_words((enum op)n->op, (sort){n->sort}, n->size, words);
    uint32_t i = hash & (t->slots - 1);
    while (t->table[i].id &&
           !same_node(t, t->table[i].id, (enum op)n->op, (sort){n->sort}, n->size, words))
        i = (i + 1) & (t->slots - 1);
    require(t->table[i].id == id && t->table[i].hash == hash, "term %u is not under its hash", id);
}

static void check_typed(terms *t, term a) {
    const node n = *node_of(t, a);
    term_vec *args = scratch_take(t);
    const char *why = NULL;
    for (uint32_t i = 0; i < arity_of(t, a); i++) {
        vec_push(args, arg_of(t, a, i));
        require(vec_last(args).id && vec_last(args).id < a.id, "term %u is before its argument",
                a.id);
    }
    if (n.op >= OP_NOT) {
        uint32_t indices = op_table[n.op].indices;
        sort s = op_sort(t, (enum op)n.op, indices > 0 ? index_of(t, a, 0) : 0,
                         indices > 1 ? index_of(t, a, 1) : 0, args->size, args->data, &why);
        require(s.id == n.sort, "term %u (%s) has another sort than its operation gives", a.id,
                op_table[n.op].name);
    }
    scratch_give(t);
}

static void check_sort(const terms *t, uint32_t id) {
    const sort_node *s = &t->sorts.data[id];
    bool array = s->kind == SORT_ARRAY;
    require(!array || (s->a && s->a < id && s->b && s->b < id), "sort %u is of unknown sorts", id);
    require(s->kind != SORT_BV || s->a, "a bit-vector of width 0");
}

void terms_check(terms *t) {
    for (uint32_t id = t->checked ? t->checked : 1; id < t->nodes.size; id++) {
        const node *n = &t->nodes.data[id];
        require(n->op && n->op < OP_COUNT && n->sort && n->sort < t->sorts.size,
                "term %u has no operation or sort", id);
        require((uint64_t)n->start + n->size <= t->words.size, "term %u ends outside", id);
        check_sort(t, n->sort);
        check_found(t, id);
        check_typed(t, (term){id});
    }
    t->checked = t->nodes.size;
}

#else

void terms_check(terms *t) { (void)t; }

#endif

/* ---- life ---- */

terms *terms_new(void) {
    terms *t = mem_zero(sizeof *t);
    vec_push(&t->nodes, (node){0});
    vec_push(&t->sorts, (sort_node){0});
    intern_init(&t->names);
    table_grow(t);
    t->bool_sort = sort_bool(t);
    t->rm_sort = sort_rm(t);
    t->int_sort = sort_int(t);
    t->real_sort = sort_real(t);
    t->truth = make(t, OP_TRUE, t->bool_sort, 0, NULL);
    t->falsity = make(t, OP_FALSE, t->bool_sort, 0, NULL);
    return t;
}

void terms_delete(terms *t) {
    assert_debug(!t->scratch.lent);
    if (!t) return;
    if (t->folding) values_delete(t->folding);
    for (uint32_t i = 0; i < t->scratch.all.size; i++) {
        vec_release(t->scratch.all.data[i]);
        mem_free(t->scratch.all.data[i]);
    }
    vec_release(&t->scratch.all);
    vec_release(&t->nodes);
    vec_release(&t->words);
    vec_release(&t->sorts);
    vec_release(&t->var_of_name);
    vec_release(&t->mark);
    vec_release(&t->walk);
    vec_release(&t->memo.values);
    map_release(&t->memo.tables);
    map_release(&t->memo.elements);
    vec_release(&t->memo.stamps);
    map_release(&t->sort_index);
    map_release(&t->negation);
    intern_release(&t->names);
    mem_free(t->table);
    mem_free(t);
}

uint32_t terms_solvers(const terms *t) { return t->solvers; }
void terms_set_solvers(terms *t, uint32_t set) { t->solvers = set; }
uint32_t terms_count(const terms *t) { return t->nodes.size - 1; }

bool term_is_there(const terms *t, term a) { return a.id && a.id < t->nodes.size; }

bool terms_are_there(const terms *t, uint32_t n, const term *a) {
    for (uint32_t i = 0; i < n; i++)
        if (!term_is_there(t, a[i])) return false;
    return true;
}

int term_by_id(const void *a, const void *b) {
    uint32_t x = ((const term *)a)->id, y = ((const term *)b)->id;
    return (x > y) - (x < y);
}

term_vec *scratch_take(terms *t) {
    assert_debug(t->scratch.lent <= t->scratch.all.size);
    if (t->scratch.lent == t->scratch.all.size)
        vec_push(&t->scratch.all, mem_zero(sizeof(term_vec)));
    term_vec *v = t->scratch.all.data[t->scratch.lent++];
    vec_clear(v);
    return v;
}

void scratch_give(terms *t) {
    assert(t->scratch.lent);
    t->scratch.lent--;
}

void args_append(const terms *t, term a, term_vec *out) {
    assert_debug(term_is_there(t, a));
    uint32_t n = arity_of(t, a);
    vec_append(out, (const term *)words_of(t, a) + op_table[op_of(t, a)].indices, n);
}

/* ---- looking ---- */

enum op term_op(const terms *t, term a) { return op_of(t, a); }
sort term_sort(const terms *t, term a) { return sort_of(t, a); }
uint32_t term_width(const terms *t, term a) { return sort_width(t, sort_of(t, a)); }
uint32_t term_arity(const terms *t, term a) { return arity_of(t, a); }

term term_arg(const terms *t, term a, uint32_t i) {
    assert(i < arity_of(t, a));
    return arg_of(t, a, i);
}

uint32_t term_index(const terms *t, term a, uint32_t i) {
    require(i < op_table[op_of(t, a)].indices, "%s has no index %u", op_table[op_of(t, a)].name, i);
    return index_of(t, a, i);
}

const char *term_name(const terms *t, term var) {
    require(is_op(t, var, OP_VAR), "a name was asked of a term that is no variable");
    return intern_text(&t->names, words_of(t, var)[0]);
}

bool term_is_var(const terms *t, term a) {
    assert_debug(term_is_there(t, a));
    return is_op(t, a, OP_VAR);
}
bool term_is_true(const terms *t, term a) { return a.id == t->truth.id; }
bool term_is_false(const terms *t, term a) { return a.id == t->falsity.id; }
bool term_is_bool(const terms *t, term a) {
    assert_debug(term_is_there(t, a));
    return sort_of(t, a).id == t->bool_sort.id;
}
bool term_is_connective(const terms *t, term a) {
    assert_debug(term_is_there(t, a));
    switch (op_of(t, a)) {
    case OP_NOT:
    case OP_AND:
    case OP_OR:
    case OP_XOR: return true;
    case OP_ITE: return term_is_bool(t, a);
    case OP_EQ: return term_is_bool(t, arg_of(t, a, 0));
    default: return false;
    }
}

bool term_is_const(const terms *t, term a) {
    assert_debug(term_is_there(t, a));
    while (is_op(t, a, OP_STORE)) {
        if (!term_is_const(t, arg_of(t, a, 1)) || !term_is_const(t, arg_of(t, a, 2))) return false;
        a = arg_of(t, a, 0);
    }
    return is_op(t, a, OP_CONST_ARRAY) ? term_is_const(t, arg_of(t, a, 0)) : is_value(t, a);
}

/* ---- leaves ---- */

term term_true(terms *t) { return t->truth; }
term term_false(terms *t) { return t->falsity; }
term term_bool(terms *t, bool b) { return b ? t->truth : t->falsity; }

term term_var(terms *t, const char *name, sort s) {
    require(s.id && s.id < t->sorts.size, "a variable needs a sort");
    uint32_t id = intern_id(&t->names, name);
    if (id >= t->var_of_name.size) vec_resize(&t->var_of_name, id + 1);
    term old = {t->var_of_name.data[id]};
    require(!old.id || sort_of(t, old).id == s.id, "variable %s has another sort already", name);
    if (old.id) return old;
    term a = bank_make(t, OP_VAR, s, 1, &id);
    t->var_of_name.data[id] = a.id;
    return a;
}

term term_find_var(const terms *t, const char *name) {
    uint32_t id = intern_find(&t->names, name);
    return (term){id < t->var_of_name.size ? t->var_of_name.data[id] : 0};
}

term term_fresh(terms *t, const char *stem, sort s) {
    assert_debug(sort_is_there(t, s));
    text name = {0};
    do {
        text_clear(&name);
        text_print(&name, "%s!%llu", stem, (unsigned long long)t->fresh++);
    } while (term_find_var(t, text_string(&name)).id);
    term a = term_var(t, text_string(&name), s);
    text_release(&name);
    return a;
}

term term_rm(terms *t, enum rounding mode) {
    assert_debug((unsigned)mode <= RTZ);
    uint32_t word = mode;
    return bank_make(t, OP_RM, t->rm_sort, 1, &word);
}

enum rounding term_get_rm(const terms *t, term a) {
    require(is_op(t, a, OP_RM), "no rounding mode constant");
    return (enum rounding)words_of(t, a)[0];
}
