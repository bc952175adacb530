#include "CPAM.h"

#include <dlfcn.h>
#include <stdint.h>

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
