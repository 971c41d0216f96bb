// Static polymorphism: a base that knows its derived class, chosen by a template and by a tag.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg size [64] random(3, 1, 20)
// lanescope: arg area [256]
template <class Derived>
class Shape {
public:
    __device__ int area_twice() const { return self().area2(); }
    __device__ bool bigger(int than) const { return area_twice() > than; }
    __device__ int score() const { return Derived::sides * 1000 + (bigger(100) ? 1 : 0); }

protected:
    __device__ const Derived &self() const { return *static_cast<const Derived *>(this); }
};

class Square : public Shape<Square> {
    int a;

public:
    static constexpr int sides = 4;
    __device__ explicit Square(int a) : a(a) {}
    __device__ int area2() const { return 2 * a * a; }
};

class Triangle : public Shape<Triangle> {
    int base, height;

public:
    enum { sides = 3 };
    __device__ Triangle(int b, int h) : base{b}, height{h} {}
    __device__ int area2() const { return base * height; }
    __device__ int score() const { return -Shape<Triangle>::score(); }
};

template <class S> __device__ void measure(const Shape<S> &s, int *to)
{
    to[0] = s.area_twice();
    to[1] = static_cast<const S &>(s).score();
}

__global__ void crtp_shapes(const int *size, int *area)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    measure(Square(size[i]), area + 4 * i);
    Triangle t(size[i], i);
    measure(t, area + 4 * i + 2);
}
