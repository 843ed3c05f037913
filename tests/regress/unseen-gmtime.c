// expect: UNKNOWN(ext may call gmtime)
#include <time.h>
extern void reach_error(void), ext(void);
int main(void) {
    time_t start = 0;
    struct tm *p = gmtime(&start);
    int month = p->tm_mon;
    ext();
    if (p->tm_mon != month) reach_error();
}
