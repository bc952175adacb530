import PatternGrid
import PatternVault
import Testing

/// The lines of pattern.conf, and how arguments and file go together.
struct SettingsGrammarTests {
    @Test(arguments: [
        ("", "an empty file"),
        ("\n\n\n", "empty lines"),
        ("   \t \n \t\n", "blank lines"),
        ("# tries=3\n", "a comment"),
        ("  \t# tries=3\n", "a comment behind blanks"),
        ("#tries=3", "a comment without a line feed at its end"),
        ("# \"\n# it's\n", "quotes in comments"),
        ("tries=1\n", "a setting that is the default"),
        ("# \u{0}\u{1}\u{ff}\n", "anything in a comment"),
    ])
    func findsNothingElseIn(file: String, why: String) throws {
        #expect(try SettingsText.load(file: file) == Settings(), "\(why)")
    }

    @Test(arguments: [
        ("tries=3", "without a line feed at the end"),
        ("tries=3\n", "with one"),
        ("\n# three\n\ntries=3\n\n", "among comments and empty lines"),
        ("  tries=3  \n", "blanks around the line"),
        ("\ttries\t=\t3\t\n", "tabs around everything"),
        ("tries = 3\n", "blanks around ="),
        ("tries=\"3\"\n", "quotes that are not needed"),
        ("tries = \"3\"  # three\n", "quotes, blanks and a comment"),
        ("tries=3 # three\n", "a comment behind a value"),
        ("tries=3\t#three\n", "a comment behind a tab"),
        ("tries=3 ## \"three\n", "a comment with a quote in it"),
    ])
    func findsASettingIn(file: String, why: String) throws {
        #expect(try SettingsText.load(file: file).tries == 3, "\(why)")
    }

    @Test(arguments: [
        ("prompt=Draw: ", "Draw:", "blanks at the end are dropped"),
        ("prompt=  Draw it  ", "Draw it", "and at the beginning, but not inside"),
        ("prompt=\"  Draw: \"", "  Draw: ", "quotes keep them"),
        ("prompt=\"Draw #1: \"", "Draw #1: ", "and a number sign"),
        ("prompt=\"a=b\"", "a=b", "the first = counts"),
        ("prompt=a#b", "a#b", "a number sign inside a word begins no comment"),
        ("prompt=a #b", "a", "one behind a blank does"),
        ("prompt=it's", "it's", "an apostrophe is no quote"),
        ("prompt=a\\nb", "a\\nb", "a backslash is a character"),
    ])
    func readsAValue(line: String, prompt: String, why: String) throws {
        #expect(try SettingsText.load(file: line).prompt == prompt.bytes, "\(why)")
    }

    @Test(arguments: [
        ("tries=3\r\n", 1, "tries=3\r"), ("prompt=a\r\n", 1, "prompt=a\r"),
        ("# a\r\n\r\ntries=3\r\n", 2, "\r"),
        ("tries=3\n\tcue\r", 2, "cue\r"),
    ])
    func refusesACarriageReturn(file: String, number: Int, line: String) {
        let reason = "ends with a carriage return; lines end with a line feed alone"
        #expect(throws: SettingsText.lineError(number, line, reason)) { try SettingsText.load(file: file) }
    }

    @Test(arguments: [
        ("prompt=\"Draw:", "has quotes that are not around the whole value", "no closing quote"),
        ("prompt=Draw\"", "has quotes that are not around the whole value", "no opening quote"),
        ("prompt=\"", "has quotes that are not around the whole value", "one quote"),
        ("prompt=\"Draw\" it", "has quotes that are not around the whole value", "text behind the quotes"),
        ("prompt=a \"b\"", "has quotes that are not around the whole value", "text before the quotes"),
        ("prompt=\"a\"b\"", "has a quote inside quotes", "a quote between quotes"),
        ("prompt=\"a\" \"b\"", "has a quote inside quotes", "two of them"),
        ("prompt=\"\"", "needs a text of 1 to 200 bytes", "nothing between the quotes"),
        ("tries=\" 3\"", "needs a whole number from 1 to 10", "a blank that the quotes keep"),
        ("\"tries\"=3", "no such setting", "quotes around the key"),
        ("tries 3", "no such setting", "no ="),
        ("tries: 3", "no such setting", "another mark"),
        ("set tries=3", "no such setting", "a word in front"),
        ("[settings]", "no such setting", "a heading"),
        ("tries=3;", "needs a whole number from 1 to 10", "a mark behind"),
        ("tries=3\u{0}", "needs a whole number from 1 to 10", "a NUL behind a value"),
        ("\u{0}", "no such setting", "a NUL alone"),
        ("\u{feff}tries=3", "no such setting", "a byte order mark"),
        ("tries=3# three", "needs a whole number from 1 to 10", "no blank before the comment"),
    ])
    func refusesALine(line: String, reason: String, why: String) {
        #expect(throws: SettingsText.lineError(1, line, reason), "\(why)") {
            try SettingsText.load(file: line)
        }
    }

    @Test func namesTheLineOfTheFirstError() {
        #expect(throws: SettingsText.lineError(4, "tires=3", "no such setting")) {
            try SettingsText.load(file: "# one\n\ncue\n  tires=3 # four\nneither=this\n")
        }
    }

    @Test(arguments: [
        ("tries=3\ntries=3\n", 2, "tries=3", "the same again"),
        ("tries=3\n# comment\ntries=4\n", 3, "tries=4", "with another value"),
        ("cue\ncue=no\n", 2, "cue=no", "in another form"),
        ("tries=1\ntries=3\n", 2, "tries=3", "though the first is the default"),
    ])
    func refusesAKeyTwiceInTheFile(file: String, line: Int, text: String, why: String) {
        #expect(throws: SettingsText.lineError(line, text, "is set twice"), "\(why)") {
            try SettingsText.load(file: file)
        }
    }

    @Test func refusesAKeyTwiceAmongTheArguments() {
        #expect(throws: SettingsText.argumentError("tries=4", "is set twice")) {
            try SettingsText.load(["tries=3", "tries=4"])
        }
    }

    @Test(arguments: ["", " ", "tries =3", " tries=3", "tries= 3", "tries=\"3\"", "tries=3 ", "# comment"])
    func takesArgumentsAsTheyAre(argument: String) {
        #expect(throws: SettingsText.Failure.self) { try SettingsText.load([argument]) }
    }

    @Test func keepsTheBlanksAndQuotesOfAnArgument() throws {
        #expect(try SettingsText.load(["prompt= \"a\" # b "]).prompt == " \"a\" # b ".bytes)
    }

    @Test func letsArgumentsWinOverTheFile() throws {
        let file = "tries=5\nkeypad=numpad\ncue\nroot=yes\nprompt=File\nservices=sudo\nforward_pass\ncost=3\n"
        let settings = try SettingsText.load(
            ["tries=2", "cue=no", "root=no", "forward_pass=text", "prompt=Argument"], file: file)
        #expect(settings.tries == 2)
        #expect(!settings.cue)
        #expect(!settings.root)
        #expect(settings.prompt == "Argument".bytes)
        #expect(settings.forwardPass == .text)
        #expect(settings.keypad == .numpad, "what no argument sets stays as the file has it")
        #expect(settings.services == .listed(["sudo".bytes]))
        #expect(settings.cost == 3)
    }

    @Test func letsAnArgumentOfTheDefaultWinToo() throws {
        #expect(try SettingsText.load(["tries=1"], file: "tries=5\n").tries == 1)
        #expect(try SettingsText.load(["services=any"], file: "services=sudo\n").services == .any)
    }

    @Test func findsAnErrorInTheFileThoughAnArgumentWins() {
        #expect(throws: SettingsText.lineError(1, "tries=99", "needs a whole number from 1 to 10")) {
            try SettingsText.load(["tries=2"], file: "tries=99\n")
        }
    }

    @Test func findsAnErrorAmongTheArgumentsBeforeTheFile() {
        #expect(throws: SettingsText.argumentError("tries=0", "needs a whole number from 1 to 10")) {
            try SettingsText.load(["tries=0"], file: "tries=99\n")
        }
    }
}
