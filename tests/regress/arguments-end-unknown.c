// expect: UNKNOWN(argv[argc] is null)
// What argv points to is memory of others, which holds anything; but its end is known.
extern void reach_error(void);
int main(int argc, char **argv) {
    if (argv[argc]) reach_error();
}
