// expect: UNKNOWN(memory that is not the program's)
extern void reach_error(void);
extern int *get(void);
int main(void) {
    int *p = get();
    *p = 5;
    if (*p != 5) reach_error();
}
