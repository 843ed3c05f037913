// expect: FALSE(valid-deref) --property valid-memsafety
#include <string.h>
int main(void){char s[2]={'a','b'}; return memcmp(s,"xyz",3)==0;}
