// expect: TRUE
// What the library gives from outside is any value, but one that the function can return.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
    char b[10];
    int w[10], x, c = getchar();
    if (c > 255 || c < -1 || fgetc(stdin) > 255 || putchar('a') > 255) reach_error();
    long n = read(0, b, sizeof b);
    if (n > 10 || n < -1 || write(1, b, 3) > 3) reach_error();
    if (fread(w, sizeof *w, 10, stdin) > 10 || fwrite(w, sizeof *w, 7, stdout) > 7) reach_error();
    int k = scanf("%d", &x);
    if (k > 1 || k < -1 || fclose(stdin) > 0 || fflush(stdout) > 0) reach_error();
    if (getpid() <= 0 || open("x", 0) < -1 || close(3) > 0 || rand() < 0 || time(0) < -1 || isatty(0) > 1 || sleep(3) > 3) reach_error();
}
