/*
 * Preloaded, it makes a module that does not wipe its secrets out of one that does: the tests that
 * look for secrets in memory must then find some.
 */
#include <stddef.h>

void explicit_bzero(void *memory, size_t size) { (void)memory, (void)size; }
void __explicit_bzero_chk(void *memory, size_t size, size_t room)
{
    (void)memory, (void)size, (void)room;
}
