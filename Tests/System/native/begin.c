/* A library for LD_PRELOAD that calls access("main begin") right before main, where a trace of system
 * calls shows what came from the loader and from libc's start. */
#include <dlfcn.h>
#include <unistd.h>

typedef int main_function(int, char **, char **);

static main_function *real_main;

static int marked_main(int count, char **words, char **environment)
{
    access("main begin", F_OK);
    return real_main(count, words, environment);
}

int __libc_start_main(main_function *function, int count, char **words, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end);

int __libc_start_main(main_function *function, int count, char **words, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end)
{
    __typeof__(&__libc_start_main) start;

    *(void **)&start = dlsym(RTLD_NEXT, "__libc_start_main");
    real_main = function;
    return start(marked_main, count, words, init, fini, rtld_fini, stack_end);
}
