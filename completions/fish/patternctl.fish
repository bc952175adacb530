# Completion of patternctl(1) in fish.

# The first word that is neither an option nor the value of one.
function __patternctl_command
    set -l words (commandline -opc)
    set -l skip
    for word in $words[2..]
        if test -n "$skip"
            set skip
        else if string match -qr -- '^--(user|uid|grid|keypad|length|count|svg|target|top|conf|store)$' $word
            set skip 1
        else if not string match -q -- '-*' $word
            echo $word
            return
        end
    end
end

function __patternctl_has
    contains -- (__patternctl_command) $argv
end

complete -c patternctl -f
complete -c patternctl -n 'test -z (__patternctl_command)' -a enroll -d 'set a pattern'
complete -c patternctl -n 'test -z (__patternctl_command)' -a verify -d 'try a pattern, as a login would'
complete -c patternctl -n 'test -z (__patternctl_command)' -a remove -d 'take a pattern away'
complete -c patternctl -n 'test -z (__patternctl_command)' -a list -d 'all enrolled patterns'
complete -c patternctl -n 'test -z (__patternctl_command)' -a status -d 'one account\'s pattern, and whether it is locked'
complete -c patternctl -n 'test -z (__patternctl_command)' -a unlock -d 'forgive all wrong tries'
complete -c patternctl -n 'test -z (__patternctl_command)' -a explain -d 'read patterns and show what they are'
complete -c patternctl -n 'test -z (__patternctl_command)' -a random -d 'show patterns drawn at random'
complete -c patternctl -n 'test -z (__patternctl_command)' -a calibrate -d 'measure what hashing costs'
complete -c patternctl -n 'test -z (__patternctl_command)' -a audit -d 'try the patterns that people choose most'
complete -c patternctl -n 'test -z (__patternctl_command)' -a export -d 'write the hashes of all patterns'
complete -c patternctl -n 'test -z (__patternctl_command)' -a import -d 'take such hashes'
complete -c patternctl -n 'test -z (__patternctl_command)' -a doctor -d 'find out what is wrong here, and what to do'
complete -c patternctl -n '__patternctl_has export import' -F

complete -c patternctl -n '__patternctl_has enroll verify remove status unlock audit export import' -l user -x -a '(__fish_complete_users)' -d 'the account'
complete -c patternctl -n '__patternctl_has list status explain random calibrate audit doctor' -l json -d 'for scripts'
complete -c patternctl -n '__patternctl_has enroll explain random' -l grid -x -a '3 4 5 6' -d 'side of the grid'
complete -c patternctl -n '__patternctl_has enroll explain' -l keypad -x -a 'phone numpad letters' -d 'how typed symbols name dots'
complete -c patternctl -n '__patternctl_has enroll verify' -l typed -d 'type the pattern instead of drawing it'
complete -c patternctl -n '__patternctl_has enroll' -l random -d 'show a pattern drawn at random, to be drawn twice'
complete -c patternctl -n '__patternctl_has random' -l length -x -a any -d 'dots of the pattern'
complete -c patternctl -n '__patternctl_has random' -l count -x -d 'how many patterns'
complete -c patternctl -n '__patternctl_has remove' -l uid -x -d 'the record of a uid whose account is gone'
complete -c patternctl -n '__patternctl_has remove' -l orphans -d 'all records whose account is gone'
complete -c patternctl -n '__patternctl_has explain' -l svg -r -F -d 'draw it into a new file'
complete -c patternctl -n '__patternctl_has calibrate' -l target -x -d 'milliseconds that a hash may take'
complete -c patternctl -n '__patternctl_has calibrate' -l write -d 'put the cost into pattern.conf'
complete -c patternctl -n '__patternctl_has import' -l dry-run -d 'tell what would change, and change nothing'
complete -c patternctl -n '__patternctl_has audit' -l top -x -d 'how many patterns to try'
complete -c patternctl -n '__patternctl_has audit' -l all -d 'try all patterns of a 3x3 grid'
complete -c patternctl -n '__patternctl_has enroll remove list status unlock explain random calibrate audit export import doctor' -l conf -r -F -d 'settings instead of pattern.conf (root)'
complete -c patternctl -n '__patternctl_has enroll remove list status unlock audit export import doctor' -l store -x -a '(__fish_complete_directories)' -d 'store instead of the usual one (root)'
complete -c patternctl -s h -l help -d 'show commands and options'
complete -c patternctl -s V -l version -d 'show the version'
