/* The loop-free part of a program between one cut point and the next ones.
 *
 * Cut points are the start, the heads of loops (`cut`) and the error locations, limits included. A
 * region is what lies between: the edges that a run can take from its cut point without passing
 * another. */
#ifndef EVIDENCE_REGION_H
#define EVIDENCE_REGION_H

#include "base/bits.h"
#include "program/program.h"

typedef struct {
    loc cut;
    loc_vec inner; /* the locations before the next cut points, the cut itself first, in topological
                      order */
    vec(edge_id) edges; /* in topological order; only those on a way to a target that matters */
    loc_vec targets;    /* the next cut points that matter, once each */
    map in_count; /* location -> number of edges of the region into it (the cut: as a target) */
    map out_count;
} region;

bool is_cut_point(const program *p, loc l);
/* False where a loop of the program has no cut point; `loop` is then a location on it. Targets for
 * which `matters` is false, and what leads only to them, are left out. */
bool region_make(const program *p, loc cut, bool (*matters)(void *context, loc target),
                 void *context, region *out, loc *loop);
void region_release(region *r);

#endif
