// expect: FALSE(precondition) --property undefined
#include <string.h>
int main(void){char b[1]; char *p=0; unsigned long n=0; memcpy(b,p,n); memset(p,0,n); return 0;}
