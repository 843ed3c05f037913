/* jsmn 1.1.0, a JSON tokenizer: any text of up to 6 bytes, any number of tokens up to 4. Tokens lie inside the text. */
#include "jsmn.h"
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char text[6];
    jsmntok_t tokens[4];
    jsmn_parser parser;
    unsigned length = __VERIFIER_nondet_uint(), most = __VERIFIER_nondet_uint();
    if (length > sizeof text || most > 4) return 0;
    for (unsigned i = 0; i < length; i++) text[i] = __VERIFIER_nondet_char();
    jsmn_init(&parser);
    int found = jsmn_parse(&parser, text, length, tokens, most);
    assert(found <= (int)most);
    for (int i = 0; i < found; i++) assert(tokens[i].start >= 0 && tokens[i].end <= (int)length);
    return 0;
}
