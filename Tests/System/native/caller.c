/*
 * A PAM application that does to its children what hosts do, and that uses one handle for several
 * calls. Usage:
 *
 *   caller plain|ignore|reap CONFDIR SERVICE USER STEP...
 *
 * SIGCHLD has its default action, is ignored, or has a handler that takes every child there is. Steps:
 *
 *   reply=TEXT   what the next prompt gets; without one the conversation fails
 *   user=NAME    another PAM_USER for the handle
 *   call         pam_authenticate
 *   new          a new handle
 *   threads      one thread for each reply, each with a handle of its own, all at once
 *
 * It writes "code N prompts N milliseconds N" a call, and at last what was left behind. SIGPIPE has its
 * default action, so a write to a broken pipe ends it.
 */
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <pthread.h>
#include <security/pam_appl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#define MOST 64

static const char *confdir, *service, *user;

/* Stands before libpam's, which would sleep. */
int pam_fail_delay(pam_handle_t *handle, unsigned int microseconds)
{
    (void)handle, (void)microseconds;
    return PAM_SUCCESS;
}

struct talk {
    const char *replies[MOST];
    int given, count, prompts;
};

static int converse(int count, const struct pam_message **messages, struct pam_response **result,
                    void *data)
{
    struct talk *talk = data;

    *result = calloc((size_t)count, sizeof **result);
    for (int index = 0; index < count; index++) {
        if (messages[index]->msg_style != PAM_PROMPT_ECHO_OFF)
            continue;
        talk->prompts++;
        if (talk->given == talk->count) {
            free(*result);
            *result = NULL;
            return PAM_CONV_ERR;
        }
        (*result)[index].resp = strdup(talk->replies[talk->given++]);
    }
    return PAM_SUCCESS;
}

static pam_handle_t *started(struct talk *talk)
{
    struct pam_conv conversation = {converse, talk};
    pam_handle_t *handle = NULL;

    if (pam_start_confdir(service, user, &conversation, confdir, &handle) != PAM_SUCCESS)
        errx(2, "pam_start failed");
    return handle;
}

static long milliseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int call(pam_handle_t *handle, struct talk *talk)
{
    long start = milliseconds();
    int before = talk->prompts;
    int code = pam_authenticate(handle, 0);

    printf("code %d prompts %d milliseconds %ld\n", code, talk->prompts - before,
           milliseconds() - start);
    return code;
}

static void *thread_body(void *reply)
{
    struct talk talk = {.replies = {reply}, .count = 1};
    pam_handle_t *handle = started(&talk);

    pam_end(handle, call(handle, &talk));
    return NULL;
}

static void all_at_once(struct talk *talk)
{
    pthread_t threads[MOST];

    for (int index = talk->given; index < talk->count; index++)
        pthread_create(&threads[index], NULL, thread_body, (void *)talk->replies[index]);
    for (; talk->given < talk->count; talk->given++)
        pthread_join(threads[talk->given], NULL);
}

static void reap(int number)
{
    int kept = errno;

    (void)number;
    while (waitpid(-1, NULL, WNOHANG) > 0) {}
    errno = kept;
}

static int descriptors(void)
{
    DIR *stream = opendir("/proc/self/fd");
    int count = 0;

    while (readdir(stream))
        count++;
    closedir(stream);
    return count;
}

/* What is done on each signal, and which are blocked; the kernel's part of a set is its first word. */
struct signals {
    struct { void *handler; int flags; unsigned long mask; } actions[NSIG];
    unsigned long mask;
};

static void look_at(struct signals *seen)
{
    sigset_t mask;

    memset(seen, 0, sizeof *seen);
    for (int number = 1; number < NSIG; number++) {
        struct sigaction action = {0};
        sigaction(number, NULL, &action);
        seen->actions[number].handler = (void *)action.sa_handler;
        seen->actions[number].flags = action.sa_flags;
        seen->actions[number].mask = *(unsigned long *)&action.sa_mask;
    }
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    seen->mask = *(unsigned long *)&mask;
}

int main(int count, char **arguments)
{
    static struct signals before, after;
    static struct talk talk;
    sigset_t mask;

    if (count < 6)
        errx(2, "see the comment in the source");
    confdir = arguments[2];
    service = arguments[3];
    user = arguments[4];
    setvbuf(stdout, NULL, _IOLBF, 0);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    if (strcmp(arguments[1], "ignore") == 0)
        signal(SIGCHLD, SIG_IGN);
    if (strcmp(arguments[1], "reap") == 0)
        sigaction(SIGCHLD, &(struct sigaction){.sa_handler = reap}, NULL);
    sigemptyset(&mask);
    sigaddset(&mask, SIGUSR2);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    /* libc opens its connection once; it is not the module's. */
    syslog(LOG_AUTHPRIV | LOG_DEBUG, "connected");

    look_at(&before);
    int open_before = descriptors();
    pam_handle_t *handle = NULL;
    int code = PAM_SUCCESS;
    for (int index = 5; index < count; index++) {
        const char *step = arguments[index];
        if (strncmp(step, "reply=", 6) == 0) {
            talk.replies[talk.count++ % MOST] = step + 6;
        } else if (strncmp(step, "user=", 5) == 0) {
            if (!handle || pam_set_item(handle, PAM_USER, step + 5) != PAM_SUCCESS)
                errx(2, "no PAM_USER");
        } else if (strcmp(step, "threads") == 0) {
            all_at_once(&talk);
        } else if (strcmp(step, "new") == 0) {
            if (handle)
                pam_end(handle, code);
            handle = NULL;
        } else if (strcmp(step, "call") == 0) {
            if (!handle)
                handle = started(&talk);
            code = call(handle, &talk);
        } else {
            errx(2, "no such step: %s", step);
        }
    }
    if (handle)
        pam_end(handle, code);
    look_at(&after);
    printf("signals %s\n", memcmp(&before, &after, sizeof before) ? "changed" : "same");
    printf("descriptors %d\n", descriptors() - open_before);
    siginfo_t child;
    int waited = waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT);
    printf("children %s\n", waited < 0 && errno == ECHILD ? "none" : "left");
    return 0;
}
