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
            throw Failure(.unusable, "blocklist: \(String(bytes: error.text)); correct that file")
        }
    }

    /// Why a pattern of a grid is refused, as a clause after "it is".
    func reason(on grid: Grid) -> String {
        // On a larger grid it is the shape that people choose.
        let looks = grid == .phone ? "" : "looks like "
        return switch choice {
        case .none, .common: "too common: \(looks)one of the \(list.count) that people choose most"
        case .strict: "too common: \(looks)one that people choose most, or its mirror image or reverse"
        case .file(let path): "blocked by \(String(bytes: path.bytes))"
        }
    }
}
