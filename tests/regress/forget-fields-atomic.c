// expect: UNKNOWN(memory was forgotten) --forget-memory
/* A number that is added to a null pointer. */
extern void reach_error(void);

static void *t;
int main(void) {
    __atomic_fetch_add((unsigned long *)&t, 5, 0);
    if (t) reach_error();
    return 0;
}
