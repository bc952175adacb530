import PatternVault
import Testing

/// The table of settings.
struct SettingKeyTests {
    @Test(arguments: SettingKey.allCases)
    func isFoundByItsName(key: SettingKey) {
        let name = "\(key.name)"
        #expect(SettingKey(name.bytes.span) == key)
        #expect(SettingKey(name.uppercased().bytes.span) == nil)
        #expect(SettingKey((name + " ").bytes.span) == nil)
        #expect(SettingKey(name.dropLast().description.bytes.span) == nil)
    }

    @Test func hasOneNameEach() {
        let names = SettingKey.allCases.map { "\($0.name)" }
        #expect(Set(names).count == names.count)
    }

    /// In the file alone: what decides for every caller alike. As an argument alone: which file.
    @Test(arguments: [
        (SettingKey.minNodes, SettingKey.Scope.fileOnly), (.grid, .fileOnly), (.cost, .fileOnly),
        (.blocklist, .fileOnly), (.selfService, .fileOnly),
        (.conf, .argumentOnly), (.store, .argumentOnly), (.prompt, .anywhere), (.root, .anywhere),
        (.nouserok, .anywhere), (.services, .anywhere),
    ])
    func mayStandWhereItMeansTheSame(key: SettingKey, scope: SettingKey.Scope) {
        #expect(key.scope == scope)
    }
}
