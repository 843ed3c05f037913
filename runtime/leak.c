/* Linked with a generated test of a leak: the program's allocations go through these functions. At
 * the end, blocks that were not freed are looked for in memory that is still in use: the program's
 * globals, the stacks of functions that have not returned, and blocks found before. As in any
 * conservative collector a number may look like a pointer; then the test misses the leak.
 *
 * LEAK_ALL: every block that is left counts. LEAK_ENDS: what is called where one does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LEAK_BLOCKS = 1 << 16 };
static struct leak_block {
    uintptr_t hidden; /* the complement of its address, which is no pointer to it */
    size_t size;
    int found;
} leak_table[LEAK_BLOCKS];
static unsigned leak_used;
static int leak_many; /* more than the table has */
extern char __data_start[], _end[];
extern void *__libc_stack_end;

static void leak_add(void *block, size_t size) {
    if (!block) return;
    if (leak_used == LEAK_BLOCKS) leak_many = 1;
    else leak_table[leak_used++] = (struct leak_block){~(uintptr_t)block, size, 0};
}

static void leak_remove(void *block) {
    for (unsigned i = leak_used; block && i-- > 0;)
        if (leak_table[i].hidden == ~(uintptr_t)block) {
            leak_table[i] = leak_table[--leak_used];
            return;
        }
}

void *CINCH_OWN(leak_malloc)(size_t size) {
    void *block = malloc(size);
    leak_add(block, size);
    return block;
}

void *CINCH_OWN(leak_calloc)(size_t n, size_t size) {
    void *block = calloc(n, size);
    leak_add(block, n * size);
    return block;
}

void *CINCH_OWN(leak_realloc)(void *old, size_t size) {
    void *block = realloc(old, size);
    if (block || !size) leak_remove(old);
    leak_add(block, size);
    return block;
}

void CINCH_OWN(leak_free)(void *block) {
    leak_remove(block);
    free(block);
}

/* ---- functions of the C library that allocate for their caller ---- */

char *strdup(const char *), *strndup(const char *, size_t);
void *aligned_alloc(size_t, size_t), *memalign(size_t, size_t), *valloc(size_t), *pvalloc(size_t);
int posix_memalign(void **, size_t, size_t), vasprintf(char **, const char *, va_list);

static void *leak_new(void *block, size_t size) {
    leak_add(block, size);
    return block;
}

static char *leak_text(char *block) { return block ? leak_new(block, strlen(block) + 1) : block; }

char *CINCH_OWN(leak_strdup)(const char *s) { return leak_text(strdup(s)); }
char *CINCH_OWN(leak_strndup)(const char *s, size_t most) { return leak_text(strndup(s, most)); }
void *CINCH_OWN(leak_aligned_alloc)(size_t at, size_t n) {
    return leak_new(aligned_alloc(at, n), n);
}
void *CINCH_OWN(leak_memalign)(size_t at, size_t n) { return leak_new(memalign(at, n), n); }
void *CINCH_OWN(leak_valloc)(size_t n) { return leak_new(valloc(n), n); }
void *CINCH_OWN(leak_pvalloc)(size_t n) { return leak_new(pvalloc(n), n); }

int CINCH_OWN(leak_posix_memalign)(void **block, size_t at, size_t n) {
    int failed = posix_memalign(block, at, n);
    if (!failed) leak_add(*block, n);
    return failed;
}

void *CINCH_OWN(leak_reallocarray)(void *old, size_t count, size_t each) {
    size_t n;
    if (__builtin_mul_overflow(count, each, &n)) n = SIZE_MAX / 2; /* as much as nobody has */
    return CINCH_OWN(leak_realloc)(old, n);
}

int CINCH_OWN(leak_vasprintf)(char **block, const char *format, va_list arguments) {
    int length = vasprintf(block, format, arguments);
    if (length >= 0) leak_text(*block);
    return length;
}

int CINCH_OWN(leak_asprintf)(char **block, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = CINCH_OWN(leak_vasprintf)(block, format, arguments);
    va_end(arguments);
    return length;
}

__attribute__((no_sanitize("address"))) static int leak_scan(const char *from, const char *to) {
    int any = 0;
    from = (const char *)(((uintptr_t)from + sizeof from - 1) & ~(sizeof from - 1));
    for (; from + sizeof from <= to; from += sizeof from)
        for (unsigned i = 0; i < leak_used; i++) {
            uintptr_t start = ~leak_table[i].hidden, at = *(const uintptr_t *)from;
            if (leak_table[i].found || at < start || at > start + leak_table[i].size) continue;
            any = leak_table[i].found = 1;
        }
    return any;
}

/* The table itself is left out: its addresses are hidden, its sizes could be numbers. */
static void leak_scan_globals(void) {
    leak_scan(__data_start, (const char *)leak_table);
    leak_scan((const char *)(leak_table + LEAK_BLOCKS), _end);
}

static void leak_look(void) {
    leak_scan_globals();
    for (int more = 1; more;) {
        more = 0;
        for (unsigned i = 0; i < leak_used; i++) {
            if (leak_table[i].found != 1) continue;
            leak_table[i].found = 2;
            const char *start = (const char *)~leak_table[i].hidden;
            leak_scan(start, start + leak_table[i].size);
            more = 1;
        }
    }
    for (unsigned i = 0; i < leak_used; i++)
        if (!leak_table[i].found) LEAK_ENDS("a block is lost");
}

static void leak_end(void) {
    if (leak_many) return;
    if (!LEAK_ALL) leak_look();
    else if (leak_used) LEAK_ENDS("a block is not freed");
}

/* Functions that have not returned still have their locals. */
__attribute__((noinline, no_sanitize("address"))) void CINCH_OWN(leak_exit)(int status) {
    jmp_buf registers;
    setjmp(registers);
    leak_scan((const char *)__builtin_frame_address(0), (const char *)__libc_stack_end);
    leak_end();
    _Exit(status);
}

__attribute__((constructor)) static void leak_begin(void) { atexit(leak_end); }
