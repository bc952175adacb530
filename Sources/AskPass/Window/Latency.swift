#if PATTERN_MEASURE
    internal import CGtk
    internal import CLinux
    internal import CommandSupport

    /// For Benchmarks/askpass.sh, in a build of its own: how long from each pointer event, by its own time
    /// stamp, to the end of the frame that shows it. Nothing of this is in the program that is installed.
    final class Latency {
        /// The time stamps of what no frame has shown yet, in milliseconds.
        private var waiting: [UInt32] = []
        private var isListening = false

        /// Takes note of an event, and of those that GTK has put together with it.
        func note(_ event: OpaquePointer, on area: Widget) {
            listen(to: area)
            var count: guint = 0
            // SAFETY: GDK allocates the list, `count` long, for g_free.
            let history = unsafe gdk_event_get_history(event, &count)
            for index in 0..<Int(count) {
                if let times = unsafe history { waiting.append(unsafe times[index].time) }
            }
            unsafe g_free(history)
            waiting.append(unsafe gdk_event_get_time(event))
        }

        private func listen(to area: Widget) {
            guard !isListening, let clock = unsafe gtk_widget_get_frame_clock(area.pointer) else { return }
            isListening = true
            unsafe signal_connect_action(
                UnsafeMutableRawPointer(clock), "after-paint", Handler.act,
                Handler.context { [self] () -> Void in
                    let now = g_get_monotonic_time()
                    for time in waiting {
                        // Of the X server's clock, the same one, only the lower 32 bits are told.
                        let took = Int64(UInt32(truncatingIfNeeded: now / 1_000) &- time)
                        _ = CommandOutput.write("latency \(took)\n", to: STDERR_FILENO)
                    }
                    waiting.removeAll()
                })
        }
    }
#endif
