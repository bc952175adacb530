#include "CPAM.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

static void free_uid(pam_handle_t *handle, void *data, int status) {
    (void)handle;
    (void)status;
    free(data);
}

/* In place of a uid that was kept this takes no memory, so that taking one away can't fail. */
static const uid_t nobody = (uid_t)-1;

int cpam_keep_uid(pam_handle_t *handle, const char *name, uid_t uid) {
    if (uid == nobody) return pam_set_data(handle, name, (void *)(uintptr_t)&nobody, NULL);
    uid_t *copy = malloc(sizeof *copy);
    if (copy == NULL) return PAM_BUF_ERR;
    *copy = uid;
    int code = pam_set_data(handle, name, copy, free_uid);
    if (code != PAM_SUCCESS) free(copy);
    return code;
}

int cpam_forget_uid(pam_handle_t *handle, const char *name) {
    return pam_set_data(handle, name, NULL, NULL);
}

bool cpam_kept_uid(const pam_handle_t *handle, const char *name, uid_t *uid) {
    const void *data = NULL;
    if (pam_get_data(handle, name, &data) != PAM_SUCCESS || data == NULL) return false;
    *uid = *(const uid_t *)data;
    return true;
}

const char *cpam_library(void) {
    Dl_info found;
    return dladdr((void *)(uintptr_t)&pam_start, &found) != 0 ? found.dli_fname : NULL;
}

const char *cpam_module_problem(const char *path) {
    void *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (module == NULL) return dlerror();
    const char *problem = NULL;
    if (dlsym(module, "pam_sm_authenticate") == NULL || dlsym(module, "pam_sm_setcred") == NULL)
        problem = "lacks pam_sm_authenticate or pam_sm_setcred";
    dlclose(module);
    return problem;
}
