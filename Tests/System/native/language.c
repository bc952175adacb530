/* What a program does that has a language, for one that has none: LD_PRELOAD. */
#include <locale.h>

__attribute__((constructor)) static void begin(void) { setlocale(LC_ALL, ""); }
