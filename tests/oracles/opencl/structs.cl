// lanescope: global 60
// lanescope: local 20
// lanescope: arg raw uchar[2400] list(15, 11, 218, 82, 125, 61, 92, 157, 82, 28, 107, 134, 125, 82, 228, 118, 222, 206, 255, 208, 253, 160, 194, 22, 5, 43, 30, 189, 211, 235, 205, 145, 57, 118, 92, 27, 169, 136, 175, 215, 85, 38, 37, 144, 231, 5, 42, 151, 148, 192, 142, 238, 249, 210, 15, 66, 21, 241, 203, 129, 23, 171, 28, 186, 184, 171, 33, 232, 162, 31, 124, 195, 173, 56, 115, 54, 115, 49, 220, 24, 34, 186, 14, 135, 11, 150, 205, 75, 64, 162, 147, 177, 250, 30, 89, 164, 131)
// lanescope: arg out uchar[2400] zeros
// lanescope: arg sz uint[16] zeros
typedef struct { char tag; short s; int v; uchar u[3]; long w; float f; } Rec;   // padded
typedef union { float f; int i; uchar b[4]; } Pun;
typedef enum { RED = 3, GREEN, BLUE = -1 } Color;
struct Inner { uchar a; ushort b; };
typedef struct { struct Inner in[3]; char c; } Outer;
int score(const Rec *r) { int s = 0; for (int k = 0; k < 3; ++k) s = s * 31 + r->u[k]; return s + r->s - r->tag; }
Rec bump(Rec r, int by) { r.v += by; r.w ^= (long)by << 20; r.u[by % 3] ^= 0xff; return r; }
__kernel void k(__global const uchar *raw, __global uchar *out, __global uint *sz)
{
    size_t g = get_global_id(0);
    __global const uchar *p = raw + g * 40;
    Rec r = { .tag = (char)p[0], .v = (int)(p[4] | p[5] << 8 | p[6] << 16 | (uint)p[7] << 24), .u = { p[8], p[9], p[10] } };
    r.s = (short)(p[2] << 8 | p[3]); r.w = -1 - (long)r.v; r.f = p[11] / 4.0f;
    Rec q = bump(r, (int)g);
    Pun z; z.f = q.f; z.b[0] ^= 0x11; z.i += 3;
    Color c = (g & 1) ? GREEN : BLUE;
    Outer o = { { { 1, 2 }, { 3, (ushort)g } }, 'x' };
    o.in[2] = o.in[g % 2];
    __global uchar *w = out + g * 40;
    Rec arr[2] = { r, q };
    Rec *pr = &arr[g & 1];
    int sc = score(pr);
    for (int b = 0; b < 4; b++) { w[b] = (uchar)(sc >> (8 * b)); w[4 + b] = z.b[b]; w[8 + b] = (uchar)(pr->v >> 8 * b); }
    for (int b = 0; b < 8; b++) w[12 + b] = (uchar)(pr->w >> 8 * b);
    w[20] = (uchar)c; w[21] = o.in[2].a; w[22] = (uchar)o.in[2].b; w[23] = o.c; w[24] = pr->u[1]; w[25] = pr->u[2]; w[26] = sizeof(Rec); w[27] = sizeof(Outer);
    if (g == 0) { sz[0] = sizeof(Rec); sz[1] = sizeof(Outer); sz[2] = sizeof(Pun); sz[3] = sizeof(Color); sz[4] = sizeof(p); sz[5] = sizeof(arr); sz[6] = sizeof(struct Inner); sz[7] = sizeof "hello"; sz[8] = sizeof('a'); sz[9] = sizeof(1.0f); sz[10]=sizeof(1.0); sz[11]=sizeof(1L); sz[12] = sizeof(char)+sizeof(g); sz[13] = sizeof(r.u)/sizeof(r.u[0]); }
}
