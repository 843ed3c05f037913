/* stdlib.h without the heap itself: arithmetic, conversions, search and order. */
typedef __SIZE_TYPE__ size;

void *malloc(size n);
void *memset(void *to, int value, size n);
int __cinch_open_int(void); /* the standard leaves it open */

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }
__INTMAX_TYPE__ imaxabs(__INTMAX_TYPE__ x) { return x < 0 ? -x : x; }

typedef struct { int quot, rem; } int_pair;
typedef struct { long quot, rem; } long_pair;
typedef struct { long long quot, rem; } long_long_pair;

int_pair div(int a, int b) {
    int_pair r = {a / b, a % b};
    return r;
}

long_pair ldiv(long a, long b) {
    long_pair r = {a / b, a % b};
    return r;
}

long_long_pair lldiv(long long a, long long b) {
    long_long_pair r = {a / b, a % b};
    return r;
}

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
    return __builtin_mul_overflow(count, each, &n) ? 0 : realloc(block, n);
}

static int blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return 99;
}

/* The value of a number, saturated at `most`; *end is behind it, or at the start where there is none. */
static unsigned long long convert(const char *s, char **end, int base, unsigned long long positive,
                                  unsigned long long negative, int *minus) {
    const char *p = s;
    while (blank(*p)) p++;
    *minus = *p == '-';
    if (*p == '-' || *p == '+') p++;
    if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X') && digit(p[2]) < 16)
        p += 2, base = 16;
    if (base == 0) base = *p == '0' ? 8 : 10;
    unsigned long long most = *minus ? negative : positive, value = 0;
    int any = 0, full = 0;
    for (; digit(*p) < base; p++) {
        unsigned d = (unsigned)digit(*p);
        any = 1;
        if (full || value > (most - d) / (unsigned)base || d > most) full = 1;
        else value = value * (unsigned)base + d;
    }
    if (end) *end = (char *)(any ? p : s);
    return full ? most : value;
}

long strtol(const char *s, char **end, int base) {
    int minus;
    unsigned long most = __LONG_MAX__;
    unsigned long v = (unsigned long)convert(s, end, base, most, most + 1, &minus);
    return (long)(minus ? -v : v);
}

long long strtoll(const char *s, char **end, int base) {
    int minus;
    unsigned long long most = __LONG_LONG_MAX__;
    unsigned long long v = convert(s, end, base, most, most + 1, &minus);
    return (long long)(minus ? -v : v);
}

unsigned long strtoul(const char *s, char **end, int base) {
    int minus;
    unsigned long most = 2ul * __LONG_MAX__ + 1;
    unsigned long v = (unsigned long)convert(s, end, base, most, most, &minus);
    return minus && v != most ? -v : v;
}

unsigned long long strtoull(const char *s, char **end, int base) {
    int minus;
    unsigned long long most = 2ull * __LONG_LONG_MAX__ + 1;
    unsigned long long v = convert(s, end, base, most, most, &minus);
    return minus && v != most ? -v : v;
}

int atoi(const char *s) { return (int)strtol(s, 0, 10); }
long atol(const char *s) { return strtol(s, 0, 10); }
long long atoll(const char *s) { return strtoll(s, 0, 10); }

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

void *bsearch(const void *key, const void *base, size count, size each, int (*compare)(const void *, const void *)) {
    size low = 0, high = count;
    while (low < high) {
        size middle = low + (high - low) / 2;
        const char *at = (const char *)base + middle * each;
        int order = compare(key, at);
        if (!order) return (void *)at;
        if (order < 0) high = middle;
        else low = middle + 1;
    }
    return 0;
}

int rand(void) {
    extern int __cinch_over_int(void);
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

void qsort(void *base, size count, size each, int (*compare)(const void *, const void *)) {
    for (size i = 1; i < count; i++)
        for (char *at = (char *)base + i * each; at != base && !goes_before(at - each, at, compare); at -= each) swap(at - each, at, each);
}

int ffs(int x) { return __builtin_ffs(x); }
int ffsl(long x) { return __builtin_ffsl(x); }
int ffsll(long long x) { return __builtin_ffsll(x); }

/* errno: what the program wrote, until a function of the library is called (the translator's part, by this name). */
int __cinch_errno;
int *__errno_location(void) { return &__cinch_errno; }
int *__errno(void) { return &__cinch_errno; }
