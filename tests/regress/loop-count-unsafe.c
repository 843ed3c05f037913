// expect: FALSE(unreach-call)
extern void reach_error(void);
int main(void) {
    int i = 0;
    while (i < 7) i++;
    if (i == 7) reach_error();
}
