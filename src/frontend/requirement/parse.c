/* The file of requirements: entries, words, and formulas. */
#include "frontend/requirement/requirement.h"
#include "frontend/project.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

enum { MOST_STEPS = 1000000, LONGEST_DELAY = 62, LONGEST_NAME = 80, LARGEST_FILE = 1 << 20 };

bool token_is(const formula_token *t, const char *word) {
    return strlen(word) == t->size && !memcmp(t->at, word, t->size);
}

static bool is_word(const requirements *r, uint32_t at, const char *word) {
    return at < r->tokens.size && token_is(&r->tokens.data[at], word);
}

bool token_fail(const requirements *r, uint32_t at, input_error *error, const char *says,
                const char *hint) {
    const formula_token *t = at < r->tokens.size ? &r->tokens.data[at] : &vec_last(&r->tokens);
    return input_fail(error, r->file, t->line, t->column, "%s%s%s", says, *hint ? "; " : "", hint);
}

/* ---- words ---- */

static const char *const signs[] = {
    "<=>", "<<=", ">>=", "=>", "->", "==", "!=", "<=", ">=", "&&", "||", "<<",
    ">>",  "++",  "--",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", NULL};

/* Why this sign has no place in a formula; NULL: it has one. */
static const char *refused_sign(const char *at, size_t size) {
    static const struct {
        const char *sign, *why;
    } table[] = {{"++", "a formula changes nothing"},
                 {"--", "a formula changes nothing"},
                 {";", "a formula is one expression"},
                 {"{", "a formula is one expression"},
                 {"}", "a formula is one expression"},
                 {"\"", "a formula has no strings"},
                 {"\\", "a formula is in one entry; an indented line continues it"},
                 {"`", "no sign of C"},
                 {"@", "no sign of C"},
                 {"$", "no sign of C"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strlen(table[i].sign) == size && !memcmp(at, table[i].sign, size)) return table[i].why;
    if (size > 1 && at[size - 1] == '=' && !strchr("=!<>", at[0]))
        return "a formula changes nothing";
    return size == 3 && at[2] == '=' ? "a formula changes nothing" : NULL;
}

static size_t size_of_token(const char *s, enum formula_token_kind *kind) {
    size_t n = 1;
    *kind = TOKEN_SIGN;
    if (isalpha((unsigned char)*s) || *s == '_') {
        *kind = TOKEN_WORD;
        while (isalnum((unsigned char)s[n]) || s[n] == '_') n++;
    } else if (isdigit((unsigned char)*s) || (*s == '.' && isdigit((unsigned char)s[1]))) {
        *kind = TOKEN_NUMBER;
        while (isalnum((unsigned char)s[n]) || s[n] == '.' ||
               (strchr("+-", s[n]) && s[n] && strchr("eEpP", s[n - 1]) && strncmp(s, "0x", 2)))
            n++;
    } else if (*s == '\'' && s[1] && s[1] != '\\' && s[2] == '\'') {
        *kind = TOKEN_NUMBER;
        n = 3;
    } else
        for (const char *const *sign = signs; *sign; sign++)
            if (!strncmp(s, *sign, strlen(*sign))) return strlen(*sign);
    return n;
}

/* The words of one line, from a column on. */
static bool read_words(requirements *r, const char *line, const char *from, const char *end,
                       uint32_t number, input_error *error) {
    for (const char *s = from; s < end;) {
        if (isspace((unsigned char)*s)) {
            s++;
            continue;
        }
        if (*s == '#' || (s[0] == '/' && s[1] == '/')) return true;
        formula_token t = {.at = s, .line = number, .column = (uint32_t)(s - line) + 1};
        t.size = (uint32_t)size_of_token(s, &t.kind);
        vec_push(&r->tokens, t);
        const char *why = t.kind == TOKEN_SIGN ? refused_sign(s, t.size) : NULL;
        if (*s < 32 || *s > 126) why = "only characters of ASCII";
        if (why)
            return token_fail(r, r->tokens.size - 1, error, "this sign cannot stand here", why);
        bool ours =
            t.kind == TOKEN_WORD && (!strncmp(s, "__cinch", 7) || !strncmp(s, "__VERIFIER", 10));
        if (ours)
            return token_fail(r, r->tokens.size - 1, error, "this name belongs to the checker", "");
        s += t.size;
    }
    return true;
}

uint32_t token_match(const requirements *r, uint32_t open, uint32_t end) {
    assert_debug(open < end && end <= r->tokens.size);
    uint32_t depth = 0;
    for (uint32_t i = open; i < end; i++) {
        const formula_token *t = &r->tokens.data[i];
        if (token_is(t, "(") || token_is(t, "[")) depth++;
        if ((token_is(t, ")") || token_is(t, "]")) && !--depth) return i;
    }
    return end;
}

/* Brackets fit, and commas stand between the arguments of calls only. */
static bool check_brackets(const requirements *r, token_range all, bool english,
                           input_error *error) {
    vec(uint32_t) open = {0};
    bool good = true;
    for (uint32_t i = all.from; i < all.to && good; i++) {
        const formula_token *t = &r->tokens.data[i];
        if (token_is(t, "(") || token_is(t, "[")) vec_push(&open, i);
        else if (token_is(t, ")") || token_is(t, "]")) {
            const char *wants = token_is(t, ")") ? "(" : "[";
            good = open.size && token_is(&r->tokens.data[vec_pop(&open)], wants);
            if (!good) token_fail(r, i, error, "this bracket closes nothing", "");
        } else if (token_is(t, ",")) {
            uint32_t at = open.size ? vec_last(&open) : all.from;
            bool call = open.size && at > all.from && token_is(&r->tokens.data[at], "(") &&
                        r->tokens.data[at - 1].kind == TOKEN_WORD;
            good = call || (!open.size && english);
            if (!good) token_fail(r, i, error, "a comma stands between arguments only", "");
        }
    }
    if (good && open.size)
        good = token_fail(r, vec_last(&open), error, "this bracket is never closed", "");
    vec_release(&open);
    return good;
}

uint32_t token_find(const requirements *r, token_range in, const char *sign) {
    assert_debug(in.from <= in.to);
    for (uint32_t i = in.from; i < in.to; i++) {
        const formula_token *t = &r->tokens.data[i];
        if (token_is(t, "(") || token_is(t, "[")) i = token_match(r, i, in.to);
        else if (token_is(t, sign)) return i;
    }
    return in.to;
}

bool token_steps(const requirements *r, uint32_t at, uint32_t end, uint32_t *steps,
                 input_error *error) {
    static const char says[] = "here a number of steps is expected";
    if (at >= end || r->tokens.data[at].kind != TOKEN_NUMBER || r->tokens.data[at].size > 7)
        return token_fail(r, at < end ? at : end - 1, error, says, "1 to 1000000");
    *steps = 0;
    for (uint32_t i = 0; i < r->tokens.data[at].size; i++) {
        char digit = r->tokens.data[at].at[i];
        if (!isdigit((unsigned char)digit)) return token_fail(r, at, error, says, "1 to 1000000");
        *steps = *steps * 10 + (uint32_t)(digit - '0');
    }
    return (*steps >= 1 && *steps <= MOST_STEPS) || token_fail(r, at, error, says, "1 to 1000000");
}

/* ---- formulas ---- */

static const struct {
    const char *word;
    enum requirement_timing timing;
    bool counts; /* its second argument is a number of steps; otherwise it is where it stops */
    uint32_t arguments;
} responses[] = {{"within", TIMING_WITHIN, true, 2},         {"lasts", TIMING_FOR, true, 2},
                 {"after", TIMING_AFTER, true, 2},           {"until", TIMING_UNTIL, false, 2},
                 {"before", TIMING_BEFORE, false, 2},        {"next", TIMING_NEXT, false, 1},
                 {"eventually", TIMING_EVENTUALLY, false, 1}};

static token_range without_brackets(const requirements *r, token_range x) {
    while (x.to > x.from + 2 && is_word(r, x.from, "(") && token_match(r, x.from, x.to) == x.to - 1)
        x = (token_range){x.from + 1, x.to - 1};
    return x;
}

static bool is_leads_to(const requirements *r, uint32_t i, uint32_t end) {
    return i + 1 < end && is_word(r, i, "leads") && is_word(r, i + 1, "to");
}

/* A response without a time limit needs a requirement of its own. */
static bool refuse_liveness(const requirements *r, const requirement *x, input_error *error) {
    bool allowed = x->timing == TIMING_EVENTUALLY && !x->assumed;
    uint32_t found = 0;
    for (uint32_t i = x->all.from; i < x->all.to; i++) {
        bool lives = is_word(r, i, "eventually") || is_leads_to(r, i, x->all.to);
        found += lives;
        if ((lives && x->assumed) || is_word(r, i, "finally") || is_word(r, i, "leads_to"))
            return token_fail(r, i, error,
                              x->assumed ? "an assumption says what holds now, or in so many steps"
                                         : "this is no word of a requirement",
                              "TRIGGER leads to P, TRIGGER => eventually(P)");
        if (lives && (!allowed || found > 1))
            return token_fail(r, i, error, "this stands only where a requirement ends",
                              "TRIGGER leads to P, TRIGGER => eventually(P)");
    }
    return true;
}

static bool read_response(const requirements *r, requirement *x, token_range last,
                          input_error *error) {
    x->response = last;
    for (size_t i = 0; i < sizeof responses / sizeof *responses; i++) {
        if (last.to < last.from + 3 || !is_word(r, last.from, responses[i].word) ||
            !is_word(r, last.from + 1, "(") ||
            token_match(r, last.from + 1, last.to) != last.to - 1)
            continue;
        token_range inner = {last.from + 2, last.to - 1};
        uint32_t comma = token_find(r, inner, ",");
        x->timing = responses[i].timing;
        x->response = (token_range){inner.from, comma};
        token_range second = {comma < inner.to ? comma + 1 : inner.to, inner.to};
        bool two = comma < inner.to && token_find(r, second, ",") == second.to;
        if ((responses[i].arguments == 2) != two || inner.from == comma)
            return token_fail(r, last.from, error, "this operator has other arguments",
                              "within(P, N), lasts(P, N), after(P, N), until(P, Q), before(P, Q), "
                              "next(P), eventually(P)");
        if (!responses[i].counts) x->stop = second;
        else if (!token_steps(r, second.from, second.to, &x->steps, error)) return false;
        if (responses[i].counts && second.to != second.from + 1)
            return token_fail(r, second.from + 1, error, "the number of steps is a number", "");
    }
    return true;
}

/* Conditions with an arrow after each; what is left is not empty. */
static bool read_conditions(const requirements *r, requirement *x, token_range *rest,
                            input_error *error) {
    for (uint32_t arrow; (arrow = token_find(r, *rest, "=>")) < rest->to; rest->from = arrow + 1) {
        vec_push(&x->conditions, ((token_range){rest->from, arrow}));
        x->trigger = TRIGGER_WHILE;
        if (arrow == rest->from || arrow + 1 == rest->to)
            return token_fail(r, arrow, error, "an implication has two sides", "");
    }
    return true;
}

static bool read_leads_to(const requirements *r, requirement *x, token_range rest, uint32_t leads,
                          input_error *error) {
    token_range given = {rest.from, leads};
    x->response = (token_range){leads + 2, rest.to};
    x->trigger = TRIGGER_WHILE;
    x->timing = TIMING_EVENTUALLY;
    if (leads == rest.from || leads + 2 == rest.to)
        return token_fail(r, leads, error, "leads to has two sides", "");
    if (!read_conditions(r, x, &given, error)) return false;
    vec_push(&x->conditions, given);
    return true;
}

/* always A => B => within(C, N): A and B trigger it at every step. */
static bool read_formula(const requirements *r, requirement *x, input_error *error) {
    token_range rest = x->all;
    bool never = is_word(r, rest.from, "never");
    if (never || is_word(r, rest.from, "always")) rest.from++;
    if (rest.from == rest.to)
        return token_fail(r, rest.from - 1, error, "here a formula is expected", "");
    rest = without_brackets(r, rest);
    x->trigger = TRIGGER_EVERY;
    if (never || token_find(r, rest, "<=>") < rest.to) {
        x->response = rest;
        x->response_negated = never;
        return true;
    }
    uint32_t leads = token_find(r, rest, "leads");
    if (is_leads_to(r, leads, rest.to)) return read_leads_to(r, x, rest, leads, error);
    if (!read_conditions(r, x, &rest, error)) return false;
    return read_response(r, x, without_brackets(r, rest), error);
}

static bool read_entry(requirements *r, requirement *x, input_error *error) {
    if (x->all.from == x->all.to)
        return input_fail(error, r->file, x->line, x->column,
                          "here a formula is expected, after the name and its colon");
    bool english = requirement_is_english(r, x->all);
    if (!check_brackets(r, x->all, english, error)) return false;
    bool good = english ? requirement_english(r, x, error) : read_formula(r, x, error);
    good = good && refuse_liveness(r, x, error);
    if (good && x->timing == TIMING_AFTER && x->steps > LONGEST_DELAY)
        good = token_fail(r, x->response.from, error, "after counts up to 62 steps", "");
    return good;
}

bool requirement_has_trigger(const requirement *x) {
    return x->conditions.size || x->scope != SCOPE_ALL;
}

/* ---- entries ---- */

typedef struct {
    requirements *r;
    input_error *error;
    bool assumptions; /* the section is of assumptions */
    uint32_t indent;  /* of the last entry */
    uint32_t number;  /* of the line */
} entry_reader;

static bool fail_at(entry_reader *x, const char *line, const char *at, const char *says) {
    return input_fail(x->error, x->r->file, x->number, (uint32_t)(at - line) + 1, "%s", says);
}

static bool is_name(char c) { return isalnum((unsigned char)c) || (c && strchr("_-.", c)); }

static void end_entry(requirements *r) {
    if (r->items.size) vec_last(&r->items).all.to = r->tokens.size;
}

static bool add_entry(entry_reader *x, const char *line, const char *name, size_t size,
                      bool assumed) {
    requirements *r = x->r;
    char *copy = mem_format("%.*s", (int)size, name);
    for (uint32_t i = 0; i < r->items.size; i++)
        if (!strcmp(r->items.data[i].name, copy)) {
            mem_free(copy);
            return fail_at(x, line, name, "two entries have this name");
        }
    end_entry(r);
    vec_push(&r->items, ((requirement){.name = copy,
                                       .assumed = assumed,
                                       .line = x->number,
                                       .column = (uint32_t)(name - line) + 1,
                                       .all = {r->tokens.size, r->tokens.size}}));
    return true;
}

/* Quotes around the whole, as YAML has them. */
static const char *drop_quotes(const char **from, const char *end) {
    while (*from < end && isspace((unsigned char)**from)) (*from)++;
    const char *last = end;
    while (last > *from && isspace((unsigned char)last[-1])) last--;
    bool quoted = last > *from + 1 && (**from == '"' || **from == '\'') && last[-1] == **from;
    if (!quoted) return end;
    (*from)++;
    return last - 1;
}

static bool is_section(const char *name, size_t size, const char *rest, const char *end,
                       bool *assumptions) {
    while (rest < end && isspace((unsigned char)*rest)) rest++;
    if (rest < end && *rest != '#') return false;
    *assumptions = size == 11 && !memcmp(name, "assumptions", 11);
    return *assumptions || (size == 12 && !memcmp(name, "requirements", 12));
}

static bool read_line(entry_reader *x, const char *line, const char *end) {
    const char *at = line;
    while (at < end && isspace((unsigned char)*at)) at++;
    if (at == end || *at == '#' || (at[0] == '/' && at[1] == '/')) return true;
    uint32_t indent = (uint32_t)(at - line);
    if (x->r->items.size && indent > x->indent)
        return read_words(x->r, line, at, end, x->number, x->error);
    bool assumed = end - at > 7 && !memcmp(at, "assume", 6) && isspace((unsigned char)at[6]);
    const char *name = assumed ? at + 7 : at;
    while (name < end && isspace((unsigned char)*name)) name++;
    const char *stop = name;
    while (stop < end && is_name(*stop)) stop++;
    if (stop == name || stop == end || *stop != ':' || stop - name > LONGEST_NAME)
        return fail_at(x, line, stop,
                       "an entry is NAME: FORMULA or assume NAME: FORMULA; names have letters, "
                       "digits, _ - and . only");
    bool section;
    if (!assumed && is_section(name, (size_t)(stop - name), stop + 1, end, &section)) {
        end_entry(x->r);
        x->assumptions = section;
        x->indent = UINT32_MAX;
        return true;
    }
    x->indent = indent;
    const char *from = stop + 1, *last = drop_quotes(&from, end);
    return add_entry(x, line, name, (size_t)(stop - name), assumed || x->assumptions) &&
           read_words(x->r, line, from, last, x->number, x->error);
}

/* The words with one space between them. */
static char *words_of(const requirements *r, token_range all) {
    text said = {0};
    for (uint32_t i = all.from; i < all.to; i++) {
        const formula_token *t = &r->tokens.data[i];
        bool apart =
            i > all.from && (t[-1].line != t->line || t[-1].column + t[-1].size < t->column);
        if (apart) text_char(&said, ' ');
        text_bytes(&said, t->at, t->size);
    }
    char *copy = mem_string(text_string(&said));
    text_release(&said);
    return copy;
}

bool requirements_parse(const char *file, requirements *r, input_error *error) {
    entry_reader x = {r, error, false, 0, 0};
    const char *all = text_string(&r->content);
    r->file = file;
    if (strlen(all) != r->content.size || r->content.size > LARGEST_FILE)
        return input_fail(error, file, 0, 0, "no text of at most 1 MiB");
    for (const char *line = all; *line;) {
        const char *end = line + strcspn(line, "\n");
        x.number++;
        if (!read_line(&x, line, end)) return false;
        line = *end ? end + 1 : end;
    }
    end_entry(r);
    for (uint32_t i = 0; i < r->items.size; i++) {
        r->items.data[i].says = words_of(r, r->items.data[i].all);
        if (!read_entry(r, &r->items.data[i], error)) return false;
    }
    for (uint32_t i = 0; i < r->items.size; i++)
        if (!r->items.data[i].assumed) return true;
    return input_fail(error, file, 0, 0, "there is no requirement in it");
}

bool requirements_read(const char *file, requirements *r, input_error *error) {
    for (const char *c = file; *c; c++)
        if ((unsigned char)*c < 32)
            return input_fail(error, NULL, 0, 0, "--requirement: a name with control characters");
    if (!project_read_file(&r->content, file))
        return input_fail(error, file, 0, 0, "cannot read: %s", strerror(errno));
    return requirements_parse(file, r, error);
}

void requirements_release(requirements *r) {
    for (uint32_t i = 0; i < r->items.size; i++) {
        mem_free(r->items.data[i].name);
        mem_free(r->items.data[i].says);
        vec_release(&r->items.data[i].conditions);
    }
    vec_release_each(&r->texts, text_release);
    vec_release(&r->items);
    vec_release(&r->tokens);
    text_release(&r->content);
    text_release(&r->parameters);
    text_release(&r->arguments);
    mem_free(r->step);
    *r = (requirements){0};
}
