import Foundation
import FoundationXML
import PatternGrid
import Testing

@testable import PatternGrid

/// Patterns as SVG.
struct VectorPictureTests {
    @Test(arguments: [(3, "7-4-1-6-8-3"), (3, "5-1-9-2-8-3-7-6-4"), (6, "36-1-2-35-9")])
    func numbersTheNodesInTheirPlaces(side: Int, numbers: String) throws {
        let pattern = Pattern(visiting: numbers, on: try Grid.sized(side))
        let document = Document()
        let parser = XMLParser(data: Data(Picture.svg(of: pattern).utf8))
        parser.delegate = document
        #expect(parser.parse())
        let expected = pattern.nodes.enumerated().map { turn, node in
            let (row, column) = ((Int(node.number) - 1) / side, (Int(node.number) - 1) % side)
            return "\(turn + 1) at \(column * 100 + 50),\(row * 100 + 58)"
        }
        #expect(document.texts.sorted() == expected.sorted())
        #expect(document.counts["circle"] == side * side)
        // Of the marker, too.
        #expect(document.counts["path"] == pattern.nodes.count)
        #expect(document.size == "\(side * 100)")
    }

    /// The second of two lines on top of each other makes way.
    @Test(arguments: [
        ("7-4-1-6-8-3", [false, false, false, false, false], "nothing lies below"),
        ("2-1-3-6-9", [false, true, false, false], "from 1 to 3 over node 2 and the line from 2 to 1"),
        ("5-1-9-6-3", [false, true, false, false], "over node 5"),
        ("2-4-3-7-6", [false, false, false, false, false], "crossing is not lying on top"),
    ])
    func bowsWhatWouldHideAnother(numbers: String, bowed: [Bool], why: Comment) {
        let segments = VectorPicture.segments(of: Pattern(visiting: numbers, on: .phone))
        #expect(segments.map(\.isBowed) == bowed, why)
    }
}

/// What an SVG document shows.
private final class Document: NSObject, XMLParserDelegate {
    private(set) var texts: [String] = []
    private(set) var counts: [String: Int] = [:]
    private(set) var size = ""
    private var place = ""
    private var isInText = false

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        counts[name, default: 0] += 1
        isInText = name == "text"
        place = "\(attributes["x"] ?? ""),\(attributes["y"] ?? "")"
        if name == "svg" { size = attributes["width"] ?? "" }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if isInText { texts.append("\(text) at \(place)") }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        isInText = false
    }
}
