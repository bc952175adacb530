/*
 * The words of the command line, which Embedded Swift does not give a program. For programs alone: it
 * takes note of them before main, which a library must not. Nothing here decides anything.
 */
#ifndef CCOMMAND_H
#define CCOMMAND_H

/* How many words there are, and each, null beyond the last. */
int command_word_count(void);
const char *_Nullable command_word(int index);

#endif
