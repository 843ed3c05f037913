/* The same in CBMC's clauses: cinch verify examples/contracts_cprover.c --function all */
#define SIZE 8

int slots[SIZE];
int first, count;

static int wrapped(int i)
    __CPROVER_requires(0 <= i && i < 2 * SIZE)
    __CPROVER_assigns()
    __CPROVER_ensures(0 <= __CPROVER_return_value && __CPROVER_return_value < SIZE)
{ return i < SIZE ? i : i - SIZE; }

int put(int value)
    __CPROVER_requires(0 <= first && first < SIZE && 0 <= count && count <= SIZE)
    __CPROVER_assigns(__CPROVER_object_whole(slots), count)
    __CPROVER_ensures(0 <= count && count <= SIZE)
    __CPROVER_ensures(__CPROVER_return_value != 0 ==> count == __CPROVER_old(count) + 1)
{
    if (count == SIZE) return 0;
    slots[wrapped(first + count)] = value;
    count++;
    return 1;
}
