/* Where the objects of the source lie and what their parts are called: addresses in words, as
 * `&rb.buf[2]`. For people only; nothing is decided by it. */
#ifndef PROGRAM_OUTLINE_H
#define PROGRAM_OUTLINE_H

#include "base/text.h"
#include "base/vec.h"
#include "term/term.h"

/* A type, as far as the names of its parts depend on it. A scalar has neither elements nor members.
 */
typedef struct {
    uint64_t size;                  /* bytes */
    uint32_t element;               /* of an array: its outline; 0: no array */
    uint32_t members, member_count; /* of a record: in outlines.members */
} outline;
typedef struct {
    uint32_t name; /* in the program's names; empty: an anonymous record */
    uint32_t type; /* its outline */
    uint64_t offset;
} outline_member;
typedef struct {
    uint32_t name;       /* in the program's names */
    uint32_t outline;    /* 0: unknown */
    term at;             /* where its address is no number from the start; none: `base` */
    uint64_t base, slot; /* copy i has the addresses from base + i * slot on ... */
    uint64_t size;       /* ... so many of them */
    uint32_t copies;
    bool block;    /* of malloc */
    bool function; /* of the program: its address is its name */
} placed_object;
/* The part of an object that a variable of the program holds; `stride`: an array of such parts,
 * each so many bytes after the one before. */
typedef struct {
    uint32_t object; /* 1 + its number in outlines.objects; 0: none */
    uint64_t offset, stride;
    uint32_t pointee; /* of a pointer: the outline of what it points to; 0: unknown */
} outline_part;
typedef struct {
    vec(outline) types; /* 0: unknown */
    vec(outline_member) members;
    vec(placed_object) objects;
    vec(outline_part) parts; /* by variable, as far as there are any */
} outlines;

void outlines_release(outlines *s);
void outlines_copy(outlines *to, const outlines *from);

struct program;
/* Element `index` of what a variable holds, as C would write it; false: it is not known. */
bool outline_element(const struct program *p, uint32_t variable, uint64_t index, text *out);
/* An address in words; false, with nothing said: it is in no object. 0 is NULL. `start` gives the
 * address of an object whose place is not known from the beginning; false: it has none. */
typedef bool outline_start(void *context, const placed_object *o, uint64_t *address);
bool outline_address(const struct program *p, uint64_t address, uint32_t pointee,
                     outline_start *start, void *context, text *out);

#endif
