import CFuzz

/// Ends the process where what must hold does not: libFuzzer then keeps the input.
func claim(_ holds: Bool, _ text: @autoclosure () -> String) {
    if !holds { unsafe fuzz_refute(text()) }
}
