/* The printf family. A call with a constant format is taken apart when the program is read
 * (frontend/format.c): each piece is one call of __cinch_put_*, which writes after the n
 * characters so far, as far as the limit allows, and returns how many there are then. Other formats
 * are read here, at the end. Integers, characters and strings are exact; of floats and addresses
 * the length is bounded and the characters are those that can occur. */
typedef __SIZE_TYPE__ size;
typedef unsigned char byte;
typedef unsigned long long number;
typedef __builtin_va_list list;

/* As frontend/format.c has them. */
enum { LEFT = 1, PLUS = 2, BLANK = 4, ALTERNATE = 8, ZERO = 16, UPPER = 32, HEX = 64, OCTAL = 128 };
#define BUFFER char *to, size limit, size n
#define REST to, limit, n

void *malloc(size n);
void abort(void);
void __cinch_assume(int);
int __cinch_fails_output(void);
size __cinch_over_size(void);
char __cinch_over_char(void);
void __cinch_fill_memory(void *to); /* any contents */

static size put(BUFFER, char c) {
    if (n < limit) to[n] = c;
    return n + 1;
}

static size pad(BUFFER, char c, int count) {
    for (; count > 0; count--) n = put(REST, c);
    return n;
}

size __cinch_put_text(BUFFER, const char *text, size length) {
    for (size i = 0; i < length; i++) n = put(REST, text[i]);
    return n;
}

static void normalize(int *flags, int *width) {
    if (*width >= 0) return;
    *flags |= LEFT;
    *width = *width == -__INT_MAX__ - 1 ? __INT_MAX__ : -*width;
}

/* ---- integers ---- */
static int count_digits(number v, int flags) {
    static const number power[] = {1,
                                   10,
                                   100,
                                   1000,
                                   10000,
                                   100000,
                                   1000000,
                                   10000000,
                                   100000000,
                                   1000000000,
                                   10000000000,
                                   100000000000,
                                   1000000000000,
                                   10000000000000,
                                   100000000000000,
                                   1000000000000000,
                                   10000000000000000,
                                   100000000000000000,
                                   1000000000000000000,
                                   10000000000000000000u};
    int shift = flags & HEX ? 4 : 3, digits = 1;
    if (flags & (HEX | OCTAL))
        while (shift * digits < 64 && v >> shift * digits) digits++;
    else
        while (digits < 20 && v >= power[digits]) digits++;
    return digits;
}

/* The last digit first; by numbers of 32 bits where they suffice. */
static void put_decimal(BUFFER, number v, size at) {
    for (; v > 0xffffffffu; v /= 10) at--, put(to, limit, at, (char)('0' + v % 10));
    for (unsigned w = (unsigned)v; at > n; w /= 10) at--, put(to, limit, at, (char)('0' + w % 10));
}

static void put_binary(BUFFER, number v, size at, int flags) {
    for (; at > n; v >>= flags & HEX ? 4 : 3) {
        int digit = (int)(v & (flags & HEX ? 15 : 7));
        at--, put(to, limit, at,
                  (char)(digit < 10 ? '0' + digit : (flags & UPPER ? 'A' : 'a') + digit - 10));
    }
}

static size put_digits(BUFFER, number v, int digits, int flags) {
    if (flags & (HEX | OCTAL)) put_binary(REST, v, n + (size)digits, flags);
    else put_decimal(REST, v, n + (size)digits);
    return n + (size)digits;
}

/* sign: 0 where there is none. */
static size put_number(BUFFER, number v, char sign, int flags, int width, int precision) {
    int digits = v || precision ? count_digits(v, flags) : 0,
        zeros = precision > digits ? precision - digits : 0;
    normalize(&flags, &width);
    if (flags & ALTERNATE && flags & OCTAL && !zeros && (v || !digits)) zeros = 1;
    int prefix = flags & ALTERNATE && flags & HEX && v ? 2 : sign != 0,
        rest = width - prefix - zeros - digits;
    if (rest < 0) rest = 0;
    if (flags & ZERO && !(flags & LEFT) && precision < 0) zeros += rest, rest = 0;
    if (!(flags & LEFT)) n = pad(REST, ' ', rest);
    if (sign) n = put(REST, sign);
    else if (prefix) n = put(REST, '0'), n = put(REST, flags & UPPER ? 'X' : 'x');
    n = pad(REST, '0', zeros);
    n = put_digits(REST, v, digits, flags);
    return flags & LEFT ? pad(REST, ' ', rest) : n;
}

size __cinch_put_signed(BUFFER, long long v, int flags, int width, int precision) {
    char sign = (char)(v < 0 ? '-' : flags & PLUS ? '+' : flags & BLANK ? ' ' : 0);
    return put_number(REST, v < 0 ? -(number)v : (number)v, sign, flags, width, precision);
}

size __cinch_put_unsigned(BUFFER, number v, int flags, int width, int precision) {
    return put_number(REST, v, 0, flags, width, precision);
}

/* ---- characters and strings ---- */
size __cinch_put_char(BUFFER, int c, int flags, int width) {
    normalize(&flags, &width);
    if (!(flags & LEFT)) n = pad(REST, ' ', width - 1);
    n = put(REST, (char)c);
    return flags & LEFT ? pad(REST, ' ', width - 1) : n;
}

size __cinch_put_string(BUFFER, const char *s, int flags, int width, int precision) {
    size length = 0;
    normalize(&flags, &width);
    while ((precision < 0 || length < (size)precision) && s[length]) length++;
    int rest = length < (size)width ? width - (int)length : 0;
    if (!(flags & LEFT)) n = pad(REST, ' ', rest);
    n = __cinch_put_text(REST, s, length);
    return flags & LEFT ? pad(REST, ' ', rest) : n;
}

/* ---- what is bounded, not computed ---- */
static int in_float(char c) {
    return (c >= '+' && c <= '9' && c != ',' && c != '/') || (c >= 'a' && c <= 'f') ||
           (c >= 'A' && c <= 'F') || c == ' ' || c == 'x' || c == 'X' || c == 'p' || c == 'P' ||
           c == 'i' || c == 'n' || c == 'I' || c == 'N';
}

static size put_some(BUFFER, size least, size most) {
    size end = __cinch_over_size();
    __cinch_assume(end >= n + least && end <= n + most);
    while (n < end) {
        char c = __cinch_over_char();
        __cinch_assume(in_float(c));
        n = put(REST, c);
    }
    return n;
}

/* As many characters as the largest number needs: 4933 digits before the point for long double, 309
 * for double. */
static size put_float(BUFFER, size before, int conversion, int flags, int width, int precision) {
    size most = (size)(precision < 0 ? 32 : precision) + 16;
    normalize(&flags, &width);
    if (conversion == 'f' || conversion == 'F') most += before;
    if (most < (size)width) most = (size)width;
    return put_some(REST, width ? (size)width : 1, most);
}

size __cinch_put_double(BUFFER, double v, int conversion, int flags, int width, int precision) {
    return (void)v, put_float(REST, 309, conversion, flags, width, precision);
}

size __cinch_put_long_double(BUFFER, long double v, int conversion, int flags, int width,
                             int precision) {
    return (void)v, put_float(REST, 4933, conversion, flags, width, precision);
}

size __cinch_put_pointer(BUFFER, const void *p, int flags, int width) {
    if (!p) return __cinch_put_string(REST, "(nil)", flags, width, -1);
    normalize(&flags, &width);
    (void)((size)p / 16); /* the address is seen: what reads the text may have it again */
    size most = 2 + 2 * sizeof p;
    return put_some(REST, width > 3 ? (size)width : 3, most < (size)width ? (size)width : most);
}

/* ---- the end of a call ---- */
size __cinch_put_limit(size room) { return room ? room - 1 : 0; }

int __cinch_put_end(char *to, size room, size n) {
    if (room) to[n < room ? n : room - 1] = 0;
    return n > __INT_MAX__ ? -1 : (int)n;
}

/* Where the compiler knows the size of the object, more than that ends the program. */
int __cinch_put_checked(char *to, size room, size n) {
    if (n >= room) abort();
    return __cinch_put_end(to, room, n);
}

/* The room that the program says there is, which must not be more than the compiler knows. */
size __cinch_put_room(size room, size known) {
    if (known < room) abort();
    return room;
}

char *__cinch_put_block(char **to, size n) {
    char *block = malloc(n + 1);
    if (block) *to = block;
    return block;
}
/* Where there is no block nothing is written, and the call fails. */
size __cinch_put_block_limit(char *block, size n) { return block ? n : 0; }
int __cinch_put_block_end(char *block, size room, size n) {
    return block ? __cinch_put_end(block, room + 1, n) : -1;
}

int __cinch_printed(size n) { return __cinch_fails_output() || n > __INT_MAX__ ? -1 : (int)n; }

/* ---- formats that are not constants ---- */
struct arguments {
    list rest;
};
struct directive {
    int flags, width, precision;
    char length, conversion;
}; /* length: H for hh, q for ll and j */
#define NEXT(type) __builtin_va_arg(a->rest, type)

static int flag(char c) {
    return c == '-'   ? LEFT
           : c == '+' ? PLUS
           : c == ' ' ? BLANK
           : c == '#' ? ALTERNATE
           : c == '0' ? ZERO
                      : 0;
}

static int read_number(const char **at, struct arguments *a) {
    int n = 0;
    if (**at == '*') return ++*at, NEXT(int);
    for (; **at >= '0' && **at <= '9'; ++*at) n = n * 10 + (**at - '0');
    return n;
}

static char read_length(const char **at) {
    char first = **at;
    if (first == 't') first = 'z';
    if (first == 'j') first = 'q';
    if (first != 'h' && first != 'l' && first != 'q' && first != 'z' && first != 'L') return 0;
    int twice = (first == 'h' || first == 'l') && (*at)[1] == first;
    *at += 1 + twice;
    return (char)(!twice ? first : first == 'h' ? 'H' : 'q');
}

static struct directive read_directive(const char **at, struct arguments *a) {
    struct directive d = {0, 0, -1, 0, 0};
    for (; flag(**at); ++*at) d.flags |= flag(**at);
    d.width = read_number(at, a);
    if (**at == '.') ++*at, d.precision = read_number(at, a);
    d.length = read_length(at);
    d.conversion = **at;
    if (d.conversion) ++*at;
    if (d.conversion == 'x' || d.conversion == 'X') d.flags |= HEX;
    if (d.conversion == 'X') d.flags |= UPPER;
    if (d.conversion == 'o') d.flags |= OCTAL;
    return d;
}

static long long next_signed(const struct directive *d, struct arguments *a) {
    if (d->length == 'q') return NEXT(long long);
    if (d->length == 'l' || d->length == 'z') return NEXT(long);
    int v = NEXT(int);
    return d->length == 'H' ? (signed char)v : d->length == 'h' ? (short)v : v;
}

static number next_unsigned(const struct directive *d, struct arguments *a) {
    if (d->length == 'q') return NEXT(number);
    if (d->length == 'l' || d->length == 'z') return NEXT(unsigned long);
    unsigned v = NEXT(unsigned);
    return d->length == 'H' ? (byte)v : d->length == 'h' ? (unsigned short)v : v;
}

static void store_count(const struct directive *d, struct arguments *a, size n) {
    if (d->length == 'q') *NEXT(long long *) = (long long)n;
    else if (d->length == 'l' || d->length == 'z') *NEXT(long *) = (long)n;
    else if (d->length == 'h') *NEXT(short *) = (short)n;
    else if (d->length == 'H') *NEXT(signed char *) = (signed char)n;
    else *NEXT(int *) = (int)n;
}

/* False: a directive without a model. */
static int put_directive(BUFFER, const struct directive *d, struct arguments *a, size *end) {
    char c = d->conversion;
    if (d->length == 'L' && !((c | 32) >= 'e' && (c | 32) <= 'g') && (c | 32) != 'a') return 0;
    if (c == 'd' || c == 'i')
        *end = __cinch_put_signed(REST, next_signed(d, a), d->flags, d->width, d->precision);
    else if (c == 'u' || c == 'o' || c == 'x' || c == 'X')
        *end = __cinch_put_unsigned(REST, next_unsigned(d, a), d->flags, d->width, d->precision);
    else if (c == 'n') store_count(d, a, n), *end = n;
    else if (d->length && c != 'a' && c != 'A' && !((c | 32) >= 'e' && (c | 32) <= 'g')) return 0;
    else if (c == 'c') *end = __cinch_put_char(REST, NEXT(int), d->flags, d->width);
    else if (c == 's')
        *end = __cinch_put_string(REST, NEXT(const char *), d->flags, d->width, d->precision);
    else if (c == 'p' && !(d->flags & ~LEFT) && d->precision < 0)
        *end = __cinch_put_pointer(REST, NEXT(void *), d->flags, d->width);
    else if ((c | 32) != 'a' && !((c | 32) >= 'e' && (c | 32) <= 'g')) return 0;
    else if (d->length == 'L')
        *end =
            __cinch_put_long_double(REST, NEXT(long double), c, d->flags, d->width, d->precision);
    else *end = __cinch_put_double(REST, NEXT(double), c, d->flags, d->width, d->precision);
    return 1;
}

static int put_all(char *to, size limit, const char *format, struct arguments *a, size *n) {
    for (const char *at = format; *at;) {
        if (*at == '%' && at[1] != '%') {
            at++;
            struct directive d = read_directive(&at, a);
            if (!put_directive(to, limit, *n, &d, a, n)) return 0;
        } else {
            *n = put(to, limit, *n, *at);
            at += *at == '%' ? 2 : 1;
        }
    }
    return 1;
}

/* Where there is no model: any characters, any number of them. */
static int put_anything(char *to) {
    if (to) __cinch_fill_memory(to);
    return (int)__cinch_over_size();
}

int __cinch_vsnprintf(char *to, size room, const char *format, list rest) {
    struct arguments a;
    size n = 0;
    __builtin_va_copy(a.rest, rest);
    return put_all(to, __cinch_put_limit(room), format, &a, &n) ? __cinch_put_end(to, room, n)
                                                                : put_anything(room ? to : 0);
}

int __cinch_vsprintf(char *to, const char *format, list rest) {
    return __cinch_vsnprintf(to, (size)-1, format, rest);
}
int __cinch_vprintf(const char *format, list rest) {
    int n = __cinch_vsnprintf(0, 0, format, rest);
    return __cinch_fails_output() ? -1 : n;
}
int __cinch_vfprintf(void *stream, const char *format, list rest) {
    return (void)stream, __cinch_vprintf(format, rest);
}

#define WITH_REST(call)                                                                            \
    list rest;                                                                                     \
    __builtin_va_start(rest, format);                                                              \
    int n = call;                                                                                  \
    __builtin_va_end(rest);                                                                        \
    return n;
int __cinch_snprintf(char *to, size room, const char *format, ...) {
    WITH_REST(__cinch_vsnprintf(to, room, format, rest))
}
int __cinch_sprintf(char *to, const char *format, ...) {
    WITH_REST(__cinch_vsprintf(to, format, rest))
}
int __cinch_printf(const char *format, ...) { WITH_REST(__cinch_vprintf(format, rest)) }
int __cinch_fprintf(void *stream, const char *format, ...) {
    WITH_REST(__cinch_vfprintf(stream, format, rest))
}
