// expect: TRUE
// What argv points to is memory of others; but its end is known.
extern void reach_error(void);
int main(int argc, char **argv) {
    if (argv[argc]) reach_error();
}
