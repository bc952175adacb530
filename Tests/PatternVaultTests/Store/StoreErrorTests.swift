import CLinux
import PatternVault
import Testing

/// What is said about a store that can't be used.
struct StoreErrorTests {
    @Test(arguments: [
        (StoreError(.store, .system(.noSuchFile)), "store folder can't be used: No such file or directory"),
        (StoreError(.store, .owner), "store folder has a wrong owner"),
        (StoreError(.store, .mode), "store folder has a wrong mode"),
        (
            StoreError(.credentials, .system(.accessDenied)),
            "credentials folder can't be used: Permission denied"
        ),
        (StoreError(.credentials, .owner), "credentials folder has a wrong owner"),
        (StoreError(.credential, .kind), "credential is no regular file or folder"),
        (StoreError(.credential, .owner), "credential has a wrong owner"),
        (StoreError(.credential, .group), "credential has a wrong group"),
        (StoreError(.credential, .mode), "credential has a wrong mode"),
        (StoreError(.credential, .links), "credential has more than one name"),
        (StoreError(.credential, .size), "credential has a wrong size"),
        (StoreError(.credential, .format), "credential is damaged"),
        (StoreError(.credential, .account), "credential is that of another account"),
        (StoreError(.credential, .unknownMethod), "credential has a hash of an unknown method"),
        (
            StoreError(.credential, .system(Errno(ENOSPC))),
            "credential can't be used: No space left on device"
        ),
        (StoreError(.credential, .system(Errno(99_999))), "credential can't be used: unknown error"),
    ])
    func saysWhatIsWrongWhere(error: StoreError, text: String) {
        #expect(String(error.text) == text)
    }
}
