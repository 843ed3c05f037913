/* Linked with a generated test of an invalid access: what AddressSanitizer does not see. Arrays of
 * variable size, and what alloca makes, stay poisoned after their end, until the frame of a later
 * call lies there. Strings that the C library reads are read here first.
 *
 * The program calls these functions in place of the sanitizer's and the library's. They are weak:
 * a program may have its own function of the library's name. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void __asan_poison_memory_region(const volatile void *, size_t);
void __asan_unpoison_memory_region(const volatile void *, size_t);
void __asan_alloca_poison(uintptr_t, size_t);

void __asan_handle_no_return(void);
void __asan_get_shadow_mapping(size_t *scale, size_t *offset);

#define SHADOW_OWN __attribute__((no_sanitize("address"), no_instrument_function))
static uintptr_t shadow_low = UINTPTR_MAX, shadow_high; /* where some may be poisoned */

/* What is poisoned here, by us and not by the sanitizer's frames, is so no longer. */
SHADOW_OWN static void shadow_clear(uintptr_t from, uintptr_t to) {
    enum { POISONED_BY_USER = 0xf7 };
    size_t scale, offset;
    if (from < shadow_low) from = shadow_low;
    if (to > shadow_high) to = shadow_high;
    __asan_get_shadow_mapping(&scale, &offset);
    for (uintptr_t at = from >> scale; at < (to >> scale); at++)
        if (((volatile unsigned char *)offset)[at] == POISONED_BY_USER)
            ((volatile unsigned char *)offset)[at] = 0;
}

/* Called where a block with such arrays ends, and where their function returns. */
SHADOW_OWN void CINCH_OWN(shadow___asan_allocas_unpoison)(uintptr_t top, uintptr_t bottom) {
    if (!top || top >= bottom) return;
    if (top < shadow_low) shadow_low = top;
    if (bottom > shadow_high) shadow_high = bottom;
    __asan_poison_memory_region((void *)top, bottom - top);
}

/* The sanitizer's own functions need room on the stack. */
SHADOW_OWN void CINCH_OWN(shadow___asan_handle_no_return)(void) {
    shadow_clear(shadow_low, shadow_high);
    __asan_handle_no_return();
}

/* Called where a function begins (-finstrument-functions): its frame, and its arguments. */
SHADOW_OWN void __cyg_profile_func_enter(void *function, void *site) {
    enum { ARGUMENTS = 4096 };
    (void)function, (void)site;
    shadow_clear((uintptr_t)__builtin_frame_address(0),
                 (uintptr_t)__builtin_frame_address(1) + ARGUMENTS);
}

SHADOW_OWN void __cyg_profile_func_exit(void *function, void *site) { (void)function, (void)site; }

/* Redzones of at most 32 bytes are on either side, and the size is rounded up to so many. */
SHADOW_OWN void CINCH_OWN(shadow___asan_alloca_poison)(uintptr_t address, size_t size) {
    enum { REDZONE = 32 };
    size_t rounded = (size + REDZONE - 1) / REDZONE * REDZONE;
    __asan_unpoison_memory_region((void *)(address - REDZONE), rounded + 2 * REDZONE);
    __asan_alloca_poison(address, size);
}

/* ---- strings ---- */

/* `most` < 0: up to its end. */
static void shadow_read(const volatile char *s, int most) {
    for (int i = 0; (most < 0 || i < most) && s[i]; i++) continue;
}

__attribute__((weak)) char *CINCH_OWN(shadow_getenv)(const char *name) {
    shadow_read(name, -1);
    return getenv(name);
}

static const char *shadow_number(const char *f, va_list *all, int *number) {
    if (*f == '*') {
        *number = va_arg(*all, int);
        return f + 1;
    }
    for (*number = 0; *f >= '0' && *f <= '9'; f++) *number = *number * 10 + (*f - '0');
    return f;
}

/* The argument of a conversion, of so many `l`; false: not known here. */
static int shadow_argument(char kind, int longs, int precision, va_list *all) {
    switch (kind) {
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
    case 'c':
        if (longs > 1) (void)va_arg(*all, long long);
        else if (longs) (void)va_arg(*all, long);
        else (void)va_arg(*all, int);
        return 1;
    case 'e':
    case 'f':
    case 'g': (void)va_arg(*all, double); return 1;
    case 'p': (void)va_arg(*all, void *); return 1;
    case 's':
        if (longs) return 0;
        shadow_read(va_arg(*all, const char *), precision);
        return 1;
    default: return kind == '%';
    }
}

static void shadow_format(const char *f, va_list given) {
    va_list all;
    int known = 1;
    va_copy(all, given);
    while (known && *f) {
        int width, precision = -1, longs = 0;
        if (*f++ != '%') continue;
        while (*f && (*f == '-' || *f == '+' || *f == ' ' || *f == '#' || *f == '0')) f++;
        f = shadow_number(f, &all, &width);
        if (*f == '.') f = shadow_number(f + 1, &all, &precision);
        while (*f == 'h') f++;
        for (; *f == 'l'; f++) longs++;
        known = *f && shadow_argument(*f++, longs, precision, &all);
    }
    va_end(all);
}

#define SHADOW_PRINT(name, parameters, arguments)                                                  \
    __attribute__((weak)) int CINCH_OWN(shadow_##name) parameters {                                \
        va_list all;                                                                               \
        va_start(all, format);                                                                     \
        shadow_format(format, all);                                                                \
        int r = v##name arguments;                                                                 \
        va_end(all);                                                                               \
        return r;                                                                                  \
    }
SHADOW_PRINT(printf, (const char *format, ...), (format, all))
SHADOW_PRINT(fprintf, (FILE * f, const char *format, ...), (f, format, all))
SHADOW_PRINT(sprintf, (char *to, const char *format, ...), (to, format, all))
SHADOW_PRINT(snprintf, (char *to, size_t n, const char *format, ...), (to, n, format, all))
