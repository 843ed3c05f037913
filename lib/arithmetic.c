/* The arithmetic of stdlib.h. It is compiled with the checks that are asked for, as the program is:
 * what does not fit is the caller's overflow, and a divisor of zero his, too. */
int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }
__INTMAX_TYPE__ imaxabs(__INTMAX_TYPE__ x) { return x < 0 ? -x : x; }

typedef struct {
    int quot, rem;
} int_pair;
typedef struct {
    long quot, rem;
} long_pair;
typedef struct {
    long long quot, rem;
} long_long_pair;

int_pair div(int a, int b) {
    int_pair r = {a / b, a % b};
    return r;
}

long_pair ldiv(long a, long b) {
    long_pair r = {a / b, a % b};
    return r;
}

long_long_pair lldiv(long long a, long long b) {
    long_long_pair r = {a / b, a % b};
    return r;
}

/* ---- arpa/inet.h: the bytes of a number as networks order them, the highest first ---- */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
unsigned htonl(unsigned x) { return __builtin_bswap32(x); }
unsigned short htons(unsigned short x) { return __builtin_bswap16(x); }
#else
unsigned htonl(unsigned x) { return x; }
unsigned short htons(unsigned short x) { return x; }
#endif
unsigned ntohl(unsigned x) { return htonl(x); }
unsigned short ntohs(unsigned short x) { return htons(x); }
