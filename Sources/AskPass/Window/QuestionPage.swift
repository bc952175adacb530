internal import CGtk
internal import Languages

/// Something to read, with buttons.
enum QuestionPage {
    /// A question that is answered by yes or no.
    static func confirmation(_ text: String, finish: @escaping (Ending) -> Void) -> Widget {
        page(
            text, start: .button(say("_No")) { finish(.cancelled) },
            end: .button(say("_Yes")) { finish(.yes) })
    }

    /// A message.
    static func notice(_ text: String, finish: @escaping (Ending) -> Void) -> Widget {
        page(text, start: nil, end: .button(say("_Close")) { finish(.seen) })
    }

    private static func page(_ text: String, start: Widget?, end: Widget) -> Widget {
        let page = Widget.box(
            GTK_ORIENTATION_VERTICAL, spacing: 24, [.label(text), .row(start, end)])
        page.setMargin(24)
        return page
    }
}
