// expect: FALSE(unreach-call)
extern void reach_error(void);
int main(void) {
    int total = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) total++;
    if (total == 6) reach_error();
}
