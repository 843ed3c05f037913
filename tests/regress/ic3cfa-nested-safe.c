// expect: TRUE --engine ic3cfa
/* What the outer loop keeps, the inner loop keeps: lemmas at both heads that hold only together. */
extern void reach_error(void);

int main(void) {
    unsigned x = 0;
    while (x < 0x0fffffff) {
        for (unsigned y = 0; y < 0x0fffffff; y++)
            for (unsigned z = 0; z < 0x0fffffff; z++)
                if (y % 2 && !(z < 0x0fffffff)) reach_error();
        x++;
    }
    if (x % 2 == 0) reach_error();
    return 0;
}
