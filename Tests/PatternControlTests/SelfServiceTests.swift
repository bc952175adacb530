import PatternControl
import Testing

/// What a user may run as root through pkexec.
struct SelfServiceTests {
    @Test(arguments: [
        ["enroll"], ["enroll", "--random"], ["enroll", "--typed"], ["enroll", "--typed", "--random"],
    ])
    func admitsOnesOwnPattern(words: [String]) {
        #expect(SelfService.isAdmitted(["patternctl"] + words))
    }

    @Test(arguments: [
        ([], "nothing"), (["list"], "another command"), (["--random", "enroll"], "the command is the first"),
        (["enroll", "--user=bob"], "another user"), (["enroll", "--user", "alice"], "even oneself"),
        (["enroll", "--store=/tmp/x"], "a path"), (["enroll", "--conf=/tmp/x"], "a path"),
        (["enroll", "--grid=4"], "another option"),
        (["enroll", "--rand"], "what getopt_long would complete"),
        (["enroll", "--random="], "a value"), (["enroll", "-h"], "a letter"), (["enroll", "--"], "an end"),
        (["enroll", ""], "an empty word"), (["enroll", "enroll"], "twice"),
        (
            ["enroll\0"],
            "more than the word"
        ),
        (["Enroll"], "another case"), (["--help"], "help"), (["enroll", "--version"], "the version"),
    ])
    func refusesTheRest(words: [String], why: String) {
        #expect(!SelfService.isAdmitted(["patternctl"] + words), "\(why)")
    }

    @Test func refusesNoName() {
        #expect(!SelfService.isAdmitted([]))
    }
}
