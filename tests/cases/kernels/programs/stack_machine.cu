// An interpreter: programs of bytes with loops and conditions, a stack in the object, the program in constant memory.
// lanescope: arg out [64]
enum class Op : unsigned char { Halt, Push, Add, Mul, Dup, Jump, Less, Swap, Over, Dec, Arg };
__constant__ unsigned char programs[2][20] = {
    // The factorial of the argument: (r, n) becomes (r n, n - 1) while 0 < n.
    {1, 1, 10, 7, 8, 3, 7, 9, 4, 1, 0, 7, 6, 5, 245, 7, 0},
    // Its square and 100 more.
    {10, 4, 3, 1, 100, 2, 0},
};

class Machine {
    int stack_[16];
    int top_ = 0, steps_ = 0;

    __device__ void push(int v) { stack_[top_++] = v; }
    __device__ int pop() { return stack_[--top_]; }

public:
    __device__ int steps() const { return steps_; }
    __device__ int run(const unsigned char *code, int arg)
    {
        for (const unsigned char *pc = code; steps_ < 200; ++steps_) {
            switch (static_cast<Op>(*pc++)) {
            case Op::Halt: return pop();
            case Op::Push: push(*pc++); break;
            case Op::Arg: push(arg); break;
            case Op::Dup: push(stack_[top_ - 1]); break;
            case Op::Over: push(stack_[top_ - 2]); break;
            case Op::Add: { int b = pop(); push(pop() + b); break; }
            case Op::Mul: { int b = pop(); push(pop() * b); break; }
            case Op::Less: { int b = pop(); push(pop() < b); break; }
            case Op::Dec: --stack_[top_ - 1]; break;
            case Op::Swap: { int a = pop(), b = pop(); push(a); push(b); } break;
            case Op::Jump:
                if (pop())
                    pc += (signed char)*pc;
                else
                    ++pc;
            }
        }
        return -1;
    }
};

__global__ void interpret(int *out)
{
    const int i = threadIdx.x;
    Machine square, factorial;
    out[2 * i] = square.run(programs[1], i);
    out[2 * i + 1] = factorial.run(programs[0], 1 + i % 5) + factorial.steps() - square.steps();
}

void go(int *o) { interpret<<<1, 32>>>(o); }
