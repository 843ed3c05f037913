// expect: FALSE(null) --property null
// The time that a calendar is made of must not be null.
#include <time.h>
int main(void) {
    struct tm *date = gmtime(0);
    return date != 0;
}
