/* ctype.h in the "C" locale. */
void __VERIFIER_assume(int);
int __cinch_open_int(void); /* the standard leaves it open */

/* The standard only says: not zero. */
static int truth(int yes) {
    if (!yes) return 0;
    int r = __cinch_open_int();
    __VERIFIER_assume(r != 0);
    return r;
}

static int digit(int c) { return c >= '0' && c <= '9'; }
static int upper(int c) { return c >= 'A' && c <= 'Z'; }
static int lower(int c) { return c >= 'a' && c <= 'z'; }
static int letter(int c) { return upper(c) || lower(c); }

int isdigit(int c) { return truth(digit(c)); }
int isupper(int c) { return truth(upper(c)); }
int islower(int c) { return truth(lower(c)); }
int isalpha(int c) { return truth(letter(c)); }
int isalnum(int c) { return truth(letter(c) || digit(c)); }
int isxdigit(int c) { return truth(digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')); }
int isspace(int c) { return truth(c == ' ' || (c >= '\t' && c <= '\r')); }
int isblank(int c) { return truth(c == ' ' || c == '\t'); }
int iscntrl(int c) { return truth((c >= 0 && c < 32) || c == 127); }
int isprint(int c) { return truth(c >= 32 && c < 127); }
int isgraph(int c) { return truth(c > 32 && c < 127); }
int ispunct(int c) { return truth(c > 32 && c < 127 && !letter(c) && !digit(c)); }
int isascii(int c) { return truth(c >= 0 && c < 128); }
int toupper(int c) { return lower(c) ? c - 32 : c; }
int tolower(int c) { return upper(c) ? c + 32 : c; }

/* ---- the tables behind the macros of glibc's header, by -128 .. 255 ----
 * The header makes bit k of a byte order out of k, so that the table reads the same on both. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define CLASS(bits) (unsigned short)((bits) << 8 | (bits) >> 8)
#else
#define CLASS(bits) bits
#endif
enum { BLANK = 1, CONTROL = 2, PUNCTUATION = 4, ALNUM = 8, UPPER = 0x100, LOWER = 0x200, ALPHA = 0x400, DIGIT = 0x800,
       HEX = 0x1000, SPACE = 0x2000, PRINT = 0x4000, GRAPH = 0x8000, SEEN = PRINT | GRAPH };
#define AT(first, last) [128 + (first) ... 128 + (last)]
#define SIGN(first, last) AT(first, last) = CLASS((SEEN | PUNCTUATION))

static const unsigned short class_of[384] = {
    AT(0, 8) = CLASS(CONTROL), AT('\t', '\t') = CLASS((CONTROL | SPACE | BLANK)), AT('\n', '\r') = CLASS((CONTROL | SPACE)),
    AT(14, 31) = CLASS(CONTROL), AT(' ', ' ') = CLASS((SPACE | PRINT | BLANK)), SIGN('!', '/'),
    AT('0', '9') = CLASS((SEEN | DIGIT | HEX | ALNUM)), SIGN(':', '@'),
    AT('A', 'F') = CLASS((SEEN | UPPER | ALPHA | HEX | ALNUM)), AT('G', 'Z') = CLASS((SEEN | UPPER | ALPHA | ALNUM)),
    SIGN('[', '`'), AT('a', 'f') = CLASS((SEEN | LOWER | ALPHA | HEX | ALNUM)),
    AT('g', 'z') = CLASS((SEEN | LOWER | ALPHA | ALNUM)), SIGN('{', '~'), AT(127, 127) = CLASS(CONTROL),
};

const unsigned short **__ctype_b_loc(void) {
    static const unsigned short *table = class_of + 128;
    return &table;
}

/* Negative characters but EOF count as the unsigned ones. */
#define FOUR(n) n, n + 1, n + 2, n + 3
#define ROW(n) FOUR(n), FOUR(n + 4), FOUR(n + 8), FOUR(n + 12)
#define LETTERS(n) FOUR(n), FOUR(n + 4), FOUR(n + 8), FOUR(n + 12), FOUR(n + 16), FOUR(n + 20), n + 24, n + 25
#define HIGH(n) ROW(n), ROW(n + 16), ROW(n + 32), ROW(n + 48), ROW(n + 64), ROW(n + 80), ROW(n + 96)
#define LOW ROW(0), ROW(16), ROW(32), ROW(48), '@'
#define NEGATIVE HIGH(128), FOUR(240), FOUR(244), FOUR(248), 252, 253, 254, -1
static const int lower_of[384] = {NEGATIVE, LOW, LETTERS('a'), FOUR('['), '_', '`', LETTERS('a'), FOUR('{'), 127, HIGH(128), ROW(240)};
static const int upper_of[384] = {NEGATIVE, LOW, LETTERS('A'), FOUR('['), '_', '`', LETTERS('A'), FOUR('{'), 127, HIGH(128), ROW(240)};

const int **__ctype_tolower_loc(void) {
    static const int *table = lower_of + 128;
    return &table;
}

const int **__ctype_toupper_loc(void) {
    static const int *table = upper_of + 128;
    return &table;
}
