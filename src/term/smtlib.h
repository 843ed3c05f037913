/* SMT-LIB 2.6: printing terms, and reading scripts and terms. */
#ifndef TERM_SMTLIB_H
#define TERM_SMTLIB_H

#include "base/fail.h"
#include "term/term.h"

void smtlib_sort(const terms *t, sort s, text *out);
/* Names are quoted with |...| where needed. `let` shares repeated subterms, so the text is linear
 * in the DAG. */
void smtlib_term(terms *t, term a, text *out);
/* What every solver understands: like smtlib_term, but FP_TO_BITS, and operations whose open cases
 * ops.def fixes, are spelt out in standard SMT-LIB (division by zero guarded by ite, ...).
 * FP_TO_BITS becomes a fresh variable: its declaration and its defining assertions are appended to
 * `before`. */
void smtlib_portable(terms *t, term a, text *out, text *before);
void smtlib_declare(terms *t, term var, text *out); /* (declare-fun name () Sort)\n */
void smtlib_symbol(const char *name, text *out);    /* quoted where needed */

/* S-expressions: the reader under every SMT-LIB front end (scripts, CHC, VMT, solver answers).
 * Iterative: files nest as deep as they like. Nodes are numbers into one table. */
typedef struct {
    uint32_t id;
} sexp; /* 0: none */
typedef struct sexps sexps;
sexps *sexps_parse(const char *content, size_t size, const char *file,
                   input_error *error); /* NULL on error */
void sexps_delete(sexps *s);
uint32_t sexps_count(const sexps *s); /* top-level expressions */
sexp sexps_at(const sexps *s, uint32_t i);
bool sexp_is_list(const sexps *s, sexp e);
const char *sexp_atom(const sexps *s, sexp e); /* without |quotes|; NULL for a list */
bool sexp_is_string(const sexps *s, sexp e);
bool sexp_is_quoted(const sexps *s, sexp e); /* |...|: never a keyword or number */
uint32_t sexp_size(const sexps *s, sexp e);
sexp sexp_at(const sexps *s, sexp list, uint32_t i);
uint32_t sexp_line(const sexps *s, sexp e);
uint32_t sexp_column(const sexps *s, sexp e);

/* Symbols in scope while terms are read. Global variables are found by term_find_var unless bound
 * here, or the scope is closed. */
typedef struct smt_scope smt_scope;
smt_scope *smt_scope_new(terms *t, const char *file);
void smt_scope_close(smt_scope *c); /* only what is bound is found */
void smt_scope_delete(smt_scope *c);
void smt_scope_bind(smt_scope *c, const char *name,
                    term meaning); /* macros without arguments, constants */
/* What was bound since the mark is forgotten; what it shadowed is seen again. */
uint32_t smt_scope_mark(const smt_scope *c);
void smt_scope_forget(smt_scope *c, uint32_t mark);
void smt_scope_define(smt_scope *c, const char *name, uint32_t n, const term *params,
                      term body); /* define-fun */
bool smt_read_sort(smt_scope *c, const sexps *s, sexp e, sort *out, input_error *error);
/* let, !, define-fun macros, all operations; iterative in the nesting depth. Int literals serve as
 * Real where needed. */
bool smt_read_term(smt_scope *c, const sexps *s, sexp e, term *out, input_error *error);
/* One term from a text, e.g. an edge's guard in a .cfa file. Line and column offsets shift
 * positions in errors. */
bool smt_parse_term(smt_scope *c, const char *content, size_t size, uint32_t line, uint32_t column,
                    term *out, input_error *error);

#endif
