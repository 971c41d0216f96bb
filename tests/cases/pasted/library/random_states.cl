// lanescope: kernel lcg
typedef struct { ulong state; ulong inc; } pcg_t;
typedef ulong2 seed_t;
uint pcg(pcg_t *rng) { ulong old = rng->state; rng->state = old * 6364136223846793005UL + (rng->inc | 1); uint x = (uint)(((old >> 18) ^ old) >> 27); uint rot = (uint)(old >> 59); return (x >> rot) | (x << ((-rot) & 31)); }
float4 gaussian4(pcg_t *rng) { float u = pcg(rng) * 2.3e-10f; return (float4)(u, sincos(u, 0), u, u); }
uint mwc64x(seed_t *s) { return s->x ^ s->y; }
kernel void lcg(global uint *out, uint rounds) {
  pcg_t rng = { get_global_id(0), 54u };
  uint sum = 0;
  for (uint i = 0; i < rounds; ++i) sum += pcg(&rng);
  out[get_global_id(0)] = sum;
}
