// An array of structs with arrays and structs inside, copied whole, in part and through pointers.
// lanescope: arg people uint[320] random(6, 0, 1000)
// lanescope: arg order [32] permutation(7)
// lanescope: arg out uint[320] zeros
struct Date { unsigned char day, month; unsigned short year; };
struct Person {
    unsigned id;
    Date born;
    int marks[4];
    struct { short x, y; } home[2];
    long long account;
};

__device__ int best(const Person *p)
{
    int most = p->marks[0];
    for (const int *m = p->marks + 1; m != &p->marks[4]; m++)
        most = *m > most ? *m : most;
    return most;
}

__device__ Person older(Person p, int years)
{
    p.born.year -= years;
    p.home[0] = p.home[1];
    return p;
}

__global__ void aos_pack(const Person *people, const int *order, Person *out)
{
    const int i = threadIdx.x;
    Person p = older(people[order[i]], i);
    p.account = ((long long)best(&p) << 40) | p.born.day;
    p.home[1].x = (short)sizeof(Person);
    p.home[1].y = (short)(p.marks[i % 4] / 3);
    Person *to = out + i;
    *to = p;
    to->born.month = (unsigned char)(to - out);
}

int main() { aos_pack<<<1, 32>>>(nullptr, nullptr, nullptr); }
