// expect: FALSE(unreach-call)
// ... or the address of any such object.
extern void reach_error(void), elsewhere(void);
int count = 4, spare, *at = &spare;
int main(void) {
    elsewhere();
    count = 4;
    *at = 0;
    if (count != 4) reach_error();
    return 0;
}
