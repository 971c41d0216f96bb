// RC4: each work-item has a key of its own and a permutation in private memory.
// lanescope: global 16
// lanescope: local 16
// lanescope: arg keys [16*5] random(10, 0, 255)
// lanescope: arg stream [16*24]
// lanescope: arg key_length 5
// lanescope: arg length 24
typedef struct {
    uchar s[256];
    uchar i, j;
} rc4_state;

static uchar swap_at(rc4_state *st)
{
    uchar t = st->s[st->i];
    st->s[st->i] = st->s[st->j];
    st->s[st->j] = t;
    return st->s[st->i] + t;
}

__kernel void rc4(__global const uchar *keys, __global uchar *stream, int key_length, int length)
{
    int id = get_global_id(0);
    rc4_state st;
    for (int k = 0; k < 256; k++)
        st.s[k] = (uchar)k;
    st.i = st.j = 0;
    do {
        st.j += st.s[st.i] + keys[id * key_length + st.i % key_length];
        swap_at(&st);
    } while (++st.i != 0);
    st.j = 0;
    for (int k = 0; k < length; k++) {
        st.i++;
        st.j += st.s[st.i];
        stream[id * length + k] = st.s[swap_at(&st)];
    }
}
