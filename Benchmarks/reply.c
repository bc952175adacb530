// What the sides of host.c answer: a secret, the next of several codes, or what a security key signs.

#include "side.h"

#include <dlfcn.h>
#include <err.h>
#include <security/pam_appl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CODE = 8 };

static char *copy(const char *text)
{
    char *made = strdup(text);
    if (made == NULL)
        err(2, "a copy of a reply");
    return made;
}

// The other way around it is a wrong one: no secret here reads the same backwards.
static char *spoiled(const char *text)
{
    char *made = copy(text);
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++)
        made[i] = text[length - 1 - i];
    return made;
}

// One code a line; each right one once, in their order. A wrong one uses up none.
static char *next_code(const char *name, bool right)
{
    static FILE *file;
    static char code[CODE];
    if (!right)
        return copy("000000");
    if (file == NULL && (file = fopen(name, "r")) == NULL)
        err(2, "%s", name);
    if (fgets(code, sizeof code, file) == NULL)
        errx(2, "%s: more codes are needed", name);
    code[strcspn(code, "\n")] = '\0';
    return copy(code);
}

// What a library of its own signs, LIBRARY,KEY, a line each time: see key.c.
static char *signed_by(struct reply *reply, const char *words)
{
    static char *(*sign)(const char *key, const char *challenge, int line, bool right);
    const char *comma = strchr(words, ',');
    if (comma == NULL)
        errx(2, "%s: not LIBRARY,KEY", words);
    if (sign == NULL) {
        char *library = strndup(words, (size_t)(comma - words));
        void *opened = library == NULL ? NULL : dlopen(library, RTLD_NOW);
        if (opened == NULL || (*(void **)&sign = dlsym(opened, "key_sign")) == NULL)
            errx(2, "%s", dlerror());
        free(library);
    }
    return sign(comma + 1, reply->challenge, reply->asked, reply->right);
}

static char *said(struct reply *reply)
{
    if (strncmp(reply->secret, "codes=", 6) == 0)
        return next_code(reply->secret + 6, reply->right);
    if (strncmp(reply->secret, "key=", 4) == 0)
        return signed_by(reply, reply->secret + 4);
    return reply->right ? copy(reply->secret) : spoiled(reply->secret);
}

int answer(int count, const struct pam_message **messages, struct pam_response **replies, void *data)
{
    struct reply *reply = data;
    struct pam_response *out = calloc((size_t)count, sizeof *out);
    if (out == NULL)
        return PAM_BUF_ERR;
    for (int i = 0; i < count; i++) {
        int style = messages[i]->msg_style;
        if (style == PAM_PROMPT_ECHO_OFF || style == PAM_PROMPT_ECHO_ON) {
            // Only signing takes long enough to be taken off.
            bool signs = strncmp(reply->secret, "key=", 4) == 0;
            int64_t start = signs ? cpu_nanoseconds() : 0;
            reply->asked++;
            out[i].resp = said(reply);
            reply->answering += signs ? cpu_nanoseconds() - start : 0;
        } else if (strchr(messages[i]->msg, '\n') != NULL) {
            // pam_u2f's challenge: 32 bytes in base64, then whom it is for and the key's name.
            snprintf(reply->challenge, sizeof reply->challenge, "%.44s", messages[i]->msg);
        }
    }
    *replies = out;
    return PAM_SUCCESS;
}
