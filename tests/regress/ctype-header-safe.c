// expect: TRUE
// expect: TRUE --data-model ILP32
// The macros of the real header look into tables.
#include <ctype.h>
void reach_error(void) {}
int __VERIFIER_nondet_int(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    if (!isalpha('a') || isdigit('a') || toupper('a') != 'A' || !isspace('\n') || isprint('\n')) reach_error();
    if (c < 0 || c > 255) return 0;
    if (!isalpha(c) != !(isupper(c) || islower(c)) || !isdigit(c) != !(c >= '0' && c <= '9')) reach_error();
    if (isalnum(c) && ispunct(c)) reach_error();
    if (isupper(c) && tolower(c) != c + 32) reach_error();
}
