/* wchar.h: strings of wide characters, as the standard says. Not with -fshort-wchar, whose
 * wchar_t is not the C library's. */
#if __SIZEOF_WCHAR_T__ == 4
typedef __SIZE_TYPE__ size;
typedef __WCHAR_TYPE__ wide;

void __cinch_assume(int);
int __cinch_open_int(void); /* the standard leaves it open */

/* The standard fixes only the sign of a comparison. */
static int order(wide x, wide y) {
    if (x == y) return 0;
    int r = __cinch_open_int();
    __cinch_assume(r != 0 && (r < 0) == (x < y));
    return r;
}

wide *wmemcpy(wide *to, const wide *from, size n) {
    __builtin_memcpy(to, from, n * sizeof(wide));
    return to;
}

wide *wmemmove(wide *to, const wide *from, size n) {
    __builtin_memmove(to, from, n * sizeof(wide));
    return to;
}

wide *wmemset(wide *to, wide c, size n) {
    for (size i = 0; i < n; i++) to[i] = c;
    return to;
}

size wcslen(const wide *s) {
    size n = 0;
    while (s[n]) n++;
    return n;
}

size wcsnlen(const wide *s, size most) {
    size n = 0;
    while (n < most && s[n]) n++;
    return n;
}

wide *wcscpy(wide *to, const wide *from) {
    size i = 0;
    do to[i] = from[i];
    while (from[i++]);
    return to;
}

wide *wcsncpy(wide *to, const wide *from, size n) {
    size i = 0;
    for (; i < n && from[i]; i++) to[i] = from[i];
    for (; i < n; i++) to[i] = 0;
    return to;
}

wide *wcscat(wide *to, const wide *from) {
    wcscpy(to + wcslen(to), from);
    return to;
}

wide *wcsncat(wide *to, const wide *from, size n) {
    size at = wcslen(to), i = 0;
    for (; i < n && from[i]; i++) to[at + i] = from[i];
    to[at + i] = 0;
    return to;
}

int wcscmp(const wide *a, const wide *b) {
    for (; *a && *a == *b; a++, b++) continue;
    return order(*a, *b);
}

int wcsncmp(const wide *a, const wide *b, size n) {
    for (; n && *a && *a == *b; a++, b++, n--) continue;
    return n ? order(*a, *b) : 0;
}

wide *wcschr(const wide *s, wide c) {
    for (; *s != c; s++)
        if (!*s) return 0;
    return (wide *)s;
}
#endif
