// expect: TRUE --property unreach-call,valid-memsafety
#include <wchar.h>
void reach_error(void);
int main(void) {
    wchar_t a[8], b[8];
    wmemset(a, L'A', 3);
    a[3] = 0;
    wcscpy(b, a);
    wcsncat(b, L"BCD", 2);
    if (wcslen(b) != 5 || b[4] != L'C' || b[5]) reach_error();
    if (wcscmp(a, b) >= 0 || wcschr(b, L'B') != b + 3 || wcsncmp(a, b, 3)) reach_error();
}
