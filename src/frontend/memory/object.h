/* Objects: what pointers point to. A global, a local of an instance, a heap site of an instance or
 * a function is one object; object 0 is the memory that is not the program's. Objects are indices
 * into translator.objects; they are made before objects_place() and keep their numbers. */
#ifndef FRONTEND_MEMORY_OBJECT_H
#define FRONTEND_MEMORY_OBJECT_H

#include "base/map.h"
#include "base/vec.h"
#include "term/term.h"
#include "frontend/llvm/function.h"
#include "frontend/memory/layout.h"
#include "frontend/memory/points_to.h"

#include <llvm-c/Core.h>

typedef struct translator translator;

enum object_kind { OBJECT_OUTSIDE, OBJECT_GLOBAL, OBJECT_LOCAL, OBJECT_HEAP, OBJECT_FUNCTION };

/* What external code may know of an object (external/escape.h). */
typedef struct {
    bool escaped;       /* external code may know its address ... */
    bool in_numbers;    /* its address was computed with: external code may know it */
    bool exposed;       /* ... a pointer that is any number may be compared with it, or was stored
                           where such a pointer points */
    fact_vec compared;  /* where in it: a pointer of external code is compared with that */
    bool escaped_first; /* when the program starts */
    term gone;          /* escaped so far; none: from the start, or never */
    term given;         /* ... and certainly so: a pointer to it was passed */
} object_escape;

/* Where it lies, if that matters (address.h). */
typedef struct {
    bool observed;       /* the program looks at its address as a number */
    bool beside_numbers; /* a pointer to it may be any number instead (provenance.h) */
    term place; /* `observed`, where affordable: the variable that its address is made of */
    term at;    /* ... and the address; none: `base` */
} object_position;

/* When it lives (lifetime.h, dangling.h). */
typedef struct {
    bool freed;    /* some call may end it */
    term_vec live; /* made and not freed: Bool, one a copy, or one array by copy number; empty: it
                      lives as long as any pointer to it */
    term alive;    /* where `live` is an array: how many live */
    term suspect;  /* ... or, of blocks without limit, the number of any one, chosen at the start */
    LLVMMetadataRef scope; /* of a local: the block that it is declared in; NULL: its function */
    u32_vec outlived_by;   /* of a local that is made again: objects that may still point to it */
} object_life;

/* How it is held (layout.h). */
typedef struct {
    vec(access) accesses;
    map access_index;
    vec(stored_range) stored; /* by the program, other than by these accesses */
    uint64_t element; /* 0: `cells` are variables; otherwise arrays, one entry each `element` bytes
                       */
    vec(cell) cells;  /* by offset */
} object_layout;

/* What is stored in it, and who reads it (points_to.h). */
typedef struct {
    vec(struct content {
        int64_t offset;
        uint64_t stride;
        uint64_t size;
        uint32_t next; /* of those that content_index has under one key, or NONE */
        bool in_parts; /* a store may replace some bytes of a pointer (provenance.h) */
        fact_vec facts;
    }) contents;
    map content_index; /* hash of offset, stride and size -> the first of contents */
    vec(struct content_reader {
        uint32_t node;
        uint32_t size;
        uint64_t stride;
        int64_t offset;
        fact_vec read; /* a load: places that it has taken the facts of, and is told of since */
    }) readers;
} object_contents;

typedef struct object {
    enum object_kind kind;
    LLVMValueRef value; /* global, alloca, call or function */
    uint32_t instance;  /* NONE: global */
    uint64_t size;      /* bytes of one copy; the most where `variable` is set */
    uint64_t slot;      /* address space of one copy, a power of two */
    uint64_t base;      /* address of the first; beside numbers: after object_index.base */
    uint32_t copies;    /* of a heap site: how many objects it may make */
    bool variable;      /* its size is known only when it is made */
    bool zeroed;        /* calloc */
    bool written;       /* by the program, after initialization */
    bool external;      /* a global that other modules could define or write */
    term size_var;      /* `variable`: bytes (copies > 1: array by copy) */
    term counter;       /* copies > 1: made so far */
    object_escape escape;
    object_position address;
    object_life life;
    object_layout layout;
    object_contents points;
} object;

/* How objects are found. */
typedef struct {
    map object_of;      /* global or function: LLVMValueRef -> object */
    map local_object;   /* instance << 32 | local number -> object */
    map sites;          /* kin of blocks (object.c) -> how many sites make some */
    map shared_object;  /* ... -> the object of all these sites */
    u32_vec by_address; /* objects in the order of their addresses, which are constants */
    bool placed;        /* every object has its address */
    u32_vec by_base;    /* ... those whose addresses are after `base` */
    term base;          /* of objects beside numbers that have no symbol of their own */
    term base_place;    /* the variable that it is made of */
    uint32_t base_room; /* they take 2^base_room bytes after it */
    map symbol_of;      /* variable or address of an observed object -> object */
} object_index;

/* Preconditions: an object of this translation, facts about such objects, a term as wide as a
 * pointer. */
bool object_is_there(const translator *tr, const struct object *o);
bool facts_are_there(const translator *tr, const fact_vec *facts);
bool is_pointer_wide(const translator *tr, term a);
uint32_t object_global(
    translator *tr, LLVMValueRef global); /* or function; made on first use, before objects_place */
void objects_named(translator *tr,
                   const function_info *f); /* make those that its instructions name */
uint32_t object_local(translator *tr, uint32_t instance, uint32_t number,
                      LLVMValueRef value); /* alloca or allocation */
uint32_t object_find(const translator *tr, uint32_t instance, uint32_t number); /* NONE */
bool object_is_constant(const object *o); /* no run may write it after its initialization */
uint32_t object_nowhere(translator *tr, LLVMValueRef function); /* an address that is no place */
/* The callee's copy of an argument that is passed by value in memory. */
uint32_t object_by_value(translator *tr, uint32_t instance, uint32_t parameter, LLVMTypeRef type);
uint32_t object_area(translator *tr, uint32_t instance, uint32_t number,
                     uint64_t size);                         /* memory without a variable */
void objects_place(translator *tr);                          /* give every object its address */
uint64_t object_least_slot(translator *tr, const object *o); /* that holds it and its end */
term object_start(translator *tr, const object *o);          /* the address of the first copy */
term object_address(translator *tr, uint32_t object);
uint32_t object_known(translator *tr, term address,
                      uint64_t *offset); /* that a written address is in, by its form; NONE */
bool object_is_based(const translator *tr, const object *o); /* it lies after object_index.base */
term pointer_term(translator *tr, uint64_t address);

#endif
