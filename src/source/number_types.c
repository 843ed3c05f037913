#include "source/number_types.h"

#include <string.h>

enum { LONG = 1 }; /* a word that makes an integer longer, where others have bits */

static const struct {
    const char *word;
    enum c_kind kind;
    uint32_t bits;
    bool is_unsigned;
} words[] = {
    {"const", C_OTHER, 0, false},
    {"volatile", C_OTHER, 0, false},
    {"char", C_INTEGER, 8, false},
    {"short", C_INTEGER, 16, false},
    {"int", C_INTEGER, 0, false},
    {"long", C_INTEGER, LONG, false},
    {"signed", C_INTEGER, 0, false},
    {"unsigned", C_INTEGER, 0, true},
    {"_Bool", C_BOOL, 8, true},
    {"bool", C_BOOL, 8, true},
    {"float", C_FLOAT, 32, false},
    {"double", C_FLOAT, 64, false},
    {"int8_t", C_INTEGER, 8, false},
    {"uint8_t", C_INTEGER, 8, true},
    {"int16_t", C_INTEGER, 16, false},
    {"uint16_t", C_INTEGER, 16, true},
    {"int32_t", C_INTEGER, 32, false},
    {"uint32_t", C_INTEGER, 32, true},
    {"int64_t", C_INTEGER, 64, false},
    {"uint64_t", C_INTEGER, 64, true},
    {"size_t", C_INTEGER, LONG, true},
    {"ssize_t", C_INTEGER, LONG, false},
    {"intptr_t", C_INTEGER, LONG, false},
    {"uintptr_t", C_INTEGER, LONG, true},
    {"ptrdiff_t", C_INTEGER, LONG, false},
    {"__CPROVER_size_t", C_INTEGER, LONG, true},
    {"intmax_t", C_INTEGER, 64, false},
    {"uintmax_t", C_INTEGER, 64, true},
};
enum { WORDS = sizeof words / sizeof *words };

static size_t find(source_word w) {
    size_t i = 0;
    while (i < WORDS && !word_is(w, words[i].word)) i++;
    return i;
}

bool word_names_integer(source_word w) {
    size_t i = find(w);
    return i < WORDS && (words[i].kind == C_INTEGER || words[i].kind == C_BOOL);
}

const char *c_type_take(const char *p, const char *end, c_type *out) {
    uint32_t longs = 0;
    *out = (c_type){0};
    for (source_word w = word_at(p, end);; w = word_at(p, end)) {
        size_t i = find(w);
        if (i == WORDS) break;
        if (words[i].kind > out->kind) out->kind = words[i].kind;
        if (words[i].bits > LONG) out->bits = words[i].bits;
        longs += words[i].bits == LONG;
        out->is_unsigned |= words[i].is_unsigned;
        p = word_end(w);
    }
    if (out->kind == C_INTEGER && !out->bits) out->bits = !longs ? 32 : longs > 1 ? 64 : 0;
    if (out->kind == C_FLOAT && longs) out->bits = 128;
    return p;
}

c_type c_type_of(const char *name) {
    c_type type;
    c_type_take(name, name + strlen(name), &type);
    if (strchr(name, '*')) type.kind = C_POINTER;
    return type;
}
