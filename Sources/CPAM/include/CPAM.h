/*
 * libpam for Swift: the headers of modules and of applications, and fixed forms of the functions with
 * variable arguments. Nothing here decides anything.
 */
#ifndef CPAM_H
#define CPAM_H

#include <security/pam_appl.h>
#include <security/pam_ext.h>
#include <security/pam_modules.h>
#include <security/pam_modutil.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/types.h>
#include <syslog.h>

/* pam_syslog(3) of one finished line. */
static inline void cpam_syslog(const pam_handle_t *_Nonnull handle, int priority,
                               const char *_Nonnull text) {
    pam_syslog(handle, priority, "%s", text);
}

/* pam_prompt(3) without echo; *reply is the caller's to wipe and free. */
static inline int cpam_ask(pam_handle_t *_Nonnull handle, const char *_Nonnull text,
                           char *_Nullable *_Nonnull reply) {
    return pam_prompt(handle, PAM_PROMPT_ECHO_OFF, reply, "%s", text);
}

/* For the programs. */

/* dladdr(3): the file of the libpam that is in use; null when that can't be told. */
const char *_Nullable cpam_library(void);
/* dlopen(3) of a module, as libpam does it, and dlsym(3) of its entry points: what the loader says
 * against it, null for nothing. */
const char *_Nullable cpam_module_problem(const char *_Nonnull path);

/* pam_info(3): a text for the person. */
static inline int cpam_inform(pam_handle_t *_Nonnull handle, const char *_Nonnull text) {
    return pam_info(handle, "%s", text);
}

#endif
