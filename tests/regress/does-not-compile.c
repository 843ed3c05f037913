// expect: exit 65
int main(void) { return undeclared_variable; }
