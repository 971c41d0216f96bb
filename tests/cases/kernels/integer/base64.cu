// Base64: three bytes become four letters of an alphabet, with the padding at the end of a line.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg bytes [64*4] random(137, 0, 255)
// lanescope: arg text [64*8]
__constant__ char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

__global__ void base64(const unsigned char *bytes, char *text)
{
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    const int length = 1 + id % 4;
    const unsigned char *in = bytes + 4 * id;
    char *out = text + 8 * id;
    for (int at = 0; at < 6; at += 3, out += 4) {
        if (at >= length) {
            *reinterpret_cast<char4 *>(out) = make_char4('.', '.', '.', '.');
            continue;
        }
        unsigned word = in[at] << 16;
        if (at + 1 < length) word |= in[at + 1] << 8;
        if (at + 2 < length) word |= in[at + 2];
        for (int k = 0; k < 4; ++k)
            out[k] = at + k > length ? '=' : alphabet[word >> (18 - 6 * k) & 63];
    }
}
