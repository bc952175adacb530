import PatternGrid
import Testing

@testable import TerminalPad

@Suite("The command line of pattern-pad")
struct PadOptionsTests {
    @Test("A terminfo string loses its delays")
    func padding() {
        #expect(CursesScreen.withoutPadding("\u{1b}[?5h$<100/>\u{1b}[?5l$<5>") == "\u{1b}[?5h\u{1b}[?5l")
        #expect(CursesScreen.withoutPadding("$<") == "$<")
    }

    @Test(
        "A prompt as a title", arguments: [("Pattern: ", "Pattern"), ("", ""), (": ", ""), ("A: b", "A: b")])
    func title(prompt: String, expected: String) {
        #expect(PadWords.title(prompt) == expected)
    }
}
