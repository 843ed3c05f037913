// expect: UNKNOWN(memory that is not the program's)
// In the model it holds any value at each read; in no run does it change between them.
extern void reach_error(void);
int main(int argc, char **argv) {
    if (argc > 1 && argv[1][0] == 'x' && argv[1][0] == 'y') reach_error();
}
