// expect: FALSE(unreach-call)
/* Addresses that pass through wider words and floats. */
extern void reach_error(void);
int a, b, c;
union bits { double d; int *p; };
int main(void) {
    __int128 wide = (__int128)(unsigned long)&a << 40;
    *(int *)(unsigned long)(wide >> 40) = 1;
    union bits u;
    u.p = &b;
    double copied = u.d;
    union bits v;
    v.d = copied;
    *v.p = 2;
    double number = (double)(unsigned)(unsigned long)((char *)&c - (char *)0);
    (void)number;
    if (a == 1 && b == 2) reach_error();
    return 0;
}
