/* Inside the LLVM front end: what its files share. The stages, in order:
 *
 *   function.c    each function once: numbering, uses, loops, variables that may be read
 * uninitialized instance.c    the call tree: one instance of a function for every call path (calls
 * are inlined) points_to.c   which objects, at which offsets, each pointer of each instance may
 * point to layout.c      how each object is held: one variable a cell, or arrays block.c ...
 * commands and edges, instance by instance
 *
 * Whatever cannot be translated leaves through `unsupported`, which unwinds to llvm_translate. */
#ifndef FRONTEND_LLVM_INTERNAL_H
#define FRONTEND_LLVM_INTERNAL_H

#include "base/arena.h"
#include "base/fail.h"
#include "base/bits.h"
#include "base/map.h"
#include "base/vec.h"
#include "frontend/contract.h"
#include "frontend/llvm/llvm.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <setjmp.h>

#define NONE UINT32_MAX

/* ---- leaves: the scalars that a type consists of (types.c) ---- */
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
} component;

/* ---- functions (function.c) ---- */
typedef struct {
    LLVMBasicBlockRef block;
    uint32_t first, end;   /* local numbers of its instructions */
    bool looped;           /* on a cycle */
    bool head;             /* target of a back edge */
    uint32_t line, column; /* of the loop statement, where known */
} block_info;

typedef struct {
    LLVMValueRef value;
    uint32_t block; /* NONE: an argument */
    uint32_t uses;
    uint32_t users, users_end; /* into function_info.user */
    bool crosses;              /* used outside its block: held in a variable */
    bool any_at_entry;   /* an alloca that must be any value when the function is entered ... */
    bool any_at_declare; /* ... and when its declaration is passed */
    bool jumped;         /* an alloca that a loop may use without passing its declaration */
    bool once;           /* an alloca that is written once, at the start, and otherwise only read */
    bool inlined_parameter; /* an alloca for a parameter of a function that clang inlined: declared
                               after it has its value */
    LLVMMetadataRef variable; /* an alloca: its DILocalVariable or NULL */
} value_info;

typedef struct {
    LLVMValueRef function;
    const char *name;
    vec(block_info) blocks;
    vec(value_info) values; /* arguments, then instructions in order */
    u32_vec user;
    map number;       /* LLVMValueRef -> local number */
    map block_number; /* LLVMBasicBlockRef -> index */
    uint32_t arguments;
    uint32_t name_id;
    uint32_t made;    /* variables' scopes so far: instances that have named variables */
    bool saves_stack; /* has variable-length arrays */
} function_info;

/* ---- instances (instance.c) ---- */
struct caller {
    uint32_t instance, call;
};
typedef struct {
    uint32_t function;          /* into translator.functions */
    uint32_t parent;            /* NONE: the entry; of a shared one its first caller */
    uint32_t call;              /* local number in the parent's function */
    uint32_t next;              /* the next child of the same call, or NONE */
    uint32_t first_node;        /* its values are nodes first_node + local number */
    bool looped;                /* may run more than once */
    bool shared;                /* serves every call of its function (share.c) */
    vec(struct caller) callers; /* shared: all of them */
} instance;

/* The body of a shared instance: its callers assign the parameters and the number of their call,
 * and go to the entry; from the exit it goes back to the call of that number. */
typedef struct {
    uint32_t instance;
    loc entry, exit;
    term site, active; /* active: it is being run; none: it cannot call itself */
    term_vec parameters, results;
    vec(loc) back; /* by number of the call */
    bool emitted;
    bool again;                             /* it may be called while it runs */
    uint32_t first_edge, last_edge;         /* its edges; last: the one after them */
    uint32_t first_variable, last_variable; /* that were made for it */
} shared_body;

/* A call of a procedure (procedure.c): values for its parameters, and what takes its results. */
typedef struct {
    uint32_t callee; /* into translator.bodies */
    edge_id edge;
    term_vec arguments, results;
} procedure_step;

/* ---- objects (object.c) ---- */
enum object_kind { OBJECT_OUTSIDE, OBJECT_GLOBAL, OBJECT_LOCAL, OBJECT_HEAP, OBJECT_FUNCTION };

/* Somewhere in an object: at offset + k * stride for some k; stride 0: exactly at offset. `number`:
 * the program has made an integer of the address, so that its value may matter. Object 0 has no
 * places: offset UNSEEN says that the pointer comes from code that is not seen, ARGUMENTS that it
 * is argv, NOWHERE that it is a number which no address went into, 0 that it is any number.
 * `lent`: found for an access through such a pointer (escape.c).
 */
typedef struct {
    uint32_t object;
    bool number, lent;
    uint64_t stride;
    int64_t offset;
} fact;
enum { UNSEEN = 1, ARGUMENTS, NOWHERE };
typedef vec(fact) fact_vec;
struct copy { /* between objects; how many accesses of each side the other knows */
    fact from, to;
    uint64_t length;
    uint32_t from_seen, to_seen;
};
typedef struct {
    int64_t offset;
    uint64_t stride;
    uint32_t size;
    uint32_t class; /* 1 + float class; 0: not a float */
    bool read;      /* of words, at a constant offset: no cell need end where it does */
    /* Where accesses are checked (held.c): */
    bool pointer, number; /* what it reads or writes there; neither: a cut, or lent */
    bool stored;          /* the program writes there by such an access */
    bool twin;            /* another access of this place differs in `pointer` and `number` alone */
} access;

typedef struct {
    uint64_t from, to;
} stored_range;

typedef struct {
    uint64_t offset; /* in the object, or in its element */
    uint32_t size;   /* bytes */
    uint32_t class;  /* 1 + float class where held as a float; 0: bits */
    /* Where accesses are checked (held.c): */
    bool pointer, number; /* it is accessed as (part of) a pointer; as a number, or as two */
    bool stored;          /* the program writes it */
    uint64_t place;       /* `pointer`: where that starts */
    term var; /* of the cell's sort, or an array of them by element number; a constant where never
                 written */
} cell;

typedef struct {
    enum object_kind kind;
    LLVMValueRef value; /* global, alloca, call or function */
    uint32_t instance;  /* NONE: global */
    uint64_t size;      /* bytes of one copy; the most where `sized` is set */
    uint64_t slot;      /* address space of one copy, a power of two */
    uint64_t base;      /* address of the first */
    uint32_t copies;    /* of a heap site: how many objects it may make */
    bool variable;      /* its size is known only when it is made */
    bool zeroed;        /* calloc */
    bool written;       /* by the program, after initialization */
    bool external;      /* a global that other modules could define or write */
    bool escaped;       /* code that is not seen may know its address ... */
    bool in_numbers;    /* its address was computed with: code that is not seen may know it */
    bool exposed; /* ... a pointer that is any number may be compared with it, or was stored where
                     such a pointer points */
    fact_vec compared;  /* where in it: a pointer of code that is not seen is compared with that */
    bool escaped_first; /* when the program starts */
    term gone;          /* escaped so far; none: from the start, or never */
    term given;         /* ... and certainly so: a pointer to it was passed */
    bool observed;      /* the program looks at its address as a number */
    term place;         /* `observed`, where affordable: the variable that its address is made of */
    term at;            /* ... and the address; none: `base` */
    term size_var;      /* `variable`: bytes (copies > 1: array by copy) */
    term counter;       /* copies > 1: made so far */
    /* lifetimes (lifetime.c) */
    bool freed;    /* some call may end it */
    term_vec live; /* made and not freed: Bool, one a copy, or one array by copy number; empty: it
                      lives as long as any pointer to it */
    term alive;    /* where `live` is an array: how many live */
    term suspect;  /* ... or, of blocks without limit, the number of any one, chosen at the start */
    term initialized; /* of a local: it was written since it is there; none: of no consequence */
    LLVMMetadataRef scope; /* of a local: the block that it is declared in; NULL: its function */
    u32_vec outlived_by;   /* of a local that is made again: objects that may still point to it */
    vec(access) accesses;
    map access_index;
    vec(stored_range) stored; /* by the program, other than by these accesses */
    /* points-to: what is stored in it, and who reads it */
    vec(struct content {
        int64_t offset;
        uint64_t stride;
        uint64_t size;
        uint32_t next; /* of those that content_index has under one key, or NONE */
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
    /* layout */
    uint64_t
        element; /* 0: `cells` are variables; otherwise arrays, one entry each `element` bytes */
    vec(cell) cells; /* by offset */
} object;

/* ---- the translator ---- */
typedef struct frame frame;
typedef struct {
    frame *frame;
    uint32_t value;
} live_value;

typedef struct translator {
    terms *t;
    program *p;
    const load_options *o;
    LLVMModuleRef m;
    LLVMTargetDataRef layout;
    uint32_t pointer_bits;
    bool rounds; /* the program computes with floats, or asks how they are rounded */
    bool big_endian;
    enum load_status status;
    text *messages, *reason;
    jmp_buf out;
    arena memory; /* frames: released in the order of calls */

    vec(function_info *) functions;
    map function_of; /* LLVMValueRef -> index */
    vec(instance) instances;
    map children; /* instance << 32 | call -> first child */
    uint32_t recursion_depth, heap_instances;
    uint64_t instructions; /* over all instances */
    bool may_share;        /* ... where copies are too many */
    bool sharing;          /* one instance of a function serves all its calls */
    map shared_of;         /* LLVMValueRef of a function -> its shared instance */
    vec(shared_body) bodies;
    map body_of;    /* shared instance -> into bodies */
    map procedures; /* functions that are procedures: LLVMValueRef -> 1 */
    vec(procedure_step) steps;
    contracts guessed; /* where somebody asks for guesses at summaries */
    bool deep;         /* some call was cut at the recursion depth */

    vec(object) objects; /* 0: outside */
    map object_of;       /* global or function: LLVMValueRef -> object */
    map local_object;    /* instance << 32 | local number -> object */
    map sites;           /* kin of blocks (object.c) -> how many sites make some */
    map shared_object;   /* ... -> the object of all these sites */
    u32_vec by_address;  /* objects in the order of their addresses */
    bool placed;         /* every object has its address */
    term freed;          /* a block was freed; none: of no consequence */
    struct {
        bool wanted;
        term on, handed, freed, from; /* none: nothing is watched */
    } watched;                        /* one block of unseen code (watched.c) */
    map uninterpreted;                /* function -> its variable (cprover.c) */
    bool unseen_marked;    /* pointers of unseen code are compared with numbers below all objects */
    bool unseen_converted; /* ... are converted to numbers */
    bool numbers_marked;   /* some number is compared with such a one */
    map symbol_of;         /* variable or address of an observed object -> object */
    uint32_t gone_locals;  /* a place that no access may touch: where pointers to locals lead when
                              these are made again (stale.c); NONE: there are none */
    vec(fact_vec) nodes;
    u32_vec queue; /* points-to: nodes to evaluate */
    bits queued;
    map reader_seen;                /* object << 32 | node -> into its readers */
    bool float_bits[FLOAT_CLASSES]; /* floats of this class are held as their bits */
    term rounding;                  /* RNE, or a variable where the program can change it */
    vec(struct copy) copies;
    bool missing;             /* some function without a body is called */
    u32_vec escaped, exposed; /* objects, in the order found */
    term argc, argv;          /* of main; none: another entry, or without them */
    bool arguments_written;   /* by the program or somebody that it gives argv to */
    bool functions_lent;      /* some call through a pointer from outside may call functions of the
                                 program ... */
    bool functions_apart;     /* ... but then it is too large: it is assumed that none does */
    bool unseen_knows;        /* there are pointers from code that is not seen */
    bool unseen_runs;         /* it runs, or pointers are stored through its pointers */

    /* emission (emit.c) */
    struct frame *running; /* whose instruction is translated now */
    loc here;
    bool dead; /* nothing comes here any more: after exit, an error */
    position at;
    vec(cmd) pending;
    vec(live_value) live;
    map names;             /* hash of a variable's name -> times used */
    uint64_t jump_targets; /* calls of setjmp so far */
    map error_property;    /* hash of kind, name and detail -> property */
    map outline_of;        /* type in the debug information -> into program.outlines */
    enum volatile_reads volatile_reads;
} translator;

/* The frame of an instance while its commands are made. */
typedef struct {
    component *components;
    uint32_t count, uses;
    bool defined, stable;
    component known; /* of an alloca written once: the constant that was written; none otherwise */
} slot;
typedef struct {
    uint32_t number;
    uint64_t id;
    loc at;
    term result;
} jump_target; /* where a call of setjmp returns to */
typedef struct {
    term of[2];
} comparands; /* what a check looked at, for its message; none: not known */
struct frame {
    frame *up;
    uint32_t instance;
    function_info *f;
    slot *slots;    /* by local number */
    loc *block;     /* by block index */
    loc exit;       /* NO_LOC until something returns */
    term *result;   /* variables of the returned leaves; NULL: void or unused */
    uint32_t scope; /* 0 first instance of its function */
    jump_target *targets;
    uint32_t target_count;
    LLVMValueRef now;     /* the instruction that is being translated */
    uint32_t depth;       /* as in position */
    comparands *compared; /* by block index: of a check of the compiler that fails into it */
};

/* ---- failing ---- */
_Noreturn void unsupported(translator *tr, LLVMValueRef where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- result.c ---- */
/* The C type of a call's result, one of whose scalars is l; empty: no scalar. */
const char *result_type(const translator *tr, LLVMValueRef call, const leaf *l, const char *name);

/* ---- types.c ---- */
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
sort bits_sort(translator *tr, uint32_t width); /* Bool for 1 */
uint32_t float_storage(enum float_class c);     /* bits */
bool type_holds_pointers(LLVMTypeRef type);

/* ---- volatile.c ---- */
struct place;
void volatile_declare(translator *tr); /* once the objects are known */
/* A volatile access of a fixed address is one of a register. */
void volatile_accessed(translator *tr, LLVMValueRef by, fact_vec *facts);
bool volatile_is_input(translator *tr, LLVMValueRef global); /* its volatile reads are any value */
/* Where a read of this place by this instruction (may be NULL) gives any value: true, with the
 * value. */
bool volatile_read(translator *tr, LLVMValueRef where, const struct place *at, const leaf *l,
                   component *out);
enum input_origin outside_origin(
    const translator *tr, LLVMValueRef where); /* of a read of memory that is not the program's */
void volatile_copied(translator *tr, LLVMValueRef call, const fact_vec *from);

/* ---- debug_info.c ---- */
/* Whether what lies at an offset of a type is volatile; NO_OFFSET: whether anything in it is. */
#define NO_OFFSET UINT64_MAX
bool type_is_volatile(translator *tr, LLVMMetadataRef type, uint64_t offset);
position position_of(translator *tr, LLVMValueRef instruction, const function_info *f);
position variable_position(translator *tr, LLVMMetadataRef var, const function_info *f);
/* Name and C type as text of a DILocalVariable or DIGlobalVariable; NULL and empty where unknown.
 */
LLVMMetadataRef variable_type(translator *tr, LLVMMetadataRef var, const char **name);
bool variable_is_parameter(translator *tr, LLVMMetadataRef var); /* a DILocalVariable */
void type_text(translator *tr, LLVMMetadataRef type, text *out);
bool type_is_signed(translator *tr, LLVMMetadataRef type);
uint32_t type_outline(translator *tr, LLVMMetadataRef type); /* into program.outlines; 0: unknown */
uint32_t type_pointee(translator *tr, LLVMMetadataRef type); /* the outline of what it points to */
/* The type at an offset of a type, and the path to it as C would write it (".x[2].y"). */
LLVMMetadataRef type_path(translator *tr, LLVMMetadataRef type, uint64_t offset, uint64_t size,
                          text *path);
LLVMMetadataRef global_variable(LLVMValueRef global); /* its DIGlobalVariable, or NULL */
bool loop_position(LLVMValueRef branch, uint32_t *line, uint32_t *column);
uint32_t metadata_operands(translator *tr, LLVMMetadataRef m, LLVMValueRef *out, uint32_t most);

/* ---- function.c ---- */
function_info *function_of(translator *tr, LLVMValueRef function); /* made on first use */
void function_delete(function_info *f);
uint32_t local_number(const function_info *f, LLVMValueRef v); /* NONE: not a value of f */
bool is_debug_call(LLVMValueRef v);
LLVMMetadataRef declared_variable(LLVMValueRef declare); /* of dbg.declare */
LLVMValueRef declared_address(LLVMValueRef declare);

/* ---- instance.c ---- */
uint32_t instance_new(translator *tr, LLVMValueRef function, uint32_t parent, uint32_t call);
/* The instance that a call runs, made where there is none; the call is one of a shared one's. */
uint32_t instance_for_call(translator *tr, LLVMValueRef function, uint32_t parent, uint32_t call);
uint32_t instance_child(const translator *tr, uint32_t parent, uint32_t call,
                        LLVMValueRef function); /* NONE: none */
/* Whether a call is translated by inlining `callee`: it has a body and is not one of the functions
 * known as commands. */
bool call_is_inlined(translator *tr, LLVMValueRef callee);
/* The type that a parameter passes by value in memory, or NULL. */
LLVMTypeRef by_value(LLVMValueRef function, uint32_t parameter);
LLVMTypeRef by_value_at_call(LLVMValueRef call, uint32_t argument);
/* The argument is where the result is put: no code can keep its address. */
bool is_result_at_call(LLVMValueRef call, uint32_t argument);
bool recursion_too_deep(const translator *tr, LLVMValueRef callee, uint32_t parent);

/* ---- share.c ---- */
bool instance_may_recur(const translator *tr, uint32_t inst); /* some chain of calls leads back */
bool function_is_shared(const translator *tr, LLVMValueRef function);
/* This call is one of the shared instance's. True: that is new. */
bool instance_add_caller(translator *tr, uint32_t shared, uint32_t parent, uint32_t call);
/* A run of `inner` may be part of one of `outer`. */
bool instance_is_within(const translator *tr, uint32_t inner, uint32_t outer);
void shared_declare(translator *tr); /* at the start: the variables of the bodies */
void shared_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call, uint32_t child);
void shared_emit(translator *tr); /* the bodies that are called, and the ways back */
void shared_release(translator *tr);
/* The values that a call has for the parameters of the callee's instance, assigned to variables. */
void assign_parameters(translator *tr, frame *f, LLVMValueRef call, uint32_t child,
                       const term *parameters);

/* ---- procedure.c ---- */
void procedures_choose(translator *tr, LLVMValueRef entry);
void procedures_check(translator *tr); /* where all calls are known: refuses what it cannot do */
bool is_procedure(const translator *tr, LLVMValueRef f);
void procedure_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call, uint32_t child);
void procedures_finish(translator *tr); /* where all bodies are there: summaries, their steps */
void procedures_release(translator *tr);

/* ---- contract.c ---- */
void contracts_find(translator *tr, LLVMValueRef entry);
/* Guesses at what a procedure is given and returns, over the parts of its points. */
void contract_guesses(translator *tr, const char *function, summary *out);
bool is_guessed(const translator *tr, LLVMValueRef function);
bool used_directly(LLVMValueRef allocated); /* read and written as a whole, and nothing else */

/* ---- object.c ---- */
uint32_t object_global(
    translator *tr, LLVMValueRef global); /* or function; made on first use, before objects_place */
void objects_named(translator *tr,
                   const function_info *f); /* make those that its instructions name */
uint32_t object_local(translator *tr, uint32_t instance, uint32_t number,
                      LLVMValueRef value); /* alloca or allocation */
uint32_t object_find(const translator *tr, uint32_t instance, uint32_t number); /* NONE */
uint32_t object_nowhere(translator *tr, LLVMValueRef function); /* an address that is no place */
/* The callee's copy of an argument that is passed by value in memory. */
uint32_t object_by_value(translator *tr, uint32_t instance, uint32_t parameter, LLVMTypeRef type);
uint32_t object_area(translator *tr, uint32_t instance, uint32_t number,
                     uint64_t size);                        /* memory without a variable */
void objects_place(translator *tr);                         /* give every object its address */
uint64_t object_alignment(translator *tr, const object *o); /* that the ABI guarantees */
term object_start(translator *tr, const object *o);         /* the address of the first copy */
term object_address(translator *tr, uint32_t object);
uint32_t object_known(translator *tr, term address,
                      uint64_t *offset); /* that a written address is in, by its form; NONE */

/* ---- observe.c ---- */
void addresses_observe(translator *tr); /* which objects' addresses are looked at */
/* The addresses that this instruction looks at as numbers; appends. */
void addresses_seen(translator *tr, uint32_t instance, LLVMValueRef i, fact_vec *out);
/* Those among the facts of an operand: all of a pointer, those made numbers of an integer. */
void address_facts(translator *tr, uint32_t instance, LLVMValueRef v, fact_vec *out);
bool is_no_address(translator *tr,
                   LLVMValueRef v); /* null, and numbers that no object has wherever it lies */
bool is_signed_order(LLVMIntPredicate p);

/* ---- address.c ---- */
bool is_hosted(const translator *tr); /* an operating system gives the program its memory */
uint64_t addresses_place(
    translator *tr); /* symbols for the observed objects; returns where the others may lie */
void addresses_start(translator *tr); /* choose the symbols */
void addresses_renew(translator *tr,
                     uint32_t instance); /* its locals lie elsewhere each time it is called */
void address_renew(translator *tr, uint32_t object); /* where it is made anew */
void address_assume(translator *tr,
                    uint32_t object); /* that it is apart from others, once its size is known */
bool is_renewed(const translator *tr,
                const object *o); /* a local that is made more than once, each time elsewhere */
bool address_is_fixed(translator *tr,
                      term a); /* a constant, or made of addresses that never change */
bool addresses_are_symbols(const translator *tr, const fact_vec *facts);
bool one_after_the_other(const translator *tr, uint32_t a,
                         uint32_t b); /* neither call is part of the other */
/* Two constants without a name may share storage so that `a` starts that far behind `b`. */
term literals_overlap(translator *tr, const object *a, const object *b, term distance);
void address_freed(translator *tr, term pointer);   /* the block there is, unless it is null */
void address_made(translator *tr, const object *o); /* a block is */

/* ---- compare.c ---- */
term compare_addresses(translator *tr, frame *f, LLVMValueRef i, term a, term b, term plain);
term added_distance(translator *tr, frame *f, LLVMValueRef i, term a, term b);
void address_note(translator *tr, frame *f, LLVMValueRef i);

/* ---- arithmetic.c ---- */
/* pointer-overflow: the sum `to` of an instruction that starts from the pointer `from`. */
void check_arithmetic(translator *tr, frame *f, LLVMValueRef gep, term from, term to);
void check_constant_arithmetic(translator *tr, LLVMValueRef instruction); /* of its operands */

/* ---- constant.c ---- */
uint64_t gcd(uint64_t a, uint64_t b); /* of a and 0: a */
bool is_constant(LLVMValueRef v);     /* not an instruction, argument or block */
void constant_facts(translator *tr, LLVMValueRef v, fact_vec *out);
void constant_components(translator *tr, LLVMValueRef v, component *out);
/* An offset as constant part and divisor of the rest (0: no rest). False: it needs values. */
typedef struct {
    int64_t constant;
    uint64_t stride;
} gep_offset;
gep_offset gep_shape(translator *tr, LLVMValueRef gep);
uint64_t known_multiple(LLVMValueRef v, uint32_t depth); /* v is a multiple of it; 0: v is 0 */
/* Calls `visit` for every scalar of an initializer that is not zero, undef or poison; returns by
 * `holes` whether parts are undef. */
void initializer_visit(translator *tr, LLVMValueRef init, uint64_t offset,
                       void (*visit)(translator *, void *context, uint64_t offset,
                                     LLVMValueRef scalar),
                       void *context);

/* ---- flow.c ---- */
/* Which addresses the result of an instruction or intrinsic may hold. */
enum flow {
    FLOW_UNKNOWN, /* not in the table: FLOW_ANYWHERE, or from outside */
    FLOW_NONE,
    FLOW_SAME,     /* those of the operands */
    FLOW_FIRST,    /* those of the first operand */
    FLOW_RESIZED,  /* those of the operand, where all bits of an address stay; otherwise
                      FLOW_ANYWHERE */
    FLOW_ANYWHERE, /* any in the objects that operands point to */
    FLOW_OWN,      /* points_to.c knows */
};
enum flow flow_of_opcode(LLVMOpcode op);
enum flow flow_of_intrinsic(const char *name);

/* ---- assembly.c ---- */
/* An output of assembly that is not also the same memory as an input. */
typedef struct {
    LLVMValueRef address; /* NULL: the next part of the call's result */
    LLVMValueRef input;   /* that it is tied to; NULL: any value */
    LLVMTypeRef type;     /* NULL: not said */
} assembly_output;
typedef vec(assembly_output) assembly_output_vec;
bool assembly_is_empty(LLVMValueRef call); /* of a call of inline assembly */
bool assembly_sets_rounding(LLVMValueRef call);
bool assembly_is_contained(LLVMValueRef call); /* it accesses no other memory than it names */
void assembly_outputs(LLVMValueRef call, assembly_output_vec *out);
void empty_assembly(translator *tr, frame *f, uint32_t number, LLVMValueRef call);

/* ---- points_to.c ---- */
void points_to_solve(translator *tr);
bool facts_join(fact_vec *into, fact f);
void operand_facts(translator *tr, uint32_t instance, LLVMValueRef v, fact_vec *out); /* appends */
const fact_vec *node_facts(const translator *tr, uint32_t instance, uint32_t number);
/* Where, relative to the start of a range of `length` bytes at `range`, something of `size` bytes
 * may be so that it shares a byte with the range: at offset + k * stride for k < count. The first
 * may start before the range, the last end behind it. */
typedef struct {
    int64_t offset;
    uint64_t stride, count;
} place_in_range;
bool relative_to(int64_t at, uint64_t at_stride, fact range, uint64_t length, uint64_t size,
                 place_in_range *out);
void contents_join(translator *tr, uint32_t object,
                   const fact_vec *facts);      /* may be stored anywhere in it */
void node_again(translator *tr, uint32_t node); /* is to be evaluated again */
/* What a body returned to others comes to a new caller, too. */
void returns_again(translator *tr, uint32_t instance);
/* What a function without a body can reach through the arguments of this call. */
void facts_reached(translator *tr, uint32_t instance, uint32_t node, LLVMValueRef call,
                   fact_vec *reached);
void facts_shift(fact_vec *v, int64_t by, uint64_t stride);

/* ---- escape.c ---- */
bool exposed_followed(const translator *tr); /* there are few enough exposed objects; of others it
                                                is assumed that no number is their address */
bool has_outside(const fact_vec *facts,
                 bool *unseen); /* a pointer that may be none of the program's */
/* Of a number that no address went into: where the system gives a program its memory it leads
 * nowhere; elsewhere it is a register of a device. */
fact fact_nowhere(const translator *tr);
bool leads_outside(const translator *tr, fact f); /* to memory that is not the program's */
/* Of an object that no code knows which is not seen: a pointer from there is none of these, so that
 * one that left its object is told from memory that is not the program's. */
term address_is_private(translator *tr, term pointer);
bool any_outside(const translator *tr, const fact_vec *facts);
bool unseen_may_mark(const translator *tr); /* its pointers may be numbers below every object */
term may_be_unseens(translator *tr, term pointer); /* null, or may be followed */
/* Of a pointer that is read from memory which is not the program's: where (`place`). */
void assume_unseen(translator *tr, enum input_origin origin, const leaf *l, const component *c,
                   term place);
void escape_object(translator *tr, uint32_t object);
void escape_facts(translator *tr, const fact_vec *facts);
void expose_facts(translator *tr, const fact_vec *facts);
void expose_numbers(translator *tr, const fact_vec *facts); /* addresses that are computed with */
void escape_external(translator *tr);                       /* there is code that is not seen */
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
                    u32_vec *out);        /* false: too many */
bool assembly_defines(LLVMValueRef call); /* symbols, which others may be, too */
bool assembly_calls(LLVMValueRef call);   /* it may call functions that it does not name */
void names_in_assembly(translator *tr, const char *code, size_t length,
                       void (*found)(translator *, void *, LLVMValueRef), void *context);
void objects_in_assembly(translator *tr, LLVMValueRef call, fact_vec *out);
void emit_gone(translator *tr, const fact_vec *facts);
void emit_gone_copied(translator *tr, const fact_vec *to, const fact_vec *from);
void emit_gone_stored(translator *tr, const fact_vec *to, const fact_vec *values);
void havoc_gone(translator *tr, const bits *done, enum input_origin origin, const char *name);
/* Code that is not seen writes it; where it is not certain that it can (`surely` fails), a
 * violation that needs it must be executed. `from`: the first byte that is passed to it; none: not
 * known. */
void havoc_reached(translator *tr, uint32_t object_id, term surely, term from,
                   enum input_origin origin, const char *name);

/* ---- member.c ---- */
/* Pointers of code that is not seen, and no numbers that the program itself made pointers of. */
bool are_handed_over(const translator *tr, const fact_vec *facts);
/* In the address space of an object that the program itself may have stored a pointer to. */
term in_own(translator *tr, const fact_vec *facts, term pointer);
void assume_member(translator *tr, frame *f, LLVMValueRef gep, term address);
void leave_marks(translator *tr, term pointer);
/* Behind an object that such pointers are compared with, where none of them points to. */
term behind_compared(translator *tr, term pointer);

/* ---- watched.c ---- */
void watched_declare(translator *tr, const fact_vec *freed); /* what some call frees */
void watched_start(translator *tr);
/* What a pointer of unseen code may be, where the block is one of its values: condition, and one on
 * the value alone that suffices. `place`: where it is read from; none: from nowhere. */
term watched_may_be(translator *tr, term pointer, term place);
term watched_far(translator *tr, term pointer);
void watched_hand_out(translator *tr, term pointer, term place); /* it has become known */
void watched_member(translator *tr, term base, term address);    /* of an object of theirs */
void watched_stored(translator *tr, term place, uint64_t bytes, term value);
/* An access; 0: to an object of the program. */
void watched_check(translator *tr, const fact_vec *facts, term address);
void watched_check_free(translator *tr, const fact_vec *facts, term pointer);
void watched_end(translator *tr, term pointer, term when); /* it is freed */

/* ---- held.c ---- */
void held_mark(translator *tr, object *o); /* what its cells are accessed as */
/* How many cells from this one are one pointer of which something is assumed, where it is written
 * so; 0: none. */
uint32_t held_cells(const translator *tr, const object *o, uint32_t first,
                    enum input_origin origin);
typedef struct {
    term from; /* as in havoc_reached */
    term gone; /* only where this holds; none: everywhere */
} held_when;
void held_any(translator *tr, uint32_t object, uint32_t first, uint32_t n, enum input_origin origin,
              const char *name, held_when by); /* these cells: any value */
/* The input that was made last is written to a cell of which nothing is assumed. */
void held_doubted(translator *tr, const cell *c, enum input_origin origin);

/* ---- callback.c ---- */
/* A function of the program that code which is not seen may call, so that it matters: among those
 * reached; all: or known to it. NULL: none. */
LLVMValueRef called_back(translator *tr, const fact_vec *reached, bool all);
/* One among those that are reached whose call, at any time, could be seen; NULL: none. */
LLVMValueRef seen_handler(translator *tr, const fact_vec *reached);

/* ---- layout.c ---- */
void layout_decide(translator *tr);
/* Positions that an access can have inside the object: first, and how many. */
uint64_t access_positions(const object *o, const access *a, uint64_t *first);
cell *object_cell(object *o, uint64_t offset);           /* that starts there; NULL */
void object_name_cells(translator *tr, uint32_t object); /* make the variables */

/* ---- emit.c ---- */
void emit(translator *tr, cmd c);
void emit_line(translator *tr, position at);
loc emit_flush(translator *tr);
void emit_jump(translator *tr, loc target);
void emit_branch(translator *tr, term condition, loc target); /* from here, if; here stays */
void emit_assign(translator *tr, term var, term value);
void emit_parallel(translator *tr, uint32_t n, const term *vars, term *values);
void emit_assume(translator *tr, term condition);
/* Assume what holds of the input that was made last, whatever the run: `suffices`, a condition on
 * its value alone, implies it. */
void presume(translator *tr, term condition, term suffices);
void emit_havoc(translator *tr, term var, enum input_origin origin, const char *name,
                const char *type);
term emit_any(translator *tr, sort s, enum input_origin origin, const char *name,
              const char *type); /* a variable of any value */
void emit_fail(translator *tr, term condition, enum property_id id, const char *detail);
/* The same, with words about this place (empty: the detail says it), which are released, and with
 * values: in a sentence (may be NULL) that names them as $1 and $2, %1 and %2
 * where they are unsigned, or @1 and @2 for addresses. */
loc emit_fail_about(translator *tr, term condition, enum property_id id, const char *detail,
                    text *words, const char *values, comparands shown);
/* The same, with a command on the way to the error, which is returned; NO_LOC: it cannot fail. */
loc emit_fail_after(translator *tr, term condition, cmd last, enum property_id id,
                    const char *detail);
void emit_goal(translator *tr, term condition,
               uint32_t goal); /* it may be entered here where the condition holds, or passed by */
void emit_end(translator *tr); /* the run ends here */
void note_here(translator *tr, enum note_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
term new_variable(translator *tr, const char *name, sort s); /* without a C name */
const char *unique_name(translator *tr, const char *name, text *out);
void spill_live(translator *tr); /* hold every live value in variables: before a call */

/* ---- value.c ---- */
frame *frame_push(translator *tr, frame *up, uint32_t instance);
component *operand(translator *tr, frame *f, LLVMValueRef v); /* one use of it */
term operand_bits(translator *tr, frame *f, LLVMValueRef v);
term operand_seen(translator *tr, frame *f, LLVMValueRef v); /* its bits, beside its use */
term operand_fp(translator *tr, frame *f, LLVMValueRef v);
component *define(translator *tr, frame *f,
                  uint32_t number); /* components to fill in, then define_done */
void define_done(translator *tr, frame *f, uint32_t number);
void define_bits(translator *tr, frame *f, uint32_t number, term value);
void define_fp(translator *tr, frame *f, uint32_t number, term fp);
term component_held(translator *tr, component *c, const leaf *l); /* as a variable holds it */
component component_of(translator *tr, term held, const leaf *l);
component component_any(translator *tr, const leaf *l, enum input_origin origin, const char *name);
/* The same, read from memory at this address (none: from nowhere). */
component component_read(translator *tr, const leaf *l, enum input_origin origin, const char *name,
                         term place);
void spill_value(translator *tr, frame *f, uint32_t number);
term as_bool(translator *tr, term value); /* one bit as Bool */
term as_bv(translator *tr, term value);   /* Bool as one bit */

/* ---- float.c ---- */
term float_fp(translator *tr, component *c, enum float_class class);
term float_bits(translator *tr, component *c, enum float_class class);
void float_instruction(translator *tr, frame *f, uint32_t number, LLVMValueRef i);
/* A command on floats by the name of its instruction ("fadd.f64"), which the call's first arguments
 * are the operands of; false: no such. */
bool float_named(translator *tr, frame *f, uint32_t number, LLVMValueRef call, const char *name);
/* Where flags of a call allow another value than the one computed: any. */
void float_relax_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call);
/* Of one element: `from` and `to` are the leaves of the operands and of the result; b is NULL where
 * there is one operand. */
component float_element(translator *tr, LLVMValueRef i, component *a, component *b,
                        const leaf *from, const leaf *to);
term ir_float_from_bits(translator *tr, enum float_class class, term value);
term float_constant(translator *tr, enum float_class class, double d);
term float_fits(translator *tr, term x, uint32_t width, bool is_signed); /* truncated */
term ir_float_to_integer(translator *tr, term x, uint32_t width, bool is_signed);
term float_compared(translator *tr, LLVMRealPredicate p, term a, term b);
void detect_float_bits(translator *tr); /* bitcasts and functions that look at bits */

/* ---- machine.c ---- */
void machine_mind(translator *tr, LLVMValueRef entry);
/* A load or store through this pointer, where the target cares. */
void machine_aligned(translator *tr, frame *f, LLVMValueRef by, LLVMValueRef pointer);
/* What a function returns in a register is this. */
component machine_returns(translator *tr, component c, const leaf *l);
/* Code that is not seen, or a function of the C library, may end the program, or use what the
 * models keep. */
void machine_left_to(translator *tr, const char *name, bool library);

/* ---- memory.c ---- */
void access_facts(translator *tr, const frame *f, LLVMValueRef pointer,
                  fact_vec *out); /* operand_facts, for an access; appends */
/* `where`: the instruction that loads; NULL: a block is copied, of which bytes may lie between what
 * is accessed. */
component memory_load(translator *tr, LLVMValueRef where, term pointer, const fact_vec *facts,
                      const leaf *l);
void memory_store(translator *tr, LLVMValueRef where, term pointer, const fact_vec *facts,
                  const leaf *l, component *value);
/* New values of variables, gathered over the places of one store or copy: they take effect
 * together. */
typedef struct {
    term_vec vars, values;
} updates;
void store_updates(translator *tr, updates *u, term pointer, const fact_vec *facts, const leaf *l,
                   component *value);
void updates_emit(translator *tr, updates *u); /* and release */
/* Where accesses are checked: that all of these bytes are one object's, also those that no other
 * access ever touches. */
void memory_check_range(translator *tr, term pointer, const fact_vec *facts, uint64_t size,
                        bool write);
void memory_any(translator *tr, uint32_t object, enum input_origin origin,
                const char *name); /* havoc all of it */
void memory_written(translator *tr, uint32_t object, enum input_origin origin, const char *name,
                    term from); /* `from` as in havoc_reached */
term memory_pointer(translator *tr, uint32_t object, uint64_t offset); /* what is held there */
void memory_set_pointer(translator *tr, uint32_t object, uint64_t offset, term pointer);
term is_null(
    translator *tr,
    term pointer); /* null, or so little behind it that it is an element or a field of null */
term gep_term(translator *tr, frame *f, LLVMValueRef gep);
term pointer_term(translator *tr, uint64_t address);
void emit_copy(translator *tr, frame *f, LLVMValueRef call, bool move);
void emit_set(translator *tr, frame *f, LLVMValueRef call);
void emit_by_value(translator *tr, frame *caller, LLVMValueRef argument, term from, fact to,
                   LLVMTypeRef type);
void load_instruction(translator *tr, frame *f, uint32_t number, LLVMValueRef i);
void store_instruction(translator *tr, frame *f, LLVMValueRef i);
void alloca_instruction(translator *tr, frame *f, uint32_t number, LLVMValueRef i);
void emit_initializers(translator *tr);
/* The address of a new object of `size` bytes, or null: where its size `overflows`, or no address
 * space has room for it. */
void allocate(translator *tr, frame *f, uint32_t number, LLVMValueRef i, term size, term overflows);
term divide_linear(translator *tr, term a, uint64_t by);
term object_bytes(translator *tr, const object *o,
                  term address); /* `variable`: the size of the copy at this address */

void emit_realloc(translator *tr, frame *f, uint32_t number, LLVMValueRef call);

/* ---- lifetime.c ---- */
/* Which objects live. Blocks of the heap have a variable where some call may free them, or where
 * leaks are looked for; locals live while their block runs, which the place of the access decides.
 */
bool validity_is_asked(const translator *tr); /* by __CPROVER_r_ok and its like */
bool lifetimes_matter(const translator *tr);  /* then, and where properties ask */
void lifetimes_declare(translator *tr);       /* once points-to is known */
void lifetimes_make(translator *tr);          /* the variables, once objects have their addresses */
void lifetime_start(translator *tr, object *o); /* no block was made yet */
void lifetime_begin(translator *tr, object *o, term address, term fails);
/* The block that starts at this address has ended, where `when` holds. */
void lifetime_end(translator *tr, term address, const fact_vec *facts, term when);
/* The copy that this offset is in: it lives; true where nothing ends it. */
term object_lives(translator *tr, const object *o, term offset);
term object_some_live(translator *tr, const object *o); /* of its copies */
/* The pointer is the start of a block of the heap that lives. */
term is_live_block(translator *tr, term pointer, const fact_vec *facts);
/* A local that the frame's instruction can still access: its function has not returned, its block
 * not ended. */
/* It may be one of an expression that is over. */
void note_temporary(translator *tr, const object *o, LLVMValueRef pointer);
bool local_lives(translator *tr, const frame *f, const object *o);

bool is_compound_literal(LLVMValueRef local);
bool scope_is_inside(translator *tr, LLVMMetadataRef inner, LLVMMetadataRef outer);

/* ---- stale.c ---- */
void stale_declare(translator *tr);                    /* once points-to is known */
void stale_entered(translator *tr, uint32_t instance); /* its function is called again */
void stale_declared(translator *tr, uint32_t object);  /* its declaration is passed again */
term is_stale(translator *tr, term pointer);

/* ---- safety.c ---- */
/* The property that an access through null, or outside of all objects, violates; PROPERTY_NAMED:
 * not checked.
 */
enum property_id null_property(const translator *tr);
enum property_id bounds_property(const translator *tr);
bool accesses_are_checked(const translator *tr); /* by one of them, at least */
struct places;
void check_lives(translator *tr, term pointer, const struct places *ps, const fact_vec *facts,
                 bool write);
void check_free(translator *tr, term pointer, const fact_vec *facts);
void free_call(translator *tr, frame *f, LLVMValueRef call);
bool allocation_may_fail(const translator *tr);

/* ---- leak.c ---- */
/* The program ends here; f: the innermost function that has not returned, NULL: none. */
void check_leaks(translator *tr, const frame *f);
void check_cleanup(translator *tr); /* of it, that all is freed */

/* ---- uninitialized.c ---- */
void initialized_ends(translator *tr, uint32_t object_number); /* its value is any from here */
void initialized_stored(translator *tr, const frame *f, LLVMValueRef pointer);
void initialized_loaded(translator *tr, const frame *f, LLVMValueRef pointer);

/* ---- words.c ---- */
/* What the compiler's check before this trap watches: a call of llvm.*.with.overflow; NULL:
 * something else. */
LLVMValueRef trap_operation(LLVMValueRef trap, bool *is_signed);
bool overflowing_operation(LLVMValueRef call); /* a call of llvm.*.with.overflow */
void trap_words(translator *tr, const function_info *f, LLVMValueRef trap, text *out);
void uninitialized_words(translator *tr, const function_info *f, LLVMValueRef local, text *out);
/* Of the access that is translated now. */
void access_words(translator *tr, const fact_vec *facts, uint64_t size, bool write, text *out);
void null_words(translator *tr, bool write, text *out);
void freed_words(translator *tr, const fact_vec *facts, bool write, text *out);
void sum_words(translator *tr, const function_info *f, LLVMValueRef gep, const fact_vec *facts,
               text *out); /* a pointer that leaves its object */

/* ---- atomic.c ---- */
void atomic_update(translator *tr, frame *f, uint32_t number, LLVMValueRef i);
void atomic_exchange(translator *tr, frame *f, uint32_t number, LLVMValueRef i);

/* ---- jump.c ---- */
enum jump_kind { JUMP_NONE, JUMP_SET, JUMP_LONG };
/* Of a function: which word of the buffer, its first argument, tells where to jump. */
enum jump_kind jump_kind_of(LLVMValueRef callee, uint32_t *word);
bool call_returns_twice(LLVMValueRef v);      /* is a call of setjmp */
void jumps_prepare(translator *tr, frame *f); /* before the commands of its instance */
/* Whether code that is not seen may jump to a setjmp of an active function. */
bool may_jump_back(translator *tr, frame *f, const fact_vec *reached);
bool jump_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
               LLVMValueRef callee); /* false: another function */

/* ---- varargs.c ---- */
bool varargs_start(LLVMValueRef call); /* is a va_start */
typedef struct {
    LLVMValueRef value;
    LLVMTypeRef by_value; /* the type of an argument that is passed by its address; NULL */
    fact to;              /* where it is in the area */
} vararg;
typedef vec(vararg) vararg_vec;
/* The area of a call's variable arguments in the callee's instance is made, and they are added to
 * `out`; nothing where the callee does not read them. */
void varargs_layout(translator *tr, LLVMValueRef call, uint32_t child, vararg_vec *out);
uint32_t varargs_area(const translator *tr, uint32_t instance); /* NONE */
/* The i-th field of a va_list that va_start writes; returns how many there are. */
uint32_t varargs_field(const translator *tr, uint32_t i, uint32_t *offset, uint32_t *size,
                       bool *is_area);
uint64_t varargs_list_size(const translator *tr);
void emit_varargs(translator *tr, frame *caller, LLVMValueRef call, uint32_t child);
void emit_va_start(translator *tr, frame *f, LLVMValueRef call);
void emit_va_copy(translator *tr, frame *f, LLVMValueRef call);

/* ---- vector.c ---- */
bool vector_instruction(translator *tr, frame *f, uint32_t number,
                        LLVMValueRef i); /* false: not on vectors */

/* ---- instruction.c ---- */
bool is_integer_binary(LLVMOpcode op);
bool is_float_operation(LLVMOpcode op); /* arithmetic, comparison, conversion from or to floats */
term integer_binary(translator *tr, LLVMOpcode op, term a, term b);
term integer_compared(translator *tr, LLVMIntPredicate p, term a, term b);
term integer_resized(translator *tr, term a, uint32_t width, bool is_signed);
void instruction(translator *tr, frame *f, uint32_t number, LLVMValueRef i);
bool is_float(LLVMValueRef v);

/* ---- block.c ---- */
/* From tr->here on; ends at f->exit, or nowhere (tr->dead). */
void emit_instance(translator *tr, frame *f);

/* ---- call.c ---- */
void call_instruction(translator *tr, frame *f, uint32_t number, LLVMValueRef i);
LLVMValueRef called_function(LLVMValueRef call); /* NULL: through a pointer */
void make_result(translator *tr, frame *callee); /* variables for what it returns */
/* Argument i of a call as the parameter of this instance; what is passed by value is copied. */
void argument_components(translator *tr, frame *caller, uint32_t child, LLVMValueRef call,
                         uint32_t i, component *out);
/* The components of a call's result, from the variables that the callee returned them in. */
void take_result(translator *tr, frame *f, uint32_t number, LLVMValueRef call, LLVMValueRef callee,
                 const term *result);

/* ---- intrinsic.c ---- */
bool intrinsic(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
               const char *name); /* false: not known */

/* ---- trap.c ---- */
/* What a condition of a branch compares, for the message of a check that it may be. */
void check_comparands(translator *tr, frame *f, LLVMValueRef condition, comparands *out);
/* A call that ends the run; `sanitizer`: of a check that the compiler made, which fails. */
void trap(translator *tr, frame *f, LLVMValueRef call, bool sanitizer);

/* ---- errno.c ---- */
void errno_declare(
    translator *tr); /* before the layout: it may be written where the program does not */
/* A function of the C library was called; `modelled`: its model has set our errno already. */
void errno_may_change(translator *tr, bool modelled);
bool errno_is_modelled(LLVMValueRef function);
enum { ERRNO_NO_MEMORY = 12 };
void errno_set(translator *tr, term when, uint64_t number);

/* ---- library.c ---- */
/* Functions without (or in spite of) a body that are commands. */
enum library_kind {
    LIBRARY_NONE,
    LIBRARY_NONDET,
    LIBRARY_ASSUME,
    LIBRARY_ERROR,
    LIBRARY_ASSERT_FAIL,
    LIBRARY_END,
    LIBRARY_MALLOC,
    LIBRARY_CALLOC,
    LIBRARY_REALLOC,
    LIBRARY_FREE,
    LIBRARY_ALLOCA,
    LIBRARY_EFFECTS,
    LIBRARY_OPEN,
    LIBRARY_OVER,
    LIBRARY_INPUT,
    LIBRARY_FAILS,
    LIBRARY_MATH,
    LIBRARY_PURE,
    LIBRARY_SETROUND,
    LIBRARY_GETROUND,
    LIBRARY_REFUSED,
    LIBRARY_JUMP,
    LIBRARY_THREADS,
    LIBRARY_ASSERT,
    LIBRARY_CLAIM, /* of a contract (frontend/written) */
    LIBRARY_POINTER,
    LIBRARY_UNINTERPRETED,
    LIBRARY_GOAL,
    LIBRARY_CONDITION
};
enum library_kind library_kind_of(const translator *tr, LLVMValueRef function);
void library_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call, LLVMValueRef callee,
                  enum library_kind kind);
/* `anywhere`: at an address that is any number. */
void missing_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call, const char *name,
                  bool anywhere);
bool library_allocates(enum library_kind k);
bool library_sets_rounding(LLVMModuleRef m); /* some call in it may change the rounding mode */
void emit_set_rounding(translator *tr, term mode);
bool library_models(
    LLVMValueRef function); /* its body is our model of a function of the C library */

/* ---- cprover.c ---- */
/* CBMC's functions that say something of a pointer, by name. */
void cprover_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call, const char *name);
bool is_uninterpreted(LLVMValueRef function);
void uninterpreted_declare(translator *tr); /* at the start: choose the functions */
void uninterpreted_call(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                        LLVMValueRef callee);

/* ---- known.c ---- */
/* Numbers that come back: any; -1 or a byte; -1 or 0; at least -1, 0, 1; 0 or 1; -1 or up to an
 * argument; up to an argument; -1 or up to the arguments behind the format. */
enum result_bound {
    ANY,
    BYTE,
    STATUS,
    NOT_BELOW,
    NATURAL,
    POSITIVE,
    FLAG,
    TRANSFERRED,
    COUNT,
    CONVERTED
};
typedef uint16_t argument_set; /* bit k: argument k; the last one stands for all that follow too */

/* A line of library.def, where the fields are explained. */
typedef struct {
    const char *name;
    enum library_kind kind;
    argument_set writes, stores, leaks, keeps, returns, nonnull;
    bool deep, same, computes, input, installs, allocates;
    enum result_bound bound;
    uint32_t of, format;
} known_function;
const known_function *known_named(const char *name); /* NULL: the worst case */
bool known_leaks(LLVMValueRef callee);               /* one of our models that passes pointers on */
bool argument_in(argument_set s, uint32_t argument);
/* What a call of a known function may write. */
void facts_leaked(translator *tr, uint32_t instance, uint32_t node, LLVMValueRef call,
                  const known_function *k, fact_vec *out);
void facts_written(translator *tr, uint32_t instance, uint32_t node, LLVMValueRef call,
                   const known_function *k, fact_vec *out);

/* ---- purity.c ---- */
/* No function of the program that can be a comparison function has an effect beside its result. */
bool comparisons_are_pure(const translator *tr);

/* ---- effects.c ---- */
bool is_program_memory(const object *o); /* that may change */
bool returns_argument(LLVMValueRef call,
                      const known_function *k); /* exactly one of them, or null */
void argument_or_null(translator *tr, frame *f, uint32_t number, term argument,
                      enum input_origin origin, const char *name);
/* What comes later through pointers that a known function keeps is not modelled. */
void note_kept(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
               const known_function *k);
void emit_leaked(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                 const known_function *k);
bool is_declared_pure(LLVMValueRef call);
void bound_result(translator *tr, frame *f, uint32_t number, LLVMValueRef call,
                  const known_function *k);
void note_format(translator *tr, LLVMValueRef call,
                 const known_function *k); /* what is printed does not matter, but for %n */
void check_nonnull(translator *tr, frame *f, LLVMValueRef call, const known_function *k,
                   const char *name);

#endif
