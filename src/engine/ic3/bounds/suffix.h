/* A program whose errors lie after more than one step: IND'_i of paper 003, Sect. III-E. */
#ifndef ENGINE_IC3_BOUNDS_SUFFIX_H
#define ENGINE_IC3_BOUNDS_SUFFIX_H

#include "program/program.h"

typedef struct {
    edge_id edge;   /* of the copy */
    edge_vec edges; /* of the program, in the order of the run */
} suffix_way;
typedef struct {
    vec(suffix_way) ways;
} suffix;

/* A copy where each way of `length` edges, and the edge into an error after it, is one edge; from
 * the start also shorter ones. Locations and other edges keep their numbers. NULL: more ways than
 * `most_ways`, or too large. */
program *suffix_program(const program *p, uint32_t length, uint32_t most_ways, suffix *out);
/* The edges of the program that an edge of the copy stands for. */
void suffix_edges(const suffix *s, edge_id e, edge_vec *out);
void suffix_release(suffix *s);

#endif
