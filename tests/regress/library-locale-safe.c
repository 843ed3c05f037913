// expect: TRUE
#include <assert.h>
#include <ctype.h>
#include <locale.h>

int main(void) {
    assert(!isalpha(0xe4));
    assert(setlocale(LC_ALL, "POSIX") && setlocale(LC_ALL, 0)[0] == 'C');
    assert(isalpha('q') && toupper('q') == 'Q');
    return 0;
}
