/* System calls without the C library, for the launcher: nothing that it calls can be replaced. Text
 * that is included. */
#include <asm/unistd.h>

typedef unsigned long word;

static inline long call6(long number, word a, word b, word c, word d, word e, word f) {
    long result;
    register word fourth __asm__("r10") = d;
    register word fifth __asm__("r8") = e;
    register word sixth __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
                     : "rcx", "r11", "memory");
    return result;
}
#define CALL_N(_0, _1, _2, _3, _4, _5, _6, n, ...) n
#define CALL_0(n) call6(n, 0, 0, 0, 0, 0, 0)
#define CALL_1(n, a) call6(n, (word)(a), 0, 0, 0, 0, 0)
#define CALL_2(n, a, b) call6(n, (word)(a), (word)(b), 0, 0, 0, 0)
#define CALL_3(n, a, b, c) call6(n, (word)(a), (word)(b), (word)(c), 0, 0, 0)
#define CALL_4(n, a, b, c, d) call6(n, (word)(a), (word)(b), (word)(c), (word)(d), 0, 0)
#define CALL_5(n, a, b, c, d, e) call6(n, (word)(a), (word)(b), (word)(c), (word)(d), (word)(e), 0)
#define CALL_6(n, a, b, c, d, e, f)                                                                \
    call6(n, (word)(a), (word)(b), (word)(c), (word)(d), (word)(e), (word)(f))
#define kernel(...)                                                                                \
    CALL_N(__VA_ARGS__, CALL_6, CALL_5, CALL_4, CALL_3, CALL_2, CALL_1, CALL_0)(__VA_ARGS__)
