# Completion of pattern-pad(1) in fish.
complete -c pattern-pad -f
complete -c pattern-pad -l grid -x -a '3 4 5 6' -d 'side of the grid'
complete -c pattern-pad -l keypad -x -a 'phone numpad letters' -d 'how typed symbols name the dots of 3x3'
complete -c pattern-pad -l stealth -d 'show nothing of what is drawn'
complete -c pattern-pad -l choose -d 'a new pattern: mark the dots that can be reached next'
complete -c pattern-pad -l confirm -d 'ask for a new pattern, and for the same again'
complete -c pattern-pad -l password -d 'with Enter before anything is drawn, print an empty line'
complete -c pattern-pad -l text -d 'ask for a line of text instead'
complete -c pattern-pad -l prompt -x -d 'what to ask for'
complete -c pattern-pad -l message -x -d 'what went wrong before'
complete -c pattern-pad -s h -l help -d 'show the options'
complete -c pattern-pad -s V -l version -d 'show the version'
