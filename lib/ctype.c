/* ctype.h in the "C" locale, any result in another; and setlocale. */
void __cinch_assume(int);
int __cinch_open_int(void); /* the standard leaves it open */
int __cinch_over_int(void); /* any value; an over-approximation */

int *__errno_location(void);
enum { NO_ENTRY = 2 };

static int other_locale;
int __cinch_locale(void) { return other_locale; }

/* "C" and "POSIX" are known; any other, "" among them, may be missing or not, and says nothing
 * about what follows. */
static int is_c_locale(const char *name) {
    if (name[0] == 'C') return !name[1];
    return name[0] == 'P' && name[1] == 'O' && name[2] == 'S' && name[3] == 'I' && name[4] == 'X' &&
           !name[5];
}

char *setlocale(int category, const char *name) {
    static char locale[64] = "C";
    (void)category;
    if (!name) return locale;
    if (!is_c_locale(name) && __cinch_over_int()) {
        if (__cinch_over_int())
            *__errno_location() = NO_ENTRY; /* glibc remembers what it missed, and is silent then */
        return 0;
    }
    if (!is_c_locale(name)) other_locale = 1;
    if (other_locale)
        for (int i = 0; i < 63; i++) locale[i] = (char)__cinch_over_int();
    return locale;
}

void __cinch_precondition(_Bool, const char *);
void __cinch_inside(_Bool, const char *);

/* Characters that the tables know: others are undefined, and any in another locale. */
static int unknown(int c) {
    __cinch_precondition(c >= -1 && c <= 255, "the argument is neither EOF nor an unsigned char");
    __cinch_inside(c >= -128 && c <= 255, "the argument is outside of the table of characters");
    return c < -128 || c > 255 || other_locale;
}

/* The standard only says: not zero. */
static int truth(int c, int yes) {
    if (unknown(c)) return __cinch_over_int();
    if (!yes) return 0;
    int r = __cinch_open_int();
    __cinch_assume(r != 0);
    return r;
}

static int digit(int c) { return c >= '0' && c <= '9'; }
static int upper(int c) { return c >= 'A' && c <= 'Z'; }
static int lower(int c) { return c >= 'a' && c <= 'z'; }
static int letter(int c) { return upper(c) || lower(c); }

int isdigit(int c) { return truth(c, digit(c)); }
int isupper(int c) { return truth(c, upper(c)); }
int islower(int c) { return truth(c, lower(c)); }
int isalpha(int c) { return truth(c, letter(c)); }
int isalnum(int c) { return truth(c, letter(c) || digit(c)); }
int isxdigit(int c) {
    return truth(c, digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));
}
int isspace(int c) { return truth(c, c == ' ' || (c >= '\t' && c <= '\r')); }
int isblank(int c) { return truth(c, c == ' ' || c == '\t'); }
int iscntrl(int c) { return truth(c, (c >= 0 && c < 32) || c == 127); }
int isprint(int c) { return truth(c, c >= 32 && c < 127); }
int isgraph(int c) { return truth(c, c > 32 && c < 127); }
int ispunct(int c) { return truth(c, c > 32 && c < 127 && !letter(c) && !digit(c)); }
int isascii(int c) { return c >= 0 && c < 128; }
int toascii(int c) { return c & 127; }

/* Negative characters but EOF count as the unsigned ones; what is in no table stays as it is. */
static int folded(int c, int is_letter, int by) {
    int open = unknown(c);
    if (c < -128 || c > 255) return c;
    if (open) return __cinch_over_int();
    return c < -1 ? c + 256 : is_letter ? c + by : c;
}
int toupper(int c) { return folded(c, lower(c), -32); }
int tolower(int c) { return folded(c, upper(c), 32); }
int _toupper(int c) { return folded(c, lower(c), -32); }
int _tolower(int c) { return folded(c, upper(c), 32); }

/* ---- the tables after the macros of glibc's header, by -128 .. 255 ----
 * The header makes bit k of a byte order out of k, so that the table reads the same on both. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define CLASS(bits) (unsigned short)((bits) << 8 | (bits) >> 8)
#else
#define CLASS(bits) bits
#endif
enum {
    BLANK = 1,
    CONTROL = 2,
    PUNCTUATION = 4,
    ALNUM = 8,
    UPPER = 0x100,
    LOWER = 0x200,
    ALPHA = 0x400,
    DIGIT = 0x800,
    HEX = 0x1000,
    SPACE = 0x2000,
    PRINT = 0x4000,
    GRAPH = 0x8000,
    SEEN = PRINT | GRAPH
};
#define AT(first, last) [128 + (first)... 128 + (last)]
#define SIGN(first, last) AT(first, last) = CLASS((SEEN | PUNCTUATION))

static const unsigned short class_of[384] = {
    AT(0, 8) = CLASS(CONTROL),
    AT('\t', '\t') = CLASS((CONTROL | SPACE | BLANK)),
    AT('\n', '\r') = CLASS((CONTROL | SPACE)),
    AT(14, 31) = CLASS(CONTROL),
    AT(' ', ' ') = CLASS((SPACE | PRINT | BLANK)),
    SIGN('!', '/'),
    AT('0', '9') = CLASS((SEEN | DIGIT | HEX | ALNUM)),
    SIGN(':', '@'),
    AT('A', 'F') = CLASS((SEEN | UPPER | ALPHA | HEX | ALNUM)),
    AT('G', 'Z') = CLASS((SEEN | UPPER | ALPHA | ALNUM)),
    SIGN('[', '`'),
    AT('a', 'f') = CLASS((SEEN | LOWER | ALPHA | HEX | ALNUM)),
    AT('g', 'z') = CLASS((SEEN | LOWER | ALPHA | ALNUM)),
    SIGN('{', '~'),
    AT(127, 127) = CLASS(CONTROL),
};

extern const unsigned short __cinch_other_classes[384]; /* of another locale: any */
extern const int __cinch_other_lower[384], __cinch_other_upper[384];

const unsigned short **__ctype_b_loc(void) {
    static const unsigned short *table = class_of + 128, *other = __cinch_other_classes + 128;
    return other_locale ? &other : &table;
}

#define FOUR(n) n, n + 1, n + 2, n + 3
#define ROW(n) FOUR(n), FOUR(n + 4), FOUR(n + 8), FOUR(n + 12)
#define LETTERS(n)                                                                                 \
    FOUR(n), FOUR(n + 4), FOUR(n + 8), FOUR(n + 12), FOUR(n + 16), FOUR(n + 20), n + 24, n + 25
#define HIGH(n) ROW(n), ROW(n + 16), ROW(n + 32), ROW(n + 48), ROW(n + 64), ROW(n + 80), ROW(n + 96)
#define LOW ROW(0), ROW(16), ROW(32), ROW(48), '@'
#define NEGATIVE HIGH(128), FOUR(240), FOUR(244), FOUR(248), 252, 253, 254, -1
static const int lower_of[384] = {NEGATIVE,     LOW,       LETTERS('a'), FOUR('['), '_',     '`',
                                  LETTERS('a'), FOUR('{'), 127,          HIGH(128), ROW(240)};
static const int upper_of[384] = {NEGATIVE,     LOW,       LETTERS('A'), FOUR('['), '_',     '`',
                                  LETTERS('A'), FOUR('{'), 127,          HIGH(128), ROW(240)};

const int **__ctype_tolower_loc(void) {
    static const int *table = lower_of + 128, *other = __cinch_other_lower + 128;
    return other_locale ? &other : &table;
}

const int **__ctype_toupper_loc(void) {
    static const int *table = upper_of + 128, *other = __cinch_other_upper + 128;
    return other_locale ? &other : &table;
}
