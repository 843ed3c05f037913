// expect: FALSE(termination) --property termination
// 16777216 + 1 is 16777216 as a float.
int main(void) {
    float x = 16777200.0f;
    while (x < 16777300.0f) x += 1.0f;
    return 0;
}
