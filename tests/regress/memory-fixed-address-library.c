// expect: UNKNOWN(what perror accesses is not checked) --property valid-memsafety
#include <stdio.h>

int main(void) { perror((char *)1); }
