#include "native/gate.h"
#include "base/own.h"

#include <elf.h>
#include <string.h>

/* What counts of a file and of a section, of both classes. */
typedef struct {
    uint64_t sections, count, entry_size, names;
} elf_file;
typedef struct {
    uint64_t name, flags, address, offset, size;
} elf_section;

static bool within(const text *all, uint64_t offset, uint64_t size) {
    return offset <= all->size && size <= all->size - offset;
}

static bool read_at(const text *all, uint64_t offset, void *into, size_t size) {
    if (!within(all, offset, size)) return false;
    memcpy(into, all->data + offset, size);
    return true;
}

static bool is_wide(const text *all) { return all->data[EI_CLASS] == ELFCLASS64; }

static bool read_file(const text *all, elf_file *out) {
    Elf64_Ehdr wide;
    Elf32_Ehdr narrow;
    if (all->size < EI_NIDENT || memcmp(all->data, ELFMAG, SELFMAG)) return false;
    if (is_wide(all)) {
        if (!read_at(all, 0, &wide, sizeof wide) || wide.e_type != ET_EXEC) return false;
        *out = (elf_file){wide.e_shoff, wide.e_shnum, wide.e_shentsize, wide.e_shstrndx};
    } else {
        if (!read_at(all, 0, &narrow, sizeof narrow) || narrow.e_type != ET_EXEC) return false;
        *out = (elf_file){narrow.e_shoff, narrow.e_shnum, narrow.e_shentsize, narrow.e_shstrndx};
    }
    return true;
}

static bool read_section(const text *all, const elf_file *f, uint64_t i, elf_section *out) {
    Elf64_Shdr wide;
    Elf32_Shdr narrow;
    uint64_t at = f->sections + i * f->entry_size;
    if (i >= f->count || f->sections > all->size) return false;
    if (is_wide(all)) {
        if (!read_at(all, at, &wide, sizeof wide)) return false;
        *out =
            (elf_section){wide.sh_name, wide.sh_flags, wide.sh_addr, wide.sh_offset, wide.sh_size};
    } else {
        if (!read_at(all, at, &narrow, sizeof narrow)) return false;
        *out = (elf_section){narrow.sh_name, narrow.sh_flags, narrow.sh_addr, narrow.sh_offset,
                             narrow.sh_size};
    }
    return true;
}

static bool is_gate(const text *all, const elf_section *names, const elf_section *s) {
    char name[sizeof OWN "gate"];
    return s->name <= names->size && read_at(all, names->offset + s->name, name, sizeof name) &&
           !name[sizeof name - 1] && own_rest(name) && !strcmp(own_rest(name), "gate");
}

static bool begins_with_call(const text *all, const elf_section *s) {
    static const unsigned char calls[2][2] = {{0xcd, 0x80}, {0x0f, 0x05}};
    unsigned char code[2];
    return s->flags & SHF_EXECINSTR && !(s->flags & SHF_WRITE) &&
           read_at(all, s->offset, code, sizeof code) &&
           !memcmp(code, calls[is_wide(all)], sizeof code);
}

static uint64_t find(const text *all) {
    elf_file f;
    elf_section names, s;
    uint64_t found = 0;
    if (!read_file(all, &f) || !read_section(all, &f, f.names, &names)) return 0;
    for (uint64_t i = 0; i < f.count; i++) {
        if (!read_section(all, &f, i, &s)) return 0;
        if (!is_gate(all, &names, &s)) continue;
        if (found || !begins_with_call(all, &s)) return 0;
        found = s.address + 2;
    }
    return found;
}

uint64_t gate_find(const char *path) {
    text all = {0};
    uint64_t found = text_read_file(&all, path) ? find(&all) : 0;
    text_release(&all);
    return found;
}
