/* Integers of 128 bits: exact sums and products of a few 64-bit ones. */
#ifndef BASE_WIDE_H
#define BASE_WIDE_H

typedef __int128 wide;

#endif
