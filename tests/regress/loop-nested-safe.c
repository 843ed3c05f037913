// expect: TRUE
extern void reach_error(void);
int main(void) {
    int total = 0;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 4; j++) total++;
    if (total != 20) reach_error();
}
