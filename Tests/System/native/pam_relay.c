/*
 * A PAM module for the tests, inside native/attempt.c: calls another module, so that its own code and its
 * own system calls can be told from those of the stack. Arguments: a name for this line of the stack, the
 * module's path, and the arguments that it gets.
 *
 * Around the module it calls access("NAME begin") and access("NAME end"); then it reports "NAME CODE", and
 * "leak NAME" where the lowest free descriptor is another than before.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <security/pam_modules.h>
#include <stdio.h>
#include <unistd.h>

/* The application's. */
void say(const char *name, const char *value);

typedef int (*entry_point)(pam_handle_t *, int, int, const char **);

static entry_point of_module(const char *path)
{
    void *module = dlopen(path, RTLD_NOW);

    return module ? (entry_point)dlsym(module, "pam_sm_authenticate") : NULL;
}

static void mark(const char *name, const char *place)
{
    char text[64];

    snprintf(text, sizeof text, "%s %s", name, place);
    access(text, F_OK);
}

static int lowest_free(void)
{
    int lowest = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);

    close(lowest);
    return lowest;
}

int pam_sm_authenticate(pam_handle_t *handle, int flags, int argc, const char **argv)
{
    entry_point authenticate = argc < 2 ? NULL : of_module(argv[1]);
    char code_text[16];

    if (!authenticate)
        return PAM_MODULE_UNKNOWN;
    int lowest = lowest_free();
    mark(argv[0], "begin");
    int code = authenticate(handle, flags, argc - 2, argv + 2);
    mark(argv[0], "end");
    snprintf(code_text, sizeof code_text, "%d", code);
    say(argv[0], code_text);
    if (lowest_free() != lowest)
        say("leak", argv[0]);
    return code;
}

/* The first call of an application: loads the module, before anything is looked at. */
int pam_sm_setcred(pam_handle_t *handle, int flags, int argc, const char **argv)
{
    (void)handle, (void)flags;
    return argc >= 2 && of_module(argv[1]) ? PAM_SUCCESS : PAM_MODULE_UNKNOWN;
}
