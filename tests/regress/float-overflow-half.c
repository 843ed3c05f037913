// expect: FALSE(float-overflow) --property float-overflow
int main(void) {
    int x = 70000;
    _Float16 h = x;
    return h > 1;
}
