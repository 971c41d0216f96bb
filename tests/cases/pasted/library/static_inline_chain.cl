// lanescope: kernel hash_all
static inline uint rotl32(uint x, int r) { return (x << r) | (x >> (32 - r)); }
static inline uint fmix32(uint h) { h ^= h >> 16; h *= 0x85ebca6b; h ^= h >> 13; return h; }
static inline uint16 vector_hash(uint16 v) { return v * (uint16)(5); }
static inline void memcpy_local(__local uint *d, const __global uint *s, int n) { event_t e = async_work_group_copy(d, s, n, 0); wait_group_events(1, &e); }
static inline int reduce_add(int x) { return work_group_reduce_add(x) + sub_group_reduce_add(x); }
__kernel void hash_all(__global const uint *restrict in, __global uint *restrict out) {
  size_t gid = get_global_id(0);
  out[gid] = fmix32(rotl32(in[gid] * 0xcc9e2d51u, 15));
}
