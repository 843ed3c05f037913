// expect: TRUE
extern void reach_error(void);
int counter = 41;
static int table[3] = {1, 2, 3};
int zeroed[2];
int main(void) {
    counter++;
    if (counter != 42 || table[2] != 3 || zeroed[1] != 0) reach_error();
}
