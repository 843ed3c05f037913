/* string.h: what the standard says, byte by byte. */
typedef __SIZE_TYPE__ size;
typedef unsigned char byte;

void *malloc(size n);
void __cinch_assume(int);
int __cinch_open_int(void); /* the standard leaves it open */
int __cinch_over_int(void); /* any value; an over-approximation */
int __cinch_locale(void);   /* not 0: another locale than "C" */

/* The standard fixes only the sign of a comparison. */
static int order(byte x, byte y) {
    if (x == y) return 0;
    int r = __cinch_open_int();
    __cinch_assume(r != 0 && (r < 0) == (x < y));
    return r;
}

void *memcpy(void *to, const void *from, size n) {
    __builtin_memcpy(to, from, n);
    return to;
}

void *mempcpy(void *to, const void *from, size n) {
    __builtin_memcpy(to, from, n);
    return (byte *)to + n;
}

void *memmove(void *to, const void *from, size n) {
    __builtin_memmove(to, from, n);
    return to;
}

void *memset(void *to, int value, size n) {
    __builtin_memset(to, value, n);
    return to;
}

void bzero(void *to, size n) { __builtin_memset(to, 0, n); }

static void touch(const byte *a, const byte *b) {
    byte x = *a, y = *b;
    (void)x, (void)y;
}

/* Both objects must have n bytes, also if an earlier one differs (C11 7.24.4.1). */
int memcmp(const void *a, const void *b, size n) {
    if (n) touch((const byte *)a + (n - 1), (const byte *)b + (n - 1));
    for (size i = 0; i < n; i++) {
        byte x = ((const byte *)a)[i], y = ((const byte *)b)[i];
        if (x != y) return order(x, y);
    }
    return 0;
}

int bcmp(const void *a, const void *b, size n) { return memcmp(a, b, n); }

void *memchr(const void *in, int value, size n) {
    for (size i = 0; i < n; i++)
        if (((const byte *)in)[i] == (byte)value) return (byte *)in + i;
    return 0;
}

size strlen(const char *s) {
    size n = 0;
    while (s[n]) n++;
    return n;
}

size strnlen(const char *s, size most) {
    size n = 0;
    while (n < most && s[n]) n++;
    return n;
}

char *strcpy(char *to, const char *from) {
    size i = 0;
    char c;
    do to[i] = c = from[i], i++;
    while (c);
    return to;
}

char *stpcpy(char *to, const char *from) {
    size i = 0;
    for (; from[i]; i++) to[i] = from[i];
    to[i] = 0;
    return to + i;
}

char *strncpy(char *to, const char *from, size n) {
    size i = 0;
    for (; i < n && from[i]; i++) to[i] = from[i];
    for (; i < n; i++) to[i] = 0;
    return to;
}

char *strcat(char *to, const char *from) {
    size n = strlen(to), i = 0;
    do to[n + i] = from[i];
    while (from[i++]);
    return to;
}

char *strncat(char *to, const char *from, size most) {
    size n = strlen(to), i = 0;
    for (; i < most && from[i]; i++) to[n + i] = from[i];
    to[n + i] = 0;
    return to;
}

int strcmp(const char *a, const char *b) {
    size i = 0;
    while (a[i] && a[i] == b[i]) i++;
    return order((byte)a[i], (byte)b[i]);
}

int strncmp(const char *a, const char *b, size n) {
    for (size i = 0; i < n; i++) {
        byte x = (byte)a[i], y = (byte)b[i];
        if (x != y) return order(x, y);
        if (!x) return 0;
    }
    return 0;
}

char *strchr(const char *s, int c) {
    for (;; s++) {
        if (*s == (char)c) return (char *)s;
        if (!*s) return 0;
    }
}

char *strchrnul(const char *s, int c) {
    while (*s && *s != (char)c) s++;
    return (char *)s;
}

char *strrchr(const char *s, int c) {
    char *last = 0;
    for (;; s++) {
        if (*s == (char)c) last = (char *)s;
        if (!*s) return last;
    }
}

static int holds(const char *set, char c) {
    for (; *set; set++)
        if (*set == c) return 1;
    return 0;
}

size strspn(const char *s, const char *set) {
    size n = 0;
    while (s[n] && holds(set, s[n])) n++;
    return n;
}

size strcspn(const char *s, const char *set) {
    size n = 0;
    while (s[n] && !holds(set, s[n])) n++;
    return n;
}

char *strpbrk(const char *s, const char *set) {
    for (; *s; s++)
        if (holds(set, *s)) return (char *)s;
    return 0;
}

char *strstr(const char *s, const char *part) {
    for (;; s++) {
        size i = 0;
        while (part[i] && s[i] == part[i]) i++;
        if (!part[i]) return (char *)s;
        if (!*s) return 0;
    }
}

char *strdup(const char *s) {
    size n = strlen(s) + 1;
    char *copy = malloc(n);
    if (copy) memcpy(copy, s, n);
    return copy;
}

char *strndup(const char *s, size most) {
    size n = strnlen(s, most);
    char *copy = malloc(n + 1);
    if (copy) {
        memcpy(copy, s, n);
        copy[n] = 0;
    }
    return copy;
}

/* ---- without regard to case, from after, in pieces ---- */
int tolower(int c);

int strncasecmp(const char *a, const char *b, size n) {
    for (; n; a++, b++, n--) {
        byte x = (byte)tolower((byte)*a), y = (byte)tolower((byte)*b);
        if (x != y || !x) return order(x, y);
    }
    return 0;
}
int strcasecmp(const char *a, const char *b) { return strncasecmp(a, b, (size)-1); }

void *memrchr(const void *s, int c, size n) {
    while (n--)
        if (((const unsigned char *)s)[n] == (unsigned char)c) return (char *)s + n;
    return 0;
}

void *memccpy(void *to, const void *from, int c, size n) {
    for (size i = 0; i < n; i++)
        if ((((unsigned char *)to)[i] = ((const unsigned char *)from)[i]) == (unsigned char)c)
            return (char *)to + i + 1;
    return 0;
}

char *index(const char *s, int c) { return strchr(s, c); }
char *rindex(const char *s, int c) { return strrchr(s, c); }

void *rawmemchr(const void *s, int c) {
    const byte *p = s;
    while (*p != (byte)c) p++;
    return (void *)p;
}

size strlcpy(char *to, const char *from, size n) {
    size i = 0;
    for (; i + 1 < n && from[i]; i++) to[i] = from[i];
    if (n) to[i] = 0;
    return strlen(from);
}

size strlcat(char *to, const char *from, size n) {
    size at = strnlen(to, n);
    return at + strlcpy(to + at, from, n - at);
}

void swab(const void *from, void *to, long n) {
    const byte *a = from;
    byte *b = to;
    for (long i = 0; i + 1 < n; i += 2) {
        byte first = a[i];
        b[i] = a[i + 1], b[i + 1] = first;
    }
}

/* As glibc: at the end the rest is the empty text there. */
char *strtok_r(char *s, const char *set, char **rest) {
    if (!s) s = *rest;
    if (!s) return 0;
    s += strspn(s, set);
    char *end = s + strcspn(s, set);
    *rest = *end ? end + 1 : end;
    if (end == s) return 0;
    *end = 0;
    return s;
}

char *strtok(char *s, const char *set) {
    static char *rest;
    return strtok_r(s, set, &rest);
}

char *strsep(char **rest, const char *set) {
    char *s = *rest;
    if (!s) return 0;
    char *end = s + strcspn(s, set);
    *rest = *end ? end + 1 : 0;
    *end = 0;
    return s;
}

char *stpncpy(char *to, const char *from, size n) {
    strncpy(to, from, n);
    return to + strnlen(to, n);
}

void explicit_bzero(void *to, size n) { __builtin_memset(to, 0, n); }

void *memmem(const void *in, size n, const void *part, size m) {
    const byte *p = in;
    for (; n >= m; p++, n--) {
        size i = 0;
        while (i < m && p[i] == ((const byte *)part)[i]) i++;
        if (i == m) return (void *)p;
    }
    return 0;
}

char *strcasestr(const char *s, const char *part) {
    for (;; s++) {
        size i = 0;
        while (part[i] && tolower((byte)s[i]) == tolower((byte)part[i])) i++;
        if (!part[i]) return (char *)s;
        if (!*s) return 0;
    }
}

/* The order of another locale is any. */
int strcoll(const char *a, const char *b) {
    return __cinch_locale() ? __cinch_over_int() : strcmp(a, b);
}
