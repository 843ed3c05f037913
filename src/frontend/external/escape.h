/* External code (functions without a body, assembly, other modules) and pointers that come from
 * it: which objects it may know (escaped), and which a pointer that is any number may point to
 * (exposed). Over-approximates both sets. */
#ifndef FRONTEND_EXTERNAL_ESCAPE_H
#define FRONTEND_EXTERNAL_ESCAPE_H

#include "frontend/external/external_block.h"
#include "frontend/frontend.h"
#include "base/map.h"
#include "base/bits.h"
#include "base/vec.h"
#include "program/program.h"
#include "frontend/llvm/types.h"
#include "frontend/memory/points_to.h"

#include <llvm-c/Core.h>

typedef struct translator translator;

/* What is known of external code, for the whole run. */
typedef struct {
    bool missing;             /* some function without a body is called */
    u32_vec escaped, exposed; /* objects, in the order found */
    bool unseen_knows;        /* there are pointers from external code */
    bool unseen_runs;         /* it runs, or pointers are stored through its pointers */
    bool unseen_marked;       /* its pointers are compared with numbers below all objects */
    bool unseen_converted;    /* ... are converted to numbers */
    bool numbers_marked;      /* some number is compared with such a one */
    bool functions_lent;      /* some call through a pointer from outside may call functions of the
                                 program ... */
    bool functions_apart;     /* ... but then it is too large: it is assumed that none does */
    term argc, argv;          /* of main; none: another entry, or without them */
    bool arguments_written;   /* by the program or by external code that gets argv */
    external_block watched;   /* one block of external code */
    map uninterpreted;        /* function -> its variable (cprover_calls.h) */
    enum volatile_reads volatile_reads;
} external_code;

bool exposed_followed(const translator *tr); /* there are few enough exposed objects; of others it
                                                is assumed that no number is their address */
bool has_outside(const fact_vec *facts,
                 bool *unseen); /* a pointer that may be none of the program's */
/* Of a number that no address went into: where the system gives a program its memory it leads
 * nowhere; elsewhere it is a register of a device. */
fact fact_nowhere(const translator *tr);
bool leads_outside(const translator *tr, fact f);   /* to memory that is not the program's */
bool leads_into_code(const translator *tr, fact f); /* into a function, but not to its start */
/* Of an object that no external code knows: a pointer from there is none of these, so that
 * one that left its object is told from memory that is not the program's. */
term address_is_private(translator *tr, term pointer);
/* Among the objects that have no symbol of their own (memory/address.h). */
term in_objects(translator *tr, term pointer);
bool unseen_may_mark(const translator *tr); /* its pointers may be numbers below every object */
term may_be_unseens(translator *tr, term pointer); /* null, or may be followed */
/* Of a pointer that is read from memory which is not the program's: where (`place`). */
void assume_unseen(translator *tr, enum input_origin origin, const leaf *l, const component *c,
                   term place);
void escape_object(translator *tr, uint32_t object);
void escape_facts(translator *tr, const fact_vec *facts);
void expose_facts(translator *tr, const fact_vec *facts);
void expose_numbers(translator *tr, const fact_vec *facts); /* addresses that are computed with */
void escape_external(translator *tr);                       /* there is external code */
void escape_to_code(translator *tr); /* it runs, or the program writes through its pointers */
void compare_facts(translator *tr, const fact_vec *left, const fact_vec *right);
void escape_first(translator *tr); /* what initializers of external globals reach */
/* Adds the places in the program that an access through a pointer from outside may touch. */
void lend_leaf(translator *tr, const leaf *l,
               fact_vec *facts); /* of facts of the whole value: those of this leaf */
void lend_range(translator *tr, LLVMValueRef length, fact_vec *facts);
void leaf_facts(translator *tr, uint32_t instance, LLVMValueRef pointer, const leaf *l,
                fact_vec *out);
void range_facts(translator *tr, uint32_t instance, LLVMValueRef pointer, LLVMValueRef length,
                 fact_vec *out);
bool functions_lent(translator *tr, LLVMValueRef call, const fact_vec *targets,
                    u32_vec *out);      /* false: too many */
bool assembly_calls(LLVMValueRef call); /* it may call functions that it does not name */
void names_in_assembly(translator *tr, const char *code, size_t length,
                       void (*found)(translator *, void *, LLVMValueRef), void *context);
void objects_in_assembly(translator *tr, LLVMValueRef call, fact_vec *out);
void emit_gone(translator *tr, const fact_vec *facts);
void emit_gone_copied(translator *tr, const fact_vec *to, const fact_vec *from);
void emit_gone_stored(translator *tr, const fact_vec *to, const fact_vec *values);
void havoc_gone(translator *tr, const bits *done, enum input_origin origin, const char *name);
/* External code writes it; where it is not certain that it can (`surely` fails), a
 * violation that needs it must be executed. `from`: the first byte that is passed to it; none: not
 * known. */
void havoc_reached(translator *tr, uint32_t object_id, term surely, term from,
                   enum input_origin origin, const char *name);

#endif
