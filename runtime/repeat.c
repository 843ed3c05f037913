/* Part of a generated test of a run that never ends: the program calls the function below at the
 * beginning of each basic block (-fsanitize-coverage=bb,no-prune,trace-pc). Where the process is in
 * a state in which it was before, byte by byte, it goes round like that in an endless loop: the
 * stack from this call on, what the program and its libraries can write, and the heap are compared.
 * At -O0 no register keeps a value of the program from one block to the next; a function of a library
 * that calls the program back may have one, so those that calls preserve are compared, too. The
 * inputs are part of the state, as the positions in their tables.
 *
 * Brent's method: one state is kept, and replaced after 1, 2, 4, ... blocks. Nothing of this is in
 * memory that is compared, and no function of the C library is called after the start, since the
 * program may have one of the same name.
 *
 * REPEAT_ENDS: what is called where a state comes back. REPEAT_STRICT: with AddressSanitizer, whose
 * heap is not compared; a run that has blocks there is never in the same state. */
#include <link.h>
#include <malloc.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

extern void *__libc_stack_end, *__curbrk;
#ifdef REPEAT_STRICT
size_t __sanitizer_get_current_allocated_bytes(void);
#define REPEAT_ALLOCATED() __sanitizer_get_current_allocated_bytes()
#else
#define REPEAT_ALLOCATED() 0
#endif

/* What a call preserves, but for the frame pointer, into an array. It comes first in its function,
 * which is compiled at -O0 and uses none of them before. */
#if defined __x86_64__
#define REPEAT_SAVE(to)                                                                            \
    __asm__ volatile("movq %%rbx, (%0)\n\tmovq %%r12, 8(%0)\n\tmovq %%r13, 16(%0)\n\t"             \
                     "movq %%r14, 24(%0)\n\tmovq %%r15, 32(%0)"                                    \
                     :                                                                             \
                     : "a"(to)                                                                     \
                     : "memory")
#elif defined __i386__
#define REPEAT_SAVE(to)                                                                            \
    __asm__ volatile("movl %%ebx, (%0)\n\tmovl %%esi, 4(%0)\n\tmovl %%edi, 8(%0)"                  \
                     :                                                                             \
                     : "a"(to)                                                                     \
                     : "memory")
#else
#define REPEAT_SAVE(to) return /* not known here: no state comes back */
#endif

enum {
    REPEAT_REGISTERS = 5,
    REPEAT_PARTS = 64,
    REPEAT_BYTES = sizeof(long) == 8 ? 1 << 29 : 1 << 27
};
struct repeat_part {
    char *from, *to;
};
static struct repeat {
    unsigned parts;
    struct repeat_part part[REPEAT_PARTS]; /* that are there from the start */
    char *heap;                            /* where it begins */
    size_t allocated;
    unsigned long blocks, next; /* passed, and at which a state is kept */
    struct repeat_part stack;   /* of the state that is kept; empty: none is */
    char *heap_end;
    unsigned long registers[REPEAT_REGISTERS], now[REPEAT_REGISTERS]; /* kept, and at this call */
    unsigned long bytes[];
} *repeat_state;

#define REPEAT_OWN __attribute__((no_sanitize("address"), unused))

REPEAT_OWN static void repeat_add(struct repeat *x, char *from, size_t size) {
    size_t word = sizeof *x->bytes; /* whole words: bytes beside it are in the same page */
    char *low = (char *)((size_t)from / word * word);
    char *high = (char *)(((size_t)from + size + word - 1) / word * word);
    if (x->parts == REPEAT_PARTS) x->next = 0; /* never */
    else if (low < high) x->part[x->parts++] = (struct repeat_part){low, high};
}

REPEAT_OWN static int repeat_object(struct dl_phdr_info *o, size_t size, void *to) {
    for (int i = 0; i < o->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &o->dlpi_phdr[i];
        if (h->p_type == PT_LOAD && h->p_flags & PF_W)
            repeat_add(to, (char *)o->dlpi_addr + h->p_vaddr, h->p_memsz);
        if (h->p_type == PT_TLS && size >= sizeof *o && o->dlpi_tls_data)
            repeat_add(to, o->dlpi_tls_data, h->p_memsz);
    }
    return 0;
}

/* Before the program runs. Every block of the heap is between its beginning and its end then, and
 * no buffer of stdout changes. */
__attribute__((constructor)) REPEAT_OWN static void repeat_begin(void) {
    struct repeat *x = mmap(NULL, REPEAT_BYTES, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (x == MAP_FAILED) return;
    x->next = 1;
    mallopt(M_MMAP_MAX, 0);
    setvbuf(stdout, NULL, _IONBF, 0);
    dl_iterate_phdr(repeat_object, x);
    x->heap = sbrk(0);
    free(malloc(1));
    x->allocated = REPEAT_ALLOCATED();
    repeat_state = x;
}

/* Copies a part, or compares it, and says where the next one is; NULL: it differs. */
REPEAT_OWN static unsigned long *repeat_copy(const char *from, const char *to, unsigned long *at) {
    for (; from < to; from += sizeof *at) *at++ = *(const volatile unsigned long *)from;
    return at;
}

REPEAT_OWN static unsigned long *repeat_compare(const char *from, const char *to,
                                                unsigned long *at) {
    for (; from < to; from += sizeof *at)
        if (*at++ != *(const volatile unsigned long *)from) return NULL;
    return at;
}

REPEAT_OWN static int repeat_is_same(struct repeat *x, char *stack) {
    char *end = __curbrk;
    unsigned long *at = x->bytes;
    if (stack != x->stack.from || end != x->heap_end || REPEAT_ALLOCATED() != x->allocated)
        return 0;
    for (unsigned i = 0; i < REPEAT_REGISTERS; i++)
        if (x->registers[i] != x->now[i]) return 0;
    at = repeat_compare(x->stack.from, x->stack.to, at);
    for (unsigned i = 0; i < x->parts && at; i++)
        at = repeat_compare(x->part[i].from, x->part[i].to, at);
    return at && repeat_compare(x->heap, end, at);
}

REPEAT_OWN static void repeat_keep(struct repeat *x, char *stack) {
    char *stack_end = __libc_stack_end, *end = __curbrk;
    unsigned long *at = x->bytes;
    size_t size = sizeof *x + (size_t)(stack_end - stack) + (size_t)(end - x->heap);
    for (unsigned i = 0; i < x->parts; i++) size += (size_t)(x->part[i].to - x->part[i].from);
    x->stack.from = NULL;
    if (stack >= stack_end || size > REPEAT_BYTES) return;
    at = repeat_copy(stack, stack_end, at);
    for (unsigned i = 0; i < x->parts; i++) at = repeat_copy(x->part[i].from, x->part[i].to, at);
    repeat_copy(x->heap, end, at);
    for (unsigned i = 0; i < REPEAT_REGISTERS; i++) x->registers[i] = x->now[i];
    x->stack = (struct repeat_part){stack, stack_end};
    x->heap_end = end;
}

/* Part of the stack is where this returns to: the block. */
REPEAT_OWN void __sanitizer_cov_trace_pc(void) {
    struct repeat *x = repeat_state;
    char *stack = (char *)__builtin_frame_address(0) + sizeof(void *);
    if (!x) return;
    REPEAT_SAVE(x->now);
    if (repeat_is_same(x, stack)) REPEAT_ENDS("the program is in the same state again");
    if (++x->blocks != x->next) return;
    repeat_keep(x, stack);
    x->next *= 2;
}
