/*
 * What the tests of the module's sources learn of their calls of libpam. Linked into the tests, pam_syslog(3)
 * and pam_fail_delay(3) stand before libpam's own: nothing is logged on this machine, and nobody sleeps.
 */
#ifndef PAM_HOST_H
#define PAM_HOST_H

#include <security/pam_appl.h>

/* Empties what this thread was told. */
void pam_host_begin(void);
/* The lines that this thread logged, each as "priority text\n". */
const char *_Nonnull pam_host_log(void);
/* pam_sm_authenticate of a module that notes PAM_AUTHTOK and says PAM_IGNORE. */
int pam_host_note_token(pam_handle_t *_Nullable handle, int flags, int count,
                        const char *_Nullable *_Nullable words);
/* What it noted in this thread; null for none. */
const char *_Nullable pam_host_token(void);
/* The delay that was asked for last, in microseconds; 0 for none. */
unsigned int pam_host_delay(void);

#endif
