// Traffic lights as a state machine of enum class, with operators for flags.
// lanescope: global 48
// lanescope: local 24
// lanescope: arg events [480] random(11, 0, 3)
// lanescope: arg out [96]
enum class Light : unsigned char { Red, RedYellow, Green, Yellow, Off = 0x80 };
enum class Seen : unsigned { None = 0, Stop = 1, Go = 2, Fault = 4 };
enum Event { TICK, CAR = 1, BREAK, REPAIR };

__device__ constexpr Seen operator|(Seen a, Seen b) { return static_cast<Seen>(static_cast<unsigned>(a) | unsigned(b)); }
__device__ Seen &operator|=(Seen &a, Seen b) { return a = a | b; }
__device__ bool has(Seen all, Seen one) { return (unsigned(all) & unsigned(one)) != 0; }

__device__ Light step(Light now, Event e)
{
    using L = Light;
    if (e == BREAK) return L::Off;
    switch (now) {
        case L::Red: return e == CAR ? L::RedYellow : L::Red;
        case L::RedYellow: return L::Green;
        case L::Green: if (e == TICK) return L::Yellow; break;
        case L::Yellow: return L::Red;
        case L::Off: return e == REPAIR ? L::Red : L::Off;
    }
    return now;
}

__global__ void enum_machine(const int *events, unsigned *out)
{
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    Light light{};
    Seen seen = Seen::None;
    unsigned changes = 0;
    for (int k = 0; k < 10; ++k) {
        const Light before = light;
        light = step(light, Event(events[10 * me + k]));
        changes += light != before;
        seen |= light == Light::Green ? Seen::Go : light == Light::Off ? Seen::Fault : Seen::Stop;
    }
    out[2 * me] = static_cast<unsigned>(light) * 256 + changes;
    out[2 * me + 1] = unsigned(seen) * 8 + has(seen, Seen::Go | Seen::Fault);
}
