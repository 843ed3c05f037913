#include "program/outline.h"
#include "program/program.h"

void outlines_release(outlines *s) {
    vec_release(&s->types);
    vec_release(&s->members);
    vec_release(&s->objects);
    vec_release(&s->parts);
}

void outlines_copy(outlines *to, const outlines *from) {
    vec_append(&to->types, from->types.data, from->types.size);
    vec_append(&to->members, from->members.data, from->members.size);
    vec_append(&to->objects, from->objects.data, from->objects.size);
    vec_append(&to->parts, from->parts.data, from->parts.size);
}

/* The member that an offset lies in; NULL: none, it is padding or after the end. */
static const outline_member *member_at(const outlines *s, const outline *x, uint64_t offset) {
    for (uint32_t i = 0; i < x->member_count; i++) {
        const outline_member *m = &s->members.data[x->members + i];
        if (offset >= m->offset && offset < m->offset + s->types.data[m->type].size) return m;
    }
    return NULL;
}

/* One type in two files is described twice. */
static bool same_outline(const outlines *s, uint32_t a, uint32_t b) {
    const outline *x = &s->types.data[a], *y = &s->types.data[b];
    if (a == b || !a || !b) return a == b;
    if (x->size != y->size || x->member_count != y->member_count || !x->element != !y->element)
        return false;
    for (uint32_t i = 0; i < x->member_count; i++)
        if (s->members.data[x->members + i].name != s->members.data[y->members + i].name)
            return false;
    return x->member_count || x->element;
}

/* The path to the smallest part that begins at an offset, or to one of the outline `until`, and
 * what is left of the offset. */
static uint64_t path(const program *p, uint32_t type, uint64_t offset, uint32_t until, text *out) {
    const outlines *s = &p->outlines;
    for (;;) {
        if (!offset && same_outline(s, type, until)) return 0;
        const outline *x = &s->types.data[type];
        uint64_t bytes = x->element ? s->types.data[x->element].size : 0;
        const outline_member *m = member_at(s, x, offset);
        if (bytes) {
            text_print(out, "[%llu]", (unsigned long long)(offset / bytes));
            offset %= bytes;
            type = x->element;
        } else if (m) {
            const char *name = program_text(p, m->name);
            if (*name) text_print(out, ".%s", name);
            offset -= m->offset;
            type = m->type;
        } else return offset;
    }
}

/* The address that lies `offset` bytes after the start of copy number `copy` of an object, as a
 * pointer to an outline (0: to the smallest part). */
static void outline_words(const program *p, const placed_object *o, uint64_t copy, uint64_t offset,
                          uint32_t pointee, text *out) {
    const char *name = program_text(p, o->name);
    bool is_array = o->outline && p->outlines.types.data[o->outline].element;
    if (o->function && !offset) {
        text_add(out, name);
        return;
    }
    if (!o->block) text_char(out, '&');
    text_add(out, name);
    if (o->block && o->copies > 1) text_print(out, ", number %llu", (unsigned long long)copy + 1);
    bool inside = offset < o->size || is_array; /* an index may be too large */
    if (o->outline && inside && !o->block) offset = path(p, o->outline, offset, pointee, out);
    if (offset)
        text_print(out, " + %llu byte%s", (unsigned long long)offset, offset == 1 ? "" : "s");
}

bool outline_element(const program *p, uint32_t held, uint64_t index, text *out) {
    if (held >= p->outlines.parts.size) return false;
    const outline_part *x = &p->outlines.parts.data[held];
    if (!x->object) return false;
    const placed_object *o = &p->outlines.objects.data[x->object - 1];
    if (o->block || !o->outline) return false;
    text_add(out, program_text(p, o->name));
    path(p, o->outline, x->offset + index * x->stride, 0, out);
    return true;
}

bool outline_address(const program *p, uint64_t address, uint32_t pointee, outline_start *start,
                     void *context, text *out) {
    if (!address) return text_add(out, "NULL"), true;
    for (uint32_t i = 0; i < p->outlines.objects.size; i++) {
        const placed_object *o = &p->outlines.objects.data[i];
        uint64_t base = o->base;
        if (o->at.id && !start(context, o, &base)) continue;
        if (!o->slot || address < base || address - base >= o->slot * o->copies) continue;
        outline_words(p, o, (address - base) / o->slot, (address - base) % o->slot, pointee, out);
        return true;
    }
    return false;
}
