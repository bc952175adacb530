import AskPass

/// The window: everything is in AskPass, where tests reach it.
@main
enum Main {
    static func main() {
        Program.main()
    }
}
