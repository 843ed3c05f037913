#include "frontend/abstract/parts.h"

#include <string.h>

typedef struct {
    translator *tr;
    LLVMTypeRef wanted;
    uint64_t size; /* of it */
    uint64_t *out;
    uint32_t found;
} part_search;

/* Of a union the type shows one member. */
static bool is_union(LLVMTypeRef type) {
    const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
    return name && !strncmp(name, "union.", 6);
}

static void search(part_search *s, LLVMTypeRef type, uint64_t offset);

static void search_fields(part_search *s, LLVMTypeRef type, uint64_t offset) {
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
        search(s, LLVMStructGetTypeAtIndex(type, i),
               offset + LLVMOffsetOfElement(s->tr->layout, type, i));
}

/* The elements of an array are not distinguished. */
static void search_elements(part_search *s, LLVMTypeRef type, uint64_t offset) {
    uint32_t before = s->found;
    search(s, LLVMGetElementType(type), offset);
    if (s->found != before) s->found = MOST_PARTS;
}

static void search(part_search *s, LLVMTypeRef type, uint64_t offset) {
    LLVMTypeKind k = LLVMGetTypeKind(type);
    bool smaller = LLVMABISizeOfType(s->tr->layout, type) < s->size;
    if (is_union(type) && !smaller) s->found = MOST_PARTS;
    if (s->found >= MOST_PARTS || smaller) return;
    if (type == s->wanted) s->out[s->found++] = offset;
    if (k == LLVMStructTypeKind) search_fields(s, type, offset);
    else if (k == LLVMArrayTypeKind) search_elements(s, type, offset);
}

uint32_t parts_of(translator *tr, LLVMTypeRef type, LLVMTypeRef wanted, uint64_t *out) {
    if (!LLVMTypeIsSized(type)) return MOST_PARTS;
    part_search s = {tr, wanted, LLVMABISizeOfType(tr->layout, wanted), out, 0};
    search(&s, type, 0);
    return s.found;
}
