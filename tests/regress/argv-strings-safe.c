// expect: TRUE --property valid-memsafety
// expect: TRUE --property null,bounds
/* argv is an array of strings, never null, and as many as argc says. */
int main(int argc, char **argv) {
    int options = 0;
    for (int i = 1; i < argc && i < 3; i++)
        if (argv[i][0] == '-') options++;
    return argv[0][0] + options;
}
