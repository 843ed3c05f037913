/* LLVM types as leaves: the scalars that a type consists of, each with its offset, its width and
 * the sort of the variables that hold it. The value of an LLVM value is one `component` for each
 * leaf of its type. */
#ifndef FRONTEND_LLVM_TYPES_H
#define FRONTEND_LLVM_TYPES_H

#include "base/bits.h"
#include "base/vec.h"
#include "term/term.h"

#include <llvm-c/Core.h>

typedef struct translator translator;

enum leaf_kind { LEAF_INT, LEAF_POINTER, LEAF_FLOAT };

enum float_class {
    FLOAT_HALF,
    FLOAT_BFLOAT,
    FLOAT_SINGLE,
    FLOAT_DOUBLE,
    FLOAT_X87,
    FLOAT_QUAD,
    FLOAT_CLASSES
};

typedef struct {
    enum leaf_kind kind;
    enum float_class class; /* LEAF_FLOAT */
    uint32_t bits;          /* of the value: an x87 float has 80 */
    uint32_t size;          /* bytes that a load or store of it touches */
    uint64_t offset;        /* in the type it is a part of */
} leaf;

typedef vec(leaf) leaf_vec;

/* The value of a leaf. Integers and pointers: `bits`, of sort Bool where one bit wide. Floats:
 * `fp`, or `bits`, or both: bits are made of fp when they are first looked at, so that arithmetic
 * stays free of conversions. */
typedef struct {
    term bits, fp;
    term shadow; /* of what is read from memory: its bytes that were written; none: all */
} component;

void type_leaves(translator *tr, LLVMTypeRef type, leaf_vec *out);
leaf type_leaf(translator *tr, LLVMTypeRef type); /* of a scalar type; unsupported otherwise */
bool type_is_scalar(LLVMTypeRef type);
uint64_t type_size(translator *tr,
                   LLVMTypeRef type); /* with padding: the distance of array elements */
uint64_t type_store_size(translator *tr, LLVMTypeRef type);
uint32_t leaves_before(translator *tr, LLVMTypeRef aggregate, uint32_t n, const unsigned *path,
                       LLVMTypeRef *part);
uint32_t leaf_count(translator *tr, LLVMTypeRef type);
sort leaf_sort(translator *tr, const leaf *l); /* of variables that hold it */
sort float_sort(translator *tr, enum float_class c);
uint32_t float_storage(enum float_class c); /* bits */
bool type_holds_pointers(LLVMTypeRef type);

#endif
