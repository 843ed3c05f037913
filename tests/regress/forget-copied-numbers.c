// expect: UNKNOWN(memory was forgotten) --forget-memory
void reach_error(void) {}
static struct {
    int a;
    char *x;
} v = {1, (char *)-1}, w;
int main(void) {
    w = v;
    if (w.x) reach_error();
}
