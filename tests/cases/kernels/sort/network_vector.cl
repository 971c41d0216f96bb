// A sorting network on the components of a vector, by minima, maxima and shuffles.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg quads [64] random(54, -100, 100)
__kernel void network_vector(__global int4 *quads)
{
    const size_t i = get_global_id(0);
    int4 v = quads[i];
    int2 low = min(v.lo, v.hi), high = max(v.lo, v.hi);
    v = (int4)(low, high);
    low = min(v.even, v.odd);
    high = max(v.even, v.odd);
    v.even = low;
    v.odd = high;
    const int4 turned = shuffle(v, (uint4)(0, 2, 1, 3));
    v.yz = v.y > v.z ? turned.yz : v.yz;
    quads[i] = v;
}
