/// The settings by name: the one table for arguments of the module and lines of pattern.conf.
package enum SettingKey: Equatable, Sendable, CaseIterable {
    case prompt, cue, tries, keypad, nouserok, debug, quiet, nodelay, forwardPass
    case root, remote, others, services
    case strong, strongAfterBoot, strongEvery, deny, waits, budget
    case minNodes, grid, cost, blocklist, selfService
    case conf, store

    /// Where a setting may stand.
    package enum Scope: Equatable, Sendable {
        /// In pattern.conf and among the arguments, which win.
        case anywhere
        /// In pattern.conf alone: one record must mean the same to every caller.
        case fileOnly
        /// Among the arguments alone: it says which file and which store are meant.
        case argumentOnly
    }

    /// The name as it is written.
    package var name: StaticString {
        switch self {
        case .prompt: "prompt"
        case .cue: "cue"
        case .tries: "tries"
        case .keypad: "keypad"
        case .nouserok: "nouserok"
        case .debug: "debug"
        case .quiet: "quiet"
        case .nodelay: "nodelay"
        case .forwardPass: "forward_pass"
        case .root: "root"
        case .remote: "remote"
        case .others: "others"
        case .services: "services"
        case .strong: "strong"
        case .strongAfterBoot: "strong_after_boot"
        case .strongEvery: "strong_every"
        case .deny: "deny"
        case .waits: "waits"
        case .budget: "budget"
        case .minNodes: "min_nodes"
        case .grid: "grid"
        case .cost: "cost"
        case .blocklist: "blocklist"
        case .selfService: "self_service"
        case .conf: "conf"
        case .store: "store"
        }
    }

    /// Where it may stand.
    package var scope: Scope {
        switch self {
        case .minNodes, .grid, .cost, .blocklist, .selfService, .strongAfterBoot, .strongEvery, .deny, .waits,
            .budget:
            .fileOnly
        case .conf, .store, .strong: .argumentOnly
        default: .anywhere
        }
    }

    /// The setting with a name; nil for an unknown one.
    package init?(_ name: Span<UInt8>) {
        for key in SettingKey.allCases where name.equals(key.name) {
            self = key
            return
        }
        return nil
    }
}
