#include "frontend/ir_debug.h"
#include "base/map.h"
#include "base/vec.h"

#include <llvm-c/DebugInfo.h>

/* Places of operands, as in frontend/llvm/debug_info.c. */
enum { SCOPE_FILE = 0, TYPE_BASE = 3, TYPE_ELEMENTS = 4 };
enum { TAG_ARRAY = 0x01, TAG_POINTER = 0x0f, TAG_STRUCT = 0x13, TAG_UNION = 0x17 };
enum { DEEPEST = 1000 };

/* Which way types are followed: into the members of records, or through pointers. */
enum type_edge { INTO_RECORDS, THROUGH_POINTERS, TYPE_EDGES };

typedef vec(LLVMMetadataRef) nodes;
typedef struct {
    LLVMContextRef context;
    map seen, ends[TYPE_EDGES]; /* node -> 1: begun, 2: it comes to an end */
    nodes left;
    bool good;
} metadata_walk;

static LLVMMetadataKind kind_of(LLVMMetadataRef n) {
    return n ? LLVMGetMetadataKind(n) : LLVMMDStringMetadataKind;
}

static bool is_node(LLVMMetadataRef n) {
    LLVMMetadataKind k = kind_of(n);
    return k != LLVMMDStringMetadataKind && k != LLVMConstantAsMetadataMetadataKind &&
           k != LLVMLocalAsMetadataMetadataKind && k != LLVMDIArgListMetadataKind &&
           k != LLVMDistinctMDOperandPlaceholderMetadataKind;
}

static void operands_of(metadata_walk *w, LLVMMetadataRef n, nodes *out) {
    LLVMValueRef node = LLVMMetadataAsValue(w->context, n);
    vec(LLVMValueRef) values = {0};
    vec_resize(&values, LLVMGetMDNodeNumOperands(node));
    if (values.size) LLVMGetMDNodeOperands(node, values.data);
    for (uint32_t i = 0; i < values.size; i++)
        vec_push(out, values.data[i] ? LLVMValueAsMetadata(values.data[i]) : NULL);
    vec_release(&values);
}

static LLVMMetadataRef operand(metadata_walk *w, LLVMMetadataRef n, uint32_t i) {
    nodes all = {0};
    operands_of(w, n, &all);
    LLVMMetadataRef found = i < all.size ? all.data[i] : NULL;
    vec_release(&all);
    return found;
}

/* ---- types ---- */

static bool is_type(LLVMMetadataRef n) {
    return kind_of(n) == LLVMDIDerivedTypeMetadataKind ||
           kind_of(n) == LLVMDICompositeTypeMetadataKind;
}

/* The types that a type leads to. */
static void follow(metadata_walk *w, LLVMMetadataRef n, enum type_edge toward, nodes *out) {
    uint16_t tag = LLVMGetDINodeTag(n);
    bool record = tag == TAG_STRUCT || tag == TAG_UNION, derived = tag == TAG_ARRAY;
    derived |= kind_of(n) == LLVMDIDerivedTypeMetadataKind;
    if (derived && (toward == THROUGH_POINTERS || tag != TAG_POINTER))
        vec_push(out, operand(w, n, TYPE_BASE));
    LLVMMetadataRef members =
        record && toward == INTO_RECORDS ? operand(w, n, TYPE_ELEMENTS) : NULL;
    if (is_node(members)) operands_of(w, members, out);
}

static bool comes_to_end(metadata_walk *w, LLVMMetadataRef n, enum type_edge toward,
                         uint32_t depth) {
    uint64_t state = 0, key = (uint64_t)(uintptr_t)n;
    nodes next = {0};
    if (!is_type(n)) return true;
    if (map_get(&w->ends[toward], key, &state)) return state == 2;
    map_set(&w->ends[toward], key, 1);
    follow(w, n, toward, &next);
    bool ends = depth < DEEPEST;
    for (uint32_t i = 0; ends && i < next.size; i++)
        ends = comes_to_end(w, next.data[i], toward, depth + 1);
    if (ends) map_set(&w->ends[toward], key, 2);
    vec_release(&next);
    return ends;
}

/* ---- all nodes ---- */

static void meet(metadata_walk *w, LLVMMetadataRef n) {
    uint64_t key = (uint64_t)(uintptr_t)n;
    if (!is_node(n) || map_get(&w->seen, key, NULL)) return;
    map_set(&w->seen, key, 1);
    vec_push(&w->left, n);
}

static bool is_block(LLVMMetadataRef n) {
    return kind_of(n) == LLVMDILexicalBlockMetadataKind ||
           kind_of(n) == LLVMDILexicalBlockFileMetadataKind;
}

static void look_at(metadata_walk *w, LLVMMetadataRef n) {
    nodes all = {0};
    operands_of(w, n, &all);
    LLVMMetadataRef file = is_block(n) && all.size ? all.data[SCOPE_FILE] : NULL;
    w->good = w->good && (!file || kind_of(file) == LLVMDIFileMetadataKind);
    for (enum type_edge toward = 0; toward < TYPE_EDGES; toward++)
        w->good = w->good && comes_to_end(w, n, toward, 0);
    for (uint32_t i = 0; i < all.size; i++) meet(w, all.data[i]);
    vec_release(&all);
}

static void meet_entries(metadata_walk *w, LLVMValueMetadataEntry *entries, size_t n) {
    for (unsigned i = 0; i < n; i++) meet(w, LLVMValueMetadataEntriesGetMetadata(entries, i));
    LLVMDisposeValueMetadataEntries(entries);
}

static void meet_instruction(metadata_walk *w, LLVMValueRef i) {
    size_t n;
    LLVMValueMetadataEntry *entries = LLVMInstructionGetAllMetadataOtherThanDebugLoc(i, &n);
    meet_entries(w, entries, n);
    meet(w, LLVMInstructionGetDebugLoc(i));
    for (int k = 0; LLVMIsACallInst(i) && k < LLVMGetNumOperands(i); k++) {
        LLVMValueRef given = LLVMGetOperand(i, (unsigned)k);
        if (LLVMGetTypeKind(LLVMTypeOf(given)) == LLVMMetadataTypeKind)
            meet(w, LLVMValueAsMetadata(given));
    }
}

static void meet_function(metadata_walk *w, LLVMValueRef f) {
    meet(w, LLVMGetSubprogram(f));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            meet_instruction(w, i);
}

bool ir_debug_is_sound(LLVMModuleRef m) {
    metadata_walk w = {.context = LLVMGetModuleContext(m), .good = true};
    size_t n;
    LLVMSetIsNewDbgInfoFormat(m, false); /* variables as calls, which can be seen */
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) {
        LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(g, &n);
        meet_entries(&w, entries, n);
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        meet_function(&w, f);
    while (w.good && w.left.size) look_at(&w, vec_pop(&w.left));
    vec_release(&w.left);
    map_release(&w.seen);
    for (enum type_edge toward = 0; toward < TYPE_EDGES; toward++) map_release(&w.ends[toward]);
    return w.good;
}
