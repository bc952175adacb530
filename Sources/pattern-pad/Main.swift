import TerminalPad

/// The pad: everything is in TerminalPad, where tests reach it.
@main
enum Main {
    static func main() {
        Program.main()
    }
}
