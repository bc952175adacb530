#include "CSandbox.h"

#include <errno.h>
#include <stddef.h>
#include <sys/prctl.h>

#if defined __x86_64__ || (defined __aarch64__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

#include "Calls.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef __x86_64__
enum { machine = AUDIT_ARCH_X86_64 };
#else
enum { machine = AUDIT_ARCH_AARCH64 };
#endif

/* A program for the kernel, as it is written. */
struct filter {
    struct sock_filter steps[256]; /* so that no jump is too far for its 8 bits */
    size_t count;
};

/* Jumps to the three steps at the end, until it is known where that is. */
enum { allow = 253, refuse, unknown };

static void add(struct filter *filter, unsigned short code, uint32_t value, size_t yes, size_t no) {
    size_t at = filter->count++;
    if (at < sizeof filter->steps / sizeof *filter->steps)
        filter->steps[at] = (struct sock_filter){code, (uint8_t)yes, (uint8_t)no, value};
}

static void load(struct filter *filter, size_t offset) {
    add(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void jump(struct filter *filter, unsigned short test, uint32_t value, size_t yes, size_t no) {
    add(filter, BPF_JMP | BPF_K | test, value, yes, no);
}

enum { most_values = 8 };

/* What an argument is compared with: the bits of a mask with values. The first may be 0; another 0 ends them. */
struct values {
    int argument;
    uint32_t mask, list[most_values];
};

static const uint32_t whole = UINT32_MAX;

/* Makes an argument decide on a call. The kernel takes all of them as 32 bits, the lower half. */
static void decide(struct filter *filter, unsigned call, struct values values, size_t same, size_t other) {
    bool masked = values.mask != whole;
    size_t count = 1;
    while (count < most_values && values.list[count] != 0) count++;
    jump(filter, BPF_JEQ, call, 0, 1 + masked + count);
    load(filter, offsetof(struct seccomp_data, args) + (size_t)values.argument * sizeof(uint64_t));
    if (masked) add(filter, BPF_ALU | BPF_AND | BPF_K, values.mask, 0, 0);
    while (--count > 0) jump(filter, BPF_JEQ, values.list[count], same, 0);
    jump(filter, BPF_JEQ, values.list[0], same, other);
}

static void add_conditions(struct filter *filter, unsigned needs) {
    bool console = needs & sandbox_console;
    if (needs & sandbox_terminal) {
        /* Of O_TMPFILE the bit that is not O_DIRECTORY. */
        uint32_t making = O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);
        uint32_t mask = making | (console ? 0 : O_ACCMODE);
#ifdef __NR_open
        decide(filter, __NR_open, (struct values){1, mask, {0}}, allow, refuse);
#endif
        decide(filter, __NR_openat, (struct values){2, mask, {0}}, allow, refuse);
        /* The own group, as Ctrl-Z does. */
        decide(filter, __NR_kill, (struct values){0, whole, {0}}, allow, refuse);
        /* No typing into the terminal, for whoever reads it next; no signals, see fcntl; and not another group into
         * the terminal's foreground, where keys are signals. */
        decide(filter, __NR_ioctl,
               (struct values){1, whole, {TIOCSTI, TIOCSPGRP, FIOSETOWN, SIOCSPGRP, FIOASYNC, console ? 0 : TIOCLINUX}},
               refuse, allow);
    }
    if (console) decide(filter, __NR_socket, (struct values){0, whole, {AF_UNIX}}, allow, refuse);
    /* To whom a socket is connected, by the length of another's address. */
    decide(filter, __NR_sendto, (struct values){5, whole, {0}}, allow, refuse);
    /* This process itself, as raise(3) and abort(3) do. */
    uint32_t self = (uint32_t)getpid();
    decide(filter, __NR_tgkill, (struct values){0, whole, {self}}, allow, refuse);
    decide(filter, __NR_prlimit64, (struct values){0, whole, {0}}, allow, refuse);
    /* No signals to others by way of a descriptor. Of F_SETFL it is O_ASYNC: a terminal's signal is for the group in
     * its foreground, whoever asked. */
    decide(filter, __NR_fcntl, (struct values){1, whole, {F_SETOWN, F_SETOWN_EX, F_SETSIG, F_SETFL}}, refuse, allow);
    /* No memory is written and then run. */
    uint32_t runs = needs & sandbox_terminal ? PROT_WRITE | PROT_EXEC : PROT_EXEC;
    decide(filter, __NR_mmap, (struct values){2, runs, {runs}}, refuse, allow);
    decide(filter, __NR_mprotect, (struct values){2, PROT_EXEC, {PROT_EXEC}}, refuse, allow);
}

/* Numbers in a row with one answer, from `start` to the next one's. */
struct range {
    uint32_t start;
    size_t answer;
};

/* Halves until one range is left: the kernel goes through a filter for each number when it is set. */
static void add_tree(struct filter *filter, const struct range *ranges, size_t count) {
    size_t lower = count / 2, upper = count - lower;
    /* n ranges take n - 1 steps. The lower half comes first, and is jumped over. */
    jump(filter, BPF_JGE, ranges[lower].start, upper == 1 ? ranges[lower].answer : lower - 1,
         lower == 1 ? ranges->answer : 0);
    if (lower > 1) add_tree(filter, ranges, lower);
    if (upper > 1) add_tree(filter, ranges + lower, upper);
}

static void add_calls(struct filter *filter, unsigned needs) {
    bool refused[known_calls] = {false};
    for (size_t index = 0; index < sizeof refused_calls / sizeof *refused_calls; index++)
        refused[refused_calls[index]] = true;
    if (!(needs & sandbox_terminal)) {
#ifdef __NR_open
        refused[__NR_open] = true;
#endif
        refused[__NR_openat] = refused[__NR_kill] = refused[__NR_ioctl] = true;
    }
    if (!(needs & sandbox_console)) refused[__NR_socket] = refused[__NR_connect] = refused[__NR_sendmsg] = true;
    struct range ranges[known_calls + 1];
    size_t count = 0;
    for (uint32_t call = 0; call < known_calls; call++) {
        if (call == 0 || refused[call] != refused[call - 1])
            ranges[count++] = (struct range){call, refused[call] ? refuse : allow};
    }
    ranges[count++] = (struct range){known_calls, unknown};
    add_tree(filter, ranges, count);
}

static void add_endings(struct filter *filter) {
    for (size_t at = 0, end = filter->count; at < end && end <= UINT8_MAX; at++) {
        struct sock_filter *step = &filter->steps[at];
        if (step->jt >= allow) step->jt = (uint8_t)(end - at - 1 + step->jt - allow);
        if (step->jf >= allow) step->jf = (uint8_t)(end - at - 1 + step->jf - allow);
    }
    add(filter, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
    add(filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM, 0, 0);
    add(filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS, 0, 0);
}

static int set_filter(unsigned needs) {
    struct filter filter = {.count = 0};
    load(&filter, offsetof(struct seccomp_data, arch));
    jump(&filter, BPF_JEQ, machine, 1, 0);
    add(&filter, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
    load(&filter, offsetof(struct seccomp_data, nr));
    add_conditions(&filter, needs);
    add_calls(&filter, needs);
    add_endings(&filter);
    if (filter.count > sizeof filter.steps / sizeof *filter.steps) return -E2BIG;
    struct sock_fprog program = {.len = (unsigned short)filter.count, .filter = filter.steps};
    /* By prctl: it is older than seccomp(2), and allowed in more places. */
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? 0 : -errno;
}

/* Lets files below a folder alone be opened for writing; a filter does not see names. */
static int write_below(const char *path) {
    struct landlock_ruleset_attr rules = {.handled_access_fs = LANDLOCK_ACCESS_FS_WRITE_FILE};
    int ruleset = (int)syscall(__NR_landlock_create_ruleset, &rules, sizeof rules, 0);
    if (ruleset < 0) return -errno;
    struct landlock_path_beneath_attr rule = {
        .allowed_access = LANDLOCK_ACCESS_FS_WRITE_FILE, .parent_fd = open(path, O_PATH | O_CLOEXEC)};
    int result = 0;
    if (rule.parent_fd < 0 || syscall(__NR_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0 ||
        syscall(__NR_landlock_restrict_self, ruleset, 0) != 0)
        result = -errno;
    if (rule.parent_fd >= 0) close(rule.parent_fd);
    close(ruleset);
    return result;
}

#else
static int set_filter(unsigned needs) {
    (void)needs;
    return -ENOSYS;
}

static int write_below(const char *path) {
    (void)path;
    return -ENOSYS;
}
#endif

/* 0 also where a kernel has no such thing, or has it turned off. */
static int unless_absent(int result) {
    return result == -EINVAL || result == -ENOSYS || result == -EOPNOTSUPP ? 0 : result;
}

int sandbox_enter(unsigned needs) {
    int result = unless_absent(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : -errno);
    if (result == 0 && needs & sandbox_console) result = unless_absent(write_below("/dev"));
    return result == 0 ? unless_absent(set_filter(needs)) : result;
}
