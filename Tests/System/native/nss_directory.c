/* A source of accounts for nsswitch.conf(5), as sssd's is one: a library that asks a service. The service runs where
 * there is a file /run/directory, with lines of passwd(5); while it does not, this says what libnss_sss says then. */
#include <errno.h>
#include <nss.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static enum nss_status find(const char *name, uid_t uid, struct passwd *found, char *buffer, size_t size, int *error)
{
    FILE *file = fopen("/run/directory", "re");
    if (file == NULL) {
        *error = errno;
        return NSS_STATUS_UNAVAIL;
    }
    enum nss_status status = NSS_STATUS_NOTFOUND;
    struct passwd *entry = NULL;
    while (status == NSS_STATUS_NOTFOUND && fgetpwent_r(file, found, buffer, size, &entry) == 0) {
        bool is_it = name != NULL ? strcmp(name, entry->pw_name) == 0 : uid == entry->pw_uid;
        if (is_it) status = NSS_STATUS_SUCCESS;
    }
    fclose(file);
    *error = status == NSS_STATUS_SUCCESS ? 0 : ENOENT;
    return status;
}

enum nss_status _nss_directory_getpwnam_r(
    const char *name, struct passwd *found, char *buffer, size_t size, int *error)
{
    return find(name, 0, found, buffer, size, error);
}

enum nss_status _nss_directory_getpwuid_r(uid_t uid, struct passwd *found, char *buffer, size_t size, int *error)
{
    return find(NULL, uid, found, buffer, size, error);
}
