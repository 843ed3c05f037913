// expect: UNKNOWN(what a function without a body can reach)
// What a structure's pointer leads to may be written where the structure is passed by value.
extern void reach_error(void);
struct large {
    int a[10];
    int *p;
};
extern void take(struct large);

int main(void) {
    int own = 1;
    struct large s = {{0}, &own};
    take(s);
    if (own != 1) reach_error();
}
