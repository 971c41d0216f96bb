// Signed and unsigned bit-fields beside each other: instructions of a small machine are taken apart and run.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg code [8] list(0x20a1, 0x4432, 0xfe13, 0x3121, 0x0844, 0x6f02, 0x1ac3, 0x7701)
// lanescope: arg x [64] random(361, -100, 100)
// lanescope: arg out [64*4]
struct Instruction {
    unsigned short op : 2;
    unsigned short to : 2;
    unsigned short from : 2;
    short immediate : 10;
};
static_assert(sizeof(Instruction) == 2);

union Word {
    unsigned short bits;
    Instruction i;
};

__global__ void signed_fields(const unsigned short *code, const int *x, int *out)
{
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    int r[4] = { x[id], id, 1, 0 };
    for (int pc = 0; pc < 8; ++pc) {
        Word w;
        w.bits = code[pc];
        int &to = r[w.i.to];
        const int from = r[w.i.from];
        switch (w.i.op) {
        case 0: to = from + w.i.immediate; break;
        case 1: to -= from * w.i.immediate; break;
        case 2: to ^= from >> (w.i.immediate & 7); break;
        case 3:
            if (from > w.i.immediate)
                to++, w.i.immediate++;
            to += w.i.immediate;
        }
    }
    reinterpret_cast<int4 &>(out[4 * id]) = make_int4(r[0], r[1], r[2], r[3]);
}
