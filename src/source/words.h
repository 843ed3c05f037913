/* Words of a C text and of the annotations in it: the scanner of all who read C as text. The text
 * ends in NUL. A name of ACSL keeps its backslash. */
#ifndef SOURCE_WORDS_H
#define SOURCE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

enum word_kind { WORD_END, WORD_NAME, WORD_NUMBER, WORD_QUOTED, WORD_MARK };

typedef struct {
    enum word_kind kind;
    const char *at;
    size_t size;
} source_word;

/* The word at or after p, up to `end`; comments and lines of the preprocessor are passed over. */
source_word word_at(const char *p, const char *end);
static inline const char *word_end(source_word w) { return w.at + w.size; }
bool word_is(source_word w, const char *s);
/* After blanks, comments and lines of the preprocessor; after a literal, from its quote, which ends
 * with its line at the latest. */
const char *skip_blank(const char *p, const char *end);
const char *skip_quoted(const char *p, const char *end);
/* From an opening bracket to after the one that closes it; NULL: none does. */
const char *group_end(const char *open, const char *end);
/* Where a word that is `s` stands in [p, end), brackets closed; NULL: nowhere. */
const char *find_mark(const char *p, const char *end, const char *s);
/* Up to the semicolon that ends a clause of ACSL; quantifiers have semicolons of their own. */
const char *clause_end(const char *from, const char *end);
bool names_word(const char *p, const char *end, const char *name); /* it occurs, anywhere */
/* The line of the user's file that this place of a preprocessed text is from; *file is borrowed
 * from the text, with its length, empty where no line of the preprocessor says. */
typedef struct {
    const char *file;
    size_t size;
    unsigned line;
} text_origin;
text_origin origin_in(const char *text, const char *at);

#endif
