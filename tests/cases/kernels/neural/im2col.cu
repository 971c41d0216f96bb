// Pixels under each position of the kernel as a column, with the loop macro that frameworks use; and back again by sums.
// lanescope: arg im [72] random(19, 1, 9)
// lanescope: arg col [1152]
// lanescope: arg back [72]
// lanescope: kernel im2col
#define CUDA_1D_KERNEL_LOOP(i, n) for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += blockDim.x * gridDim.x)

template <typename Dtype>
__device__ void col2im_one(int index, const Dtype *im, Dtype *back, int height, int width, int k, int pad)
{
    int w = index % width + pad, h = index / width % height + pad, uses = 0;
    for (int y = 0; y < k; y++)
        for (int x = 0; x < k; x++)
            uses += h - y >= 0 && h - y < height + 2 * pad - k + 1 && w - x >= 0 && w - x < width + 2 * pad - k + 1;
    back[index] = im[index] * uses;
}

__global__ void im2col(const int n, const int *im, int height, int width, int k, int pad, int *col, int *back)
{
    const int out_h = height + 2 * pad - k + 1, out_w = width + 2 * pad - k + 1;
    CUDA_1D_KERNEL_LOOP(index, n) {
        const int h_index = index / out_w, h_col = h_index % out_h, w_col = index % out_w;
        const int c_im = h_index / out_h;
        const int h_offset = h_col - pad, w_offset = w_col - pad;
        int *data_col = col + (c_im * k * k * out_h + h_col) * out_w + w_col;
        const int *data_im = im + (c_im * height + h_offset) * width + w_offset;
        for (int i = 0; i < k; ++i)
            for (int j = 0; j < k; ++j) {
                int h = h_offset + i, w = w_offset + j;
                *data_col = h >= 0 && w >= 0 && h < height && w < width ? data_im[i * width + j] : 0;
                data_col += out_h * out_w;
            }
    }
    CUDA_1D_KERNEL_LOOP(index, 2 * height * width)
        col2im_one(index, im, back, height, width, k, pad);
}

void go(int *im, int *col, int *back)
{
    int height = 6, width = 6, k = 3, pad = 1;
    im2col<<<2, 32>>>(2 * 6 * 6, im, height, width, k, pad, col, back);
}
