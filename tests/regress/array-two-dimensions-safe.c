// expect: TRUE
extern void reach_error(void);
int main(void) {
    int m[3][4];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) m[i][j] = 10 * i + j;
    if (m[2][3] != 23 || m[1][0] != 10) reach_error();
}
