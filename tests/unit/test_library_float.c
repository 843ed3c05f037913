#define real float
#define BITS unsigned
#define FRACTION 23
#define BIAS 127
#define PI_UP 3.1415930f
#define HOST(name) name##f
#define BUILTIN(name) __builtin_##name##f
#include "library_math.h"
