/// A text in the language of the locale, with `%1`, `%2` ... replaced by the values.
package func say(_ text: StaticString, _ values: String...) -> String {
    filled(Translation.find(text), values)
}

/// A text that depends on a count, which is `%1`; the values follow from `%2`.
package func say(_ one: StaticString, _ many: StaticString, count: Int, _ values: String...) -> String {
    filled(Translation.find(one, many, count), ["\(count)"] + values)
}

private func filled(_ text: [UInt8], _ values: [String]) -> String {
    String(decoding: Translation.fill(text, values.map { Array($0.utf8) }), as: UTF8.self)
}
