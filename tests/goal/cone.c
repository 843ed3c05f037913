// expect: FALSE(dead-code) total=50 covered=40 unreachable=10 open=0 -- --step step --criterion branch --input u --input v --input w
// What a goal depends on: the branch around it, an early return before it, a loop, a variable that another part assigns, a check that ends runs.
void abort(void);
int u, v, w;
static int filter, other, count, mode, hidden;
static void independent(void) {
    other = other * 3 + v;
    if (other > 100) other = 0;
    if (other == 77) count = 0;
}
static void part(void) {
    if (u < 0 || u > 10) return;
    filter = (filter + u) / 2;
    if (filter > 10) hidden = 1; /* dead: the early return keeps u in bounds */
}
static void loop(void) {
    int n = 0;
    for (int i = 0; i < 4; i++)
        if (w & (1 << i)) n++;
    if (n > 4) hidden = 2; /* dead: the loop counts four bits */
    if (n == 4) mode = 1;
}
void step(void) {
    independent();
    if (mode == 3) abort();
    part();
    loop();
    if (mode == 1 && u == 5) mode = 2;
    if (hidden) mode = 3; /* dead, as what assigns it */
    if (mode == 3) hidden = 4; /* dead */
}
