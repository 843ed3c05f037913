// expect: FALSE(valid-deref) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* strncpy leaves no terminator where the source fills the buffer. */
#include <string.h>
int main(void) {
    char name[4];
    strncpy(name, "abcd", sizeof name);
#ifdef FIXED
    name[sizeof name - 1] = 0;
#endif
    return (int)strlen(name);
}
