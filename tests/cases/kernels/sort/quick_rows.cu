// A quicksort without recursion: each thread sorts a row, and keeps the parts that are open on a stack.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg rows [32*24] random(50, -99, 99)
// lanescope: arg length 24
struct Part {
    int low, high;
};

template <int DEPTH>
class Stack {
    Part parts[DEPTH];
    int count = 0;

  public:
    __device__ void push(Part p) { parts[count++] = p; }
    __device__ Part pop() { return parts[--count]; }
    __device__ bool empty() const { return count == 0; }
};

__global__ void quick_rows(short *rows, int length)
{
    short *row = rows + (threadIdx.x + blockIdx.x * blockDim.x) * length;
    Stack<24> open;
    open.push({ 0, length - 1 });
    while (!open.empty()) {
        auto [low, high] = open.pop();
        if (low >= high)
            continue;
        const short pivot = row[(low + high) / 2];
        int i = low, j = high;
        while (i <= j) {
            while (row[i] < pivot) ++i;
            while (pivot < row[j]) --j;
            if (i <= j) {
                short t = row[i];
                row[i++] = row[j];
                row[j--] = t;
            }
        }
        open.push({ low, j });
        open.push({ i, high });
    }
}
