// The median of each row by quickselect, with the row in private memory.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg rows [32*15] random(217, -1, 1)
// lanescope: arg median [32]
// lanescope: arg n 15
void exchange(float *a, float *b)
{
    float t = *a;
    *a = *b;
    *b = t;
}

__kernel void quick_select(__global const float *rows, __global float *median, const int n)
{
    float a[15];
    const int id = get_global_id(0), k = n / 2;
    for (int i = 0; i < n; i++)
        a[i] = rows[id * n + i];
    int low = 0, high = n - 1;
    while (low < high) {
        exchange(&a[(low + high) / 2], a + high);
        float *store = &a[low];
        for (float *p = a + low; p != a + high; ++p)
            if (*p < a[high])
                exchange(p, store++);
        exchange(store, &a[high]);
        const int place = store - a;
        if (place == k)
            break;
        else if (place < k)
            low = place + 1;
        else
            high = place - 1;
    }
    median[id] = a[k];
}
