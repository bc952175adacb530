/* libFuzzer's main under the name that SwiftPM gives a program's. */
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *count, char ***words, int (*test)(const uint8_t *, size_t));
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

int pattern_fuzz_main(int count, char **words);
int pattern_fuzz_main(int count, char **words) {
    return LLVMFuzzerRunDriver(&count, &words, LLVMFuzzerTestOneInput);
}
