#include "verify/stack.h"
#include "base/intern.h"
#include "frontend/load/load.h"
#include "native/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RETURN_ADDRESS = 8 };

typedef struct {
    const char *name;
    bool has_frame, dynamic; /* dynamic: of no constant size */
    bool indirect;           /* indirect: it calls by a pointer */
    bool repeats, has_depth; /* repeats: it calls itself */
    uint64_t frame, depth;
    u32_vec calls;
    enum { UNSEEN, OPEN, DONE } visit;
    uint64_t bytes;
    uint32_t next; /* 1 + the call on the path with most; 0: none */
} stack_function;

typedef struct {
    intern names;
    vec(stack_function) functions; /* by name, from 1 */
    stack_use *out;
} stack_graph;

static uint32_t function_of(stack_graph *g, const char *name, size_t size) {
    char *copy = mem_format("%.*s", (int)size, name);
    uint32_t id = intern_id(&g->names, copy);
    while (g->functions.size <= id) vec_push(&g->functions, ((stack_function){0}));
    g->functions.data[id].name = intern_text(&g->names, id);
    mem_free(copy);
    return id;
}

/* ---- calls ---- */

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '$';
}

/* Where files are linked, equal names get a number after a point. */
static size_t name_size(const char *name) {
    size_t n = 0;
    while (is_name(name[n])) n++;
    size_t digits = n;
    while (digits && name[digits - 1] >= '0' && name[digits - 1] <= '9') digits--;
    bool numbered = digits > 1 && digits < n && name[digits - 1] == '.';
    return numbered && strncmp(name, "llvm.", 5) ? digits - 1 : n;
}

static void add_call(stack_graph *g, uint32_t from, const char *name) {
    static const char intrinsic[] = "llvm.";
    size_t size = name_size(name);
    if (!strncmp(name, intrinsic, sizeof intrinsic - 1)) { /* copies may be calls of the library */
        name += sizeof intrinsic - 1;
        if (strncmp(name, "mem", 3)) return;
        size = strcspn(name, ".(");
    }
    uint32_t to = function_of(g, name, size);
    if (to == from) g->functions.data[from].repeats = true;
    else vec_push(&g->functions.data[from].calls, to);
}

static void read_call(stack_graph *g, uint32_t from, const char *line) {
    const char *call = strstr(line, "call "), *open = call ? strchr(call, '(') : NULL;
    const char *quote = strchr(line, '"');
    if (!from || !open || (quote && quote < call)) return;
    const char *at = open;
    while (at > call && (is_name(at[-1]) || at[-1] == '%' || at[-1] == '@')) at--;
    if (*at == '@') add_call(g, from, at + 1);
    else if (!strncmp(at, "asm", 3)) return;
    else {
        /* A type of a function with variable arguments comes before the name. */
        const char *name = strstr(open, ") @");
        if (name) add_call(g, from, name + 3);
        else g->functions.data[from].indirect = true;
    }
}

static void read_calls(stack_graph *g, const char *ir) {
    uint32_t now = 0;
    for (const char *line = ir; *line;) {
        size_t size = strcspn(line, "\n");
        char *copy = mem_format("%.*s", (int)size, line);
        const char *name = strncmp(copy, "define", 6) ? NULL : strchr(copy, '@');
        if (name) {
            now = function_of(g, name + 1, name_size(name + 1));
        } else if (copy[0] == '}') now = 0;
        else read_call(g, now, copy);
        mem_free(copy);
        line += size + (line[size] == '\n');
    }
}

/* ---- frames ---- */

/* file:line:function<tab>bytes<tab>static */
static void read_frame(stack_graph *g, const char *line) {
    const char *tab = strchr(line, '\t'), *name = tab;
    if (!tab) return;
    while (name > line && name[-1] != ':') name--;
    stack_function *f = &g->functions.data[function_of(g, name, (size_t)(tab - name))];
    uint64_t bytes = strtoull(tab + 1, NULL, 10);
    f->has_frame = true;
    f->dynamic |= strstr(tab, "dynamic") != NULL;
    if (bytes > f->frame) f->frame = bytes;
}

static bool read_frames(stack_graph *g, const load_options *o, const budget *b) {
    static const char *const flags[] = {"-fstack-usage", NULL};
    building x;
    bool good = build_begin(&x, o, b) && build_compile(&x, flags);
    for (uint32_t i = 0; good && i < x.objects; i++) {
        char *path = mem_format("%s/%u.su", x.directory, i);
        text lines = {0};
        if (!text_read_file(&lines, path)) good = false;
        for (char *line = good ? strtok((char *)(uintptr_t)text_string(&lines), "\n") : NULL; line;
             line = strtok(NULL, "\n"))
            read_frame(g, line);
        text_release(&lines);
        mem_free(path);
    }
    if (!good)
        snprintf(g->out->why, sizeof g->out->why, "%s",
                 x.why[0] ? x.why : "the compiler reports no sizes of frames");
    build_end(&x);
    return good;
}

static void take_depths(stack_graph *g, const loop_bounds *b) {
    for (uint32_t i = 0; i < b->items.size; i++) {
        const loop_bound *x = &b->items.data[i];
        if (!x->recursion || x->state != LOOP_BOUNDED || !x->constant) continue;
        stack_function *f = &g->functions.data[function_of(g, x->function, strlen(x->function))];
        f->has_depth = true;
        f->depth = x->most;
    }
}

/* ---- the largest sum ---- */

static bool no(stack_graph *g, const char *why, const char *name) {
    if (!g->out->why[0]) snprintf(g->out->why, sizeof g->out->why, why, name);
    return false;
}

static bool visit(stack_graph *g, uint32_t id);

static bool visit_calls(stack_graph *g, uint32_t id) {
    uint64_t most = 0;
    for (uint32_t i = 0; i < g->functions.data[id].calls.size; i++) {
        uint32_t to = g->functions.data[id].calls.data[i];
        if (!visit(g, to)) return false;
        if (g->functions.data[to].bytes <= most) continue;
        most = g->functions.data[to].bytes;
        g->functions.data[id].next = to + 1;
    }
    g->functions.data[id].bytes += most;
    return true;
}

static bool visit(stack_graph *g, uint32_t id) {
    stack_function *f = &g->functions.data[id];
    if (f->visit == DONE) return true;
    if (f->visit == OPEN) return no(g, "%s calls itself by way of others", f->name);
    f->visit = OPEN;
    if (!f->has_frame) {
        text_print(&g->out->without, "%s%s", g->out->without.size ? ", " : "", f->name);
        f->visit = DONE;
        return true;
    }
    if (f->dynamic) return no(g, "the frame of %s has no constant size", f->name);
    if (f->indirect) return no(g, "%s calls by a pointer", f->name);
    if (f->repeats && !f->has_depth) return no(g, "the depth of %s has no bound", f->name);
    f->bytes = (f->frame + RETURN_ADDRESS) * (f->repeats ? f->depth + 1 : 1);
    if (!visit_calls(g, id)) return false;
    g->functions.data[id].visit = DONE;
    return true;
}

static void sum_up(stack_graph *g, const char *entry) {
    uint32_t id = function_of(g, entry, strlen(entry));
    if (!g->functions.data[id].has_frame) {
        no(g, "the compiler says nothing of %s", entry);
        return;
    }
    g->out->known = visit(g, id);
    g->out->bytes = g->functions.data[id].bytes;
    for (uint32_t at = id + 1; g->out->known && at && g->functions.data[at - 1].has_frame;
         at = g->functions.data[at - 1].next)
        text_print(&g->out->path, "%s%s", g->out->path.size ? " -> " : "",
                   g->functions.data[at - 1].name);
}

void stack_use_find(const verify_options *o, const loop_bounds *b, const budget *limits,
                    stack_use *out) {
    stack_graph g = {.out = out};
    text ir = {0}, messages = {0};
    enum load_status status;
    const load_options *l = &o->load;
    *out = (stack_use){0};
    intern_init(&g.names);
    vec_push(&g.functions, ((stack_function){0}));
    if (!frontend_ir(l, &status, &messages, &ir)) no(&g, "%s", "this is no C program");
    else if (read_frames(&g, l, limits)) {
        read_calls(&g, text_string(&ir));
        take_depths(&g, b);
        sum_up(&g, l->step ? l->step : l->entry ? l->entry : "main");
    }
    for (uint32_t i = 0; i < g.functions.size; i++) vec_release(&g.functions.data[i].calls);
    vec_release(&g.functions);
    intern_release(&g.names);
    text_release(&ir);
    text_release(&messages);
}

void stack_use_release(stack_use *s) {
    text_release(&s->path);
    text_release(&s->without);
}
