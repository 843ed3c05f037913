// expect: FALSE(bounds) --property bounds
struct four { int x[4]; };

int main(void) {
    int three[3] = {0};
    struct four all = *(struct four *)three;
    return all.x[0];
}
