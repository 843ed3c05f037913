/* stdlib.h without the heap itself: conversions, search and order. */
typedef __SIZE_TYPE__ size;

void *malloc(size n);
void __cinch_assume(int);
int __cinch_open_int(void); /* the standard leaves it open */
int __cinch_over_int(void); /* any value; an over-approximation */
size __cinch_over_size(void);
/* Calling the comparison functions of the program has no effect but their result; 2: and an operation
 * in them may be an error. */
int __cinch_comparisons_pure(void);
int __cinch_locale(void); /* not 0: another locale than "C" */

/* errno: what the program and the models wrote; other functions of the library may set it (the
 * translator's part, by this name). */
int __cinch_errno;
int *__errno_location(void) { return &__cinch_errno; }
int *__errno(void) { return &__cinch_errno; }
enum { NO_MEMORY = 12, INVALID = 22, OUT_OF_RANGE = 34 };

void *calloc(size count, size each) {
    size n;
    if (__builtin_mul_overflow(count, each, &n)) return 0;
    void *block = malloc(n);
    if (block) __builtin_memset(block, 0, n);
    return block;
}

void *realloc(void *block, size n);

void *reallocarray(void *block, size count, size each) {
    size n;
    if (!__builtin_mul_overflow(count, each, &n)) return realloc(block, n);
    __cinch_errno = NO_MEMORY;
    return 0;
}

/* Nothing is known of the address of an aligned block but what is known of every one
 * (over-approximated). */
void *aligned_alloc(size alignment, size n) { return (void)alignment, malloc(n); }
void *memalign(size alignment, size n) { return (void)alignment, malloc(n); }
void *pvalloc(size n) { return malloc(n); }

int posix_memalign(void **block, size alignment, size n) {
    if (!alignment || alignment & (alignment - 1) || alignment % sizeof(void *)) return INVALID;
    void *made = malloc(n);
    if (!made) return NO_MEMORY;
    *block = made;
    return 0;
}

static int blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return 99;
}

typedef struct {
    unsigned long long value;
    int minus, full;
} number;

/* The number at the start of a text, at most `positive`, or `negative` after a sign; `full` where
 * it is larger. *end is after it, or at the start where there is none. */
static number convert(const char *s, char **end, int base, unsigned long long positive,
                      unsigned long long negative) {
    const char *p = s;
    number n = {0, 0, 0};
    if (base < 0 || base == 1 || base > 36) {
        __cinch_errno = INVALID; /* and *end stays as it is */
        return n;
    }
    while (blank(*p)) p++;
    n.minus = *p == '-';
    if (*p == '-' || *p == '+') p++;
    if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X') &&
        digit(p[2]) < 16)
        p += 2, base = 16;
    if (base == 0) base = *p == '0' ? 8 : 10;
    unsigned long long most = n.minus ? negative : positive;
    int any = 0;
    for (; digit(*p) < base; p++) {
        unsigned d = (unsigned)digit(*p);
        any = 1;
        if (n.full || d > most || n.value > (most - d) / (unsigned)base) n.full = 1;
        else n.value = n.value * (unsigned)base + d;
    }
    if (end) *end = (char *)(any ? p : s);
    if (n.full) n.value = most, __cinch_errno = OUT_OF_RANGE;
    return n;
}

long strtol(const char *s, char **end, int base) {
    unsigned long most = __LONG_MAX__;
    number n = convert(s, end, base, most, most + 1);
    return (long)(n.minus ? -n.value : n.value);
}

long long strtoll(const char *s, char **end, int base) {
    unsigned long long most = __LONG_LONG_MAX__;
    number n = convert(s, end, base, most, most + 1);
    return (long long)(n.minus ? -n.value : n.value);
}

/* A negative number is its negation in the unsigned type; what does not fit is the largest,
 * whatever its sign. */
unsigned long strtoul(const char *s, char **end, int base) {
    unsigned long most = 2ul * __LONG_MAX__ + 1;
    number n = convert(s, end, base, most, most);
    return (unsigned long)(n.minus && !n.full ? -n.value : n.value);
}

unsigned long long strtoull(const char *s, char **end, int base) {
    unsigned long long most = 2ull * __LONG_LONG_MAX__ + 1;
    number n = convert(s, end, base, most, most);
    return n.minus && !n.full ? -n.value : n.value;
}

__INTMAX_TYPE__ strtoimax(const char *s, char **end, int base) { return strtoll(s, end, base); }
__UINTMAX_TYPE__ strtoumax(const char *s, char **end, int base) { return strtoull(s, end, base); }
long long strtoq(const char *s, char **end, int base) { return strtoll(s, end, base); }
unsigned long long strtouq(const char *s, char **end, int base) { return strtoull(s, end, base); }
int atoi(const char *s) { return (int)strtol(s, 0, 10); }
long atol(const char *s) { return strtol(s, 0, 10); }
long long atoll(const char *s) { return strtoll(s, 0, 10); }

/* ---- floating-point numbers ---- */
enum form { NOTHING, FINITE, INFINITE, NAN_FORM };
typedef struct {
    enum form form;
    int minus, hexadecimal;
    int whole;                 /* all digits are in `digits` */
    unsigned long long digits; /* as one number */
    int exponent;              /* the value is digits * 10^exponent, hexadecimal: * 2^exponent */
    const char *end;
} real_text;

static int letters(const char *s, const char *small) {
    int i = 0;
    for (; small[i]; i++)
        if (s[i] != small[i] && s[i] != small[i] - 32) return 0;
    return i;
}

static int word_character(char c) { return digit(c) < 36 || c == '_'; }

static void scan_word(real_text *t, const char *p) {
    t->form = *p == 'n' || *p == 'N' ? NAN_FORM : INFINITE;
    t->end = p + 3;
    if (t->form == INFINITE) {
        t->end += letters(p + 3, "inity");
    } else if (p[3] == '(') {
        for (p += 4; word_character(*p); p++) continue;
        if (*p == ')') t->end = p + 1;
    }
}

static void scan_digit(real_text *t, unsigned d, int base, int behind_point) {
    int step = base == 16 ? 4 : 1;
    if (t->digits < (1ull << 58)) {
        t->digits = t->digits * (unsigned)base + d;
        if (behind_point) t->exponent -= step;
    } else {
        if (d) t->whole = 0;
        if (!behind_point) t->exponent += step;
    }
}

/* 'e' or 'p', a sign, digits; nothing where a digit is missing. */
static void scan_exponent(real_text *t, const char *p) {
    if (*p != (t->hexadecimal ? 'p' : 'e') && *p != (t->hexadecimal ? 'P' : 'E')) return;
    int minus = p[1] == '-', n = 0;
    p += minus || p[1] == '+' ? 2 : 1;
    if (digit(*p) > 9) return;
    for (; digit(*p) <= 9; p++)
        if (n < 100000) n = n * 10 + digit(*p);
    t->exponent += minus ? -n : n;
    t->end = p;
}

static void scan_number(real_text *t, const char *p) {
    int any = 0, base = t->hexadecimal ? 16 : 10, point = 0;
    for (;; p++) {
        if (*p == '.' && !point) point = 1;
        else if (digit(*p) < base)
            any = 1, t->form = FINITE, scan_digit(t, (unsigned)digit(*p), base, point);
        else break;
    }
    if (!any) return;
    t->end = p;
    scan_exponent(t, p);
}

static real_text scan_real(const char *s) {
    real_text t = {NOTHING, 0, 0, 1, 0, 0, s};
    const char *p = s;
    while (blank(*p)) p++;
    t.minus = *p == '-';
    if (*p == '-' || *p == '+') p++;
    int prefix = p[0] == '0' && (p[1] == 'x' || p[1] == 'X');
    t.hexadecimal = prefix && (digit(p[2]) < 16 || (p[2] == '.' && digit(p[3]) < 16));
    if (letters(p, "inf") || letters(p, "nan")) scan_word(&t, p);
    else scan_number(&t, p + (t.hexadecimal ? 2 : 0));
    return t;
}

/* In a locale with another decimal point the number may end elsewhere. */
static const char *real_end(const char *s, const real_text *t) {
    if (!__cinch_locale()) return t->end;
    size n = 0, at = __cinch_over_size();
    while (s[n]) n++;
    __cinch_assume(at <= n);
    return s + at;
}

/* Exact where the digits and the power are numbers of the type, so that one operation rounds, and
 * where the number is out of range. Elsewhere any number of the right sign, and perhaps out of
 * range. `powers`: 10^powers is exact; `binary`: 2^binary is; beyond 10^high every number is too
 * large, below 10^low too small. */
#define READ_REAL(name, real, mantissa_bits, powers, binary, high, low, over, infinity)            \
    real over(void);                                                                               \
    static real name##_out_of_range(int minus, int large) {                                        \
        real r = over();                                                                           \
        __cinch_errno = OUT_OF_RANGE;                                                              \
        if (__builtin_flt_rounds() == 1) r = large ? infinity : 0;                                 \
        __cinch_assume(large ? r > 1 : r >= 0 && r < 1);                                           \
        return minus ? -r : r;                                                                     \
    }                                                                                              \
    static real name##_bounded(int minus) {                                                        \
        real r = over();                                                                           \
        __cinch_assume(r >= 0);                                                                    \
        if (__cinch_over_int()) __cinch_errno = OUT_OF_RANGE;                                      \
        return minus ? -r : r;                                                                     \
    }                                                                                              \
    static real name##_finite(const real_text *t) {                                                \
        int places = t->exponent < 0 ? -t->exponent : t->exponent;                                 \
        int exact = t->whole && !(mantissa_bits < 64 && t->digits >> (mantissa_bits % 64));        \
        long long digits = t->minus ? -(long long)t->digits : (long long)t->digits;                \
        real power = 1;                                                                            \
        if (!t->digits) return t->minus ? -(real)0 : 0;                                            \
        if (!t->hexadecimal && (t->exponent > high || t->exponent < low))                          \
            return name##_out_of_range(t->minus, t->exponent > 0);                                 \
        if (t->whole && !places) return (real)digits;                                              \
        if (!exact || places > (t->hexadecimal ? binary : powers))                                 \
            return name##_bounded(t->minus);                                                       \
        for (int i = 0; i < places; i++) power *= t->hexadecimal ? 2 : 10;                         \
        return t->exponent < 0 ? (real)digits / power : (real)digits * power;                      \
    }                                                                                              \
    /* Sign and payload are as the text has them. */                                               \
    static real name##_nan(void) {                                                                 \
        real r = over();                                                                           \
        __cinch_assume(__builtin_isnan(r));                                                        \
        return r;                                                                                  \
    }                                                                                              \
    real name(const char *s, char **end) {                                                         \
        real_text t = scan_real(s);                                                                \
        if (end) *end = (char *)real_end(s, &t);                                                   \
        if (__cinch_locale()) return over();                                                       \
        if (t.form == FINITE) return name##_finite(&t);                                            \
        if (t.form == INFINITE) return t.minus ? -infinity : infinity;                             \
        return t.form == NAN_FORM ? name##_nan() : 0;                                              \
    }

READ_REAL(strtof, float, 24, 10, 60, 38, -66, __cinch_over_float, __builtin_inff())
READ_REAL(strtod, double, 53, 22, 500, 308, -345, __cinch_over_double, __builtin_inf())
#if __LDBL_MANT_DIG__ == 53
READ_REAL(strtold, long double, 53, 22, 500, 308, -345, __cinch_over_longdouble, __builtin_infl())
#else
READ_REAL(strtold, long double, 64, 27, 500, 4932, -4990, __cinch_over_longdouble, __builtin_infl())
#endif
double atof(const char *s) { return strtod(s, 0); }

/* Six bits a character, the lowest first, at most six of them. */
long a64l(const char *s) {
    unsigned value = 0;
    for (int i = 0; i < 6; i++) {
        char c = s[i];
        unsigned d;
        if (c == '.' || c == '/') d = (unsigned)(c - '.');
        else if (c >= '0' && c <= '9') d = (unsigned)(c - '0') + 2;
        else if (c >= 'A' && c <= 'Z') d = (unsigned)(c - 'A') + 12;
        else if (c >= 'a' && c <= 'z') d = (unsigned)(c - 'a') + 38;
        else break;
        value |= d << 6 * i;
    }
    return (long)value;
}

int rand(void) {
    int x = __cinch_over_int();
    return x < 0 ? ~x : x;
}

void srand(unsigned seed) { (void)seed; }

/* ---- order ---- */
static void swap(char *a, char *b, size each) {
    if (each == sizeof(int)) {
        int t = *(int *)a;
        *(int *)a = *(int *)b, *(int *)b = t;
    } else if (each == sizeof(long long)) {
        long long t = *(long long *)a;
        *(long long *)a = *(long long *)b, *(long long *)b = t;
    } else {
        for (size i = 0; i < each; i++) {
            char t = a[i];
            a[i] = b[i], b[i] = t;
        }
    }
}

/* The standard leaves the order of elements that compare equal open: any. */
static int goes_before(const void *a, const void *b, int (*compare)(const void *, const void *)) {
    int order = compare(a, b);
    return order < 0 || (order == 0 && __cinch_open_int());
}

static char *any_element(const void *base, size count, size each) {
    size i = __cinch_over_size();
    __cinch_assume(i < count);
    return (char *)base + i * each;
}

/* A comparison function with effects is called any number of times, on any elements, which may have
 * been moved: more than any algorithm does (over-approximated). One without effects is called by one
 * algorithm, and if an operation in it may be an error, once more on any elements: another algorithm
 * compares others. */
static void compare_any(char *base, size count, size each,
                        int (*compare)(const void *, const void *)) {
    while (count && __cinch_over_int()) {
        swap(any_element(base, count, each), any_element(base, count, each), each);
        compare(any_element(base, count, each), any_element(base, count, each));
    }
}

void qsort(void *base, size count, size each, int (*compare)(const void *, const void *)) {
    if (count < 2) return;
    if (!__cinch_comparisons_pure()) {
        compare_any(base, count, each, compare);
        return;
    }
    if (__cinch_comparisons_pure() > 1 && __cinch_over_int())
        compare(any_element(base, count, each), any_element(base, count, each));
    for (size i = 1; i < count; i++)
        for (char *at = (char *)base + i * each; at != base && !goes_before(at - each, at, compare);
             at -= each)
            swap(at - each, at, each);
}

/* ---- search ---- */
static void *find_any(const void *key, const void *base, size count, size each,
                      int (*compare)(const void *, const void *)) {
    while (count && __cinch_over_int()) compare(key, any_element(base, count, each));
    return count && __cinch_over_int() ? any_element(base, count, each) : 0;
}

static const char *find(const void *key, const char *base, size count, size each,
                        int (*compare)(const void *, const void *)) {
    size low = 0, high = count;
    while (low < high) {
        size middle = low + (high - low) / 2;
        const char *at = base + middle * each;
        int order = compare(key, at);
        if (!order) return at;
        if (order < 0) high = middle;
        else low = middle + 1;
    }
    return 0;
}

/* The standard leaves open which of several equal elements is found. */
void *bsearch(const void *key, const void *base, size count, size each,
              int (*compare)(const void *, const void *)) {
    if (!__cinch_comparisons_pure()) return find_any(key, base, count, each, compare);
    if (count && __cinch_comparisons_pure() > 1 && __cinch_over_int())
        compare(key, any_element(base, count, each));
    const char *at = find(key, base, count, each, compare),
               *end = (const char *)base + count * each;
    if (!at) return 0;
    while (at != base && __cinch_over_int() && !compare(key, at - each)) at -= each;
    while (at + each != end && __cinch_over_int() && !compare(key, at + each)) at += each;
    return (void *)at;
}

void *lfind(const void *key, const void *base, size *count, size each,
            int (*compare)(const void *, const void *)) {
    for (size i = 0; i < *count; i++) {
        char *at = (char *)base + i * each;
        if (!compare(key, at)) return at;
    }
    return 0;
}

void *lsearch(const void *key, void *base, size *count, size each,
              int (*compare)(const void *, const void *)) {
    char *at = lfind(key, base, count, each, compare);
    if (at) return at;
    at = (char *)base + (*count)++ * each;
    for (size i = 0; i < each; i++) at[i] = ((const char *)key)[i];
    return at;
}

int ffs(int x) { return __builtin_ffs(x); }
int ffsl(long x) { return __builtin_ffsl(x); }
int ffsll(long long x) { return __builtin_ffsll(x); }
