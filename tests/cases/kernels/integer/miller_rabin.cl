// Are numbers prime? Two witnesses decide, of whom the first is wrong about 2047.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg prime [64]
// lanescope: arg from 2033
uint mulmod(uint a, uint b, uint m) { return a * b % m; }

uint powmod(uint a, uint e, uint m)
{
    uint r = 1;
    for (; e; e >>= 1) {
        if (e & 1)
            r = mulmod(r, a, m);
        a = mulmod(a, a, m);
    }
    return r;
}

bool witness(uint a, uint n, uint odd, uint twos)
{
    uint x = powmod(a, odd, n);
    if (x == 1 || x == n - 1)
        return false;
    while (--twos) {
        x = mulmod(x, x, n);
        if (x == n - 1)
            return false;
    }
    return true;
}

__kernel void miller_rabin(__global uchar *prime, uint from)
{
    const uint n = from + 2 * (get_global_id(0) % 64);
    const uint twos = ctz(n - 1), odd = (n - 1) >> twos;
    prime[get_global_id(0)] = !(witness(2, n, odd, twos) || witness(3, n, odd, twos));
}
