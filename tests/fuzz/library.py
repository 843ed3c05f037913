#!/usr/bin/env python3
"""The models of the C library against the C library.

  library.py CINCH [--count 10000] [--seed 1] [--only NAME]... [--every N] [--models LP64,ILP32] [--keep DIR] [--jobs N]

For each function of lib/: one program draws arguments, boundary values among them, calls the function and prints result, errno
and the memory that it wrote. A second one draws the same arguments, calls the model, and compares; the interpreter runs it on
the automaton. What a model leaves open or over-approximates is given the value that the library returned, so that a model which
excludes that value ends the run early. Exit status 1 where a model differs or does not contain what the library does, or where
a function of lib/ has no entry here.
"""
import argparse, concurrent.futures, os, re, subprocess, sys, time

PRELUDE = r"""
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <fenv.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>
typedef unsigned long long word;
static unsigned long long state = SEED * 0x9e3779b97f4a7c15ull + 1;
static int now;             /* the number of the call */
static word result, memory; /* of the call */
static char a[16], b[16], c[16];
static unsigned draw(unsigned n) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (unsigned)(state >> 20) % n;
}
static word draw_word(void) {
    word low = draw(1u << 31), high = draw(1u << 31);
    word w = high << 33 ^ low;
    switch (draw(8)) {
    case 0: return draw(20);
    case 1: return -(word)draw(20);
    case 2: return w >> draw(60);
    case 3: return -(w >> draw(60));
    case 4: return ((word)1 << draw(64)) - draw(2);
    default: return w;
    }
}
static void text(char *to, unsigned most, const char *letters, unsigned n) {
    unsigned size = draw(most);
    for (unsigned i = 0; i < 16; i++) to[i] = (char)(i * 7);
    for (unsigned i = 0; i < size; i++) to[i] = letters[draw(n)];
    to[size] = 0;
}
#define TEXT(to, most, letters) text(to, most, letters, sizeof letters - 1)
static void hash(const void *from, unsigned n) {
    for (unsigned i = 0; i < n; i++) memory = memory * 31 + ((const unsigned char *)from)[i];
}
#define RESULT(x) (result = (word)(x))
static void place(const char *p, const char *from) { result = p ? (word)(p - from) : (word)-1; }
#define PLACE(p, from) place((const char *)(p), (const char *)(from))
static void call(void);
"""
NATIVE = r"""
#include <stdio.h>
int main(void) {
    for (now = 0; now < COUNT; now++) {
        errno = 0, result = memory = 0;
        call();
        printf("%llu %d %llu\n", result, errno, memory);
    }
    return 0;
}
"""
CHECKER = r"""
extern void reach_error(void);
int failed, got_errno;
word got_result, got_memory;
int main(void) {
    for (now = 0; now < COUNT; now++) {
        failed = now;
        errno = 0, result = memory = 0;
        call();
        got_result = result, got_memory = memory, got_errno = errno;
        if (result != results[now] || memory != memories[now] || (ERRNO && got_errno != errors[now])) return 1;
    }
    if (now < 0) results[now] = memories[now] = 0, errors[now] = 0; /* variables are looked up faster than constants */
    reach_error();                                                  /* all agree */
    return 0;
}
int __cinch_open_int(void) { return OPEN_INT; }
int __cinch_input_int_rand(void) { return OPEN_INT; }
int __cinch_over_int(void) { return OVER_INT; }
size_t __cinch_over_size(void) { return OVER_SIZE; }
static word bits_low(void) { return results[now]; }
double __cinch_over_double(void) {
    double x;
    word w = OVER_BITS;
    memcpy(&x, &w, 8);
    return x;
}
float __cinch_over_float(void) {
    float x;
    unsigned w = (unsigned)(OVER_BITS);
    memcpy(&x, &w, 4);
    return x;
}
long double __cinch_over_longdouble(void) {
    long double x = 0;
    word w = OVER_BITS;
    unsigned short high = (unsigned short)(OVER_HIGH);
    memcpy(&x, &w, 8);
    memcpy((char *)&x + 8, &high, 2);
    return x;
}
"""
WITNESS = {"OPEN_INT": "(int)results[now]", "OVER_INT": "(int)results[now]", "OVER_SIZE": "(size_t)results[now]",
           "OVER_BITS": "results[now]", "OVER_HIGH": "memories[now]", "ERRNO": "1"}

cases = {}  # name -> (code, witnesses that differ)
def case(name, code, **witness): cases[name] = (code, {**WITNESS, **witness})
def body(statements): return "static void call(void) { " + statements + " }"

# ---- string.h ----
def string(name, statements, written="hash(a, 16);"): case(name, body(statements + written))
LETTERS = r'"ab\xe4"'
for f, r in (("memcpy", "a"), ("mempcpy", "a"), ("memmove", "a")):
    string(f, f"TEXT(a, 15, {LETTERS}); TEXT(b, 15, {LETTERS}); unsigned n = draw(17); PLACE({f}(a, b, n), a);")
string("memmove", f"TEXT(a, 15, {LETTERS}); unsigned n = draw(9), i = draw(8), k = draw(8); PLACE(memmove(a + i, a + k, n), a);")
string("memset", "TEXT(a, 15, \"ab\"); unsigned n = draw(17); PLACE(memset(a, (int)draw_word(), n), a);")
string("bzero", "TEXT(a, 15, \"ab\"); bzero(a, draw(17));")
for f in ("memcmp", "bcmp"):
    string(f, f"TEXT(a, 6, {LETTERS}); TEXT(b, 6, {LETTERS}); RESULT((int){f}(a, b, draw(6)));")
string("strncmp", f"TEXT(a, 6, {LETTERS}); TEXT(b, 6, {LETTERS}); RESULT((int)strncmp(a, b, draw(8)));")
for f in ("strcmp", "strcoll"):
    string(f, f"TEXT(a, 6, {LETTERS}); TEXT(b, 6, {LETTERS}); RESULT((int){f}(a, b));")
CASED = r'"abABzZ@[`{\xe4\xc4"'
string("strcasecmp", f"TEXT(a, 5, {CASED}); TEXT(b, 5, {CASED}); RESULT((int)strcasecmp(a, b));")
string("strncasecmp", f"TEXT(a, 5, {CASED}); TEXT(b, 5, {CASED}); RESULT((int)strncasecmp(a, b, draw(6)));")
string("strcasestr", "TEXT(a, 12, \"abAB\"); TEXT(b, 3, \"abAB\"); PLACE(strcasestr(a, b), a);")
CHARACTER = 'draw(8) ? "ab\\344c"[draw(5)] : (int)draw_word()'
for f in ("memchr", "memrchr"): string(f, f"TEXT(a, 12, {LETTERS}); PLACE({f}(a, {CHARACTER}, draw(17)), a);")
for f in ("strchr", "strrchr", "index", "rindex", "strchrnul"): string(f, f"TEXT(a, 12, {LETTERS}); PLACE({f}(a, {CHARACTER}), a);")
string("rawmemchr", "TEXT(a, 12, \"ab\"); PLACE(rawmemchr(a, a[draw(13)] * 257), a);")
string("memccpy", f"TEXT(a, 12, {LETTERS}); TEXT(b, 15, {LETTERS}); PLACE(memccpy(a, b, {CHARACTER}, draw(17)), a);")
string("memmem", "TEXT(a, 12, \"ab\"); TEXT(b, 4, \"ab\"); PLACE(memmem(a, draw(13), b, draw(4)), a);")
string("strlen", "TEXT(a, 15, \"ab\"); RESULT(strlen(a));")
string("strnlen", "TEXT(a, 15, \"ab\"); RESULT(strnlen(a, draw(20)));")
for f in ("strcpy", "stpcpy"): string(f, f"TEXT(a, 15, \"ab\"); TEXT(b, 15, \"abc\"); PLACE({f}(a, b), a);")
for f in ("strncpy", "stpncpy"): string(f, f"TEXT(a, 15, \"ab\"); TEXT(b, 15, \"abc\"); PLACE({f}(a, b, draw(16)), a);")
string("strcat", "TEXT(a, 8, \"ab\"); TEXT(b, 8, \"abc\"); PLACE(strcat(a, b), a);")
string("strncat", "TEXT(a, 8, \"ab\"); TEXT(b, 10, \"abc\"); PLACE(strncat(a, b, draw(8)), a);")
for f in ("strspn", "strcspn"): string(f, f"TEXT(a, 12, \"abcd\"); TEXT(b, 4, \"abcd\"); RESULT({f}(a, b));")
string("strpbrk", "TEXT(a, 12, \"abcd\"); TEXT(b, 3, \"abcde\"); PLACE(strpbrk(a, b), a);")
string("strstr", "TEXT(a, 14, \"ab\"); TEXT(b, 4, \"ab\"); PLACE(strstr(a, b), a);")
string("swab", "TEXT(a, 15, \"abc\"); TEXT(b, 15, \"abc\"); swab(b, a, (int)draw(18) - 2);")
string("explicit_bzero", "TEXT(a, 15, \"ab\"); explicit_bzero(a, draw(17));")
string("strtok", "static int started; char *p; if (!started || !draw(3)) { started = 1; TEXT(a, 15, \"ab, \"); p = strtok(a, \", \"); }"
       "else p = strtok(0, draw(4) ? \", \" : \"a\"); PLACE(p, a);")
string("strtok_r", "static char *rest; char *p; if (!rest || !draw(3)) { TEXT(a, 15, \"ab, \"); p = strtok_r(a, \", \", &rest); }"
       "else p = strtok_r(0, draw(4) ? \", \" : \"a\", &rest); PLACE(p, a);")
string("strsep", "static char *rest; if (!rest) { TEXT(a, 15, \"ab, \"); rest = a; } PLACE(strsep(&rest, \", \"), a); memory = rest ? (word)(rest - a) : 99;")
for f in ("strlcpy", "strlcat"):
    reference = {"strlcpy": "size_t n = strlen(from); if (size) { size_t k = n < size - 1 ? n : size - 1; memcpy(to, from, k); to[k] = 0; } return n;",
                 "strlcat": "size_t at = strnlen(to, size), n = strlen(from); if (at < size) { size_t k = n < size - at - 1 ? n : size - at - 1;"
                            "memcpy(to + at, from, k); to[at + k] = 0; } return at + n;"}[f]
    case(f, f"size_t {f}(char *to, const char *from, size_t size)\n#ifdef NATIVE\n{{ {reference} }}\n#else\n;\n#endif\n" +
         body(f"TEXT(a, 10, \"ab\"); TEXT(b, 10, \"abc\"); RESULT({f}(a, b, draw(16))); hash(a, 16);"))
for f, most in (("strdup", ""), ("strndup", ", draw(16)")):
    case(f, body(f"TEXT(a, 15, \"ab\"); char *p = {f}(a{most}); RESULT(strlen(p)); hash(p, strlen(p) + 1); free(p);"))

# ---- wchar.h ----
WIDE = r"""
static wchar_t x[12], y[12];
static wchar_t letter(void) { static const wchar_t some[] = {1, 2, 0x7fffffff, -1, -2}; return some[draw(5)]; }
static void wide(wchar_t *to) {
    unsigned n = draw(6);
    for (unsigned i = 0; i < 12; i++) to[i] = i < n ? letter() : i == n ? 0 : (wchar_t)i;
}
"""
def wide(name, statements): case(name, WIDE + body("wide(x); wide(y); " + statements + "hash(x, sizeof x);"))
for f in ("wmemcpy", "wmemmove"): wide(f, f"PLACE({f}(x, y, draw(13)), x);")
wide("wmemset", "PLACE(wmemset(x, letter(), draw(13)), x);")
wide("wcslen", "RESULT(wcslen(x));")
wide("wcsnlen", "RESULT(wcsnlen(x, draw(13)));")
for f in ("wcscpy", "wcscat"): wide(f, f"PLACE({f}(x, y), x);")
wide("wcsncpy", "PLACE(wcsncpy(x, y, draw(13)), x);")
wide("wcsncat", "PLACE(wcsncat(x, y, draw(8)), x);")
wide("wcscmp", "RESULT(wcscmp(x, y));")
wide("wcsncmp", "RESULT(wcsncmp(x, y, draw(8)));")
wide("wcschr", "PLACE(wcschr(x, draw(3) ? letter() : 0), x);")

# ---- ctype.h ----
for f in "isdigit isupper islower isalpha isalnum isxdigit isspace isblank iscntrl isprint isgraph ispunct".split():
    case(f, f"#undef {f}\n" + body(f"RESULT({f}((int)draw(384) - 128));"))
for f in "isascii toascii toupper tolower".split():
    case(f, f"#undef {f}\n" + body(f"RESULT({f}(draw(4) ? (int)draw(384) - 128 : (int)draw_word()));"))
for f in ("_toupper", "_tolower"):
    case(f, f"#undef {f}\nint {f}(int);\n" + body(f"RESULT({f}((int)draw(384) - 128));"))
for f in ("__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc"):
    case(f, body(f"RESULT((*{f}())[(int)draw(384) - 128]);"))
case("setlocale", body("static const char *const names[] = {\"C\", \"POSIX\", 0, \"xx_XX\", \"CC\"}; char *p = setlocale(LC_ALL, names[draw(5)]);"
                       "RESULT(p == 0); if (p) hash(p, strlen(p) + 1);"), ERRNO="0") # set the first time that a locale is missed
case("__cinch_locale", "int __cinch_locale(void)\n#ifdef NATIVE\n{ return 0; }\n#else\n;\n#endif\n" + body("RESULT(__cinch_locale());"))

# ---- stdlib.h ----
for f, t in (("abs", "int"), ("labs", "long"), ("llabs", "long long"), ("imaxabs", "intmax_t")):
    case(f, body(f"{t} x = ({t})draw_word(); RESULT(x == ({t})((unsigned {t if t != 'intmax_t' else 'long long'})1 << (8 * sizeof x - 1)) ? 0 : {f}(x));"))
for f, t in (("div", "int"), ("ldiv", "long"), ("lldiv", "long long")):
    case(f, body(f"{t} x = ({t})(draw_word() >> 1), y = ({t})draw_word(); if (!y || y == -1) y = 3; {f}_t r = {f}(x, y); RESULT(r.quot); memory = (word)r.rem;"))
for f, t in (("ffs", "int"), ("ffsl", "long"), ("ffsll", "long long")): case(f, body(f"RESULT({f}(({t})draw_word()));"))
for f, t in (("htonl", "unsigned"), ("ntohl", "unsigned"), ("htons", "unsigned short"), ("ntohs", "unsigned short")):
    case(f, body(f"RESULT({f}(({t})draw_word()));"))
NUMBER = ("static const char *const edges[] = {\"9223372036854775807\", \"9223372036854775808\", \"18446744073709551615\", \"18446744073709551616\","
          "\"2147483647\", \"2147483648\", \"4294967295\", \"4294967296\", \"0x7fffffffffffffff\", \"0xffffffffffffffff\", \"0x10000000000000000\", \"0x\", \"0xg\"};"
          "static char s[32]; unsigned at = draw(3); for (unsigned i = 0; i < at; i++) s[i] = \" \\t-+\\n0\"[draw(6)];"
          "if (draw(2)) { s[at] = draw(2) ? '-' : ' '; strcpy(s + at + 1, edges[draw(13)]); }"
          "else { unsigned n = draw(24); for (unsigned i = 0; i < n; i++) s[at + i] = \"0123456789012345678901234567899xXabfzZ -\"[draw(i < 3 ? 40 : 33)]; s[at + n] = 0; }"
          "static const int bases[] = {0, 10, 16, 8, 2, 36, 7, 1, -1, 37}; int base = bases[draw(10)]; char *e = s + 31; ")
for f in "strtol strtoul strtoll strtoull strtoimax strtoumax strtoq strtouq".split():
    case(f, body(NUMBER + f"RESULT({f}(s, &e, base)); memory = (word)(e - s);"))
for f in "atoi atol atoll".split(): case(f, body(NUMBER + f"(void)base, (void)e; RESULT({f}(s));"))
case("a64l", body("TEXT(a, 9, \"./09AZaz+m5\"); RESULT(a64l(a));"))
REAL_TEXT = ("static const char *const words[] = {\"inf\", \"INFINITY\", \"infinit\", \"nan\", \"NaN(12_a)\", \"nan(\", \"nan(-)\", \"0x1.8p3\", \"0X.8P-2\","
             "\"0x\", \"0x.p1\", \"1e400\", \"1e-400\", \"4.9e-324\", \"1e5000\", \"1e-5000\", \"1e40\", \"1e-60\", \"16777217\", \"9007199254740993\", \"0x1p99999\"};"
             "static char s[40]; unsigned at = draw(3), n = draw(12); for (unsigned i = 0; i < at; i++) s[i] = \" -+\"[draw(3)];"
             "if (!draw(3)) strcpy(s + at, words[draw(21)]);"
             "else { for (unsigned i = 0; i < n; i++) s[at + i] = \"0123456789012345....e-+E\"[draw(24)]; s[at + n] = 0; } char *e;")

# ---- floats ----
TYPES = {"": ("double", 8), "f": ("float", 4), "l": ("long double", 10)}
def real_tools(suffix):
    t, size = TYPES[suffix]
    if suffix == "l":
        make = ("word low = draw_word(); unsigned short high = (unsigned short)draw(65536);"
                "if (draw(2)) high = (unsigned short)(16383 - 70 + draw(140) + (draw(2) << 15));"
                "low = high & 0x7fff ? low | 1ull << 63 : low & ~(1ull << 63); memcpy(&x, &low, 8); memcpy((char *)&x + 8, &high, 2);")
        nan = "if (x != x) { result = 0xc000000000000000; memory = 0x7fff; return; } memcpy(&result, &x, 8); unsigned short high; memcpy(&high, (char *)&x + 8, 2); memory = high;"
    else:
        w, bits, fraction, bias = ("word", 64, 52, 1023) if not suffix else ("unsigned", 32, 23, 127)
        make = (f"{w} w = ({w})draw_word(); if (draw(2)) w = (w & ((({w})1 << {fraction}) - 1)) | ({w})({bias} - 60 + draw(120)) << {fraction}"
                f"| ({w})draw(2) << {bits - 1}; memcpy(&x, &w, sizeof x);")
        quiet = "0x7ff8000000000000ull" if not suffix else "0x7fc00000u"
        nan = f"{w} w; memcpy(&w, &x, sizeof w); if (x != x) w = {quiet}; result = w;"
    return (f"typedef {t} real;\n"
            f"static real draw_real(void) {{ static const double some[] = {{0.0, -0.0, 1, -1, 0.5, -0.5, 2, 10, 1e30, 0x1p-126, 0x1p-149, 0x1p-1022, 0x1p-1074, 0x1p52, 0x1p53, 0x1p23,"
            f"0x1.fffffep127, 0x1.fffffffffffffp1023}}; real x;\n"
            f"switch (draw(6)) {{ case 0: return (real)some[draw(18)] * (draw(2) ? 1 : -1);\n"
            f"case 1: return (real)((int)draw(2000) - 1000) / 2;\n"
            f"case 2: if (!draw(3)) return draw(2) ? (real)__builtin_inf() : draw(2) ? -(real)__builtin_inf() : (real)__builtin_nan(\"\");\n"
            f"default: {make} if (x != x) x = (real)__builtin_nan(\"\"); return x; }} }}\n"
            f"static void put(real x) {{ {nan} }}\n"
            # in a mode other than the first only every fourth time: programs seldom are
            f"static void mode(void) {{ static const int modes[] = {{FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}}; fesetround(draw(4) ? modes[0] : modes[draw(4)]); }}\n"
            f"static void nearest(void) {{ fesetround(FE_TONEAREST); }}\n")
def real(name, suffix, statements, **witness):
    case(name + suffix, real_tools(suffix) + body(statements), ERRNO="0", **witness)
UNARY = """fabs floor ceil trunc rint nearbyint round roundeven sqrt logb sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1 log
log2 log10 log1p cbrt erf erfc tgamma lgamma""".split()
BINARY = "copysign fmin fmax fmod fdim remainder drem nextafter atan2 pow hypot".split()
NO_LONG = {"logb", "nextafter", "frexp", "ldexp", "scalbn", "scalbln", "ilogb"}
for s in TYPES:
    for f in UNARY:
        if not (s == "l" and f in NO_LONG): real(f, s, f"real x = draw_real(); mode(); real r = {f}{s}(x); nearest(); put(r);")
    for f in BINARY:
        if not (s == "l" and f in NO_LONG):
            # of zeros with different signs either may come: the interpreter has no choice to make
            same = "if (x == 0 && y == 0) x = y;" if f in ("fmin", "fmax") else ""
            sign = {"OVER_INT": {"": "(int)(results[now] >> 63)", "f": "(int)(results[now] >> 31)", "l": "(int)(memories[now] >> 15)"}[s]} if f in ("remainder", "drem") else {}
            real(f, s, f"real x = draw_real(), y = draw(8) ? draw_real() : x; {same} mode(); real r = {f}{s}(x, y); nearest(); put(r);", **sign)
    real("fma", s, f"real x = draw_real(), y = draw_real(), z = draw(4) ? draw_real() : -x * y; mode(); real r = fma{s}(x, y, z); nearest(); put(r);")
    for f, t in (("lrint", "long"), ("llrint", "long long"), ("lround", "long"), ("llround", "long long")):
        real(f, s, f"real x = draw_real(); if (!(fabs{s}(x) < (real)2e9)) x = 3.5; mode(); {t} r = {f}{s}(x); nearest(); RESULT(r);")
    for f in "__isnan __isinf __finite __fpclassify".split():
        real(f, s, f"int {f}{s}(real); real x = draw_real(); RESULT({f}{s}(x));")
    for f in "isnan isinf finite".split(): real(f, s, f"int ({f}{s})(real); real x = draw_real(); RESULT(({f}{s})(x));")
    real("__signbit", s, f"int __signbit{s}(real); real x = draw_real(); RESULT(__signbit{s}(x) != 0);")
    real("nan", s, f"put(nan{s}(\"\"));")
    real("remquo", s, f"real x = draw_real(), y = draw_real(); int q = 0; if (y == 0 || x - x != 0) x = y = 1; real r = remquo{s}(x, y, &q); put(r); memory = memory * 1000003 + (word)(q + 500);",
         OVER_INT="(int)(memories[now] % 1000003) - 500" if s != "l" else "(int)((memories[now] + 500) % 1000003) - 1000")
    real("modf", s, f"real x = draw_real(), w = 0; mode(); real r = modf{s}(x, &w); nearest(); put(w); word m = result; put(r); memory = memory * 31 + m;")
    real("__cinch_powi", s, f"real x = draw_real(); int n = draw(4) ? (int)draw(9) - 4 : (int)draw(200) - 100; put(__builtin_powi{s}(x, n));")
    real("sincos", s, f"real x = draw_real(), u, v; sincos{s}(x, &u, &v); put(u == u ? 1 : u);")
    if s != "l":
        real("frexp", s, f"real x = draw_real(); int e = 0; real r = frexp{s}(x, &e); if (x - x != 0) e = 0; put(r); memory = (word)e;")
        for f, t in (("ldexp", "int"), ("scalbn", "int"), ("scalbln", "long")):
            real(f, s, f"real x = draw_real(); {t} n = draw(4) ? ({t})draw(300) - 150 : draw(4) ? ({t})draw(5000) - 2500 : ({t})draw_word(); mode(); real r = {f}{s}(x, n); nearest(); put(r);")
        real("ilogb", s, f"real x = draw_real(); RESULT(ilogb{s}(x));")
for f, s in (("strtof", "f"), ("strtod", ""), ("strtold", "l"), ("atof", "")):
    given = "s" if f == "atof" else "s, &e"
    case(f, real_tools(s) + body(REAL_TEXT + f"mode(); e = s; real r = {f}({given}); int was = errno; nearest(); put(r); memory = memory * 64 + (word)(e - s); errno = was;"),
         OVER_INT="errors[now] == ERANGE", OVER_BITS="results[now] & ~(1ull << 63)" if not s else "results[now] & 0x7fffffff" if s == "f" else "results[now]",
         OVER_HIGH="(memories[now] / 64) & 0x7fff")

# ---- fenv.h ----
FENV = ("static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}; static fenv_t saved[2]; static femode_t kept; static int ready;"
        "if (!ready) ready = 1, fegetenv(saved), fegetenv(saved + 1), fegetmode(&kept); static double three = 3, x; x = 1;")
def fenv(name, statements, **witness):
    case(name, body(FENV + statements + "x = x / three; memory = (word)fegetround(); double y = x; word w; memcpy(&w, &y, 8); memory += w;"), **witness)
fenv("fesetround", "RESULT(fesetround(draw(8) ? modes[draw(4)] : (int)draw_word()));")
fenv("fegetround", "fesetround(modes[draw(4)]); RESULT(fegetround());")
for f in ("fegetenv", "feholdexcept"): fenv(f, f"fesetround(modes[draw(4)]); int i = (int)draw(2); RESULT({f}(saved + i)); fesetround(modes[draw(4)]); fesetenv(saved + draw(2));")
for f in ("fesetenv", "feupdateenv"): fenv(f, f"fesetround(modes[draw(4)]); fegetenv(saved + draw(2)); fesetround(modes[draw(4)]); RESULT({f}(draw(4) ? saved + draw(2) : FE_DFL_ENV));")
for f in ("fegetmode", "fesetmode"): fenv(f, "fesetround(modes[draw(4)]); if (draw(2)) RESULT(fegetmode(&kept)); fesetround(modes[draw(4)]); RESULT(fesetmode(draw(4) ? &kept : FE_DFL_MODE));")
for f in "feclearexcept feraiseexcept fesetexcept".split(): fenv(f, f"RESULT({f}((int)draw(64) & FE_ALL_EXCEPT));")
fenv("fedisableexcept", "RESULT(fedisableexcept((int)draw(64) & FE_ALL_EXCEPT));")
fenv("fegetexcept", "RESULT(fegetexcept());")
EXCEPTION = "feclearexcept(FE_ALL_EXCEPT); feraiseexcept((int)draw(64) & FE_ALL_EXCEPT); int of = (int)draw(64);"
fenv("fetestexcept", EXCEPTION + "RESULT(fetestexcept(of));")
fenv("fegetexceptflag", EXCEPTION + "fexcept_t flags = 0; RESULT(fegetexceptflag(&flags, of) * 1000 + (int)flags);")
fenv("fesetexceptflag", EXCEPTION + "fexcept_t flags = 0; fegetexceptflag(&flags, of); RESULT(fesetexceptflag(&flags, of & FE_ALL_EXCEPT));", OVER_INT="0")
fenv("fetestexceptflag", EXCEPTION + "fexcept_t flags = 0; fegetexceptflag(&flags, FE_ALL_EXCEPT); RESULT(fetestexceptflag(&flags, of & FE_ALL_EXCEPT));")

# ---- order, search, allocation ----
ORDER = r"""
static unsigned each;
static int compare(const void *x, const void *y) { int p = *(const unsigned char *)x & 7, q = *(const unsigned char *)y & 7; return p < q ? -1 : p > q; }
"""
SORTED = "static const unsigned sizes[] = {1, 3, 4, 8}; static unsigned char v[72] __attribute__((aligned(8))); each = sizes[draw(4)]; size_t n = draw(9); for (unsigned i = 0; i < 72; i++) v[i] = (unsigned char)draw(256);"
case("qsort", ORDER + body(SORTED + "qsort(v, n, each, compare); hash(v, 72);"), OPEN_INT="1")
case("bsearch", ORDER + body(SORTED + "for (unsigned i = 1; i < n; i++) if ((v[i * each] & 7) < (v[(i - 1) * each] & 7)) v[i * each] = v[(i - 1) * each];"
                             "unsigned char key = (unsigned char)draw(8); PLACE(bsearch(&key, v, n, each, compare), v);"), OVER_INT="0")
case("lfind", ORDER + body(SORTED + "unsigned char key = (unsigned char)draw(8); PLACE(lfind(&key, v, &n, each, compare), v); memory = n;"))
case("lsearch", ORDER + body(SORTED + "unsigned char key[8] = {(unsigned char)draw(8), 1, 2, 3}; if (n == 8) n = 7; PLACE(lsearch(key, v, &n, each, compare), v); hash(v, 72); memory += n;"))
case("rand", body("RESULT(rand());"))
case("srand", body("srand(draw(100)); RESULT(rand());"))
case("__errno_location", body("*__errno_location() = (int)draw(100); RESULT(errno);"))
case("__errno", "int *__errno(void)\n#ifdef NATIVE\n{ return &errno; }\n#else\n;\n#endif\n" + body("*__errno() = (int)draw(100); RESULT(errno);"))
SIZES = "static const size_t sizes[] = {0, 1, 7, 16, 40, (size_t)-1, (size_t)-16, (size_t)PTRDIFF_MAX + 1, (size_t)1 << (sizeof(size_t) * 4)}; size_t n = sizes[draw(8)];"
case("malloc", body(SIZES + "char *p = malloc(n); RESULT(p != 0); if (p && n) { p[n - 1] = 3; RESULT(p[n - 1]); } free(p);"))
case("calloc", body(SIZES + "size_t m = sizes[draw(9)]; if (n < 100 && m == sizes[8]) n = 0; char *p = calloc(m, n); RESULT(p != 0); if (p && m * n) memory = (word)p[m * n - 1] + 1; free(p);"))
case("reallocarray", body(SIZES + "size_t m = sizes[1 + draw(8)]; if (n < 100 && m == sizes[8]) n = sizes[8]; if (!n) n = 1; char *p = reallocarray(0, m, n); RESULT(p != 0); free(p);"))
case("realloc", body(SIZES + "char *p = malloc(8); p[0] = 1, p[6] = 7; char *q = realloc(p, n); RESULT(n && q != 0); /* to size 0 either */ if (q && n > 6) memory = (word)q[6]; if (n > 100) RESULT(p[6]);"
                     " if (q) free(q);"), OVER_INT="0")
case("posix_memalign", body(SIZES + "void *p = a; size_t by = draw(3) ? (size_t)1 << draw(8) : draw(100); RESULT(posix_memalign(&p, by, n) + 100 * (p == a)); if (p != a) free(p); errno = 0;"))
for f in ("aligned_alloc", "memalign"): case(f, body(SIZES + f"char *p = {f}(16, n); RESULT(p != 0); free(p);"))
case("pvalloc", body(SIZES + "if (n > 40) n = 3; char *p = pvalloc(n); RESULT(p != 0); free(p);"))

def functions(root):
    listed = subprocess.run([f"{root}/tools/embed"] + sorted(f"{root}/lib/{f}" for f in os.listdir(f"{root}/lib")), capture_output=True, text=True, check=True).stdout
    return [f for l in re.findall(r'^\{"(\S+)", "([^"]*)",$', listed, re.M) if l[0] in OWN for f in l[1].split() if f not in VARIABLES]
VARIABLES = {"__cinch_errno"} # listed among the functions
OWN = {"arithmetic.c", "ctype.c", "fenv.c", "math.c", "mathf.c", "mathl.c", "stdlib.c", "string.c", "wchar.c"}

def build_native(a, name, model, path):
    with open(path + ".native.c", "w") as f: f.write("#define NATIVE\n" + PRELUDE + cases[name][0] + NATIVE)
    flags = ["-m32", "-msse2"] if model == "ILP32" else ["-m64"]
    subprocess.run(["clang-19", "-w", "-O0", "-std=gnu11", "-ffp-contract=off", "-fno-builtin", "-frounding-math", *flags, f"-DSEED={a.seed}", f"-DCOUNT={a.count}",
                    path + ".native.c", "-o", path + ".native", "-lm"], check=True)
    return subprocess.run([path + ".native"], capture_output=True, text=True, check=True, env={"PATH": "/usr/bin"}).stdout.split("\n")[:-1]

def write_checker(a, name, path, lines):
    rows = [l.split() for l in lines]
    code, witness = cases[name]
    with open(path + ".c", "w") as f:
        f.write(PRELUDE)
        for n, t, k in (("results", "word", 0), ("errors", "int", 1), ("memories", "word", 2)):
            f.write(f"static {t} {n}[COUNT] = {{{','.join(r[k] + ('ull' if t == 'word' else '') for r in rows)}}};\n")
        for k, v in witness.items(): f.write(f"#define {k} ({v})\n")
        f.write(code + CHECKER)

# Blocks are never made where another was, and 32 bits have room for a thousand pairs of them.
FEW_AT_ONCE = {"realloc", "reallocarray", "malloc", "calloc", "aligned_alloc", "memalign", "valloc", "pvalloc", "posix_memalign", "strdup", "strndup"}

def check(a, name, model):
    parts = 20 if model == "ILP32" and name in FEW_AT_ONCE and a.count > 500 else 1
    for i in range(parts):
        part = argparse.Namespace(**{**vars(a), "count": a.count // parts, "seed": a.seed + 1000 * i})
        if problem := check_part(part, name, model): return problem

def check_part(a, name, model):
    path = f"{a.keep}/{name}-{model}"
    lines = build_native(a, name, model, path)
    write_checker(a, name, path, lines)
    shown = ["failed", "got_result", "got_errno", "got_memory"]
    run = subprocess.run([a.cinch, "run", path + ".c", "--data-model", model, "--heap-unbounded", "--steps", "2000000000", *[w for s in shown for w in ("--print", s)], "--",
                          f"-DSEED={a.seed}", f"-DCOUNT={a.count}", "-fno-builtin", "-std=gnu11"], capture_output=True, text=True)
    if "error(unreach-call)" in run.stdout: return None
    values = dict(re.findall(r"^(\w+) = (\S+)", run.stdout, re.M))
    at = int(values.get("failed", "0"), 0) if values.get("failed", "?") != "?" else 0
    return f"{name} {model}: call {at} gives (result, errno, memory) {lines[at] if at < len(lines) else ''}; the model: {values} {run.stdout.splitlines()[-1:]} {run.stderr[:300]}"

def one(job):
    a, name, model = job
    try: problem = check(a, name, model)
    except subprocess.CalledProcessError as e: problem = f"{name} {model}: {e}"
    if problem: print(problem, flush=True)
    return not problem

def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("cinch"); ap.add_argument("--count", type=int, default=10000); ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--only", action="append"); ap.add_argument("--models", default="LP64,ILP32"); ap.add_argument("--keep", default="/tmp/cinch-library")
    ap.add_argument("--jobs", type=int, default=2); ap.add_argument("--every", type=int, default=1, help="every N-th function only")
    a = ap.parse_args()
    os.makedirs(a.keep, exist_ok=True)
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    absent = [f for f in functions(root) if f not in cases]
    names = (a.only or sorted(cases))[::a.every]
    jobs = [(a, n, m) for n in names for m in a.models.split(",")]
    start = time.time()
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool: good = sum(pool.map(one, jobs))
    for f in absent: print(f"{f}: no entry in the fuzzer")
    print(f"fuzz-library: {len(names)} functions, {len(jobs) * a.count} calls, {len(jobs) - good} differ, {len(absent)} without an entry, {time.time() - start:.0f} s")
    sys.exit(1 if good < len(jobs) or absent else 0)

main()
