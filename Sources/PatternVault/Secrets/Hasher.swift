internal import CCrypt
internal import CLinux

/// Hashing patterns with libcrypt.
package enum Hasher {
    /// Why there is no hash.
    package enum Failure: Error, Equatable, Sendable {
        /// No memory; yescrypt at cost 7 takes 67 MB.
        case noMemory
        /// libcrypt refused the setting or the method, or failed otherwise.
        case crypt
        /// No random bytes for the salt.
        case random(Errno)
    }

    /// The costs of yescrypt that crypt_gensalt(3) takes; each step doubles time and memory.
    package static var costs: ClosedRange<Int> { 1...11 }

    /// Tells whether a hash is that of a text, comparing in constant time.
    ///
    /// Throws when libcrypt could not say. Its failure tokens `*0` and `*1` never match, since no
    /// ``PatternHash`` begins with a `*`.
    package static func matches(
        _ text: borrowing Secret, _ hash: PatternHash
    ) throws(Failure) -> Bool {
        let stored = hash.bytes
        guard let setting = Secret(copying: stored.span) else { throw .noMemory }
        let computed = try compute(text, setting: setting)
        return ConstantTime.equal(computed.span, stored.span)
    }

    /// Makes a new yescrypt hash of a text at a cost, with a fresh salt from `random`.
    package static func make(
        _ text: borrowing Secret, cost: Int,
        random: (inout OutputSpan<UInt8>) throws(Errno) -> Void
    ) throws(Failure) -> PatternHash {
        let setting = try makeSetting(cost: cost, salt: try makeSalt(random))
        let computed = try compute(text, setting: setting)
        guard let hash = PatternHash(computed.span) else { throw .crypt }
        return hash
    }

    /// Random bytes for a salt: 128 bits.
    private static var saltSize: Int { 16 }

    private static func makeSalt(
        _ random: (inout OutputSpan<UInt8>) throws(Errno) -> Void
    ) throws(Failure) -> Secret {
        do throws(Errno) {
            if let salt = try Secret(capacity: saltSize, random), salt.count == saltSize {
                return salt
            }
        } catch {
            throw .random(error)
        }
        throw .noMemory
    }

    /// A yescrypt setting by crypt_gensalt_rn(3).
    private static func makeSetting(cost: Int, salt: consuming Secret) throws(Failure) -> Secret {
        let size = Int(CRYPT_GENSALT_OUTPUT_SIZE)
        guard costs.contains(cost) else { throw .crypt }
        guard let area = WipedMemory(size: size) else { throw .noMemory }
        let output = unsafe area.pointer.assumingMemoryBound(to: CChar.self)
        // SAFETY: the salt has `saltSize` bytes, the output `size`, and both live through the call.
        let made = unsafe crypt_gensalt_rn(
            "$y$", UInt(cost), salt.string, CInt(saltSize), output, CInt(size))
        guard let made = unsafe made else { throw .crypt }
        guard let setting = unsafe Secret(copying: made) else { throw .noMemory }
        return setting
    }

    /// Computes a hash by crypt_rn(3), in a working area that is wiped.
    private static func compute(
        _ text: borrowing Secret, setting: borrowing Secret
    ) throws(Failure) -> Secret {
        guard let area = WipedMemory(size: linux_crypt_data_size()) else { throw .noMemory }
        var error: CInt = 0
        // SAFETY: text and setting end in NUL, the area has the size that is told, all live on.
        let result = unsafe linux_crypt(text.string, setting.string, area.pointer, area.size, &error)
        guard let result = unsafe result else {
            throw Errno(error) == .noMemory ? .noMemory : .crypt
        }
        guard let hash = unsafe Secret(copying: result) else { throw .noMemory }
        return hash
    }
}
