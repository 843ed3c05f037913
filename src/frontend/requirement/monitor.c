/* Monitors as C. State is in static variables of the step function of ours, all zero at first;
 * every monitor is computed in every step, whatever the others say. */
#include "frontend/requirement/requirement.h"

#include <string.h>

typedef struct {
    const requirements *r;
    input_error *error;
    const requirement *about;
    text *code;    /* statements */
    uint32_t made; /* variables so far */
    /* Where the last formula_token was copied to, for the compiler's messages: */
    const text *copied;
    size_t size;
    uint32_t line, column;
} writer;

/* ---- places ---- */

/* From here on the compiler speaks of this line of the file of requirements. */
static void put_place(const writer *w, uint32_t line, text *out) {
    text_print(out, "\n# %u \"", line);
    for (const char *c = w->r->file; *c; c++) {
        if (*c == '"' || *c == '\\') text_char(out, '\\');
        text_char(out, *c);
    }
    text_add(out, "\"\n");
}

static void put_token(writer *w, const formula_token *t, text *out) {
    bool follows =
        w->copied == out && w->size == out->size && w->line == t->line && w->column <= t->column;
    if (!follows) {
        put_place(w, t->line, out);
        w->column = 1;
    }
    for (; w->column < t->column; w->column++) text_char(out, ' ');
    /* A formula changes nothing: this is a comparison. */
    if (token_is(t, "=")) text_add(out, "==");
    else text_bytes(out, t->at, t->size);
    w->copied = out;
    w->size = out->size;
    w->line = t->line;
    w->column = t->column + t->size;
}

static bool fail(writer *w, uint32_t at, const char *says, const char *hint) {
    return token_fail(w->r, at, w->error, says, hint);
}

/* ---- expressions ---- */

static bool put_range(writer *w, token_range x, text *out);

/* Operators over the past: what they remember, and what they say now. %1$u is the number of the
 * variable, %2$s the argument, %3$s the second one, %4$u the number of steps. */
static const struct {
    const char *word;
    uint32_t least, most;
    bool counts; /* the second argument is a number of steps */
    const char *code;
} operators[] = {
    {"previous", 1, 2, false,
     "static __typeof__(0 ? (%2$s) : (%2$s)) __cinch_s%1$u; "
     "__typeof__(0 ? (%2$s) : (%2$s)) __cinch_v%1$u = __cinch_begun ? __cinch_s%1$u : (%3$s); "
     "__cinch_s%1$u = (%2$s);"},
    {"changed", 1, 1, false,
     "static __typeof__(0 ? (%2$s) : (%2$s)) __cinch_s%1$u; "
     "_Bool __cinch_v%1$u = __cinch_begun && __cinch_s%1$u != (%2$s); __cinch_s%1$u = (%2$s);"},
    {"rose", 1, 1, false,
     "static _Bool __cinch_s%1$u; _Bool __cinch_n%1$u = (%2$s); "
     "_Bool __cinch_v%1$u = __cinch_n%1$u && !__cinch_s%1$u; __cinch_s%1$u = __cinch_n%1$u;"},
    {"fell", 1, 1, false,
     "static _Bool __cinch_s%1$u; _Bool __cinch_n%1$u = (%2$s); "
     "_Bool __cinch_v%1$u = !__cinch_n%1$u && __cinch_s%1$u; __cinch_s%1$u = __cinch_n%1$u;"},
    {"once", 1, 1, false,
     "static _Bool __cinch_s%1$u; _Bool __cinch_n%1$u = (%2$s); "
     "_Bool __cinch_v%1$u = __cinch_s%1$u = __cinch_s%1$u || __cinch_n%1$u;"},
    {"historically", 1, 1, false,
     "static _Bool __cinch_s%1$u; _Bool __cinch_n%1$u = (%2$s); "
     "__cinch_s%1$u = __cinch_s%1$u || !__cinch_n%1$u; _Bool __cinch_v%1$u = !__cinch_s%1$u;"},
    {"once", 2, 2, true,
     "static unsigned __cinch_s%1$u; _Bool __cinch_n%1$u = (%2$s); "
     "if (__cinch_n%1$u) __cinch_s%1$u = %4$uu + 1u; else if (__cinch_s%1$u) __cinch_s%1$u--; "
     "_Bool __cinch_v%1$u = __cinch_s%1$u > 0;"},
    {"historically", 2, 2, true,
     "static unsigned __cinch_s%1$u; _Bool __cinch_n%1$u = (%2$s); "
     "if (!__cinch_n%1$u) __cinch_s%1$u = %4$uu + 1u; else if (__cinch_s%1$u) __cinch_s%1$u--; "
     "_Bool __cinch_v%1$u = __cinch_s%1$u == 0;"},
    {"stayed", 2, 2, true,
     "static unsigned __cinch_s%1$u; _Bool __cinch_n%1$u = (%2$s); "
     "if (!__cinch_n%1$u) __cinch_s%1$u = 0; else if (__cinch_s%1$u < %4$uu) __cinch_s%1$u++; "
     "_Bool __cinch_v%1$u = __cinch_s%1$u >= %4$uu;"},
    {"since", 2, 2, false,
     "static _Bool __cinch_s%1$u; _Bool __cinch_n%1$u = (%2$s), __cinch_q%1$u = (%3$s); "
     "_Bool __cinch_v%1$u = __cinch_s%1$u = "
     "__cinch_q%1$u || (__cinch_s%1$u && __cinch_n%1$u);"},
    {"first", 0, 0, false, "_Bool __cinch_v%1$u = !__cinch_begun;"},
};
enum { OPERATORS = sizeof operators / sizeof *operators };

static bool is_operator(const formula_token *t) {
    for (size_t i = 0; i < OPERATORS; i++)
        if (token_is(t, operators[i].word)) return true;
    return false;
}

/* These look ahead: they are what a requirement ends with. */
static bool is_response(const formula_token *t) {
    static const char *const words[] = {"within", "lasts", "after",     "until",
                                        "before", "next",  "eventually"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (token_is(t, words[i])) return true;
    return false;
}

typedef vec(token_range) range_vec;

static void arguments_of(const writer *w, token_range inner, range_vec *out) {
    for (uint32_t comma; inner.from < inner.to; inner.from = comma + (comma < inner.to)) {
        comma = token_find(w->r, inner, ",");
        vec_push(out, ((token_range){inner.from, comma}));
    }
}

/* printf's numbered arguments, of which any may be left out. */
static void fill_in(text *out, const char *code, uint32_t number, const char *first,
                    const char *second, uint32_t steps) {
    for (const char *c = code; *c; c++) {
        if (*c != '%') {
            text_char(out, *c);
            continue;
        }
        if (c[1] == '1') text_print(out, "%u", number);
        else if (c[1] == '2') text_add(out, first);
        else if (c[1] == '3') text_add(out, second);
        else text_print(out, "%u", steps);
        c += 3;
    }
}

static bool write_operator(writer *w, uint32_t at, const range_vec *given, text *out) {
    size_t i = 0;
    text first = {0}, second = {0};
    uint32_t steps = 0;
    const char *word = w->r->tokens.data[at].at;
    size_t size = w->r->tokens.data[at].size;
    while (i < OPERATORS &&
           !(strlen(operators[i].word) == size && !memcmp(operators[i].word, word, size) &&
             given->size >= operators[i].least && given->size <= operators[i].most))
        i++;
    if (i == OPERATORS) return fail(w, at, "this operator has another number of arguments", "");
    bool good = !given->size || put_range(w, given->data[0], &first);
    if (good && operators[i].counts) {
        token_range n = given->data[1];
        good = token_steps(w->r, n.from, n.to, &steps, w->error) &&
               (n.to == n.from + 1 || fail(w, n.from + 1, "the number of steps is a number", ""));
    } else if (good && given->size > 1) good = put_range(w, given->data[1], &second);
    else text_char(&second, '0');
    if (good) {
        uint32_t number = w->made++;
        put_place(w, w->r->tokens.data[at].line, w->code);
        fill_in(w->code, operators[i].code, number, text_string(&first), text_string(&second),
                steps);
        text_print(out, " __cinch_v%u ", number);
    }
    text_release(&first);
    text_release(&second);
    return good;
}

static bool put_operator(writer *w, uint32_t *at, token_range x, text *out) {
    uint32_t close = token_match(w->r, *at + 1, x.to);
    range_vec given = {0};
    arguments_of(w, (token_range){*at + 2, close}, &given);
    bool good = write_operator(w, *at, &given, out);
    vec_release(&given);
    *at = close;
    return good;
}

/* A bracket with what is in it. */
static bool put_bracket(writer *w, uint32_t *at, token_range x, text *out) {
    uint32_t close = token_match(w->r, *at, x.to);
    token_range inner = {*at + 1, close};
    put_token(w, &w->r->tokens.data[*at], out);
    while (inner.from < inner.to) {
        uint32_t comma = token_find(w->r, inner, ",");
        if (!put_range(w, (token_range){inner.from, comma}, out)) return false;
        if (comma < inner.to) put_token(w, &w->r->tokens.data[comma], out);
        inner.from = comma + (comma < inner.to);
    }
    put_token(w, &w->r->tokens.data[close], out);
    *at = close;
    return true;
}

static bool put_plain(writer *w, token_range x, text *out) {
    for (uint32_t i = x.from; i < x.to; i++) {
        const formula_token *t = &w->r->tokens.data[i];
        bool call = i + 1 < x.to && t->kind == TOKEN_WORD && token_is(t + 1, "(");
        bool good = true;
        if (call && is_operator(t)) good = put_operator(w, &i, x, out);
        else if (call && is_response(t))
            good = fail(w, i, "this operator looks ahead, and stands only where a requirement ends",
                        "TRIGGER => within(P, N)");
        else if (token_is(t, "(") || token_is(t, "[")) good = put_bracket(w, &i, x, out);
        else put_token(w, t, out);
        if (!good) return false;
    }
    return true;
}

static bool put_sides(writer *w, token_range x, uint32_t at, const char *between, const char *end,
                      text *out) {
    if (at == x.from || at + 1 == x.to) return fail(w, at, "this sign has two sides", "");
    text_add(out, "(!(");
    bool good = put_range(w, (token_range){x.from, at}, out);
    text_add(out, between);
    good = good && put_range(w, (token_range){at + 1, x.to}, out);
    text_add(out, end);
    return good;
}

static bool put_range(writer *w, token_range x, text *out) {
    uint32_t same = token_find(w->r, x, "<=>"), implies = token_find(w->r, x, "=>");
    if (same < x.to) return put_sides(w, x, same, ") == !(", "))", out);
    if (implies < x.to) return put_sides(w, x, implies, ") || (", "))", out);
    return put_plain(w, x, out);
}

/* A variable __cinch_NAME that says whether the expression holds. */
static bool put_holds(writer *w, const char *name, token_range x, bool negated) {
    text said = {0};
    bool good = put_range(w, x, &said);
    put_place(w, w->about->line, w->code);
    text_print(w->code, "_Bool __cinch_%s = %s(%s);", name, negated ? "!" : "", text_string(&said));
    text_release(&said);
    w->copied = NULL;
    return good;
}

/* ---- monitors ---- */

static bool put_scope(writer *w) {
    static const char *const code[] = {
        [SCOPE_ALL] = "_Bool __cinch_in = 1;",
        [SCOPE_IN] = "_Bool __cinch_in = __cinch_mode;",
        [SCOPE_NOT_IN] = "_Bool __cinch_in = !__cinch_mode;",
        [SCOPE_BEFORE] = "static _Bool __cinch_seen; __cinch_seen = __cinch_seen || __cinch_mode; "
                         "_Bool __cinch_in = !__cinch_seen;",
        [SCOPE_AFTER] = "static _Bool __cinch_seen, __cinch_over; "
                        "__cinch_over = __cinch_over || (__cinch_seen && !__cinch_mode); "
                        "__cinch_seen = __cinch_seen || __cinch_mode; "
                        "_Bool __cinch_in = __cinch_over;"};
    bool good = w->about->scope == SCOPE_ALL || put_holds(w, "mode", w->about->mode, false);
    text_print(w->code, "%s ", code[w->about->scope]);
    return good;
}

static bool put_conditions(writer *w) {
    text joined = {0};
    bool good = true;
    for (uint32_t i = 0; i < w->about->conditions.size && good; i++) {
        text_add(&joined, i ? " && (" : "(");
        good = put_range(w, w->about->conditions.data[i], &joined);
        text_add(&joined, ")");
    }
    put_place(w, w->about->line, w->code);
    text_print(w->code, "_Bool __cinch_condition = %s(%s);", w->about->condition_negated ? "!" : "",
               joined.size ? text_string(&joined) : "1");
    text_release(&joined);
    w->copied = NULL;
    return good;
}

static void put_trigger(writer *w) {
    static const char *const code[] = {
        [TRIGGER_EVERY] = "_Bool __cinch_triggered = __cinch_in;",
        [TRIGGER_START] = "static _Bool __cinch_was_in; "
                          "_Bool __cinch_triggered = __cinch_in && !__cinch_was_in; "
                          "__cinch_was_in = __cinch_in;",
        [TRIGGER_WHILE] = "_Bool __cinch_triggered = __cinch_in && __cinch_condition;",
        [TRIGGER_RISES] = "static _Bool __cinch_was_in, __cinch_held; "
                          "_Bool __cinch_triggered = __cinch_in && __cinch_condition && "
                          "(!__cinch_was_in || !__cinch_held); "
                          "__cinch_was_in = __cinch_in; __cinch_held = __cinch_condition;"};
    text_print(w->code, "%s ", code[w->about->trigger]);
}

/* %4$u: the number of steps. A scope that ends takes what is due with it. */
static void put_timing(writer *w) {
    static const char *const code[] = {
        [TIMING_NOW] = "_Bool __cinch_bad = __cinch_triggered && !__cinch_response;",
        [TIMING_ALWAYS] =
            "static _Bool __cinch_due; __cinch_due = __cinch_in && (__cinch_due || "
            "__cinch_triggered); _Bool __cinch_bad = __cinch_due && !__cinch_response;",
        [TIMING_NEVER] = "static _Bool __cinch_due; __cinch_due = __cinch_in && (__cinch_due || "
                         "__cinch_triggered); _Bool __cinch_bad = __cinch_due && __cinch_response;",
        [TIMING_NEXT] = "static _Bool __cinch_due; "
                        "_Bool __cinch_bad = __cinch_in && __cinch_due && !__cinch_response; "
                        "__cinch_due = __cinch_triggered;",
        [TIMING_WITHIN] =
            "static unsigned __cinch_due; "
            "if (!__cinch_in || __cinch_response) __cinch_due = 0; "
            "else if (__cinch_due || __cinch_triggered) __cinch_due++; "
            "_Bool __cinch_bad = __cinch_due > %4$uu; if (__cinch_bad) __cinch_due = 0;",
        [TIMING_FOR] =
            "static unsigned __cinch_due; "
            "if (!__cinch_in) __cinch_due = 0; else if (__cinch_triggered) __cinch_due = %4$uu + "
            "1u; _Bool __cinch_bad = __cinch_due && !__cinch_response; "
            "if (__cinch_due) __cinch_due--;",
        [TIMING_AFTER] =
            "static unsigned long long __cinch_due; "
            "__cinch_due = __cinch_in ? __cinch_due << 1 | __cinch_triggered : 0; "
            "_Bool __cinch_bad = __cinch_response ? (__cinch_due & ((2ull << %4$u) - 1)) != 0 : "
            "(__cinch_due >> %4$u >> 1 & 1) != 0;",
        [TIMING_UNTIL] = "static _Bool __cinch_due; __cinch_due = __cinch_in && (__cinch_due || "
                         "__cinch_triggered) && !__cinch_stop; "
                         "_Bool __cinch_bad = __cinch_due && !__cinch_response;",
        [TIMING_BEFORE] = "static _Bool __cinch_due; __cinch_due = __cinch_in && (__cinch_due || "
                          "__cinch_triggered); _Bool __cinch_bad = __cinch_due && __cinch_stop; "
                          "__cinch_due = __cinch_due && !__cinch_stop && !__cinch_response;",
        [TIMING_EVENTUALLY] = "static _Bool " REQUIREMENT_PENDING "; " REQUIREMENT_PENDING
                              " = __cinch_in && (" REQUIREMENT_PENDING " || __cinch_triggered) && "
                              "!__cinch_response; _Bool __cinch_bad = 0;"};
    fill_in(w->code, code[w->about->timing], 0, "", "", w->about->steps);
}

static const char *end_of(const requirement *x, enum requirement_question asks) {
    if (x->assumed) return " if (__cinch_bad) __builtin_abort(); }\n";
    if (asks == ASK_VIOLATED) return " if (__cinch_bad) " REQUIREMENT_ERROR "(); }\n";
    if (asks == ASK_TRIGGER) return " if (__cinch_triggered) " REQUIREMENT_ERROR "(); }\n";
    return " (void)__cinch_bad; }\n";
}

static bool put_monitor(writer *w, const requirement *x, enum requirement_question asks) {
    w->about = x;
    put_place(w, x->line, w->code);
    text_add(w->code, "{ ");
    if (!put_scope(w) || !put_conditions(w) ||
        !put_holds(w, "response", x->response, x->response_negated))
        return false;
    if (x->stop.from < x->stop.to && !put_holds(w, "stop", x->stop, false)) return false;
    put_trigger(w);
    put_timing(w);
    text_add(w->code, end_of(x, asks));
    return true;
}

/* ---- signals ---- */

static bool is_of_c(const formula_token *t) {
    static const char *const words[] = {"char",     "short",  "int",      "long",  "float",
                                        "double",   "signed", "unsigned", "_Bool", "bool",
                                        "sizeof",   "struct", "union",    "enum",  "const",
                                        "volatile", "void",   "true",     "false"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (token_is(t, words[i])) return true;
    return false;
}

static bool in_range(token_range x, uint32_t i) { return i >= x.from && i < x.to; }

static bool is_read(const requirement *x, uint32_t i) {
    bool read = in_range(x->mode, i) || in_range(x->response, i) || in_range(x->stop, i);
    for (uint32_t k = 0; k < x->conditions.size; k++) read |= in_range(x->conditions.data[k], i);
    return read;
}

/* (T)x, sizeof(T), struct T, f(x), x.member: the word is no variable. */
static bool is_variable(const requirements *r, uint32_t i, uint32_t end) {
    static const formula_token none = {.at = ""};
    const formula_token *t = &r->tokens.data[i], *before = i ? t - 1 : &none,
                        *after = i + 1 < end ? t + 1 : &none, *beyond = i + 2 < end ? t + 2 : &none;
    bool alone = token_is(before, "(") && token_is(after, ")");
    bool cast =
        alone &&
        (beyond->kind == TOKEN_WORD || beyond->kind == TOKEN_NUMBER || token_is(beyond, "(")) &&
        beyond->size;
    bool size = alone && i > 1 && token_is(t - 2, "sizeof");
    return t->kind == TOKEN_WORD && !is_of_c(t) && !token_is(after, "(") && !cast && !size &&
           !token_is(before, ".") && !token_is(before, "->") && !token_is(before, "struct") &&
           !token_is(before, "union") && !token_is(before, "enum");
}

/* x, x.y, x->y[3] */
static uint32_t variable_end(const requirements *r, uint32_t i, uint32_t end) {
    for (i++; i < end;) {
        if (token_is(&r->tokens.data[i], "[")) i = token_match(r, i, end) + 1;
        else if (token_is(&r->tokens.data[i], ".") || token_is(&r->tokens.data[i], "->")) i += 2;
        else break;
    }
    return i < end ? i : end;
}

/* An index with an operator in it is not known outside of the monitor. */
static bool has_operator(const requirements *r, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; i++)
        if (is_operator(&r->tokens.data[i])) return true;
    return false;
}

void monitor_signals(const requirements *r, uint32_t number, string_vec *names) {
    assert_debug(number < r->items.size);
    const requirement *x = &r->items.data[number];
    for (uint32_t i = x->all.from; i < x->all.to; i++) {
        if (!is_read(x, i) || !is_variable(r, i, x->all.to)) continue;
        uint32_t end = variable_end(r, i, x->all.to);
        text name = {0};
        for (uint32_t k = i; k < end; k++)
            text_bytes(&name, r->tokens.data[k].at, r->tokens.data[k].size);
        bool known = has_operator(r, i, end);
        for (uint32_t k = 0; k < names->size; k++)
            known |= !strcmp(names->data[k], text_string(&name));
        if (!known) vec_push(names, mem_string(text_string(&name)));
        text_release(&name);
    }
}

static void put_signals(const writer *w, uint32_t number) {
    string_vec names = {0};
    monitor_signals(w->r, number, &names);
    for (uint32_t i = 0; i < names.size; i++) {
        text_print(w->code,
                   "__typeof__(0 ? (%s) : (%s)) " REQUIREMENT_SIGNAL
                   "%u = %s; (void)" REQUIREMENT_SIGNAL "%u;\n",
                   names.data[i], names.data[i], i, names.data[i], i);
        mem_free(names.data[i]);
    }
    vec_release(&names);
}

/* ---- the step function ---- */

static void put_head(const writer *w) {
    const requirements *r = w->r;
    static const char *const words[] = {"static", "_Bool", "unsigned", "long",      "if",
                                        "else",   "void",  "return",   "__typeof__"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        text_print(w->code, "\n#undef %s", words[i]);
    put_place(w, 1, w->code);
    text_add(w->code, "void " REQUIREMENT_ERROR "(void);\nvoid " REQUIREMENT_STEP "(");
    text_bytes(w->code, r->parameters.data, r->parameters.size);
    text_add(w->code, ") { static _Bool __cinch_begun; ");
    if (r->returns) text_add(w->code, "__auto_type return_value = ");
    text_print(w->code, "%s(", r->step);
    text_bytes(w->code, r->arguments.data, r->arguments.size);
    text_add(w->code, ");");
    if (r->returns) text_add(w->code, " (void)return_value;");
    text_char(w->code, '\n');
}

bool monitor_write(const requirements *r, uint32_t number, enum requirement_question asks,
                   text *out, input_error *error) {
    assert_debug(number < r->items.size);
    writer w = {.r = r, .error = error, .code = out};
    bool good = true, one = asks == ASK_VIOLATED || asks == ASK_TRIGGER;
    put_head(&w);
    if (one) put_signals(&w, number);
    for (uint32_t i = 0; i < r->items.size && good; i++)
        if (r->items.data[i].assumed) good = put_monitor(&w, &r->items.data[i], asks);
    for (uint32_t i = 0; i < r->items.size && good; i++)
        if (!r->items.data[i].assumed && (asks == ASK_ALL || (one && i == number)))
            good = put_monitor(&w, &r->items.data[i], asks);
    if (asks == ASK_RUN)
        text_print(out,
                   "static unsigned __cinch_steps; if (++__cinch_steps == %uu) " REQUIREMENT_ERROR
                   "();\n",
                   (unsigned)REQUIREMENT_RUN);
    text_add(out, "__cinch_begun = 1; }\n");
    return good;
}
