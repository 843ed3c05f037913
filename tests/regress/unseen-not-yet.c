// expect: TRUE
/* Before its address gets out nothing happens to an object, and a pointer from outside is no pointer to it. */
extern void reach_error(void);
int *somewhere(void);
void take(int *);
static int late;
int *slot;
int main(void) {
    int own = 1, *p = somewhere();
    late = 2;
    *p = 5;
    if (own != 1 || late != 2) reach_error();
    slot = &late;
    take(&own);
    return 0;
}
