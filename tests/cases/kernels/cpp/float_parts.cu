// A union and bit-fields that show the parts of a float; the number made anew of them.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(10, -1000, 1000)
// lanescope: arg parts [192]
// lanescope: arg again [64]
union Parts {
    float f;
    unsigned bits;
    struct {
        unsigned fraction : 23;
        unsigned exponent : 8;
        unsigned negative : 1;
    };
    unsigned char byte[4];
};

struct Packed { int a : 5; int b : 9; unsigned c : 3; unsigned : 0; short d : 12; };

__global__ void float_parts(const float *x, int *parts, float *again)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Parts p;
    p.f = x[i];
    parts[3 * i] = p.negative ? -(int)p.exponent : (int)p.exponent;
    parts[3 * i + 1] = p.byte[3] ^ (int)p.fraction;
    p.exponent += 1;
    p.negative ^= 1;
    again[i] = p.f;
    Packed k = {i, -i * 3, (unsigned)i};
    k.d = (short)(i * 200);
    k.a -= 3;
    k.c++;
    parts[3 * i + 2] = k.a + k.b * 100 + k.c * 100000 + k.d * 1000000 + (int)sizeof(Packed);
}
