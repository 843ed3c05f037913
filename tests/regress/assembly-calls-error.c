// expect: UNKNOWN(inline assembly may call reach_error)
extern void reach_error(void);
int main(void){ void (*volatile p)(void) = reach_error; __asm__ volatile("call *%0" :: "r"(p)); }
