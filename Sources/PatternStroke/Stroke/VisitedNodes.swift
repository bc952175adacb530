internal import PatternGrid

/// The nodes of a drawing, in the one place where they are kept, which is overwritten when they go.
///
/// What that can't promise: nothing keeps the memory from being swapped out or dumped; a compiler may
/// leave out what is written just before the memory is freed, so the drawing is wiped as soon as it
/// ends, not when the value does; and the pattern that is reported, as well as each ``Scene``, are
/// copies in the hands of the pad. Pads are processes of the user, who can read all of it anyway.
///
/// Public only because Embedded Swift 6.3 finds no deinit of a `package` type.
@safe public struct VisitedNodes: ~Copyable {
    private let grid: Grid
    /// Room for every node of the grid, always initialised; no node has the number 0.
    private let memory: UnsafeMutableBufferPointer<Node>
    /// How many nodes there are.
    private(set) var count = 0
    /// Bit k is set when node k was visited itself, or is the first taken along by the one that was.
    private var starts: UInt64 = 0

    /// Takes room for a drawing.
    init(grid: Grid) {
        self.grid = grid
        // SAFETY: initialised at once, and freed in `deinit` alone.
        unsafe memory = .allocate(capacity: grid.nodeCount)
        unsafe memory.initialize(repeating: Node(0))
    }

    deinit {
        // SAFETY: nobody else has the memory, and a Node needs no deinitialisation.
        unsafe memory.update(repeating: Node(0))
        unsafe memory.deallocate()
    }

    /// The nodes, in order.
    var span: Span<Node> {
        @_lifetime(borrow self) get {
            whole.extracting(0..<count)
        }
    }

    /// All of the memory, with what lies behind the last node.
    var whole: Span<Node> {
        @_lifetime(borrow self) get {
            // SAFETY: the memory lives as long as `self`, which the span borrows.
            let nodes = unsafe UnsafeBufferPointer(memory)
            return unsafe _overrideLifetime(Span(_unsafeElements: nodes), borrowing: self)
        }
    }

    /// The turn in which a node comes, from 0; nil when it was not visited.
    func turn(of node: Node) -> Int? {
        for index in span.indices where span[index] == node {
            return index
        }
        return nil
    }

    /// The pattern that these nodes are.
    var pattern: Pattern {
        // SAFETY: `count` never exceeds the capacity, and the slice does not outlive the call.
        unsafe Pattern(visiting: memory.prefix(count), on: grid)
    }

    /// Visits a node by the rules of the grid, with what a step to it takes along.
    mutating func visit(_ node: Node) {
        // SAFETY: the first `count` nodes are initialised, and the span is finalized for the buffer
        // that it was made of.
        var nodes = unsafe OutputSpan(buffer: memory, initializedCount: count)
        grid.visit(node, in: &nodes)
        let grown = unsafe nodes.finalize(for: memory)
        if grown > count {
            starts |= 1 << UInt64(count)
        }
        count = grown
    }

    /// Takes the last visit back that added anything: that node, and those taken along for it.
    mutating func removeLastVisit() {
        guard count > 0 else { return }
        var start = count - 1
        while start > 0, starts & (1 << UInt64(start)) == 0 {
            start -= 1
        }
        starts &= ~(1 << UInt64(start))
        overwrite(from: start)
    }

    /// Overwrites all of it.
    mutating func wipe() {
        starts = 0
        overwrite(from: 0)
    }

    /// Removes the nodes from an index on, and overwrites them.
    private mutating func overwrite(from start: Int) {
        for index in start..<grid.nodeCount {
            // SAFETY: the index is below the capacity.
            unsafe memory[index] = Node(0)
        }
        count = start
    }
}
