/* The scanf family. A call with a constant format is taken apart when the program is read
 * (frontend/format.c): each directive is one call here. The state of a call is the number of fields
 * assigned so far; below 0 the call has stopped and -2 - state is its result. sscanf reads its
 * string through a cursor; what other input holds is an input of the program. */
typedef __SIZE_TYPE__ size;
typedef unsigned char byte;
typedef unsigned long long number;

/* As frontend/format_scan.c has them. */
enum { SKIP = 1, SIGNED = 2, WIDE = 4, NOT = 8 };
enum { END = -1 };

void __cinch_assume(int);
int __cinch_input_int_scanf(void);
int __cinch_over_int(void);
char __cinch_input_char_scanf(void);

/* The end of the input counts only before the first field. */
static int stop(int state, int ended) { return -2 - (state ? state : ended ? END : 0); }
static int done(int state, int flags) { return flags & SKIP ? state : state + 1; }
int __cinch_scanned(int state) { return state >= 0 ? state : -2 - state; }

static int blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* ---- a string ---- */
void __cinch_scan_space(int state, const char **at) {
    if (state >= 0)
        while (blank(**at)) ++*at;
}

int __cinch_scan_text(int state, const char **at, const char *text, size length) {
    for (size i = 0; state >= 0 && i < length; i++) {
        if (**at != text[i]) return stop(state, !**at);
        ++*at;
    }
    return state;
}

static int digit(char c, int base) {
    int d = c >= '0' && c <= '9'   ? c - '0'
            : c >= 'a' && c <= 'f' ? c - 'a' + 10
            : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                   : base;
    return d < base ? d : -1;
}

static number most(int flags, int minus) {
    number all = flags & WIDE ? (number)-1 : (unsigned long)-1;
    return flags & SIGNED ? all / 2 + (number)minus : all;
}

/* Saturated, as strtol and strtoul are; what does not fit into an unsigned type loses its sign. */
static number convert(const char **at, int base, int flags, int width, int minus) {
    number value = 0, top = most(flags, minus);
    int full = 0;
    for (int d; width && (d = digit(**at, base)) >= 0; ++*at, width--) {
        full |= value > (top - (number)d) / (number)base;
        value = value * (number)base + (number)d;
    }
    if (full) return minus && flags & SIGNED ? -top : top;
    return minus ? -value : value;
}

/* A prefix 0x may stand before a hexadecimal number; base 0 is decided by what comes. */
static int prefix(const char **at, int base, int *width, int *zero) {
    *zero = *width && **at == '0' && (base == 0 || base == 16);
    if (!*zero) return base ? base : 10;
    ++*at, --*width;
    if (!*width || (**at != 'x' && **at != 'X')) return base ? base : 8;
    ++*at, --*width;
    return 16;
}

/* The number at the cursor; -1 width: as many digits as there are. */
static int integer(int state, const char **at, int base, int flags, int width, number *value) {
    if (state < 0) return state;
    __cinch_scan_space(state, at);
    if (!**at) return stop(state, 1);
    int minus = **at == '-', zero;
    if (minus || **at == '+') ++*at, width--;
    base = prefix(at, base, &width, &zero);
    const char *digits = *at;
    *value = convert(at, base, flags, width, minus);
    if (*at == digits && !zero) return stop(state, 0);
    return done(state, flags);
}

#define INTEGER(name, type)                                                                        \
    int __cinch_scan_##name(int state, const char **at, int base, int flags, int width,            \
                            type *to) {                                                            \
        number value;                                                                              \
        state = integer(state, at, base, flags, width, &value);                                    \
        if (state >= 0 && !(flags & SKIP)) *to = (type)value;                                      \
        return state;                                                                              \
    }
INTEGER(8, signed char)
INTEGER(16, short)
INTEGER(32, int)
INTEGER(64, long long)

int __cinch_scan_count(int state, const char **at, const char *start, int *to) {
    if (state >= 0) *to = (int)(*at - start);
    return state;
}

int __cinch_scan_chars(int state, const char **at, int flags, int width, char *to) {
    if (state < 0) return state;
    if (!**at) return stop(state, 1);
    for (int i = 0; i < width && **at; i++, ++*at)
        if (!(flags & SKIP)) to[i] = **at;
    return done(state, flags);
}

static int among(char c, const char *set, size length, int flags) {
    int in = 0;
    for (size i = 0; i < length; i++) {
        int range = i + 2 < length && set[i + 1] == '-' && (byte)set[i] <= (byte)set[i + 2];
        in |= range ? (byte)c >= (byte)set[i] && (byte)c <= (byte)set[i + 2] : c == set[i];
        if (range) i += 2;
    }
    return flags & NOT ? !in : in;
}

int __cinch_scan_set(int state, const char **at, int flags, int width, const char *set, size length,
                     char *to) {
    size i = 0;
    if (state < 0) return state;
    if (!**at) return stop(state, 1);
    for (; (width < 0 || i < (size)width) && **at && among(**at, set, length, flags); i++, ++*at)
        if (!(flags & SKIP)) to[i] = **at;
    if (!i) return stop(state, 0);
    if (!(flags & SKIP)) to[i] = 0;
    return done(state, flags);
}

int __cinch_scan_string(int state, const char **at, int flags, int width, char *to) {
    __cinch_scan_space(state, at);
    return __cinch_scan_set(state, at, flags | NOT, width, " \t\n\v\f\r", 6, to);
}

/* ---- input ---- */
/* Whether the next directive finds something; where not, whether for want of input. */
static int finds(int *state, int may_mismatch) {
    int how = __cinch_input_int_scanf();
    if (how) *state = stop(*state, !may_mismatch || how > 0);
    return *state >= 0;
}

int __cinch_read_text(int state) {
    if (state >= 0) finds(&state, 1);
    return state;
}

/* A number of at most `width` characters; -1: any. Where the base is open, decimal digits reach as
 * far as hexadecimal ones with their prefix, up to 11; longer ones reach all numbers of 32 bits. */
enum { LONGEST = 11 };
static int integer_read(int *state, int base, int width, number *value) {
    if (*state < 0 || !finds(state, 1)) return 0;
    number bound = 1;
    int minus = __cinch_input_int_scanf() != 0, any = width < 0 || width > LONGEST;
    *value = (number)__cinch_input_int_scanf() << 32 | (unsigned)__cinch_input_int_scanf();
    for (int i = minus; !any && i < width; i++)
        any = __builtin_mul_overflow(bound, (number)(base ? base : 10), &bound);
    if (any) return 1;
    __cinch_assume(*value < bound);
    if (minus) *value = -*value;
    return 1;
}

#define INTEGER_READ(name, type)                                                                   \
    int __cinch_read_##name(int state, int base, int flags, int width, type *to) {                 \
        number value;                                                                              \
        if (!integer_read(&state, base, width, &value)) return state;                              \
        if (!(flags & SKIP)) *to = (type)value;                                                    \
        return done(state, flags);                                                                 \
    }
INTEGER_READ(8, signed char)
INTEGER_READ(16, short)
INTEGER_READ(32, int)
INTEGER_READ(64, long long)

#define FLOAT_READ(name, type)                                                                     \
    type __cinch_input_##name##_scanf(void);                                                       \
    int __cinch_read_##name(int state, int flags, type *to) {                                      \
        if (state < 0 || !finds(&state, 1)) return state;                                          \
        if (!(flags & SKIP)) *to = __cinch_input_##name##_scanf();                                 \
        return done(state, flags);                                                                 \
    }
FLOAT_READ(float, float)
FLOAT_READ(double, double)
FLOAT_READ(real, long double)

int __cinch_read_count(int state, int *to) {
    if (state < 0) return state;
    *to = __cinch_over_int(); /* what was read before decides it */
    __cinch_assume(*to >= state);
    return state;
}

int __cinch_read_chars(int state, int flags, int width, char *to) {
    if (state < 0 || !finds(&state, 0)) return state;
    for (int i = 0; i < width && !(flags & SKIP); i++) {
        if (i && __cinch_input_int_scanf()) break; /* the end of the input */
        to[i] = __cinch_input_char_scanf();
    }
    return done(state, flags);
}

/* At least one character of the set, and a NUL. */
static int fill(int state, int flags, int width, const char *set, size length, char *to) {
    size i = 0;
    if (flags & SKIP) return state;
    do {
        char c = __cinch_input_char_scanf();
        __cinch_assume(among(c, set, length, flags));
        to[i++] = c;
    } while ((width < 0 || i < (size)width) && __cinch_input_int_scanf());
    to[i] = 0;
    return state + 1;
}

int __cinch_read_set(int state, int flags, int width, const char *set, size length, char *to) {
    return state < 0 || !finds(&state, 1) ? state : fill(state, flags, width, set, length, to);
}

int __cinch_read_string(int state, int flags, int width, char *to) {
    return state < 0 || !finds(&state, 0) ? state
                                          : fill(state, flags | NOT, width, " \t\n\v\f\r", 6, to);
}
