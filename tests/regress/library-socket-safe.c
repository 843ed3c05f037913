// expect: TRUE --property memory,assert
// expect: FALSE(bounds) --property memory,assert -DLONG
// Functions of sockets call nothing back, may fail, and write no more than they are told to.
#include <assert.h>
#include <sys/socket.h>
static int lines;
void print_line(void) { lines++; }
int main(void) {
    char buffer[16];
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0) return 1;
    if (listen(s, 5)) return 1;
#ifdef LONG
    ssize_t n = recv(s, buffer, sizeof buffer + 1, 0);
#else
    ssize_t n = recv(s, buffer, sizeof buffer, 0);
#endif
    if (n < 0) return 1;
    assert(n <= 17 && lines == 0);
    if (send(s, buffer, (size_t)n, 0) < 0) return 1;
    return 0;
}
