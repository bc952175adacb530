/// What a module of other makers proves by its success.
enum ModuleKind {
    /// The password, or what a directory takes for it.
    case password
    /// That root calls.
    case root
    /// Nothing: it looks at circumstances, or prepares something.
    case gate
    /// Nothing, and always the same.
    case permit, deny
    /// Something else: a finger, a token, or what is not known here.
    case other

    /// The kind of a module by its file's name.
    init(_ name: String) {
        switch name {
        case "pam_permit.so": self = .permit
        case "pam_deny.so": self = .deny
        case "pam_rootok.so": self = .root
        case _ where ModuleKind.passwords.contains(name): self = .password
        case _ where ModuleKind.gates.contains(name): self = .gate
        default: self = .other
        }
    }

    /// Modules that ask a server, where wrong passwords are counted.
    static let directories: Set<String> = [
        "pam_sss.so", "pam_ldap.so", "pam_krb5.so", "pam_winbind.so", "pam_radius_auth.so", "pam_tacplus.so",
    ]

    private static let passwords: Set<String> = directories.union([
        "pam_unix.so", "pam_unix2.so", "pam_tcb.so", "pam_pwdfile.so", "pam_userdb.so", "pam_systemd_home.so",
        "pam_mysql.so", "pam_pgsql.so", "pam_himmelblau.so", "pam_kanidm.so", "pam_lsass.so",
        "pam_centrifydc.so", "pam_extrausers.so",
    ])

    private static let gates: Set<String> = [
        "pam_env.so", "pam_faildelay.so", "pam_nologin.so", "pam_faillock.so", "pam_tally.so",
        "pam_tally2.so",
        "pam_group.so", "pam_cap.so", "pam_gnome_keyring.so", "pam_kwallet.so", "pam_kwallet5.so",
        "pam_mount.so", "pam_ecryptfs.so", "pam_fscrypt.so", "pam_securetty.so", "pam_wheel.so",
        "pam_succeed_if.so", "pam_localuser.so", "pam_listfile.so", "pam_time.so", "pam_access.so",
        "pam_shells.so", "pam_echo.so", "pam_warn.so", "pam_issue.so", "pam_lastlog.so", "pam_loginuid.so",
        "pam_keyinit.so", "pam_usertype.so", "pam_debug.so", "pam_selinux.so", "pam_motd.so", "pam_mail.so",
        "pam_limits.so", "pam_umask.so", "pam_abl.so", "pam_shield.so", "pam_rhosts.so",
    ]
}
