// expect: FALSE(unreach-call)
/* The two halves of a pointer, copied one by one from places with a stride. */
extern void reach_error(void);
struct entry { int *to; long rest; } table[3];
int v;
int main(void) {
    for (int i = 0; i < 3; i++) table[i].to = &v;
    int *p;
    for (int i = 0; i < 2; i++) __builtin_memcpy((char *)&p + 4 * i, (char *)&table[i].to + 4 * i, 4);
    *p = 1;
    if (v == 1) reach_error();
    return 0;
}
