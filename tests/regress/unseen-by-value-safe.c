// expect: TRUE
// A function without a body gets a copy of a structure, and what the pointers in it lead to.
extern void reach_error(void);
struct large {
    int a[10];
    int *p;
};
extern void take(struct large);

int main(void) {
    int own = 1;
    struct large s = {{0}, 0};
    take(s);
    if (s.a[3] || own != 1) reach_error();
}
