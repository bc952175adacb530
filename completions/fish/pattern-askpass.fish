# Completion of pattern-askpass(1) in fish.
complete -c pattern-askpass -f
complete -c pattern-askpass -l grid -x -a '3 4 5 6' -d 'side of the grid'
complete -c pattern-askpass -l keypad -x -a 'phone numpad letters' -d 'how typed symbols name the dots of 3x3'
complete -c pattern-askpass -l stealth -d 'show nothing of what is drawn'
complete -c pattern-askpass -l enroll -d 'ask for a new pattern, and for the same again'
complete -c pattern-askpass -s h -l help -d 'show the options'
complete -c pattern-askpass -s V -l version -d 'show the version'
