/* Commands: constructors that flatten and merge, and what they read and assign. */
#include "base/fail.h"
#include "program/program_internal.h"

command_table *command_table_new(void) {
    command_table *t = mem_zero(sizeof *t);
    vec_push(&t->commands, (command){0});
    vec_push(&t->commands, (command){.kind = CMD_SKIP});
    return t;
}

static map map_copy(const map *from) {
    map to = {0};
    map_entry e;
    for (uint32_t i = 0; map_next(from, &i, &e);) map_set(&to, e.key, e.value);
    return to;
}

command_table *command_table_clone(const command_table *t) {
    command_table *copy = mem_zero(sizeof *copy);
    vec_append(&copy->commands, t->commands.data, t->commands.size);
    vec_append(&copy->parts, t->parts.data, t->parts.size);
    copy->index = map_copy(&t->index);
    return copy;
}

void command_table_delete(command_table *t) {
    vec_release(&t->commands);
    vec_release(&t->parts);
    map_release(&t->index);
    mem_free(t);
}

static uint64_t command_hash(const command *c, const cmd *parts) {
    uint64_t h = hash_mix(c->kind | (uint64_t)c->var.id << 8);
    h = hash_mix(h ^ c->value.id ^ (uint64_t)c->input << 32);
    for (uint32_t i = 0; i < c->count; i++) h = hash_mix(h ^ parts[i].id);
    return h;
}

static bool command_equal(const command_table *t, const command *a, const command *b,
                          const cmd *parts) {
    if (a->kind != b->kind || !same(a->var, b->var) || !same(a->value, b->value) ||
        a->input != b->input || a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (t->parts.data[a->first + i].id != parts[i].id) return false;
    return true;
}

static cmd command_make(program *p, command c, const cmd *parts) {
    command_table *t = p->commands;
    uint64_t key = command_hash(&c, parts), found;
    for (; map_get(&t->index, key, &found); key++)
        if (command_equal(t, &t->commands.data[found], &c, parts)) return (cmd){(uint32_t)found};
    c.first = t->parts.size;
    vec_append(&t->parts, parts, c.count);
    cmd id = {t->commands.size};
    vec_push(&t->commands, c);
    map_set(&t->index, key, id.id);
    return id;
}

static const command *command_at(const program *p, cmd c) {
    assert_debug(cmds_are_there(p, 1, &c));
    assert(c.id && c.id < p->commands->commands.size);
    return &p->commands->commands.data[c.id];
}

bool cmds_are_there(const program *p, uint32_t n, const cmd *c) {
    for (uint32_t i = 0; i < n; i++)
        if (!c[i].id || c[i].id >= p->commands->commands.size) return false;
    return true;
}

cmd cmd_skip(program *p) {
    (void)p;
    return (cmd){1};
}

cmd cmd_assign(program *p, term var, term value) {
    require(term_is_var(p->terms, var), "assignment to a term that is no variable");
    require(same_sort(term_sort(p->terms, var), term_sort(p->terms, value)),
            "assignment to %s of another sort", term_name(p->terms, var));
    if (same(var, value)) return cmd_skip(p);
    return command_make(
        p, (command){.kind = CMD_ASSIGN, .var = var, .value = value, .input = NO_INPUT}, NULL);
}

cmd cmd_havoc(program *p, term var, uint32_t from) {
    assert_debug(sort_is_there(p->terms, term_sort(p->terms, var)));
    require(term_is_var(p->terms, var), "havoc of a term that is no variable");
    require(from == NO_INPUT || from < p->inputs.size, "havoc of an unknown input");
    return command_make(p, (command){.kind = CMD_HAVOC, .var = var, .input = from}, NULL);
}

cmd cmd_assume(program *p, term condition) {
    require(term_is_bool(p->terms, condition), "assumption of a term that is not Bool");
    if (term_is_true(p->terms, condition)) return cmd_skip(p);
    return command_make(p, (command){.kind = CMD_ASSUME, .value = condition, .input = NO_INPUT},
                        NULL);
}

static bool blocks(const program *p, cmd c) {
    assert_debug(cmds_are_there(p, 1, &c));
    const command *k = command_at(p, c);
    return k->kind == CMD_ASSUME && term_is_false(p->terms, k->value);
}

/* Append c, opening a nested command of the same kind. */
static void flatten_into(const program *p, enum cmd_kind kind, cmd c, cmd_vec *out) {
    assert_debug(cmds_are_there(p, 1, &c));
    const command *k = command_at(p, c);
    if (k->kind == kind) vec_append(out, p->commands->parts.data + k->first, k->count);
    else vec_push(out, c);
}

cmd cmd_seq(program *p, uint32_t n, const cmd *parts) {
    assert_debug(cmds_are_there(p, n, parts));
    cmd_vec flat = {0};
    bool blocked = false;
    for (uint32_t i = 0; i < n && !blocked; i++) {
        if (command_at(p, parts[i])->kind == CMD_SKIP) continue;
        blocked = blocks(p, parts[i]);
        flatten_into(p, CMD_SEQ, parts[i], &flat);
    }
    cmd c = blocked          ? cmd_assume(p, term_false(p->terms))
            : flat.size == 0 ? cmd_skip(p)
            : flat.size == 1
                ? flat.data[0]
                : command_make(p, (command){.kind = CMD_SEQ, .input = NO_INPUT, .count = flat.size},
                               flat.data);
    vec_release(&flat);
    return c;
}

static void add_alternative(const program *p, map *seen, cmd c, cmd_vec *out) {
    assert_debug(cmds_are_there(p, 1, &c));
    if (blocks(p, c) || map_get(seen, c.id, NULL)) return;
    map_set(seen, c.id, 1);
    vec_push(out, c);
}

cmd cmd_choice(program *p, uint32_t n, const cmd *parts) {
    assert_debug(cmds_are_there(p, n, parts));
    cmd_vec flat = {0}, kept = {0};
    map seen = {0};
    for (uint32_t i = 0; i < n; i++) flatten_into(p, CMD_CHOICE, parts[i], &flat);
    for (uint32_t i = 0; i < flat.size; i++) add_alternative(p, &seen, flat.data[i], &kept);
    cmd c =
        kept.size == 0 ? cmd_assume(p, term_false(p->terms))
        : kept.size == 1
            ? kept.data[0]
            : command_make(p, (command){.kind = CMD_CHOICE, .input = NO_INPUT, .count = kept.size},
                           kept.data);
    vec_release(&flat);
    vec_release(&kept);
    map_release(&seen);
    return c;
}

enum cmd_kind cmd_kind_of(const program *p, cmd c) { return command_at(p, c)->kind; }

term cmd_var(const program *p, cmd c) {
    const command *k = command_at(p, c);
    assert_debug(k->kind == CMD_ASSIGN || k->kind == CMD_HAVOC);
    return k->var;
}

term cmd_term(const program *p, cmd c) {
    const command *k = command_at(p, c);
    assert_debug(k->kind == CMD_ASSIGN || k->kind == CMD_ASSUME);
    return k->value;
}

uint32_t cmd_input(const program *p, cmd c) {
    const command *k = command_at(p, c);
    assert_debug(k->kind == CMD_HAVOC);
    return k->input;
}

uint32_t cmd_size(const program *p, cmd c) { return command_at(p, c)->count; }

cmd cmd_part(const program *p, cmd c, uint32_t i) {
    const command *k = command_at(p, c);
    assert(i < k->count);
    return p->commands->parts.data[k->first + i];
}

void cmd_assigned(const program *p, cmd c, map *seen, term_vec *vars) {
    assert_debug(cmds_are_there(p, 1, &c));
    const command *k = command_at(p, c);
    if (k->kind == CMD_ASSIGN || k->kind == CMD_HAVOC) {
        if (!map_add(seen, k->var.id)) return;
        vec_push(vars, k->var);
    }
    for (uint32_t i = 0; i < k->count; i++)
        cmd_assigned(p, p->commands->parts.data[k->first + i], seen, vars);
}

void cmd_read(const program *p, cmd c, map *seen, term_vec *vars) {
    assert_debug(cmds_are_there(p, 1, &c));
    const command *k = command_at(p, c);
    if (k->kind == CMD_ASSIGN || k->kind == CMD_ASSUME) term_vars(p->terms, k->value, seen, vars);
    for (uint32_t i = 0; i < k->count; i++)
        cmd_read(p, p->commands->parts.data[k->first + i], seen, vars);
}

uint64_t cmd_weight(const program *p, cmd c) {
    assert_debug(cmds_are_there(p, 1, &c));
    const command *k = command_at(p, c);
    uint64_t weight = 1;
    if (k->kind == CMD_ASSIGN || k->kind == CMD_ASSUME) weight += term_dag_size(p->terms, k->value);
    for (uint32_t i = 0; i < k->count; i++)
        weight += cmd_weight(p, p->commands->parts.data[k->first + i]);
    return weight;
}
