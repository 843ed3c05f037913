// expect: TRUE
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

int main(void) {
    const char *text = "3.25e+";
    char *end;
    assert(strtod(" -12.5e-1,", &end) == -1.25 && *end == ',');
    assert(strtod(text, &end) == 3.25 && end == text + 4);
    assert(strtod("0x1.4p2", 0) == 5.0 && strtof("0.1", 0) == 0.1f);
    assert(strtod("-Infinity", &end) < -1e308 && !*end && isnan(strtod("nan", 0)));
    errno = 0;
    assert(strtod("1e999", 0) == HUGE_VAL && errno == ERANGE);
    return 0;
}
