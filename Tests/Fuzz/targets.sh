# shellcheck shell=sh disable=SC2034
# Sourced: what is fuzzed, and the sources that each target is about.

targets="entry credential attempts settings typed frames terminal stroke prompt provision blocklist words stack"

sources_of() {
    vault=Sources/PatternVault
    case $1 in
    entry) echo "Sources/PAMModule $vault/Verifier $vault/Attempts $vault/Account $vault/Store/StoreFolder.swift" ;;
    credential) echo "$vault/Store/Credential.swift $vault/Secrets/PatternHash.swift $vault/Secrets/HashCost.swift" ;;
    attempts) echo "$vault/Attempts/Attempts.swift $vault/Attempts/Attempts+Slot.swift $vault/Attempts/Instant.swift" ;;
    settings)
        echo "$vault/Settings/SettingsReader.swift $vault/Settings/Settings+Values.swift" \
            "$vault/Settings/SettingsEdit.swift $vault/Settings/ServiceRule.swift Sources/AskPass/Request/PadSettings.swift"
        ;;
    typed)
        echo "Sources/PatternGrid/Grid+Typed.swift Sources/PatternGrid/Grid+Rules.swift" \
            "Sources/PatternGrid/Keypad.swift $vault/Secrets/SecretPattern.swift"
        ;;
    frames) echo "$vault/Checker $vault/System/Child.swift" ;;
    terminal) echo "Sources/TerminalPad/Input Sources/TerminalPad/Pad Sources/TerminalPad/Screen" ;;
    stroke) echo "Sources/PatternStroke" ;;
    prompt) echo "Sources/PatternGrid/PatternPrompt.swift Sources/AskPass/Request/Request.swift Sources/PAMModule/Prompt.swift" ;;
    provision)
        echo "Sources/PatternControl/Provision/ImportPlan.swift Sources/PatternControl/Provision/PortableRecord.swift" \
            "Sources/PatternControl/Provision/RecordFile.swift"
        ;;
    blocklist) echo "Sources/PatternControl/Rules/BlocklistFile.swift Sources/PatternGrid/Blocklist" ;;
    words)
        echo "Sources/CommandSupport/CommandWords.swift Sources/PatternControl/Options.swift" \
            "Sources/TerminalPad/PadOptions.swift Sources/AskPass/AskPassOptions.swift"
        ;;
    stack) echo "Sources/PatternControl/Doctor/PAM Sources/PatternControl/Doctor/Checks/StackCheck.swift" ;;
    esac
}
