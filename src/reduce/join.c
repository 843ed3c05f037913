/* Choices without repetition.
 *
 * Commands are relations, and composition distributes over union: p;a [] p;b is p;(a [] b), and a;s
 * [] b;s is (a [] b);s. Assumptions are parts of the identity: assume a [] assume b is assume (a or
 * b). Both rules are exact, and undo the copies that the sequence rule makes where several edges
 * leave a location. */
#include "reduce/reduce_internal.h"

static void open_seq(const program *p, cmd c, cmd_vec *out) {
    assert_debug(cmds_are_there(p, 1, &c));
    if (cmd_kind_of(p, c) == CMD_SKIP) return;
    if (cmd_kind_of(p, c) != CMD_SEQ) {
        vec_push(out, c);
        return;
    }
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++) vec_push(out, cmd_part(p, c, i));
}

/* A guard is a command made of assumptions alone: one formula says the same. */
static bool is_guard(const program *p, cmd c) {
    assert_debug(cmds_are_there(p, 1, &c));
    enum cmd_kind k = cmd_kind_of(p, c);
    if (k == CMD_SEQ || k == CMD_CHOICE) {
        for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++)
            if (!is_guard(p, cmd_part(p, c, i))) return false;
        return true;
    }
    return k == CMD_ASSUME || k == CMD_SKIP;
}

static term guard_of(program *p, cmd c) {
    assert_debug(cmds_are_there(p, 1, &c));
    enum cmd_kind k = cmd_kind_of(p, c);
    if (k == CMD_SKIP) return term_true(p->terms);
    if (k == CMD_ASSUME) return cmd_term(p, c);
    term_vec parts = {0};
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++)
        vec_push(&parts, guard_of(p, cmd_part(p, c, i)));
    term all = k == CMD_SEQ ? term_and_n(p->terms, parts.size, parts.data)
                            : term_or_n(p->terms, parts.size, parts.data);
    vec_release(&parts);
    return all;
}

/* A disjunct without the conjuncts whose opposite is a disjunct of its own: a or (not a and b) is a
 * or b. */
static term without_opposites(terms *t, term disjunct, const map *all) {
    if (term_op(t, disjunct) != OP_AND) return disjunct;
    term_vec parts = {0}, kept = {0};
    term_conjuncts(t, disjunct, &parts);
    for (uint32_t i = 0; i < parts.size; i++)
        if (!map_get(all, term_not(t, parts.data[i]).id, NULL)) vec_push(&kept, parts.data[i]);
    term out = kept.size == parts.size ? disjunct : term_and_n(t, kept.size, kept.data);
    vec_release(&parts);
    vec_release(&kept);
    return out;
}

static term without_all_opposites(terms *t, term any) {
    term_vec parts = {0};
    map all = {0};
    term_disjuncts(t, any, &parts);
    for (uint32_t i = 0; i < parts.size; i++) map_set(&all, parts.data[i].id, 1);
    for (uint32_t i = 0; i < parts.size; i++)
        parts.data[i] = without_opposites(t, parts.data[i], &all);
    any = term_or_n(t, parts.size, parts.data);
    map_release(&all);
    vec_release(&parts);
    return any;
}

/* The disjunction of guards. What nested branches leave behind goes, level by level. */
static term any_guard(terms *t, const term_vec *guards) {
    enum { LEVELS = 8 };
    term any = term_or_n(t, guards->size, guards->data);
    for (int i = 0; i < LEVELS && term_op(t, any) == OP_OR; i++) {
        term less = without_all_opposites(t, any);
        if (same(less, any)) break;
        any = less;
    }
    return any;
}

/* The alternatives without their plain assumptions, which become one. */
static cmd choose(program *p, const cmd_vec *alternatives) {
    cmd_vec kept = {0};
    term_vec guards = {0};
    for (uint32_t i = 0; i < alternatives->size; i++) {
        cmd c = alternatives->data[i];
        if (is_guard(p, c)) vec_push(&guards, guard_of(p, c));
        else vec_push(&kept, c);
    }
    if (guards.size) vec_push(&kept, cmd_assume(p, any_guard(p->terms, &guards)));
    cmd c = cmd_choice(p, kept.size, kept.data);
    vec_release(&kept);
    vec_release(&guards);
    return c;
}

static void open_choice(const program *p, cmd c, cmd_vec *out) {
    assert_debug(cmds_are_there(p, 1, &c));
    if (cmd_kind_of(p, c) != CMD_CHOICE) {
        vec_push(out, c);
        return;
    }
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++) vec_push(out, cmd_part(p, c, i));
}

typedef struct {
    uint32_t first, last;
} overlap; /* how many parts agree at each end */

static overlap common(const cmd_vec *a, const cmd_vec *b) {
    uint32_t least = a->size < b->size ? a->size : b->size;
    overlap o = {0, 0};
    while (o.first < least && a->data[o.first].id == b->data[o.first].id) o.first++;
    while (o.first + o.last < least &&
           a->data[a->size - 1 - o.last].id == b->data[b->size - 1 - o.last].id)
        o.last++;
    return o;
}

static cmd middle(program *p, const cmd_vec *a, overlap o) {
    return cmd_seq(p, a->size - o.first - o.last, a->data + o.first);
}

static cmd join_plain(program *p, cmd a, cmd b);

static cmd factored(program *p, const cmd_vec *a, const cmd_vec *b, overlap o) {
    cmd_vec parts = {0};
    vec_append(&parts, a->data, o.first);
    vec_push(&parts, cmd_join(p, middle(p, a, o), middle(p, b, o)));
    vec_append(&parts, a->data + a->size - o.last, o.last);
    cmd c = cmd_seq(p, parts.size, parts.data);
    vec_release(&parts);
    return c;
}

/* Where a and b share parts, the join with these taken out; none (id 0) where they do not. */
static cmd join_shared(program *p, cmd a, cmd b) {
    assert_debug(cmds_are_there(p, 1, &a));
    assert_debug(cmds_are_there(p, 1, &b));
    cmd_vec as = {0}, bs = {0};
    open_seq(p, a, &as);
    open_seq(p, b, &bs);
    overlap o = common(&as, &bs);
    cmd c = {0};
    if (as.size && bs.size && o.first + o.last) c = factored(p, &as, &bs, o);
    vec_release(&as);
    vec_release(&bs);
    return c;
}

/* How many of the latest alternatives are looked at for shared parts; keeps joins of large switches
 * linear. */
enum { LOOK_BACK = 8 };

static bool share_with_one(program *p, cmd_vec *alternatives, cmd b) {
    assert_debug(cmds_are_there(p, 1, &b));
    uint32_t n = alternatives->size, from = n > LOOK_BACK ? n - LOOK_BACK : 0;
    for (uint32_t i = n; i-- > from;) {
        if (is_guard(p, alternatives->data[i]) || is_guard(p, b)) continue;
        cmd c = join_shared(p, alternatives->data[i], b);
        if (!c.id) continue;
        alternatives->data[i] = c;
        return true;
    }
    return false;
}

static cmd join_plain(program *p, cmd a, cmd b) {
    cmd_vec alternatives = {0}, more = {0};
    open_choice(p, a, &alternatives);
    open_choice(p, b, &more);
    for (uint32_t i = 0; i < more.size; i++)
        if (!share_with_one(p, &alternatives, more.data[i])) vec_push(&alternatives, more.data[i]);
    cmd c = choose(p, &alternatives);
    vec_release(&alternatives);
    vec_release(&more);
    return c;
}

cmd cmd_join(program *p, cmd a, cmd b) {
    assert_debug(cmds_are_there(p, 1, &a) && cmds_are_there(p, 1, &b));
    if (a.id == b.id || cmd_blocks(p, b)) return a;
    if (cmd_blocks(p, a)) return b;
    cmd c = join_shared(p, a, b);
    return c.id ? c : join_plain(p, a, b);
}

cmd cmd_join_n(program *p, uint32_t n, const cmd *parts) {
    assert_debug(cmds_are_there(p, n, parts));
    if (!n) return cmd_choice(p, 0, NULL);
    cmd c = parts[0];
    for (uint32_t i = 1; i < n; i++) c = cmd_join(p, c, parts[i]);
    return c;
}
