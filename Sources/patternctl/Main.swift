import PatternControl

/// The command: everything is in PatternControl, where tests reach it.
@main
enum Main {
    static func main() {
        Control.main()
    }
}
