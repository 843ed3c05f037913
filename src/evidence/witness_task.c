/* The task that a witness is about: its specification as SV-COMP writes it, and the hashes of its
 * files. A witness of another version of the program, or of another property, is not confirmed,
 * whatever holds of its points. */
#include "evidence/sha256.h"
#include "evidence/witness.h"

#include <ctype.h>

static const struct {
    uint32_t check;
    const char *formula;
} formulas[] = {
    {CHECK_OVERFLOW, "G ! overflow"},
    {CHECK_DEREF, "G valid-deref"},
    {CHECK_FREE, "G valid-free"},
    {CHECK_TRACK, "G valid-memtrack"},
    {CHECK_CLEANUP, "G valid-memcleanup"},
    {CHECK_ASSERT, "G assert"},
    {CHECK_DIV, "G ! div-by-zero"},
    {CHECK_SHIFT, "G shift"},
    {CHECK_BOUNDS, "G bounds"},
    {CHECK_NULL, "G ! null"},
    {CHECK_FLOAT_CAST, "G float-cast"},
    {CHECK_UNINITIALIZED, "G ! uninitialized"},
    {CHECK_POINTER_OVERFLOW, "G ! pointer-overflow"},
    {CHECK_POINTER_COMPARE, "G pointer-compare"},
    {CHECK_PRECONDITION, "G precondition"},
    {CHECK_ALIGNMENT, "G alignment"},
    {CHECK_UNSIGNED, "G ! unsigned-overflow"},
    {CHECK_CONVERSION, "G conversion"},
    {CHECK_FLOAT_OVERFLOW, "G ! float-overflow"},
    {CHECK_NAN, "G ! nan"},
};
enum { FORMULAS = sizeof formulas / sizeof *formulas };

static const char *error_of(const witness_claim *c) {
    return c->error_function ? c->error_function : "reach_error";
}

/* Assertions are asked for where nothing is said, which is what SV-COMP's property means. Whether
 * allocation may fail is no property. */
static uint32_t asked(const witness_claim *c) {
    uint32_t properties = c->checks & ~(uint32_t)CHECK_ALLOCATION;
    uint32_t checks = properties ? properties : CHECK_UNREACH;
    return checks & CHECK_UNREACH ? checks & ~(uint32_t)CHECK_ASSERT : checks;
}

void witness_specification(const witness_claim *c, const char *entry, text *out) {
    if (asked(c) & CHECK_UNREACH)
        text_print(out, "CHECK( init(%s()), LTL(G ! call(%s())) )", entry, error_of(c));
    for (size_t i = 0; i < FORMULAS; i++)
        if (asked(c) & formulas[i].check)
            text_print(out, "%sCHECK( init(%s()), LTL(%s) )", out->size ? " " : "", entry,
                       formulas[i].formula);
    assert(out->size);
}

/* Whether the text begins with the formula, spaces apart; moves after it then. */
static bool begins(const char **at, const char *formula) {
    const char *x = *at;
    for (; *formula; formula++) {
        if (isspace((unsigned char)*formula)) continue;
        while (isspace((unsigned char)*x)) x++;
        if (*x++ != *formula) return false;
    }
    *at = x;
    return true;
}

/* The checks of a specification; `other`: it has a formula that is none of ours. */
static uint32_t checks_in(const witness_claim *c, const char *specification, bool *other) {
    uint32_t found = 0;
    char *call = mem_format("G ! call(%s())", error_of(c));
    for (const char *at = specification; (at = strstr(at, "LTL(")) != NULL;) {
        uint32_t here = 0;
        at += 4;
        if (begins(&at, call)) here = CHECK_UNREACH;
        for (size_t i = 0; i < FORMULAS && !here; i++)
            if (begins(&at, formulas[i].formula)) here = formulas[i].check;
        *other |= !here;
        found |= here;
    }
    mem_free(call);
    return found;
}

static bool has_hash(const witness_claim *c, const char *hash) {
    bool found = false;
    for (uint32_t i = 0; i < c->files.size && !found; i++) {
        text content = {0};
        char own[65];
        if (!text_read_file(&content, c->files.data[i])) continue;
        sha256_hex(content.data ? content.data : "", content.size, own);
        found = hash && !strcasecmp(own, hash);
        text_release(&content);
    }
    return found;
}

const char *witness_mismatch(const witness *w, const witness_claim *c) {
    bool other = false;
    for (uint32_t i = 0; i < w->hashes.size; i++)
        if (!has_hash(c, w->hashes.data[i]))
            return "it is about another version of the program: the hash of its file differs";
    if (!w->specification) return NULL;
    uint32_t claimed = checks_in(c, w->specification, &other);
    bool fits = w->violation ? claimed == asked(c) : !(asked(c) & ~claimed);
    return other || !fits ? "it is about another specification" : NULL;
}
