// expect: TRUE
extern void reach_error(void);
int main(void) {
    long double x = 1.0L;
    x = x / 3.0L;
    double d = (double)x;
    if (x == d) reach_error();
    if ((float)x != (float)(1.0L / 3.0L)) reach_error();
}
