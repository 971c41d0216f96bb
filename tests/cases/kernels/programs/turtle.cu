// A turtle that follows a program as a string; directions are an enum class with arithmetic of its own.
// lanescope: arg out [96]
enum class Dir { North, East, South, West };
__device__ constexpr Dir turned(Dir d, int k) { return static_cast<Dir>((static_cast<int>(d) + k) & 3); }
__device__ Dir &operator++(Dir &d) { return d = turned(d, 1); }
__device__ Dir &operator--(Dir &d) { return d = turned(d, 3); }
__device__ Dir operator!(Dir d) { return turned(d, 2); }

struct Turtle {
    int x = 0, y = 0, painted = 0;
    Dir dir = Dir::North;
    __device__ void go(Dir d, int steps)
    {
        const int dx[] = {0, 1, 0, -1}, dy[] = {1, 0, -1, 0};
        x += dx[(int)d] * steps;
        y += dy[(int)d] * steps;
    }
    __device__ void obey(const char *p)
    {
        int times = 1;
        while (char c = *p++) {
            if (c >= '0' && c <= '9') {
                times = c - '0';
                continue;
            }
            switch (c) {
            case 'F': go(dir, times); painted += times; break;
            case 'B': go(!dir, times); break;
            case 'L': while (times-- > 0) --dir; break;
            case 'R': while (times-- > 0) ++dir; break;
            }
            times = 1;
        }
    }
};

__global__ void turtle(int *out)
{
    const int i = threadIdx.x;
    char program[] = "3F?R2FL5B?RF";
    program[2] = i % 4 == 0 ? 'R' : 'L';
    program[9] = (char)('0' + i % 7);
    Turtle t;
    t.obey(program);
    out[3 * i] = t.x;
    out[3 * i + 1] = t.y;
    out[3 * i + 2] = t.painted * 10 + static_cast<int>(t.dir);
}

void go(int *o) { turtle<<<1, 32>>>(o); }
