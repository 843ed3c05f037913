// expect: TRUE
// Clocks fill in what they return, and only fractions of a second.
#include <assert.h>
#include <sys/time.h>
#include <time.h>
int main(void) {
    time_t t, r = time(&t);
    assert(r == t && r >= -1);
    struct timeval v;
    if (gettimeofday(&v, 0) == 0) assert(v.tv_usec >= 0 && v.tv_usec < 1000000 && v.tv_sec >= 0);
    struct timespec s = {1, 2000000000};
    if (clock_gettime(CLOCK_REALTIME, &s)) assert(s.tv_nsec == 2000000000);
    else assert(s.tv_nsec < 1000000000);
    struct tm *date = gmtime(&t);
    if (date) assert(date->tm_mon < 12 && date->tm_mday >= 1 && date->tm_isdst == 0);
    clock_t before = clock(), after = clock();
    if (before != -1 && after != -1) assert(after >= before);
    return 0;
}
