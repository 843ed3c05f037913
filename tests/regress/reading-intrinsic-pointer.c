// expect: FALSE(unreach-call)
/* Intrinsics that pass addresses on. */
extern void reach_error(void);
int a[8];
_Alignas(16) char buffer[64];
struct s { __attribute__((annotate("kept"))) int field; } annotated;
int main(void) {
    unsigned long r;
    if (__builtin_add_overflow((unsigned long)a, 4UL, &r)) return 0;
    *(int *)r = 1;
    if (__builtin_sub_overflow((unsigned long)(a + 3), 4UL, &r)) return 0;
    *(int *)r = 2;
    *(int *)(__builtin_bswap64(__builtin_bswap64((unsigned long)&a[3]))) = 3;
    *(int *)(__builtin_rotateleft64(__builtin_rotateleft64((unsigned long)&a[4], 20), 44)) = 4;
    *(char *)__builtin_align_down(&buffer[5], 16) = 5;
    *(char *)__builtin_align_up(&buffer[17], 16) = 6;
    annotated.field = 7;
    *(int *)__builtin_launder(&a[5]) = 8;
    if (a[1] == 1 && a[2] == 2 && a[3] == 3 && a[4] == 4 && buffer[0] == 5 && buffer[32] == 6 && annotated.field == 7 && a[5] == 8)
        reach_error();
    return 0;
}
