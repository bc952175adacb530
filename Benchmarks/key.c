// A security key in a file, for pam_u2f's `manual`: a library of its own, so that the host does not have libcrypto
// before its modules bring it.

#include <err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { CHALLENGE = 32, IN_BASE64 = 44, DATA = SHA256_DIGEST_LENGTH + 1 + 4, TEXT = 256 };

static char *base64(const unsigned char *bytes, size_t count)
{
    unsigned char text[TEXT];
    EVP_EncodeBlock(text, bytes, (int)count);
    return strdup((char *)text);
}

static EVP_PKEY *key_in(const char *name)
{
    static EVP_PKEY *key;
    FILE *file = key == NULL ? fopen(name, "r") : NULL;
    if (key == NULL && (file == NULL || (key = PEM_read_PrivateKey(file, NULL, NULL, NULL)) == NULL))
        errx(2, "%s: no key", name);
    if (file != NULL)
        fclose(file);
    return key;
}

// What fido2-assert would print, line 1 to 4: the challenge, whom it is for, the authenticator's data (a string of
// bytes in CBOR) and the signature over data and challenge. In a wrong one the data say that nobody touched the key.
char *key_sign(const char *name, const char *challenge, int line, bool right)
{
    static const char party[] = "pam://benchmark";
    unsigned char data[2 + DATA + CHALLENGE + 1] = {0x58, DATA}, signature[TEXT / 2];
    size_t length = sizeof signature;
    SHA256((const unsigned char *)party, sizeof party - 1, data + 2);
    data[2 + SHA256_DIGEST_LENGTH] = right;
    switch (line) {
    case 1: return strdup(challenge);
    case 2: return strdup(party);
    case 3: return base64(data, 2 + DATA);
    default: break;
    }
    if (EVP_DecodeBlock(data + 2 + DATA, (const unsigned char *)challenge, IN_BASE64) != CHALLENGE + 1)
        errx(2, "%s: no challenge to sign", challenge);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (context == NULL || EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key_in(name)) != 1 ||
        EVP_DigestSign(context, signature, &length, data + 2, DATA + CHALLENGE) != 1)
        errx(2, "%s: can't sign", name);
    EVP_MD_CTX_free(context);
    return base64(signature, length);
}
