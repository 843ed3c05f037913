#include "frontend/compiler_runs.h"
#include "base/fail.h"
#include "base/log.h"
#include "base/map.h"

#include <inttypes.h>
#include <string.h>
#include <sys/random.h>

typedef struct {
    text question; /* all that decides about the output */
    compiler_output said;
    child_result end;
    uint32_t before; /* 1 + the run before with the same hash; 0: none */
} kept_run;

struct compiler_runs {
    vec(kept_run) items;
    map by_hash; /* 1 + the last run whose question has this hash */
    uint32_t started, asked;
};

compiler_runs *compiler_runs_new(void) { return mem_zero(sizeof(compiler_runs)); }

void compiler_output_release(compiler_output *o) {
    text_release(&o->output);
    text_release(&o->errors);
    text_release(&o->rule);
}

void compiler_runs_delete(compiler_runs *all) {
    if (!all) return;
    for (uint32_t i = 0; i < all->items.size; i++) {
        text_release(&all->items.data[i].question);
        compiler_output_release(&all->items.data[i].said);
    }
    vec_release(&all->items);
    map_release(&all->by_hash);
    mem_free(all);
}

void compiler_runs_count(const compiler_runs *all, uint32_t *started, uint32_t *asked) {
    *started = all->started;
    *asked = all->asked;
}

/* ---- one process ---- */

/* The compiler writes the rule after its output, for a target whose name no input can know. */
enum { RULE_NAME = 40 };

static void add_rule(string_vec *argv, char name[RULE_NAME]) {
    uint64_t secret[2] = {0};
    require(getrandom(secret, sizeof secret, 0) == sizeof secret, "no random numbers");
    snprintf(name, RULE_NAME, "read-%016" PRIx64 "%016" PRIx64, secret[0], secret[1]);
    static char *const words[] = {"-MD", "-MF", "-", "-MT"};
    vec_append(argv, words, sizeof words / sizeof *words);
    vec_push(argv, name);
}

/* Cuts the rule off the output; empty: there is none. */
static void take_rule(compiler_output *o, const char *name) {
    size_t n = strlen(name);
    for (size_t i = o->output.size >= n ? o->output.size - n + 1 : 0; i-- > 0;) {
        if (memcmp(o->output.data + i, name, n)) continue;
        text_bytes(&o->rule, o->output.data + i + n + 1, o->output.size - i - n - 1);
        o->output.size = i;
        return;
    }
}

static child_result start(const string_vec *command, const text *input, bool rule,
                          child_limits limits, compiler_output *out) {
    char name[RULE_NAME];
    string_vec argv = {0};
    vec_append(&argv, command->data, command->size);
    if (rule) add_rule(&argv, name);
    vec_push(&argv, NULL);
    child_result end = launch_tool(argv.data, input, &out->output, &out->errors, limits);
    if (rule) take_rule(out, name);
    vec_release(&argv);
    return end;
}

/* ---- those that were ---- */

static void write_question(const string_vec *command, const text *input, bool rule,
                           const char *directory, text *out) {
    for (uint32_t i = 0; i < command->size; i++)
        text_bytes(out, command->data[i], strlen(command->data[i]) + 1);
    text_print(out, "%d%s%c", rule, directory ? directory : "", 0);
    if (input) text_bytes(out, input->data ? input->data : "", input->size);
}

static const kept_run *find(const compiler_runs *all, const text *question, uint64_t hash) {
    for (uint64_t at = map_find(&all->by_hash, hash, 0); at; at = all->items.data[at - 1].before) {
        const kept_run *r = &all->items.data[at - 1];
        if (r->question.size == question->size &&
            !memcmp(r->question.data, question->data, question->size))
            return r;
    }
    return NULL;
}

static void copy(const compiler_output *from, compiler_output *to) {
    text_bytes(&to->output, from->output.data, from->output.size);
    text_bytes(&to->errors, from->errors.data, from->errors.size);
    text_bytes(&to->rule, from->rule.data, from->rule.size);
}

static void keep(compiler_runs *all, text *question, uint64_t hash, child_result end,
                 const compiler_output *said) {
    kept_run r = {
        .question = *question, .end = end, .before = (uint32_t)map_find(&all->by_hash, hash, 0)};
    copy(said, &r.said);
    vec_push(&all->items, r);
    map_set(&all->by_hash, hash, all->items.size);
    *question = (text){0};
}

child_result compiler_run(compiler_runs *all, const string_vec *command, const text *input,
                          bool rule, child_limits limits, compiler_output *out) {
    assert(command->size && !out->output.size);
    if (!all) return start(command, input, rule, limits, out);
    text question = {0};
    write_question(command, input, rule, limits.directory, &question);
    uint64_t hash = hash_bytes(question.data, question.size);
    const kept_run *before = find(all, &question, hash);
    child_result end = before ? before->end : start(command, input, rule, limits, out);
    all->asked++;
    all->started += !before;
    LOG("frontend", "compiler run %u, %s", all->asked, before ? "kept" : "new");
    if (before) copy(&before->said, out);
    else if (end.started && !end.timed_out && !end.signal) keep(all, &question, hash, end, out);
    text_release(&question);
    return end;
}
