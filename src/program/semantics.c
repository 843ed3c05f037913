/* Preconditions, postconditions and paths of commands. */
#include "base/log.h"
#include "program/semantics.h"
#include "base/fail.h"

static term replace_one(terms *t, term in, term var, term by) {
    substitution s = {0};
    subst_set(&s, t, var, by);
    term result = subst_apply(&s, t, in);
    subst_release(&s);
    return result;
}

static term fresh_copy(program *p, term var, term_vec *fresh) {
    term copy = term_fresh(p->terms, term_name(p->terms, var), term_sort(p->terms, var));
    vec_push(fresh, copy);
    return copy;
}

static term wep_choice(program *p, cmd c, term post, term_vec *fresh) {
    assert_debug(cmds_are_there(p, 1, &c));
    term_vec parts = {0};
    for (uint32_t i = 0; i < cmd_size(p, c); i++) {
        term part = wep(p, cmd_part(p, c, i), post, fresh);
        vec_push(&parts, part);
    }
    term result = term_or_n(p->terms, parts.size, parts.data);
    vec_release(&parts);
    return result;
}

term wep(program *p, cmd c, term post, term_vec *fresh) {
    assert_debug(cmds_are_there(p, 1, &c));
    assert(term_is_bool(p->terms, post));
    switch (cmd_kind_of(p, c)) {
    case CMD_SKIP: return post;
    case CMD_ASSIGN: return replace_one(p->terms, post, cmd_var(p, c), cmd_term(p, c));
    case CMD_HAVOC:
        if (!term_mentions(p->terms, post, cmd_var(p, c))) return post;
        return replace_one(p->terms, post, cmd_var(p, c), fresh_copy(p, cmd_var(p, c), fresh));
    case CMD_ASSUME: return term_and(p->terms, cmd_term(p, c), post);
    case CMD_SEQ:
        for (uint32_t i = cmd_size(p, c); i-- > 0;) post = wep(p, cmd_part(p, c, i), post, fresh);
        return post;
    case CMD_CHOICE: return wep_choice(p, c, post, fresh);
    }
    require(false, "unknown command");
}

typedef vec(cmd_vec) path_vec; /* a path is the list of its parts, made one command at the end */

static cmd_vec path_through(const cmd_vec *path, cmd part) {
    cmd_vec longer = {0};
    vec_append(&longer, path->data, path->size);
    vec_push(&longer, part);
    return longer;
}

static void paths_release(path_vec *paths) { vec_release_each(paths, vec_release); }

/* Replace every path by its continuations through c. */
static bool extend_paths(program *p, cmd c, uint32_t limit, path_vec *paths) {
    assert_debug(cmds_are_there(p, 1, &c));
    cmd_vec through = {0};
    bool complete =
        cmd_split(p, c, limit, &through) && (uint64_t)paths->size * through.size <= limit;
    if (complete && through.size == 1) {
        for (uint32_t i = 0; i < paths->size; i++) vec_push(&paths->data[i], through.data[0]);
    } else if (complete) {
        path_vec longer = {0};
        for (uint32_t i = 0; i < paths->size; i++)
            for (uint32_t j = 0; j < through.size; j++)
                vec_push(&longer, path_through(&paths->data[i], through.data[j]));
        paths_release(paths);
        *paths = longer;
    }
    vec_release(&through);
    return complete;
}

static bool split_seq(program *p, cmd c, uint32_t limit, cmd_vec *paths) {
    assert_debug(cmds_are_there(p, 1, &c));
    path_vec own = {0};
    cmd_vec empty = {0};
    vec_push(&own, empty);
    bool complete = limit > 0;
    for (uint32_t i = 0; i < cmd_size(p, c) && complete; i++)
        complete = extend_paths(p, cmd_part(p, c, i), limit, &own);
    for (uint32_t i = 0; i < own.size && complete; i++) {
        cmd path = cmd_seq(p, own.data[i].size, own.data[i].data);
        vec_push(paths, path);
    }
    paths_release(&own);
    return complete;
}

/* The limit counts the paths of this command. */
bool cmd_split(program *p, cmd c, uint32_t limit, cmd_vec *paths) {
    assert_debug(cmds_are_there(p, 1, &c));
    LOG("program", "split command %u into %u paths at most", c.id, limit);
    if (cmd_kind_of(p, c) == CMD_SEQ) return split_seq(p, c, limit, paths);
    if (cmd_kind_of(p, c) != CMD_CHOICE) {
        if (!limit) return false;
        vec_push(paths, c);
        return true;
    }
    uint32_t before = paths->size;
    for (uint32_t i = 0; i < cmd_size(p, c); i++) {
        uint32_t made = paths->size - before;
        if (made >= limit || !cmd_split(p, cmd_part(p, c, i), limit - made, paths)) return false;
    }
    return true;
}
