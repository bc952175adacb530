import PatternVault

/// What a test takes for granted and did not get.
enum Unexpected: Error {
    /// A value that is nil.
    case nothing
    /// A system call that failed.
    case call(String, Errno)
    /// A sample that the code under test does not take.
    case badSample(String)
}

/// The value, which is there: as `#require`, which takes no noncopyable type.
func present<Value: ~Copyable>(_ value: consuming Value?) throws -> Value {
    guard let value else { throw Unexpected.nothing }
    return value
}
