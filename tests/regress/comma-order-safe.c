// expect: TRUE
extern void reach_error(void);
int main(void) {
    int i = 0, r = (i++, i++, i);
    if (r != 2) reach_error();
    int a = 1 && (i = 5);
    if (a != 1 || i != 5) reach_error();
    if (0 && (i = 9)) reach_error();
    if (i != 5) reach_error();
}
