internal import Languages
internal import PatternGrid
internal import PatternVault

/// The blocklist that pattern.conf chooses, and how to tell somebody that it refuses.
struct BlocklistRule {
    /// What is refused because many people choose it.
    let list: Blocklist
    private let choice: BlocklistChoice

    /// Reads the list.
    init(_ settings: Settings) throws(Failure) {
        choice = settings.blocklist
        do throws(SettingsError) {
            list = try Blocklist.chosen(choice)
        } catch {
            throw Failure(.unusable, say("blocklist: %1; correct that file", String(bytes: error.text)))
        }
    }

    /// Why a pattern of a grid is refused, as a clause after "it is".
    func reason(on grid: Grid) -> String {
        // On a larger grid it is the shape that people choose.
        let isShape = grid != .phone
        return switch choice {
        case .none, .common:
            isShape
                ? say("too common: looks like one of the %1 that people choose most", "\(list.count)")
                : say("too common: one of the %1 that people choose most", "\(list.count)")
        case .strict:
            isShape
                ? say(
                    "too common: looks like one that people choose most, or its mirror image or reverse")
                : say("too common: one that people choose most, or its mirror image or reverse")
        case .file(let path): say("blocked by %1", String(bytes: path.bytes))
        }
    }
}
