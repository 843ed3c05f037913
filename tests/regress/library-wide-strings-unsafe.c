// expect: FALSE(valid-deref) --property valid-memsafety
// Four wide characters and the last 0 need a fifth.
#include <wchar.h>
int main(void) {
    wchar_t b[4] = L"12";
    wcscat(b, L"34");
    return b[0];
}
