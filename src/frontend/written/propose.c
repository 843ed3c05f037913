#include "frontend/written/propose.h"
#include "base/fail.h"
#include "base/text.h"
#include "source/number_types.h"

#include <stdlib.h>

enum { MOST_NUMBERS = 8, MOST_RETURNS = 4, MOST_CLAUSES = 120 };

typedef struct {
    const function_text *f;
    LLVMModuleRef module;
    LLVMValueRef value;  /* the function; NULL: the compiler has none of this name */
    string_vec numbers;  /* of the body, beside 0 and 1 */
    string_vec returned; /* constants; `returns_else`: something else, too */
    bool returns_else;
    proposal *out;
} proposer;

static void add_once(string_vec *v, char *s, uint32_t most) {
    if (v->size < most && !strings_have(v, s)) vec_push(v, s);
    else mem_free(s);
}

/* ---- clauses ---- */

static const char *const relations[] = {[CLAUSE_EQUAL] = " == ",
                                        [CLAUSE_LEAST] = " >= ",
                                        [CLAUSE_MOST] = " <= ",
                                        [CLAUSE_BELOW] = " < "};

static void clause_release(proposed_clause *c) {
    char *const parts[] = {c->guard, c->subject, c->operand, c->text};
    for (int i = 0; i < 4; i++) mem_free(parts[i]);
}

static bool is_proposed(const proposal *all, const char *clause) {
    for (uint32_t i = 0; i < all->ensures.size; i++)
        if (!strcmp(all->ensures.data[i].text, clause)) return true;
    return false;
}

/* The guard and the operand are given away. */
static void ensure_if(proposer *p, char *guard, const char *subject, enum clause_relation relation,
                      char *operand) {
    bool whole = relation == CLAUSE_ONE_OF;
    proposed_clause c = {relation, guard, mem_string(subject), operand,
                         mem_format("ensures %s%s%s%s%s;", guard ? guard : "", guard ? " ==> " : "",
                                    whole ? "" : subject, whole ? "" : relations[relation],
                                    operand)};
    if (p->out->ensures.size < MOST_CLAUSES && !is_proposed(p->out, c.text))
        vec_push(&p->out->ensures, c);
    else clause_release(&c);
}

static void ensure(proposer *p, const char *subject, enum clause_relation relation,
                   const char *operand) {
    ensure_if(p, NULL, subject, relation, mem_string(operand));
}

static bool is_number(const char *operand, long *number) {
    char *end;
    *number = strtol(operand, &end, 10);
    return end != operand && !*end;
}

bool clause_is_weaker(const proposed_clause *a, const proposed_clause *than) {
    long x, y;
    if (than->guard || strcmp(a->subject, than->subject)) return false;
    bool alike = a->relation == than->relation, same_operand = !strcmp(a->operand, than->operand),
         bound = a->relation == CLAUSE_LEAST || a->relation == CLAUSE_MOST;
    if (a->guard) return alike && same_operand;
    if (than->relation == CLAUSE_ONE_OF) return bound || a->relation == CLAUSE_BELOW;
    if (than->relation == CLAUSE_EQUAL) return bound && same_operand;
    return alike && is_number(a->operand, &x) && is_number(than->operand, &y) &&
           (a->relation == CLAUSE_LEAST ? x < y : x > y);
}

/* ---- types ---- */

/* Structures in registers are integers to LLVM, too, under another name. */
static bool is_integer(const proposer *p, uint32_t i) {
    const parameter *x = &p->f->list.data[i];
    if (!p->value || x->pointer || x->function || !x->name) return false;
    if (LLVMCountParams(p->value) != p->f->list.size) return false;
    LLVMValueRef value = LLVMGetParam(p->value, i);
    size_t size;
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind &&
           !strcmp(LLVMGetValueName2(value, &size), x->name);
}

static bool returns_number(const proposer *p) {
    bool number = false;
    for (source_word w = word_at(p->f->start, p->f->name_at); w.kind != WORD_END;
         w = word_at(word_end(w), p->f->name_at)) {
        if (!word_names_integer(w) && !word_is(w, "static") && !word_is(w, "inline") &&
            !word_is(w, "extern") && !word_is(w, "const"))
            return false;
        number |= word_names_integer(w);
    }
    return number;
}

/* ---- the text ---- */

static bool is_plain_number(source_word w) {
    enum { MOST_DIGITS = 9 };
    if (w.kind != WORD_NUMBER || w.size > MOST_DIGITS) return false;
    for (size_t i = 0; i < w.size; i++)
        if (w.at[i] < '0' || w.at[i] > '9') return false;
    return w.size == 1 || *w.at != '0'; /* no octal ones */
}

/* The constant that is returned at a `return`; NULL: it is none. */
static char *returned_constant(source_word keyword, const char *end) {
    source_word w = word_at(word_end(keyword), end);
    bool minus = word_is(w, "-");
    if (minus) w = word_at(word_end(w), end);
    if (!is_plain_number(w) || !word_is(word_at(word_end(w), end), ";")) return NULL;
    return mem_format("%s%.*s", minus ? "-" : "", (int)w.size, w.at);
}

static void read_body(proposer *p) {
    const char *end = p->f->body_end;
    for (source_word w = word_at(p->f->body, end); w.kind != WORD_END;
         w = word_at(word_end(w), end)) {
        if (is_plain_number(w))
            add_once(&p->numbers, mem_format("%.*s", (int)w.size, w.at), MOST_NUMBERS);
        if (!word_is(w, "return")) continue;
        char *constant = returned_constant(w, end);
        p->returns_else |= !constant;
        if (constant) add_once(&p->returned, constant, MOST_RETURNS);
    }
}

/* What the pointer is used for: `*p`, `p->`, or `p[`. */
static bool is_followed(const proposer *p, const char *name, bool index) {
    const char *end = p->f->body_end;
    source_word before = {0};
    for (source_word w = word_at(p->f->body, end); w.kind != WORD_END;
         before = w, w = word_at(word_end(w), end)) {
        source_word next = word_at(word_end(w), end);
        if (!word_is(w, name)) continue;
        if (word_is(next, "[")) return true;
        if (!index && (word_is(before, "*") || word_is(next, "->"))) return true;
    }
    return false;
}

/* ---- premises ---- */

static bool is_object(const parameter *x) { return x->name && x->pointer && !x->function; }

/* `of`: the parameter that says how many elements those have that are indexed, or which one is the
 * last (`last`); NULL: one element is asked for. */
static void add_premise(proposer *p, const char *of, bool last, const char *globals) {
    text
        requires
    = {0}, assigns = {0};
    if (of && last) text_print(&requires, "requires %s >= 0;\n", of);
    for (uint32_t i = 0; i < p->f->list.size; i++) {
        const parameter *x = &p->f->list.data[i];
        if (!is_object(x) || !is_followed(p, x->name, false)) continue;
        const char *valid = x->constant ? "\\valid_read" : "\\valid", *less = last ? "" : " - 1";
        bool range = of && is_followed(p, x->name, true);
        if (range)
            text_print(&requires, "requires %s(%s + (0 .. %s%s));\n", valid, x->name, of, less);
        else text_print(&requires, "requires %s(%s);\n", valid, x->name);
        if (!x->constant)
            text_print(&assigns, range ? "%s%s[0 .. %s%s]" : "%s*%s", assigns.size ? ", " : "",
                       x->name, of, less);
    }
    if (*globals) text_print(&assigns, "%s%s", assigns.size ? ", " : "", globals);
    vec_push(&p->out->premises,
             ((proposed_premise){mem_string(text_string(&requires)),
                                 assigns.size ? mem_format("assigns %s;\n", text_string(&assigns))
                                              : mem_string("")}));
    text_release(&requires);
    text_release(&assigns);
}

static bool follows_any(const proposer *p, bool index) {
    for (uint32_t i = 0; i < p->f->list.size; i++)
        if (is_object(&p->f->list.data[i]) && is_followed(p, p->f->list.data[i].name, index))
            return true;
    return false;
}

static void add_premises(proposer *p, const char *globals) {
    bool any = follows_any(p, false), indexed = follows_any(p, true);
    if (!any) add_premise(p, NULL, false, globals); /* nothing is required */
    else vec_push(&p->out->premises, ((proposed_premise){mem_string(""), mem_string("")}));
    if (any) add_premise(p, NULL, false, globals);
    for (uint32_t i = 0; indexed && i < 2 * p->f->list.size; i++)
        if (is_integer(p, i / 2)) add_premise(p, p->f->list.data[i / 2].name, i % 2, globals);
}

/* ---- what is ensured ---- */

/* Bounds by the numbers of the body. */
static void bound(proposer *p, const char *what) {
    ensure(p, what, CLAUSE_LEAST, "0");
    ensure(p, what, CLAUSE_MOST, "1");
    for (uint32_t i = 0; i < p->numbers.size; i++)
        for (enum clause_relation r = CLAUSE_LEAST; r <= CLAUSE_BELOW; r++)
            ensure(p, what, r, p->numbers.data[i]);
}

static void ensure_result(proposer *p) {
    text any = {0};
    for (uint32_t i = 0; i < p->returned.size; i++)
        text_print(&any, "%s\\result == %s", any.size ? " || " : "", p->returned.data[i]);
    if (any.size && !p->returns_else)
        ensure(p, "\\result", p->returned.size > 1 ? CLAUSE_ONE_OF : CLAUSE_EQUAL,
               p->returned.size > 1 ? text_string(&any) : p->returned.data[0]);
    for (uint32_t i = 0; i < p->f->list.size; i++) {
        const char *x = p->f->list.data[i].name;
        if (!is_integer(p, i)) continue;
        for (enum clause_relation r = CLAUSE_EQUAL; r <= CLAUSE_MOST; r++)
            ensure(p, "\\result", r, x);
        ensure_if(p, mem_format("%s >= 0", x), "\\result", CLAUSE_EQUAL, mem_string(x));
        ensure_if(p, mem_format("%s >= 0", x), "\\result", CLAUSE_LEAST, mem_string("0"));
    }
    bound(p, "\\result");
    text_release(&any);
}

/* A number in memory: unchanged, one more, one less, an argument; for each constant returned, too.
 */
static void ensure_place(proposer *p, const char *place) {
    static const char *const changes[] = {"", " + 1", " - 1"};
    for (size_t k = 0; k < sizeof changes / sizeof *changes; k++) {
        ensure_if(p, NULL, place, CLAUSE_EQUAL, mem_format("\\old(%s)%s", place, changes[k]));
        for (uint32_t i = 0; i < p->returned.size && returns_number(p); i++)
            ensure_if(p, mem_format("\\result == %s", p->returned.data[i]), place, CLAUSE_EQUAL,
                      mem_format("\\old(%s)%s", place, changes[k]));
    }
    for (uint32_t i = 0; i < p->f->list.size; i++) {
        const parameter *x = &p->f->list.data[i];
        if (is_integer(p, i)) ensure(p, place, CLAUSE_EQUAL, x->name);
        if (is_object(x) && x->numbers && is_followed(p, x->name, false))
            ensure_if(p, NULL, place, CLAUSE_EQUAL, mem_format("\\old(*%s)", x->name));
    }
    if (returns_number(p))
        ensure_if(p, NULL, "\\result", CLAUSE_EQUAL, mem_format("\\old(%s)", place));
    bound(p, place);
}

static void ensure_places(proposer *p) {
    for (uint32_t i = 0; i < p->f->list.size; i++) {
        const parameter *x = &p->f->list.data[i];
        char *place = mem_format("*%s", x->name ? x->name : "");
        if (is_object(x) && x->numbers && !x->constant && is_followed(p, x->name, false))
            ensure_place(p, place);
        mem_free(place);
    }
}

/* The global variables that the body names; how they are said as targets of assigns. */
static void ensure_globals(proposer *p, text *assigned) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(p->module); g; g = LLVMGetNextGlobal(g)) {
        size_t size;
        const char *name = LLVMGetValueName2(g, &size);
        LLVMTypeRef type = LLVMGlobalGetValueType(g);
        if (LLVMIsGlobalConstant(g) || !names_word(p->f->body, p->f->body_end, name)) continue;
        text_print(assigned, "%s%s", assigned->size ? ", " : "", name);
        if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
            text_print(assigned, "[0 .. %llu]", (unsigned long long)LLVMGetArrayLength2(type) - 1);
        if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind) ensure_place(p, name);
    }
}

void propose_contract(const contract_text *in, const function_text *f, LLVMModuleRef m,
                      proposal *out) {
    proposer p = {.f = f, .module = m, .value = LLVMGetNamedFunction(m, f->name), .out = out};
    text globals = {0};
    text_origin at = origin_in(in->text, f->name_at);
    *out = (proposal){.name = mem_string(f->name),
                      .file = mem_format("%.*s", (int)at.size, at.file),
                      .line = at.line};
    read_body(&p);
    if (returns_number(&p)) ensure_result(&p);
    ensure_places(&p);
    ensure_globals(&p, &globals);
    add_premises(&p, text_string(&globals));
    vec_free_each(&p.numbers);
    vec_free_each(&p.returned);
    text_release(&globals);
}

void proposal_release(proposal *p) {
    for (uint32_t i = 0; i < p->premises.size; i++)
        mem_free(p->premises.data[i].requires), mem_free(p->premises.data[i].assigns);
    vec_release(&p->premises);
    vec_release_each(&p->ensures, clause_release);
    mem_free(p->name);
    mem_free(p->file);
}
