/* What is to be loaded, spelt out: task definitions and compilation databases name C files, their
 * data model, their property and their compiler arguments. Everything a `sources` points to lives
 * in its arena. */
#ifndef FRONTEND_SOURCES_H
#define FRONTEND_SOURCES_H

#include "base/arena.h"
#include "frontend/frontend.h"

enum source_kind {
    SOURCE_C,
    SOURCE_IR,
    SOURCE_CFA,
    SOURCE_CHC,
    SOURCE_VMT,
    SOURCE_BTOR2,
    SOURCE_TASK,
    SOURCE_DIRECTORY,
    SOURCE_UNKNOWN
};

typedef struct {
    const char *file;
    const char *directory; /* where the compiler runs; NULL: here */
    enum source_kind kind;
    string_vec arguments; /* of the compilation database */
} source;

typedef struct {
    arena memory;
    vec(source) items;
    const char *data_model;             /* of the user, else of the task; NULL: this machine's */
    uint32_t checks;                    /* of the user, else of the task's property; never 0 */
    const char *error_function;         /* NULL: the usual ones */
    enum volatile_reads volatile_reads; /* of the user, else of the kind of task; not the default */
    string_vec notes; /* what was taken in place of something else: the verdict rests on it */
    enum {
        EXPECT_NOTHING,
        EXPECT_TRUE,
        EXPECT_FALSE
    } expected; /* what the task says of this property */
} sources;

/* What a file is, by its ending; a directory by asking. */
enum source_kind source_kind_of(const char *path);

/* Whether a file has functions that are `extern inline` in the sense of C99: as GNU C meant it
 * before, their bodies would be lost. Where it has none, the older sense keeps the bodies of the
 * others, which C99 expects in another file. */
bool source_has_extern_inline(const source *s);

/* Whether a C text has a function of this name with a body, as far as words and braces tell. */
bool source_defines(const char *code, const char *name);

/* Expand o->files. False with the error set where a file cannot be read or understood. */
bool sources_expand(const load_options *o, sources *out, input_error *error);
void sources_release(sources *s);

const char *property_word(size_t i); /* that --property takes; NULL: there are no more */
bool property_is_file(const char *name_or_file); /* by its ending, .prp */
/* A property file (.prp) or one of our names ("no-overflow", ...); several names are separated by
 * commas. Adds to `checks`, sets `function` (in `memory`) where the formula names one. */
bool property_parse(const char *name_or_file, arena *memory, uint32_t *checks,
                    const char **function, input_error *error);

#endif
