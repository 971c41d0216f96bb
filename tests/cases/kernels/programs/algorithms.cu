// Algorithms over iterators: a sort with a comparison, a binary search, a partition, a transformation to another type.
// lanescope: arg in [256] random(2, -50, 50)
// lanescope: arg sorted [256]
// lanescope: arg facts [128]
#include <utility>
template <class It, class Less> __device__ void insertion_sort(It first, It last, Less less)
{
    for (It i = first; i != last; ++i)
        for (It j = i; j != first && less(*j, *(j - 1)); --j)
            std::swap(*j, *(j - 1));
}

template <class It, class T> __device__ It lower_bound(It first, It last, const T &v)
{
    auto n = last - first;
    while (n > 0) {
        auto half = n / 2;
        if (*(first + half) < v) {
            first += half + 1;
            n -= half + 1;
        } else {
            n = half;
        }
    }
    return first;
}

template <class It, class P> __device__ It partition(It first, It last, P wanted)
{
    for (It i = first; i != last; ++i)
        if (wanted(*i))
            std::swap(*i, *first++);
    return first;
}

template <class In, class Out, class F> __device__ Out transform(In first, In last, Out to, F f)
{
    while (first != last)
        *to++ = f(*first++);
    return to;
}

struct Entry { int key, place; };

__global__ void algorithms(const int *in, int *sorted, int *facts)
{
    const int i = threadIdx.x;
    Entry entries[8];
    int place = 0;
    transform(in + 8 * i, in + 8 * i + 8, entries, [&](int v) { return Entry{v, place++}; });
    insertion_sort(entries, entries + 8, [](const Entry &a, const Entry &b) { return a.key > b.key; });
    int *r = facts + 4 * i, *mine = sorted + 8 * i;
    r[0] = entries[0].place * 10 + entries[7].place;
    transform(entries, entries + 8, mine, [](const Entry &e) { return e.key; });
    insertion_sort(mine, mine + 8, [](int a, int b) { return a < b; });
    r[1] = (int)(lower_bound(mine, mine + 8, i) - mine);
    short halves[8];
    auto end = transform(mine, mine + 8, halves, [i](int v) { return (short)(v * i); });
    short *odd = partition(halves, end, [](short v) { return v & 1; });
    r[2] = (int)(odd - halves) * 100 + (int)(end - odd);
    r[3] = odd != halves ? odd[-1] : 0;
}

void go(int *i, int *s, int *f) { algorithms<<<1, 32>>>(i, s, f); }
