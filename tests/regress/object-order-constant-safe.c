// expect: TRUE
// Objects that only comparisons name have addresses too.
void reach_error(void) {}
int a[4], b[4];

int main(void) {
    if (!(a < b || b < a)) reach_error();
}
