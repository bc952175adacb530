internal import CLinux

/// The language of a program. The module has none of its own: it takes its host's locale as it is.
package enum Language {
    /// Takes the language and the characters that the environment asks for.
    ///
    /// - Parameter onTerminal: Texts are for a terminal. Where its characters are not UTF-8 it gets English,
    ///   which any can show.
    package static func begin(onTerminal: Bool = true) {
        _ = unsafe setlocale(LC_CTYPE, "")
        _ = unsafe setlocale(LC_MESSAGES, "")
        linux_translate_to_utf8()
        // SAFETY: the name is a C string that lives until the locale changes.
        if onTerminal, unsafe strcmp(nl_langinfo(nl_item(CODESET)), "UTF-8") != 0 {
            useEnglish()
        }
    }

    /// Speaks English from now on, as programs that read it expect.
    package static func useEnglish() { _ = unsafe setlocale(LC_MESSAGES, "C") }
}
