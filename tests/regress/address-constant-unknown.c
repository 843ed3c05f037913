// expect: UNKNOWN(depends on addresses)
// No run shows it, and no proof excludes it.
extern void reach_error(void);
int object;

int main(void) {
    if (&object == (int *)0x1000) reach_error();
}
