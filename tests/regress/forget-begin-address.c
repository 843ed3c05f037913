// expect: UNKNOWN(memory was forgotten) --forget-memory
void reach_error(void) {}
static int x;
int *p = &x;
int main(void) {
    if (p) reach_error();
}
