// expect: FALSE(valid-deref) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* A literal is changed in place. */
static void capitalize(char *s) {
    if (*s >= 'a' && *s <= 'z') *s = (char)(*s - 'a' + 'A');
}
int main(void) {
#ifdef FIXED
    char word[] = "word";
#else
    char *word = "word";
#endif
    capitalize(word);
    return word[0] == 'W';
}
