/*
 * The system calls that a sandbox refuses whatever is needed in it: what somebody would want who has taken
 * the process over, and what neither libc nor we use once it is set up. A list of what is refused, since one of
 * what is allowed would break with the next libc.
 */
#ifndef CALLS_H
#define CALLS_H

#include <sys/syscall.h>

static const unsigned short refused_calls[] = {
    /* Programs and processes. */
    __NR_execve, __NR_execveat, __NR_clone, __NR_clone3, __NR_unshare, __NR_setns, __NR_personality,
    __NR_prctl, __NR_seccomp, __NR_landlock_create_ruleset, __NR_landlock_add_rule,
    __NR_landlock_restrict_self, __NR_setsid, __NR_setpgid, __NR_waitid,
    /* Others' memory, descriptors and signals; priorities. */
    __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_process_madvise,
    __NR_process_mrelease, __NR_kcmp, __NR_pidfd_open, __NR_pidfd_getfd, __NR_pidfd_send_signal,
    __NR_tkill, __NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo, __NR_setpriority, __NR_ioprio_set,
    __NR_ioprio_get, __NR_sched_setparam, __NR_sched_getparam, __NR_sched_setscheduler,
    __NR_sched_setaffinity, __NR_sched_setattr, __NR_sched_getattr, __NR_migrate_pages, __NR_move_pages,
    __NR_mbind, __NR_set_mempolicy, __NR_get_mempolicy,
    /* Rights. */
    __NR_setuid, __NR_setgid, __NR_setreuid, __NR_setregid, __NR_setresuid, __NR_setresgid,
    __NR_setfsuid, __NR_setfsgid, __NR_setgroups, __NR_capset, __NR_setrlimit, __NR_add_key,
    __NR_request_key, __NR_keyctl,
    /* Files: all but what conditions know, the contents of what is open, and looking. */
    __NR_openat2, __NR_open_by_handle_at, __NR_name_to_handle_at, __NR_memfd_create, __NR_renameat,
    __NR_renameat2, __NR_unlinkat, __NR_linkat, __NR_symlinkat, __NR_mkdirat, __NR_mknodat, __NR_fchmod,
    __NR_fchmodat, __NR_fchown, __NR_fchownat, __NR_truncate, __NR_ftruncate, __NR_fallocate,
    __NR_utimensat, __NR_setxattr, __NR_lsetxattr, __NR_fsetxattr, __NR_getxattr, __NR_lgetxattr,
    __NR_fgetxattr, __NR_listxattr, __NR_llistxattr, __NR_flistxattr, __NR_removexattr,
    __NR_lremovexattr, __NR_fremovexattr, __NR_copy_file_range, __NR_sendfile, __NR_splice, __NR_tee,
    __NR_vmsplice, __NR_sync, __NR_syncfs, __NR_inotify_init1, __NR_inotify_add_watch, __NR_inotify_rm_watch,
    __NR_fanotify_init, __NR_fanotify_mark,
    /* Work that the kernel does by itself, past filters. */
    __NR_io_uring_setup, __NR_io_uring_enter, __NR_io_uring_register, __NR_io_setup, __NR_io_destroy,
    __NR_io_getevents, __NR_io_submit, __NR_io_cancel,
    /* Mounts. */
    __NR_mount, __NR_umount2, __NR_move_mount, __NR_open_tree, __NR_mount_setattr, __NR_fsopen,
    __NR_fsconfig, __NR_fsmount, __NR_fspick, __NR_pivot_root, __NR_chroot, __NR_swapon, __NR_swapoff,
    __NR_quotactl, __NR_quotactl_fd, __NR_acct, __NR_nfsservctl,
    /* Doors for others. */
    __NR_socketpair, __NR_bind, __NR_listen, __NR_accept, __NR_accept4, __NR_recvmmsg, __NR_sendmmsg,
    __NR_shmget, __NR_shmat, __NR_shmctl, __NR_shmdt, __NR_msgget, __NR_msgsnd, __NR_msgrcv, __NR_msgctl,
    __NR_semget, __NR_semop, __NR_semtimedop, __NR_semctl, __NR_mq_open, __NR_mq_unlink,
    __NR_mq_timedsend, __NR_mq_timedreceive, __NR_mq_notify, __NR_mq_getsetattr,
    /* The kernel and the machine. */
    __NR_bpf, __NR_perf_event_open, __NR_userfaultfd, __NR_init_module, __NR_finit_module,
    __NR_delete_module, __NR_kexec_load, __NR_kexec_file_load, __NR_reboot, __NR_settimeofday,
    __NR_clock_settime, __NR_clock_adjtime, __NR_adjtimex, __NR_sethostname, __NR_setdomainname,
    __NR_syslog, __NR_vhangup, __NR_pkey_mprotect,
#ifdef __NR_memfd_secret
    __NR_memfd_secret,
#endif
#ifdef __x86_64__ /* The older forms, which newer machines never had. */
    __NR_fork, __NR_vfork, __NR_creat, __NR_rename, __NR_unlink, __NR_rmdir, __NR_link, __NR_symlink,
    __NR_mkdir, __NR_mknod, __NR_chmod, __NR_chown, __NR_lchown, __NR_utime, __NR_utimes, __NR_futimesat,
    __NR_uselib, __NR_inotify_init, __NR_modify_ldt, __NR_iopl, __NR_ioperm, __NR__sysctl,
    __NR_create_module, __NR_get_kernel_syms, __NR_query_module, __NR_getpmsg, __NR_putpmsg,
    __NR_afs_syscall, __NR_tuxcall, __NR_security, __NR_vserver,
#endif
};

/* The first number that a kernel of 2022 (6.0) did not have; libc does without what is newer. */
enum { known_calls = 451 };

#endif
