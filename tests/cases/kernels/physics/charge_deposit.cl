// Particles in cells: each gives its charge to four corners, weighed in integers; then the field of differences.
// lanescope: global 96
// lanescope: local 32
// lanescope: arg at ushort[192] random(16, 0, 4095)
// lanescope: arg charge [96] random(17, -3, 3)
// lanescope: arg grid [64]
typedef struct { ushort x, y; } fixed_place;

__kernel void deposit(__global const fixed_place *at, __global const char *charge, volatile __global int *grid)
{
    const int i = get_global_id(0);
    fixed_place p = at[i];
    int cx = p.x >> 9, cy = p.y >> 9, fx = p.x & 511, fy = p.y & 511;
    for (int k = 0; k < 4; k++) {
        int dx = k & 1, dy = k >> 1;
        int weight = (dx ? fx : 512 - fx) * (dy ? fy : 512 - fy);
        atomic_add(grid + ((cy + dy) & 7) * 8 + ((cx + dx) & 7), weight * charge[i]);
    }
}
