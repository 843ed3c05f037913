/* Where the statements, loops and functions of a C source are: witnesses and annotations speak of the
 * keyword, debug information of something inside. A scanner of statements, not a parser: what it cannot follow it
 * skips. */
#ifndef SOURCE_STATEMENTS_H
#define SOURCE_STATEMENTS_H

#include "base/text.h"
#include "base/vec.h"

typedef struct {
    size_t start, body,
        end; /* offsets: keyword, first character of the body, after the whole statement */
    uint32_t line, column; /* of the keyword in the file itself */
    char keyword;          /* 'w', 'f', 'd' */
} source_loop;

typedef struct {
    text content;
    char *name;        /* as given */
    vec(size_t) lines; /* offset of each line of the file */
    vec(struct presumed {
        uint32_t line;
        uint32_t file;
    }) said;                /* per line: what `# line "file"` markers make of it */
    string_vec files;       /* names in markers; 0: the file itself */
    vec(source_loop) loops; /* by start */
} source_map;

/* Of a file with this content, which is taken over. */
void source_map_take(source_map *m, const char *name, text *content);
void source_map_release(source_map *m);
/* The offset of a position of debug information; false where it is in no line of this file. */
bool source_offset(const source_map *m, const char *file, uint32_t line, uint32_t column,
                   size_t *offset);
/* The innermost loop around an offset; NULL if none. */
const source_loop *loop_around(const source_map *m, size_t offset);
/* A statement, from its first character; a condition in parentheses and what it governs, where it
 * has one. */
typedef struct {
    size_t start, end;  /* end: after all of it, an else and its statement included */
    size_t open, close; /* the parenthesis around the condition, and after it; equal: none */
    size_t body_end;    /* after what is run where the condition holds, which begins at close */
} source_statement;
bool statement_at(const source_map *m, size_t start,
                  source_statement *out); /* false where none begins: } or the end */
/* The braces of the function around an offset, and its name in the text (length 0: not found);
 * false outside of functions. */
bool source_function_around(const source_map *m, size_t offset, size_t *open, size_t *close,
                            size_t *name, size_t *length);
/* The offset of a line and column of the file itself, 1-based; false where it has no such line. */
bool source_place(const source_map *m, uint32_t line, uint32_t column, size_t *offset);
void source_line_column(const source_map *m, size_t offset, uint32_t *line,
                        uint32_t *column); /* 1-based */

#endif
