#include "base/escape.h"

#include <stdint.h>
#include <string.h>

enum mode { WORD, LINES, COLOURED };

/* Bytes of the character at `s`, and the character; 0: this is no UTF-8. */
static size_t decode(const char *s, size_t n, uint32_t *out) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)*s;
    size_t size = first < 0x80 ? 1 : first < 0xc0 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    uint32_t c = size == 1 ? first : first & (0x7fu >> size);
    if (!size || size > n || first > 0xf4) return 0;
    for (size_t i = 1; i < size; i++) {
        if (((unsigned char)s[i] & 0xc0) != 0x80) return 0;
        c = c << 6 | ((unsigned char)s[i] & 0x3f);
    }
    *out = c;
    bool surrogate = c >= 0xd800 && c < 0xe000;
    return c < least[size] || surrogate || c > 0x10ffff ? 0 : size;
}

/* Ends a line, or turns the direction in which a terminal or a browser writes. */
static bool misleads(uint32_t c) {
    return c == 0x61c || (c >= 0x200e && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069) || c == 0xfeff || (c >= 0xe0000 && c < 0xe0080);
}

static bool is_control(uint32_t c) { return c < 0x20 || (c >= 0x7f && c < 0xa0); }

static void add_escaped(uint32_t c, text *out) {
    if (c == '\n') text_add(out, "\\n");
    else if (c == '\r') text_add(out, "\\r");
    else if (c == '\t') text_add(out, "\\t");
    else text_print(out, c < 0x100 ? "\\x%02x" : "\\u%04x", c);
}

static bool begins(const char *s, size_t n, const char *with) {
    size_t size = strlen(with);
    return n >= size && !memcmp(s, with, size);
}

/* Where a word has to be broken that a script would take for ours; 0: it is none. */
static size_t break_in(const char *s, size_t n, bool at_start) {
    static const char *const words[] = {"VERDICT:", "##[", "##vso[", "##teamcity["};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (begins(s, n, words[i])) return strlen(words[i]) - 1;
    return at_start && begins(s, n, "::") ? 1 : 0;
}

static size_t colour_at(const char *s, size_t n) {
    size_t i = 2;
    if (!begins(s, n, "\033[")) return 0;
    while (i < n && (s[i] == ';' || (s[i] >= '0' && s[i] <= '9'))) i++;
    return i < n && s[i] == 'm' ? i + 1 : 0;
}

/* Bytes at `s` that stay as they are in whole lines; 0: none. */
static size_t part_of_lines(const char *s, size_t n, enum mode m) {
    if (m == WORD) return 0;
    if (*s == '\n' || *s == '\t') return 1;
    return m == COLOURED ? colour_at(s, n) : 0;
}

static void escape(const char *s, size_t n, enum mode m, text *out) {
    bool at_start = true; /* of a line, after blanks */
    for (size_t i = 0, size; i < n; i += size) {
        uint32_t c = (unsigned char)s[i];
        size_t kept = part_of_lines(s + i, n - i, m), broken = break_in(s + i, n - i, at_start);
        at_start = c == '\n' || (at_start && (c == ' ' || c == '\t' || kept > 1));
        size = kept ? kept : broken;
        if (size) text_bytes(out, s + i, size);
        if (broken) text_char(out, '\\');
        if (size) continue;
        if (m != WORD && begins(s + i, n - i, "\r\n")) {
            size = 1;
            continue;
        }
        size = decode(s + i, n - i, &c);
        if (size && !is_control(c) && !misleads(c)) text_bytes(out, s + i, size);
        else add_escaped(size ? c : (unsigned char)s[i], out);
        if (!size) size = 1;
    }
}

void escape_word(const char *s, size_t n, text *out) { escape(s, n, WORD, out); }
void escape_lines(const char *s, size_t n, text *out) { escape(s, n, LINES, out); }
void escape_coloured_lines(const char *s, size_t n, text *out) { escape(s, n, COLOURED, out); }

/* Two characters end a comment, and begin one; they do not stand beside each other. */
void escape_comment(const char *s, size_t n, text *out) {
    text words = {0};
    escape_word(s, n, &words);
    for (size_t i = 0; i < words.size; i++) {
        const char *at = words.data + i;
        if (i && (!strncmp(at - 1, "*/", 2) || !strncmp(at - 1, "/*", 2))) text_char(out, '\\');
        text_char(out, *at);
    }
    text_release(&words);
}

bool escape_is_plain(const char *s) {
    size_t n = strlen(s);
    for (size_t i = 0, size; i < n; i += size) {
        uint32_t c;
        size = decode(s + i, n - i, &c);
        if (!size || is_control(c) || misleads(c) || break_in(s + i, n - i, i == 0)) return false;
    }
    return true;
}
