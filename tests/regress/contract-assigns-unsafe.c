// expect: FALSE(assigns) --function count
int hits, misses;
/*@ assigns hits; */
void count(int hit) {
    if (hit) hits++;
    else misses++;
}
