/* Atoms at the loop heads of a program with families, over its variables and one node: an arbitrary
 * number, the same in all families. Each has its truth value in states that runs of the program
 * passed there, with each small number for the node. */
#ifndef ENGINE_HEAP_ATOMS_H
#define ENGINE_HEAP_ATOMS_H

#include "engine/engine.h"
#include "engine/heap/family.h"

enum { POINTS = 512, POINT_WORDS = POINTS / 64, EVERY_FAMILY = 254, NO_FAMILY = 255 };

typedef struct {
    uint64_t word[POINT_WORDS];
} point_set;

typedef struct {
    term formula;
    uint32_t family; /* the one whose node it speaks of; EVERY_FAMILY: of the node as a number;
                        NO_FAMILY: of variables only */
    point_set holds;
} atom;

/* Something with a value at a place: a variable, or a field of the node. */
enum { MOST_VALUES = 4 };
typedef struct {
    term value;
    uint32_t family;   /* of the field; NO_FAMILY: a variable */
    bool pointer;      /* was always 0, or the address of something, and not always 0 */
    bool odd, nonzero; /* some value was no address; was not 0 */
    uint32_t values;   /* different ones that were seen; MOST_VALUES + 1: more */
    uint64_t seen[MOST_VALUES];
    u32_vec targets; /* of a pointer: atoms, one for each thing that it may point to */
} subject;

typedef struct {
    loc at;
    vec(subject) subjects;
    vec(atom) atoms;
    uint32_t points;
    term_vec instances; /* numbers worth putting in for the node */
} atom_place;

typedef struct {
    program *program;
    family_vec families;
    u64_vec addresses;
    term node;              /* the ghost */
    vec(atom_place) places; /* loop heads that a run passed */
    uint64_t most_made;     /* objects of one family, in some run */
    bool violated;          /* some run reached an error */
} atlas;

/* Fewer than so many are no matter for this. */
enum { FEW_OBJECTS = 9 };

/* False: there is no family. Without atoms where a run is a violation, or none makes more than few
 * objects. */
bool atlas_make(atlas *a, program *p, uint64_t seed, const budget *b);
void atlas_release(atlas *a);

#endif
