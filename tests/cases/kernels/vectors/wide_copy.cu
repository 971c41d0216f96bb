// Copies and scales sixteen bytes at a time, the rest one by one.
// lanescope: arg src [203] random(20, -50, 50)
// lanescope: arg dst [203]
__global__ void scale_wide(const int *src, int *dst, int n)
{
    const int stride = gridDim.x * blockDim.x, me = blockIdx.x * blockDim.x + threadIdx.x;
    const int4 *from = reinterpret_cast<const int4 *>(src);
    int4 *to = reinterpret_cast<int4 *>(dst);
    for (int i = me; i < n / 4; i += stride) {
        int4 v = from[i];
        v.x *= 3, v.y *= 3, v.z *= 3, v.w *= 3;
        to[i] = v;
    }
    for (int i = n / 4 * 4 + me; i < n; i += stride)
        dst[i] = __ldg(src + i) * 3;
}

int main() { scale_wide<<<3, 8>>>(nullptr, nullptr, 203); }
