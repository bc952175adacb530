"""What the system tests share: a PAM application, a syslog, stores, service files, terminals."""
