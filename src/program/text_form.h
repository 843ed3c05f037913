/* The text form of programs, `.cfa`, described in docs/cfa.md: parse and print are inverse. Also
 * Graphviz and Horn clauses. */
#ifndef PROGRAM_TEXT_FORM_H
#define PROGRAM_TEXT_FORM_H

#include "base/fail.h"
#include "program/program.h"

program *cfa_parse(terms *t, const char *content, size_t size, const char *file,
                   input_error *error); /* NULL on error */
void cfa_print(program *p, text *out);
void cfa_dot(program *p, text *out);
/* As linear constrained Horn clauses (SMT-LIB), satisfiable where no error is reachable. False
 * where a term has no meaning inside a clause (bits of floats): the text must not be used then. */
bool horn_print(program *p, text *out);
void cmd_print(program *p, cmd c, text *out); /* one line, readable */
/* In double quotes, with quotes, backslashes and line ends escaped as in the text form and YAML. */
void quoted_print(text *out, const char *s);

#endif
