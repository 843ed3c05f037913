// expect: TRUE --engine cells
// Every cell is written before it is read: the proof follows one arbitrary cell.
extern void reach_error(void);
int main(void) {
    int a[100000], b[100000];
    for (int i = 0; i < 100000; i++) a[i] = 7;
    for (int i = 0; i < 100000; i++) b[i] = 8;
    for (int i = 0; i < 100000; i++)
        if (b[i] != 8) reach_error();
}
