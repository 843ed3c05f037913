// expect: TRUE
extern void reach_error(void);
static int sum(int n) { return n ? n + sum(n - 1) : 0; }
int main(void) {
    if (sum(4) != 10) reach_error();
}
