/* A library that shows where LD_PRELOAD works: it makes the file that PRELOAD_MARK names. */
#include <fcntl.h>
#include <stdlib.h>

__attribute__((constructor)) static void loaded(void)
{
    const char *path = getenv("PRELOAD_MARK");

    if (path)
        open(path, O_WRONLY | O_CREAT, 0666);
}
