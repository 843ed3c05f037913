// expect: FALSE(unreach-call)
// 0.1 as float is not 0.1 as double.
extern void reach_error(void);
int main(void) {
    float f = 0.1f;
    double d = 0.1;
    if (f != d) reach_error();
}
