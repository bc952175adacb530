/* The files of the world, which most often stay as they are from run to run. */
#include "World.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int fuzz_root = -1;

enum { slot_size = 120, second_slot = 4096, most_files = 16 };

/* What was last put there. */
static struct file {
    char path[64];
    uint8_t bytes[8192];
    size_t count, size;
    unsigned mode;
    bool is_known;
} files[most_files];

static struct file *file_at(const char *path) {
    for (struct file *file = files; file < files + most_files; file++) {
        if (strcmp(file->path, path) == 0) return file;
        if (file->path[0] != 0 || strlen(path) >= sizeof file->path) continue;
        strcpy(file->path, path);
        return file;
    }
    fuzz_refute("the world has few files");
}

/* Whether it is there already; else it will be. */
static bool is_there(const char *path, const uint8_t *bytes, size_t count, size_t size, unsigned mode) {
    struct file *file = file_at(path);
    bool is_same = file->is_known && file->count == count && file->size == size && file->mode == mode &&
                   memcmp(file->bytes, bytes, count) == 0;
    file->is_known = count <= sizeof file->bytes;
    if (is_same || !file->is_known) return is_same;
    memcpy(file->bytes, bytes, count);
    file->count = count;
    file->size = size;
    file->mode = mode;
    return false;
}

bool fuzz_write(const char *path, const uint8_t *bytes, size_t count, unsigned mode) {
    if (is_there(path, bytes, count, count, mode)) return true;
    if (mode == 0) return unlinkat(fuzz_root, path, 0) == 0 || errno == ENOENT;
    int file = openat(fuzz_root, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) return false;
    bool done = fchmod(file, mode) == 0 && write(file, bytes, count) == (ssize_t)count;
    close(file);
    return done;
}

bool fuzz_write_slots(const char *path, const uint8_t *slots, size_t size) {
    if (is_there(path, slots, 2 * slot_size, size, 0660)) return true;
    int file = openat(fuzz_root, path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return false;
    bool done = fchmod(file, 0660) == 0 && pwrite(file, slots, slot_size, 0) == slot_size &&
                pwrite(file, slots + slot_size, slot_size, second_slot) == slot_size &&
                ftruncate(file, (off_t)size) == 0;
    close(file);
    return done;
}

void fuzz_read_slots(const char *path, uint8_t *slots) {
    memset(slots, 0, 2 * slot_size);
    int file = openat(fuzz_root, path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    if (pread(file, slots, slot_size, 0) < 0 || pread(file, slots + slot_size, slot_size, second_slot) < 0)
        fuzz_refute("attempts can be read");
    close(file);
    struct file *known = file_at(path);
    if (memcmp(known->bytes, slots, 2 * slot_size) != 0) known->is_known = false;
}

bool fuzz_make_folder(const char *path, unsigned mode) { return mkdirat(fuzz_root, path, mode) == 0; }
