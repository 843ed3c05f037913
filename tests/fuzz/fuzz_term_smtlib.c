/* Mutated SMT-LIB texts: the reader must answer each with a term or an error that names a place,
 * and never crash. Meant to run under AddressSanitizer. Usage: fuzz_term_smtlib [TEXTS [SEED]] */
#include "fuzz/random_term.h"

#include <stdlib.h>

static const char *const corpus[] = {
    "(declare-fun x () (_ BitVec 32))\n(declare-const |a b| Bool)\n(define-fun twice ((p (_ BitVec "
    "32))) (_ BitVec 32) "
    "(bvadd p p))\n(assert (let ((y (twice x))) (and (bvslt y #x00000010) (or |a b| (= ((_ extract "
    "7 0) x) #b00000001)))))"
    " ; a comment\n(check-sat)\n",
    "(declare-fun f () Float32)(declare-fun d () (_ FloatingPoint 11 53))(declare-fun r () "
    "RoundingMode)"
    "(assert (fp.leq (fp.add r f (fp #b0 #x7f #b00000000000000000000000)) ((_ to_fp 8 24) RNE d)))"
    "(assert (= ((_ fp.to_sbv 32) RTZ f) (_ bv17 32)))(assert (not (fp.isNaN (fp.fma RNA f f (_ "
    "-oo 8 24)))))",
    "(declare-fun i () Int)(declare-fun q () Real)(declare-fun m () (Array Int Real))"
    "(assert (! (<= 0 i (+ (* 3 i) (- 7)) (mod i 5)) :named n))(assert (= (select (store m i (/ 1 "
    "3)) 2) q 0.25))"
    "(assert ((_ divisible 3) i))(assert (= m ((as const (Array Int Real)) 1.5)))",
    "(set-logic QF_ABV)(set-info :source \"a \"\"quoted\"\" string\")(declare-fun m () (Array (_ "
    "BitVec 8) (_ BitVec 8)))"
    "(assert (distinct (select m #x00) (bvsmod #x80 #x07) (concat #b1 #b0101010)))"
    "(assert (bvsaddo (select m #xff) ((_ rotate_left 3) ((_ repeat 2) #xa))))",
};
enum { CORPUS = sizeof corpus / sizeof *corpus };

static const char *const tokens[] = {"(",
                                     ")",
                                     "((_ ",
                                     "|",
                                     "\"",
                                     ";",
                                     "#x",
                                     "#b",
                                     "_",
                                     "let",
                                     "as",
                                     "!",
                                     "0",
                                     "4294967296",
                                     "65537",
                                     "x",
                                     "f",
                                     "m",
                                     "bvadd",
                                     "=",
                                     "=>",
                                     "ite",
                                     "fp.rem",
                                     "to_fp",
                                     "(_ BitVec 0)",
                                     "()",
                                     "\n",
                                     "99999999999999999999",
                                     "1.",
                                     "-",
                                     "store",
                                     "select",
                                     "const",
                                     "(_ NaN 2 2)"};
enum { TOKENS = sizeof tokens / sizeof *tokens };

static void insert(text *t, size_t at, const char *s, size_t n) {
    text old = {0};
    text_bytes(&old, t->data, t->size);
    t->size = at;
    text_bytes(t, s, n);
    text_bytes(t, old.data + at, old.size - at);
    text_release(&old);
}

static void mutate(rng *r, text *t) {
    size_t at = t->size ? random_u64(r) % t->size : 0;
    if (!t->size) return;
    switch (random_below(r, 6)) {
    case 0: t->data[at] = (char)random_u64(r); break;
    case 1: t->data[at] ^= (char)(1u << random_below(r, 8)); break;
    case 2: { /* delete a stretch */
        size_t n = 1 + random_below(r, 10);
        if (at + n > t->size) n = t->size - at;
        memmove(t->data + at, t->data + at + n, t->size - at - n);
        t->size -= n;
        break;
    }
    case 3: { /* repeat a stretch elsewhere */
        char piece[40];
        size_t n = 1 + random_below(r, 39);
        if (at + n > t->size) n = t->size - at;
        memcpy(piece, t->data + at, n);
        insert(t, random_u64(r) % t->size, piece, n);
        break;
    }
    default: {
        const char *s = tokens[random_below(r, TOKENS)];
        insert(t, at, s, strlen(s));
    }
    }
}

/* A script as a front end would read it; commands it does not know are skipped. */
static bool define(terms *t, smt_scope *c, const sexps *s, sexp e, input_error *error) {
    term_vec params = {0};
    sexp list = sexp_at(s, e, 2);
    sort sorts;
    term body;
    bool ok = true;
    for (uint32_t i = 0; ok && i < sexp_size(s, list); i++) {
        sexp p = sexp_at(s, list, i);
        const char *name = sexp_atom(s, sexp_at(s, p, 0));
        if (!name)
            input_fail(error, "fuzz.smt2", sexp_line(s, list), sexp_column(s, list),
                       "expected (name sort)");
        ok = name && smt_read_sort(c, s, sexp_at(s, p, 1), &sorts, error);
        if (!ok) break;
        vec_push(&params, term_fresh(t, name, sorts));
        smt_scope_bind(c, name, vec_last(&params));
    }
    ok = ok && smt_read_sort(c, s, sexp_at(s, e, 3), &sorts, error) &&
         smt_read_term(c, s, sexp_at(s, e, 4), &body, error);
    if (ok && sexp_atom(s, sexp_at(s, e, 1)))
        smt_scope_define(c, sexp_atom(s, sexp_at(s, e, 1)), params.size, params.data, body);
    vec_release(&params);
    return ok;
}

static bool command(terms *t, smt_scope *c, const sexps *s, sexp e, input_error *error) {
    const char *word = sexp_atom(s, sexp_at(s, e, 0)), *name = sexp_atom(s, sexp_at(s, e, 1));
    sort sorts;
    term a;
    if (!word) return true;
    if (strncmp(word, "declare-", 8) == 0 && name) {
        if (!smt_read_sort(c, s, sexp_at(s, e, sexp_size(s, e) - 1), &sorts, error)) return false;
        if (!term_find_var(t, name).id) term_var(t, name, sorts);
        return true;
    }
    if (strcmp(word, "define-fun") == 0) return define(t, c, s, e, error);
    return strcmp(word, "assert") != 0 || smt_read_term(c, s, sexp_at(s, e, 1), &a, error);
}

/* 1: read, 0: refused with a place and a reason, -1: refused without. */
static int read_script(const text *in) {
    terms *t = terms_new();
    smt_scope *c = smt_scope_new(t, "fuzz.smt2");
    input_error error = {0};
    char *copy = mem_alloc(in->size + 1); /* exactly as long as it says: overruns are seen */
    memcpy(copy, in->data, in->size);
    sexps *s = sexps_parse(copy, in->size, "fuzz.smt2", &error);
    bool ok = s != NULL;
    for (uint32_t i = 0; ok && i < sexps_count(s); i++)
        ok = command(t, c, s, sexps_at(s, i), &error);
    mem_free(copy);
    sexps_delete(s);
    smt_scope_delete(c);
    terms_delete(t);
    return ok ? 1 : error.message[0] && error.file ? 0 : -1;
}

int main(int argc, char **argv) {
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t accepted = 0, silent = 0;
    rng r = {seed};
    text t = {0};
    printf("fuzz_term_smtlib: %llu texts from seed %llu\n", (unsigned long long)count,
           (unsigned long long)seed);
    for (uint64_t i = 0; i < count; i++) {
        text_clear(&t);
        text_add(&t, corpus[i % CORPUS]);
        for (uint32_t k = random_below(&r, 6); k > 0; k--) mutate(&r, &t);
        int got = read_script(&t);
        accepted += got == 1;
        if (got < 0 && silent++ < 10)
            printf("refused without a reason: %.*s\n", (int)t.size, t.data);
    }
    printf("fuzz_term_smtlib: %llu accepted, %llu refused, %llu without a reason\n",
           (unsigned long long)accepted, (unsigned long long)(count - accepted),
           (unsigned long long)silent);
    text_release(&t);
    return silent != 0;
}
