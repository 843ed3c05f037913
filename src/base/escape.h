/* Words of a stranger in our output: names, source lines, what a compiler said about them. What
 * could pass for something else becomes visible text:
 * - control characters, also those of 8 bits, bytes that are no UTF-8, separators of lines, and
 *   marks that turn the direction of writing: \n, \x1b, \u202e;
 * - `VERDICT:`, which begins the one line that scripts read: VERDICT\:;
 * - what build servers take for a command: ##[ anywhere, and :: at the beginning.
 * HTML, XML, JSON and Markdown have their own rules on top of that, in report/. */
#ifndef BASE_ESCAPE_H
#define BASE_ESCAPE_H

#include "base/text.h"

/* A part of a line: a newline is escaped, too. */
void escape_word(const char *s, size_t n, text *out);
/* Whole lines: newlines and tabs stay, and a carriage return before a newline is left out. */
void escape_lines(const char *s, size_t n, text *out);
/* The same, and colours (ESC [ numbers m), which only we may have written, stay. */
void escape_coloured_lines(const char *s, size_t n, text *out);
/* A part of a line inside of a C comment, which it does not end. */
void escape_comment(const char *s, size_t n, text *out);
/* Whether escape_word would change nothing. */
bool escape_is_plain(const char *s);

#endif
