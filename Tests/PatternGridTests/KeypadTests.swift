import PatternGrid
import Testing

/// How typed symbols name nodes.
struct KeypadTests {
    /// For each keypad the symbols of nodes 1 to 9, spelled out.
    static let tables: [(keypad: Keypad, symbols: String)] = [
        (.phone, "123456789"), (.numpad, "789456123"), (.letters, "qweasdzxc"), (.letters, "QWEASDZXC"),
    ]

    @Test(arguments: tables)
    func namesNodes(keypad: Keypad, symbols: String) {
        for (index, symbol) in symbols.bytes.enumerated() {
            #expect(keypad.node(for: symbol) == Node(UInt8(index + 1)), "\(symbols) \(index)")
        }
    }

    @Test(arguments: Keypad.allCases)
    func namesNothingByAnyOtherByte(keypad: Keypad) {
        let symbols = Self.tables.filter { $0.keypad == keypad }.flatMap { $0.symbols.bytes }
        for byte in UInt8.min...UInt8.max where !symbols.contains(byte) {
            #expect(keypad.node(for: byte) == nil, "byte \(byte)")
        }
    }

    @Test(arguments: [
        (Keypad.phone, "phone", "123/456/789"), (.numpad, "numpad", "789/456/123"),
        (.letters, "letters", "qwe/asd/zxc"),
    ])
    func isCalledAndShown(keypad: Keypad, name: String, map: String) {
        #expect("\(keypad.name)" == name)
        #expect("\(keypad.map)" == map)
    }

    @Test(arguments: Keypad.allCases)
    func showsTheSymbolsInTheirPlaces(keypad: Keypad) {
        let shown = "\(keypad.map)".bytes.filter { $0 != UInt8(ascii: "/") }
        #expect(shown.map { keypad.node(for: $0) } == (1...9).map { Node($0) })
    }
}
