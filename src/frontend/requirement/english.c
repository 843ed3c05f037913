/* FRET's structured English: [SCOPE] [CONDITION] COMPONENT shall [TIMING] satisfy RESPONSE. What
 * each part means is FRET's (docs/requirements.md); time is counted in steps. */
#include "frontend/requirement/requirement.h"

typedef struct {
    const requirements *r;
    requirement *x;
    input_error *error;
    uint32_t at, shall, end;
} sentence;

static bool next_is(const sentence *s, const char *word) {
    return s->at < s->end && token_is(&s->r->tokens.data[s->at], word);
}

static bool accept(sentence *s, const char *word) {
    bool is = next_is(s, word);
    s->at += is;
    return is;
}

static bool fail(const sentence *s, uint32_t at, const char *says, const char *hint) {
    return token_fail(s->r, at < s->end ? at : s->end - 1, s->error, says, hint);
}

bool requirement_is_english(const requirements *r, token_range all) {
    return token_find(r, all, "shall") < all.to;
}

static bool begins_condition(const sentence *s) {
    static const char *const words[] = {"when", "upon", "if", "where", "whenever", "unless"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (next_is(s, words[i])) return true;
    return false;
}

/* A C expression, up to a comma, a condition, or the component. */
static bool expression(sentence *s, token_range *out) {
    uint32_t last = s->shall - 1; /* the component */
    out->from = s->at;
    while (s->at < last && !next_is(s, ",") && !next_is(s, "the") &&
           (s->at == out->from || !begins_condition(s))) {
        if (next_is(s, "(") || next_is(s, "[")) s->at = token_match(s->r, s->at, last);
        s->at++;
    }
    if (s->at > last) s->at = last;
    out->to = s->at;
    accept(s, ",");
    return out->from < out->to || fail(s, out->from, "here an expression is expected", "");
}

/* in mode M, in M mode: the word says nothing, unless it is all there is. */
static void drop_mode(const sentence *s, token_range *x) {
    const formula_token *t = s->r->tokens.data;
    if (x->to == x->from + 2 && t[x->from].kind == TOKEN_WORD &&
        t[x->from + 1].kind == TOKEN_WORD) {
        if (token_is(&t[x->from], "mode")) x->from++;
        else if (token_is(&t[x->from + 1], "mode")) x->to--;
    } else if (x->to > x->from + 2 && token_is(&t[x->from], "mode") &&
               (t[x->from + 1].kind == TOKEN_WORD || token_is(&t[x->from + 1], "(")))
        x->from++;
}

/* All of these words, up to NULL, or none. */
static bool accept_all(sentence *s, const char *const *words) {
    uint32_t at = s->at;
    while (*words && accept(s, *words)) words++;
    if (*words) s->at = at;
    return !*words;
}

static bool scope(sentence *s) {
    static const struct {
        const char *words[4];
        enum requirement_scope scope;
    } scopes[] = {{{"in"}, SCOPE_IN},
                  {{"during"}, SCOPE_IN},
                  {{"while"}, SCOPE_IN},
                  {{"when", "in"}, SCOPE_IN},
                  {{"if", "in"}, SCOPE_IN},
                  {{"not", "in"}, SCOPE_NOT_IN},
                  {{"unless", "in"}, SCOPE_NOT_IN},
                  {{"when", "not", "in"}, SCOPE_NOT_IN},
                  {{"except", "in"}, SCOPE_NOT_IN},
                  {{"except", "while"}, SCOPE_NOT_IN},
                  {{"before"}, SCOPE_BEFORE},
                  {{"after"}, SCOPE_AFTER}};
    if (next_is(s, "only"))
        return fail(s, s->at, "FRET's only in, only before and only after are not supported",
                    "say what holds outside: not in M ... shall ...");
    if (accept(s, "globally")) {
        accept(s, ",");
        return true;
    }
    for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++) {
        if (!accept_all(s, scopes[i].words)) continue;
        s->x->scope = scopes[i].scope;
        if (!expression(s, &s->x->mode)) return false;
        drop_mode(s, &s->x->mode);
        return true;
    }
    return true;
}

static bool condition(sentence *s) {
    requirement *x = s->x;
    x->trigger = TRIGGER_START;
    if (!begins_condition(s)) return true;
    x->trigger = next_is(s, "whenever") ? TRIGGER_WHILE : TRIGGER_RISES;
    x->condition_negated = next_is(s, "unless");
    s->at++;
    token_range found;
    if (!expression(s, &found)) return false;
    vec_push(&x->conditions, found);
    return true;
}

static bool steps(sentence *s, enum requirement_timing timing) {
    s->x->timing = timing;
    if (!token_steps(s->r, s->at, s->end, &s->x->steps, s->error)) return false;
    s->at++;
    if (accept(s, "steps") || accept(s, "step") || accept(s, "ticks") || accept(s, "tick"))
        return true;
    return fail(s, s->at, "time is counted in steps", "within 5 steps, for 3 ticks");
}

static bool stop(sentence *s, enum requirement_timing timing) {
    s->x->timing = timing;
    s->x->stop.from = s->at;
    while (s->at < s->end && !next_is(s, "satisfy")) s->at++;
    s->x->stop.to = s->at;
    return s->x->stop.from < s->x->stop.to ||
           fail(s, s->at, "here the condition is expected that ends it", "");
}

static bool timing(sentence *s) {
    requirement *x = s->x;
    bool start = x->trigger == TRIGGER_START;
    accept(s, ",");
    if (accept(s, "immediately")) x->timing = TIMING_NOW;
    else if (accept(s, "always")) x->timing = TIMING_ALWAYS;
    else if (accept(s, "never")) x->timing = TIMING_NEVER;
    else if (accept(s, "eventually") || next_is(s, "satisfy")) x->timing = TIMING_EVENTUALLY;
    else if (accept(s, "next") ||
             accept_all(s, (const char *const[]){"at", "the", "next", "timepoint", NULL}) ||
             accept_all(s, (const char *const[]){"at", "the", "next", "step", NULL}))
        x->timing = TIMING_NEXT;
    else if (accept(s, "within")) return steps(s, TIMING_WITHIN);
    else if (accept(s, "for")) return steps(s, TIMING_FOR);
    else if (accept(s, "after")) return steps(s, TIMING_AFTER);
    else if (accept(s, "until")) return stop(s, TIMING_UNTIL);
    else if (accept(s, "before")) return stop(s, TIMING_BEFORE);
    else
        return fail(s, s->at, "here a timing is expected, or the word satisfy",
                    "immediately, always, never, eventually, at the next step, within N steps, for "
                    "N steps, "
                    "after N steps, until E, before E");
    /* From the start of an interval on: at every step of it. */
    if (start && x->timing == TIMING_ALWAYS) x->trigger = TRIGGER_EVERY, x->timing = TIMING_NOW;
    return true;
}

bool requirement_english(const requirements *r, requirement *x, input_error *error) {
    sentence s = {.r = r, .x = x, .error = error, .at = x->all.from, .end = x->all.to};
    s.shall = token_find(r, x->all, "shall");
    if (s.shall == s.at || r->tokens.data[s.shall - 1].kind != TOKEN_WORD)
        return fail(&s, s.shall, "before shall the component is named",
                    "[SCOPE] [CONDITION] the COMPONENT shall TIMING satisfy E");
    if (!scope(&s) || !condition(&s)) return false;
    accept(&s, "the");
    if (s.at + 1 != s.shall)
        return fail(&s, s.at, "this is no part of a sentence",
                    "[SCOPE] [CONDITION] the COMPONENT shall TIMING satisfy E");
    s.at = s.shall + 1;
    if (!timing(&s)) return false;
    if (!accept(&s, "satisfy")) return fail(&s, s.at, "here the word satisfy is expected", "");
    x->response = (token_range){s.at, s.end};
    if (s.end > s.at && token_is(&r->tokens.data[s.end - 1], ".")) x->response.to--;
    return x->response.from < x->response.to ||
           fail(&s, s.at, "here an expression is expected", "");
}
