/* http_parser_parse_url of http-parser 2.9.4: any text of up to 3 bytes; the parts that are found lie inside it. */
#include "http_parser.h"
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char url[3];
    struct http_parser_url u;
    unsigned n = __VERIFIER_nondet_uint();
    if (n > sizeof url) return 0;
    for (unsigned i = 0; i < n; i++) url[i] = __VERIFIER_nondet_char();
    http_parser_url_init(&u);
    if (http_parser_parse_url(url, n, 0, &u)) return 0;
    for (int i = 0; i < UF_MAX; i++)
        if (u.field_set & (1 << i)) assert(u.field_data[i].off + u.field_data[i].len <= n);
    return 0;
}
