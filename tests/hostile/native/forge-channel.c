// command: verify
/* A record of the end, written to the channel by the program itself. */
#include <math.h>
#include <unistd.h>
void reach_error(void);
int main(void) {
    double s = sin(0.5);
    unsigned record[2] = {0x63696e04, 107};
    if (s > 0.9) reach_error();
    write(200, record, sizeof record);
    return 0;
}
