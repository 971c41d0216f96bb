// Nearest centre of each point; features are stored column by column.
__kernel void kmeans(__global const float *feature, __global const float *clusters, __global int *membership, int npoints,
                     int nclusters, int nfeatures, int offset, int size)
{
    int point = get_global_id(0);
    if (point < npoints) {
        int index = 0;
        float best = 3.40282347e+38f;
        for (int i = 0; i < nclusters; i++) {
            float dist = 0;
            for (int l = 0; l < nfeatures; l++) {
                float d = feature[l * npoints + point] - clusters[i * nfeatures + l];
                dist += d * d;
            }
            if (dist < best) { best = dist; index = i; }
        }
        membership[point] = index;
    }
}
