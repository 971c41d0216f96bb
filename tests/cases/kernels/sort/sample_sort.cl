// A sample sort: splitters part the elements into buckets, and each work-item puts one bucket in order.
// lanescope: global 16
// lanescope: local 16
// lanescope: arg data [128] random(240, -1000, 1000)
// lanescope: arg sizes [16]
#define N 128
#define B 16

__kernel void sample_sort(__global int *data, __global int *sizes)
{
    __local int splitter[B], begin[B + 1], bucket[N];
    const int lid = get_local_id(0);
    // Each work-item takes every eighth element for the sample, and finds its rank.
    const int sample = data[lid * (N / B)];
    int rank = 0;
    for (int j = 0; j < B; ++j) {
        const int other = data[j * (N / B)];
        rank += other < sample || (other == sample && j < lid);
    }
    splitter[rank] = rank == 0 ? INT_MIN : sample;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int from = splitter[lid], to = lid + 1 < B ? splitter[lid + 1] : INT_MAX;
    int count = 0;
    for (int i = 0; i < N; ++i)
        count += data[i] >= from && data[i] < to;
    begin[lid + 1] = sizes[lid] = count;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        begin[0] = 0;
        for (int b = 0; b < B; ++b)
            begin[b + 1] += begin[b];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int end = begin[lid];
    for (int i = 0; i < N; ++i) {
        const int v = data[i];
        if (v < from || v >= to)
            continue;
        int at = end++;
        for (; at > begin[lid] && bucket[at - 1] > v; --at)
            bucket[at] = bucket[at - 1];
        bucket[at] = v;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = lid; i < N; i += B)
        data[i] = bucket[i];
}
