// swift-tools-version: 6.2
// One package, two builds. The ordinary build makes patternctl and the tests; with PATTERN_EMBEDDED=1
// the same sources of PatternGrid and PatternVault become, in Embedded Swift, the PAM module and its
// checker: no Swift runtime, no thread, nothing read from the environment inside sudo. The terminal pad
// is built so, too: it starts twice as fast. Use two scratch paths (see Tests/run.sh), or each build
// undoes the other.

import Glibc
import PackageDescription

let embedded = Context.environment["PATTERN_EMBEDDED"] == "1"

/// Whether pattern-pad can be built. Scripts/build.sh says so, since SwiftPM keeps what a look at the
/// header once told.
let ncurses =
    Context.environment["PATTERN_NCURSES"].map { $0 == "1" } ?? (access("/usr/include/ncurses.h", R_OK) == 0)

/// What the compiler needs for GTK's headers, by pkg-config; nothing when GTK 4 is not there or not wanted.
/// Scripts/build.sh says so for pattern-askpass, too.
let gtkHeaders: [String] = {
    guard Context.environment["PATTERN_GTK"] != "0", !embedded,
        let output = popen("pkg-config --cflags-only-I gtk4 2>/dev/null", "r")
    else { return [] }
    defer { pclose(output) }
    var line = [CChar](repeating: 0, count: 8192)
    guard fgets(&line, CInt(line.count), output) != nil else { return [] }
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.split { $0 == " " || $0 == "\n" }.map(String.init)
}()
let gtk = Context.environment["PATTERN_GTK"].map { $0 == "1" } ?? !gtkHeaders.isEmpty

/// For every Swift target: each with the proposal that describes it.
var swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),  // SE-0458
    .treatAllWarnings(as: .error),  // SE-0443 and SwiftPM's build setting for it
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .enableExperimentalFeature("Lifetimes"),  // SE-0446: a span that a type gives out
]

// Code that processors can check: where jumps may go and, on x86-64, that calls return to where they came from (a
// shadow stack). The linker would drop the mark for that, since Debian's start files of libc are built without;
// they do nothing to the stack.
#if arch(arm64)
    let jumpProtection = "-mbranch-protection=standard"
    let marks: [String] = []
#else
    let jumpProtection = "-fcf-protection=full"
    let marks = ["-z", "shstk"]
#endif

/// What Tests/Fuzz/build.sh builds: everything with what libFuzzer and llvm-cov need.
let fuzzing = Context.environment["PATTERN_FUZZ"] == "1"

/// For every C target.
let cSettings: [CSetting] =
    [
        .define("_GNU_SOURCE"),
        .unsafeFlags([
            "-Wall", "-Wextra", "-Werror", "-fstack-protector-strong", "-fstack-clash-protection",
            jumpProtection, "-ffunction-sections", "-ffile-prefix-map=\(Context.packageDirectory)=.",
        ]),
    ]
    // Fortified calls have other names, and the address sanitizer sees more.
    + (fuzzing
        ? [
            .unsafeFlags([
                "-fsanitize=fuzzer-no-link,address,undefined", "-fsanitize-trap=undefined",
                "-fprofile-instr-generate", "-fcoverage-mapping",
            ])
        ]
        : [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))])

swiftSettings += [
    // Hardened like the C parts; and without the sum over the compiler's arguments that would tell the folder, so
    // that the same sources give the same bits everywhere (Scripts/reproducible.sh).
    .unsafeFlags(
        [
            "-Xcc", jumpProtection, "-Xfrontend", "-enable-stack-protector",
            "-Xfrontend", "-disable-incremental-llvm-codegen",
        ], .when(configuration: .release))
]
if embedded {
    swiftSettings += [
        .enableExperimentalFeature("Embedded"),
        .unsafeFlags(["-wmo", "-Xfrontend", "-function-sections"]),
    ]
} else {
    // Lets a test make any system call fail; never part of a release build.
    swiftSettings += [.define("PATTERN_FAULTS", .when(configuration: .debug))]
}

if fuzzing {
    swiftSettings += [
        .unsafeFlags([
            "-sanitize=fuzzer,address", "-enable-testing", "-profile-generate", "-profile-coverage-mapping",
        ])
    ]
}

/// libc's calls that CFuzz stands in front of while it fuzzes.
let fuzzedCalls = [
    "openat", "close", "fcntl", "fstat", "stat", "pread", "pwrite", "read", "write", "fdatasync", "flock",
    "getrlimit", "clock_gettime", "nanosleep", "time", "getuid", "geteuid", "malloc", "calloc", "getpwnam_r",
    "getpwuid_r", "getspnam_r", "prctl", "pipe2", "poll", "posix_spawn", "posix_spawn_file_actions_adddup2",
    "syscall", "waitpid", "kill", "crypt_rn", "pam_modutil_getlogin", "pam_fail_delay",
]

/// For Swift targets that see GTK's headers.
let gtkSettings: [SwiftSetting] = [.unsafeFlags(gtkHeaders.flatMap { ["-Xcc", $0] })]

if Context.environment["PATTERN_MEASURE"] == "1" {
    // Benchmarks/askpass.sh looks into the window; never part of what is installed.
    swiftSettings += [.define("PATTERN_MEASURE")]
}

/// Words for the linker, which the compiler hands on.
func linker(_ words: [String]) -> [String] { words.flatMap { ["-Xlinker", $0] } }

let programLinker: [LinkerSetting] = [
    .unsafeFlags(
        ["-use-ld=lld"] + linker(["-z", "now", "-z", "relro", "-z", "noexecstack", "--gc-sections"]))
]

/// In Embedded Swift every object is ours, and compiled with what the marks promise.
let embeddedProgramLinker: [LinkerSetting] =
    programLinker + [.unsafeFlags(["-enable-experimental-feature", "Embedded"] + linker(marks))]

let moduleLinker: [LinkerSetting] =
    embeddedProgramLinker + [
        .linkedLibrary("pam"),
        .linkedLibrary("crypt"),
        .unsafeFlags(
            linker([
                "--version-script=\(Context.packageDirectory)/Sources/PAMModule/exports.map",
                "-soname=pam_pattern.so", "--no-undefined", "-z", "nodelete",
            ])),
    ]

var products: [Product] = []
var targets: [Target] = [
    .target(name: "CLinux", cSettings: cSettings),
    .target(name: "CCrypt", cSettings: cSettings),
    .target(name: "CCommand", cSettings: cSettings),
    .target(name: "CSandbox", cSettings: cSettings),
    .target(name: "CPAM", cSettings: cSettings, linkerSettings: [.linkedLibrary("pam")]),
    .target(name: "PatternGrid"),
    .target(
        name: "PatternVault", dependencies: ["PatternGrid", "CLinux", "CCrypt"],
        linkerSettings: [.linkedLibrary("crypt")]),
    .target(name: "Languages", dependencies: ["CLinux"]),
    .target(name: "CommandSupport", dependencies: ["CLinux", "CCommand", "Languages"]),
    // Rounding of Doubles, which the Glibc module would bring: libm.
    .target(name: "PatternStroke", dependencies: ["PatternGrid"], linkerSettings: [.linkedLibrary("m")]),
]
if ncurses {
    targets += [
        .target(name: "CNcurses", cSettings: cSettings, linkerSettings: [.linkedLibrary("ncursesw")]),
        .target(
            name: "TerminalPad",
            dependencies: [
                "PatternStroke", "PatternGrid", "CommandSupport", "Languages", "CNcurses", "CSandbox",
                "CLinux",
            ]),
    ]
}

if embedded {
    targets.append(
        .target(
            name: "PAMModule", dependencies: ["PatternVault", "PatternGrid", "Languages", "CPAM"],
            exclude: ["exports.map"], linkerSettings: moduleLinker))
    targets.append(
        .executableTarget(
            name: "Checker", dependencies: ["PatternVault", "PatternGrid", "CLinux", "CSandbox"],
            linkerSettings: embeddedProgramLinker))
    if ncurses {
        targets.append(
            .executableTarget(
                name: "pattern-pad", dependencies: ["TerminalPad"], linkerSettings: embeddedProgramLinker))
        products.append(.executable(name: "pattern-pad", targets: ["pattern-pad"]))
    }
    products.append(.library(name: "pam_pattern", type: .dynamic, targets: ["PAMModule"]))
    products.append(.executable(name: "pattern-chkpwd", targets: ["Checker"]))
} else {
    targets.append(
        .target(
            name: "PAMModule", dependencies: ["PatternVault", "PatternGrid", "Languages", "CPAM"],
            exclude: ["exports.map"]))
    targets += [
        .testTarget(name: "CommandSupportTests", dependencies: ["CommandSupport"]),
        .testTarget(name: "LanguagesTests", dependencies: ["Languages"]),
        .target(
            name: "PatternControl",
            dependencies: ["PatternVault", "PatternGrid", "CommandSupport", "Languages", "CPAM", "CLinux"]),
        .executableTarget(
            name: "patternctl", dependencies: ["PatternControl"], linkerSettings: programLinker),
        // What Benchmarks/run.sh measures of the pattern space; not installed.
        .executableTarget(
            name: "space-benchmark", dependencies: ["PatternGrid"], path: "Benchmarks/Space"),
    ]
    products.append(.executable(name: "patternctl", targets: ["patternctl"]))
    if ncurses {
        targets.append(
            .testTarget(
                name: "TerminalPadTests", dependencies: ["TerminalPad", "PatternStroke", "PatternGrid"]))
    }
    if gtk {
        let libraries = ["gtk-4", "pango-1.0", "cairo", "gio-2.0", "gobject-2.0", "glib-2.0", "X11"]
        targets += [
            .target(
                name: "CGtk", cSettings: cSettings + [.unsafeFlags(gtkHeaders)],
                linkerSettings: libraries.map { .linkedLibrary($0) }),
            .target(
                name: "AskPass",
                dependencies: [
                    "PatternStroke", "PatternGrid", "CommandSupport", "Languages", "CGtk", "CLinux",
                ],
                swiftSettings: gtkSettings),
            .executableTarget(
                name: "pattern-askpass", dependencies: ["AskPass"], swiftSettings: gtkSettings,
                linkerSettings: programLinker),
            // PatternVault reads the same settings file: both have to agree.
            .testTarget(
                name: "AskPassTests",
                dependencies: ["AskPass", "PatternStroke", "PatternGrid", "PatternVault", "CommandSupport"],
                swiftSettings: gtkSettings),
        ]
        products.append(.executable(name: "pattern-askpass", targets: ["pattern-askpass"]))
    }
    // What several of the test targets need: right answers from outside, and rules and numbers of their own.
    targets.append(
        .target(
            name: "TestSupport", dependencies: ["PatternGrid"], path: "Tests/TestSupport",
            exclude: ["Oracles"]))
    // By these libpam calls the module's sources that are linked into the tests.
    targets += [
        .target(name: "PAMHost", path: "Tests/PAMHost", cSettings: cSettings),
        .target(name: "PAMDoor", path: "Tests/PAMDoor", publicHeadersPath: ".", cSettings: cSettings),
    ]
    products.append(.library(name: "pam-door", type: .dynamic, targets: ["PAMDoor"]))
    for name in ["PatternGrid", "PatternVault", "PAMModule"] {
        let uses =
            ["PatternGrid", "PatternVault", "CLinux", "TestSupport"]
            + (name == "PAMModule" ? [name, "CPAM", "PAMHost"] : [])
        targets.append(.testTarget(name: "\(name)Tests", dependencies: uses.map { .byName(name: $0) }))
    }
    targets.append(
        .testTarget(
            name: "PatternControlTests",
            dependencies: ["PatternControl", "PatternVault", "PatternGrid", "TestSupport"]))
    targets.append(
        .testTarget(
            name: "PatternStrokeTests", dependencies: ["PatternStroke", "PatternGrid", "TestSupport"]))
    if fuzzing {
        let modules =
            ["PAMModule", "PatternControl", "PatternVault", "PatternStroke", "PatternGrid", "CommandSupport"]
            + ["TerminalPad", "TestSupport", "CFuzz"] + (gtk ? ["AskPass"] : [])
        targets += [
            .target(
                name: "CFuzz", path: "Tests/Fuzz/CFuzz",
                // Called before the sanitizers are ready, and not what is fuzzed.
                cSettings: cSettings + [.unsafeFlags(["-fno-sanitize=all"])],
                linkerSettings: [.linkedLibrary("pam"), .linkedLibrary("crypt")]),
            .executableTarget(
                name: "pattern-fuzz", dependencies: modules.map { .byName(name: $0) },
                path: "Tests/Fuzz/Fuzz",
                swiftSettings: gtkSettings,
                linkerSettings: [
                    .unsafeFlags(
                        ["-sanitize=fuzzer,address", "-profile-generate"]
                            + fuzzedCalls.flatMap { ["-Xlinker", "--wrap=\($0)"] })
                ]),
        ]
        products.append(.executable(name: "pattern-fuzz", targets: ["pattern-fuzz"]))
    }
}

let headers = [
    "CLinux", "CCrypt", "CCommand", "CSandbox", "CPAM", "CNcurses", "CGtk", "CFuzz", "PAMHost", "PAMDoor",
]
for target in targets where !headers.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + swiftSettings
}

let package = Package(name: "pam_pattern", products: products, targets: targets)
