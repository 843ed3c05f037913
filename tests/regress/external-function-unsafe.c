// expect: FALSE(unreach-call)
// A function of somebody else is an input.
int measured_temperature(void);
void reach_error(void) {}

int main(void) {
    if (measured_temperature() == 4711) reach_error();
}
