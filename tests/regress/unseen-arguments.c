// expect: TRUE
extern void reach_error(void);
int main(int argc, char **argv) {
    for (int i = 0; i < argc && i < 3; i++)
        if (!argv[i]) reach_error();
    if (argv[argc]) reach_error();
    return 0;
}
