/* The results of a batch as JUnit XML, which build servers show: one test case a task. */
#include "base/escape.h"
#include "report/report.h"

#include <string.h>

static void attribute(text *out, const char *name, const char *given) {
    text plain = {0};
    escape_word(given, strlen(given), &plain);
    text_print(out, " %s=\"", name);
    report_escape(text_string(&plain), out);
    text_char(out, '"');
    text_release(&plain);
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
    report_escape(r->log, out);
    text_add(out, "</system-out>\n  </testcase>\n");
}

void report_junit(const task_result *results, uint32_t n, text *out) {
    uint32_t of[TASK_OUTCOMES] = {0};
    double seconds = 0;
    for (uint32_t i = 0; i < n; i++) of[results[i].outcome]++, seconds += results[i].seconds;
    text_print(out,
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"cinch\" tests=\"%u\" "
               "failures=\"%u\" errors=\"%u\" skipped=\"%u\" time=\"%.2f\">\n",
               n, of[TASK_FAILED], of[TASK_BROKEN], of[TASK_OPEN], seconds);
    for (uint32_t i = 0; i < n; i++) write_case(&results[i], out);
    text_add(out, "</testsuite>\n");
}
