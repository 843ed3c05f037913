/* YAML that a stranger may have written. */
#ifndef FRONTEND_YAML_H
#define FRONTEND_YAML_H

#include "base/fail.h"
#include "base/text.h"

#include <yaml.h>

/* Read a document. libyaml looks at every list around each word, so nesting is bounded: files of
 * ours nest a dozen deep. False, with the reason, where this is no YAML or nests deeper; otherwise
 * the caller deletes the document. */
bool yaml_read(const text *content, const char *file, yaml_document_t *out, input_error *error);

#endif
