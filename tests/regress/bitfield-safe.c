// expect: TRUE
extern void reach_error(void);
struct flags { unsigned a : 3; unsigned b : 5; int c : 4; };
int main(void) {
    struct flags f = {0};
    f.a = 9;
    f.b = 31;
    f.c = 15;
    if (f.a != 1 || f.b != 31 || f.c != -1) reach_error();
}
