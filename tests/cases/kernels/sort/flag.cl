// The Dutch flag: three parts of a row in one pass, with a switch in a loop that continues.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg rows [64*10] random(238, 0, 2)
// lanescope: arg bounds [64]
__kernel void flag(__global uchar *rows, __global uchar2 *bounds)
{
    const uint id = get_global_id(0);
    __global uchar *a = rows + id * 10;
    uchar red = 0, white = 0, blue = 10;
    while (white < blue) {
        uchar t;
        switch (a[white]) {
        case 0:
            t = a[red], a[red] = a[white], a[white] = t;
            ++red;
            // and on
        case 1:
            ++white;
            continue;
        default:
            --blue;
        }
        t = a[blue];
        a[blue] = a[white];
        a[white] = t;
    }
    bounds[id] = (uchar2)(red, blue);
}
