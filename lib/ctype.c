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
