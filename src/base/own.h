/* Names of ours in text that is compiled with a program, and in what is linked with it: functions
 * of a generated test and of the servers, sections, marks of goals. A program that knew one could
 * call it, or define it. So a source of ours says OWN "x", or CINCH_OWN(x) in runtime/own.h, and before
 * a program meets the name OWN becomes a number that this run has drawn. */
#ifndef BASE_OWN_H
#define BASE_OWN_H

#include "base/text.h"

#define OWN "__cinch_0000000000000000_"

/* What OWN becomes; of the same length. Processes that this one forks have the same. */
const char *own_prefix(void);
/* In place: all of these bytes are ours, no word of the program is among them. */
void own_names(char *bytes, size_t size);
void own_text(const char *ours, text *out); /* the same, appended */
/* Back, where a name is kept for another run or shown. */
void own_plain(char *bytes, size_t size);
/* The name of ours after OWN; NULL: it is none. */
const char *own_rest(const char *name);

#endif
