// lanescope: kernel bitonic_step
#ifndef KEY
#define KEY uint
#endif
#ifndef VALUE
#define VALUE float4
#endif
typedef struct { KEY key; VALUE value; } pair_t;
void swap_pairs(__global pair_t *a, __global pair_t *b) { pair_t t = *a; *a = *b; *b = t; }
bool less(const pair_t a, const pair_t b) { return a.key < b.key; }
__kernel void bitonic_pairs(__global pair_t *data, uint j, uint k) {
  uint i = get_global_id(0), ixj = i ^ j;
  if (ixj > i && less(data[ixj], data[i])) swap_pairs(data + i, data + ixj);
}
__kernel void bitonic_step(__global KEY *keys, const uint stage, const uint pass) {
  uint i = get_global_id(0);
  uint distance = 1u << (stage - pass);
  uint left = (i / distance) * distance * 2 + i % distance;
  KEY a = keys[left], b = keys[left + distance];
  bool up = ((i >> stage) & 1) == 0;
  keys[left] = up ? min(a, b) : max(a, b);
  keys[left + distance] = up ? max(a, b) : min(a, b);
}
