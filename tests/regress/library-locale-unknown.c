// expect: UNKNOWN(approximated library function)
// In the user's locale this may be a letter.
#include <assert.h>
#include <ctype.h>
#include <locale.h>

int main(void) {
    setlocale(LC_CTYPE, "");
    assert(!isalpha(0xe4));
    return 0;
}
