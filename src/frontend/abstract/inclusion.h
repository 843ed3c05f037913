/* Inclusion constraints over places: what values and memory may hold, without contexts and order
 * (Andersen 1994; fields by offset as in Pearce, Kelly and Hankin, TOPLAS 2007).
 *
 * A node is a value, or for a word of an object: eight bytes that begin at a multiple of
 * eight. It holds a set of places: offsets in objects, or anywhere in one. Sets grow; each growth
 * goes on along the edges, and turns loads, stores and copies through it into edges. Three places
 * are no addresses that can be followed: null, what memory holds before it is written, and a number
 * that was stored somewhere in the object.
 *
 * An access outside of an object accesses nothing. An object whose offsets are not distinguished is
 * whole: it has one node. */
#ifndef FRONTEND_ABSTRACT_INCLUSION_H
#define FRONTEND_ABSTRACT_INCLUSION_H

#include "base/map.h"
#include "base/vec.h"

typedef struct inclusion inclusion;

enum { PLACE_NULL, PLACE_UNWRITTEN, PLACE_NUMBER, FIRST_REAL_PLACE };
#define ANYWHERE INT64_MAX

/* `grown` is told of every place that comes to a node which is watched. */
inclusion *inclusion_new(void (*grown)(void *context, uint32_t node, uint32_t place),
                         void *context);
void inclusion_delete(inclusion *x);

uint32_t inclusion_node(inclusion *x);
/* The node tells no offsets apart. */
void inclusion_blur(inclusion *x, uint32_t node);
/* The node holds places of objects only, none of the three others and none of this object. */
void inclusion_only_objects(inclusion *x, uint32_t node, uint32_t but);
/* The node holds no places of hidden objects. */
void inclusion_skip_hidden(inclusion *x, uint32_t node);
void inclusion_watch(inclusion *x, uint32_t node);

/* A size of 0 is one that is not known. */
uint32_t inclusion_object(inclusion *x, uint64_t size, bool whole);
void inclusion_hide(inclusion *x, uint32_t object);
/* What its words hold first, but for those that inclusion_first_word() names before. */
void inclusion_starts(inclusion *x, uint32_t object, uint32_t place);
uint32_t inclusion_first_word(inclusion *x, uint32_t object, uint64_t offset);
uint32_t inclusion_into(const inclusion *x, uint32_t object); /* node that flows into every word */
uint32_t inclusion_out_of(const inclusion *x, uint32_t object); /* node of what any word holds */
uint32_t inclusion_place(inclusion *x, uint32_t object, int64_t offset);
uint32_t inclusion_object_at(const inclusion *x, uint32_t place); /* NONE: not a real one */

void inclusion_hold(inclusion *x, uint32_t node, uint32_t place);
void inclusion_flow(inclusion *x, uint32_t from, uint32_t to);
void inclusion_shift(inclusion *x, uint32_t from, uint32_t to, int64_t by);
/* What is so far after a pointer, and so many bytes long; 0: any number of them. */
typedef struct {
    uint32_t pointer;
    int64_t offset;
    uint64_t bytes;
} inclusion_memory;
void inclusion_load(inclusion *x, inclusion_memory from, uint32_t to);
void inclusion_store(inclusion *x, inclusion_memory to, uint32_t from);
void inclusion_copy(inclusion *x, uint32_t to, uint32_t from, uint64_t bytes);
/* The words at exact places that the pointer holds get this place; where it is anywhere in an
 * object, its words get PLACE_NUMBER. */
void inclusion_put(inclusion *x, inclusion_memory to, uint32_t place);

/* Lets one node's growth go on. False: nothing is left to do. */
bool inclusion_step(inclusion *x);
void inclusion_places(const inclusion *x, uint32_t node, u32_vec *out); /* sorted */
bool inclusion_holds(const inclusion *x, uint32_t node, uint32_t place);
bool inclusion_is_followed(const inclusion *x, uint32_t node); /* it holds a real place */

#endif
