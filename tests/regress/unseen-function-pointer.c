// expect: FALSE(unreach-call)
// External code may store the address of any function with external linkage in a global.
extern void reach_error(void), elsewhere(void);
static void quiet(void) {}
void loud(void) { reach_error(); }
void (*hook)(void) = quiet;
int main(void) {
    elsewhere();
    hook();
    return 0;
}
