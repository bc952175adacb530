// One way to check a secret, and what one check of it costs.
#ifndef SIDE_H
#define SIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What is measured of a check.
enum cost {
    CPU,       // nanoseconds of this process and of the helpers it waited for
    WALL,      // nanoseconds by the clock
    HELD,      // resident bytes that a process of its own has more while the PAM handle is open
    LEFT,      // the same after pam_end
    LIBRARIES, // files with code that it has mapped more while the handle is open
};

// What a side does with its secret.
enum expected {
    ASKS,    // asks for it, accepts the right one alone
    ACCEPTS, // accepts without a question
    REFUSES, // refuses without a question
};

struct side {
    enum { PAM, CRYPT, OPEN, SYNC, LEAST, LOAD, SUDO } kind;
    enum expected expected;
    const char *name;                     // for messages
    const char *confdir, *service, *user; // PAM; user: SUDO too
    const char *hash;                     // CRYPT, LEAST
    const char *file;                     // OPEN, SYNC, LEAST, LOAD
    const char *secret;                   // the hashed text, a reply, or codes=FILE or key=..., see reply.c
    bool whole;                           // PAM: pam_start to pam_end, else pam_authenticate alone
    int at_once;                          // PAM: so many processes, each with an account of its own: USER0, USER1 ...
    int slots;                            // SYNC, LEAST: the file, opened for writing
};

// Reads SIDE, see host.c; ends the program when it is none.
struct side side_parse(char *text);

// What one check costs. False: it was refused.
bool side_check(struct side *side, bool right, enum cost cost, double *value);

// The parts of it. In this process:
bool pam_check(struct side *side, bool right, int64_t (*clock)(void), int64_t *nanoseconds);
// with a look at the process while the handle is open:
bool pam_check_watched(struct side *side, bool right, void (*look)(void *), void *data);
// In processes of their own:
double check_alone(struct side *side, enum cost cost);
bool sudo_check(struct side *side, bool right);
bool crowd_check(struct side *side, bool right, int64_t *nanoseconds);

// What is said to the module; *asked counts its questions, *answering the CPU time that a key took to sign.
struct reply {
    const char *secret;
    bool right;
    int asked;
    int64_t answering;
    char challenge[64]; // of pam_u2f, in base64
};
struct pam_message;
struct pam_response;
int answer(int count, const struct pam_message **messages, struct pam_response **replies, void *reply);

int64_t cpu_nanoseconds(void);
int64_t wall_nanoseconds(void);

#endif
