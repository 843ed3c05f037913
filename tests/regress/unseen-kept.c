// expect: FALSE(unreach-call)
/* What got out once may be written by every later call. */
extern void reach_error(void);
void keep(int *), later(void);
int main(void) {
    int kept;
    keep(&kept);
    kept = 1;
    later();
    if (kept != 1) reach_error();
    return 0;
}
