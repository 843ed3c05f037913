#define real double
#define BITS unsigned long long
#define FRACTION 52
#define BIAS 1023
#define PI_UP 3.1415926535897936
#define HOST(f) f
#define BUILTIN(f) __builtin_##f
#include "library_math.h"
