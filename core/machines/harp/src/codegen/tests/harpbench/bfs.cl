// A level of a breadth-first search, a vertex for each lane; what a vertex on the frontier does is long.
__kernel void bfs(__global int *next, __global int *score, __global const int *level, __global const int *first,
                  __global const int *edges, int depth, int n) {
    int v = get_global_id(0);
    if (v < n) {
        int mine = -1, sum = 0;
        if (level[v] >= 0) mine = level[v];
        if (mine == depth) {
            int a = edges[first[v]], b = edges[first[v] + 1], c = edges[first[v] + 2];
            sum = a * 3 + b * 5 + c * 7;
            sum ^= (a + b) * (b + c);
            sum += (a ^ c) * 11 + (b ^ 13);
            sum = sum * 17 + (sum >> 3) + a * b * c;
            sum ^= (sum << 5) + depth * 29;
            sum += (a & b) + (b | c) - (a ^ b ^ c);
            sum = sum * 31 + 7;
            mine = depth + 1;
        }
        next[v] = mine;
        score[v] = sum;
    }
}
