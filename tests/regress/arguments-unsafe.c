// expect: FALSE(unreach-call)
extern void reach_error(void);
int main(int argc, char **argv) {
    if (argc > 2 && !argv[argc] && argv[1][0] == 'x') reach_error();
}
