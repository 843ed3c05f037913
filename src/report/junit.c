/* The results of a batch as JUnit XML, which build servers show: one test case a task. */
#include "report/report.h"

#include <string.h>

/* Bytes of the character at `s`; 0 where it is none that XML can have: a control character, or no UTF-8. */
static size_t character(const char *s) {
    unsigned char first = (unsigned char)*s;
    size_t n = first < 0x80 ? 1 : first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < n; i++)
        if (((unsigned char)s[i] & 0xc0) != 0x80) return 0;
    return n == 1 && first < ' ' && !strchr("\t\n", first) ? 0 : n;
}

static void escape(text *out, const char *s) {
    for (size_t n; *s; s += n ? n : 1) {
        n = character(s);
        if (*s == '<') text_add(out, "&lt;");
        else if (*s == '>') text_add(out, "&gt;");
        else if (*s == '&') text_add(out, "&amp;");
        else if (*s == '"') text_add(out, "&quot;");
        else if (n) text_bytes(out, s, n);
        else text_char(out, '?');
    }
}

static void attribute(text *out, const char *name, const char *value_) {
    text_print(out, " %s=\"", name);
    escape(out, value_);
    text_char(out, '"');
}

static void write_case(const task_result *r, text *out) {
    static const char *const elements[] = {NULL, "failure", "skipped", "error"};
    text_add(out, "  <testcase classname=\"cinch\"");
    attribute(out, "name", r->task);
    text_print(out, " time=\"%.2f\">\n", r->seconds);
    if (elements[r->outcome]) {
        text_print(out, "    <%s", elements[r->outcome]);
        attribute(out, "message", r->verdict);
        text_add(out, "/>\n");
    }
    text_add(out, "    <system-out>");
    escape(out, r->log);
    text_add(out, "</system-out>\n  </testcase>\n");
}

void report_junit(const task_result *results, uint32_t n, text *out) {
    uint32_t of[TASK_OUTCOMES] = {0};
    double seconds = 0;
    for (uint32_t i = 0; i < n; i++) of[results[i].outcome]++, seconds += results[i].seconds;
    text_print(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"cinch\" tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\" time=\"%.2f\">\n",
               n, of[TASK_FAILED], of[TASK_BROKEN], of[TASK_OPEN], seconds);
    for (uint32_t i = 0; i < n; i++) write_case(&results[i], out);
    text_add(out, "</testsuite>\n");
}
