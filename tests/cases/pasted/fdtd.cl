// Finite differences in time (hp_ch4, exercise 4.12): one component of the electric field from the magnetic field around it,
// with coefficients by material. Neighbours along z are neighbouring work-items.
// lanescope: global 16 6 3
// lanescope: local 16 2 1
// lanescope: arg Hy [288] random(1, -1, 1)
// lanescope: arg Hz [288] random(2, -1, 1)
// lanescope: arg Ex [288] random(3, -1, 1)
// lanescope: arg dy [6] random(4, 1, 2)
// lanescope: arg dz [16] random(5, 1, 2)
// lanescope: arg Ca [4] random(6, 0, 1)
// lanescope: arg Cb [4] random(7, 0, 1)
// lanescope: arg ID [288] random(8, 0, 3)
// lanescope: arg NY 6
// lanescope: arg NZ 16
kernel void fdtd(global const float *Hy, global const float *Hz, global float *Ex,
    global const float *dy, global const float *dz, global const float *Ca, global const float *Cb,
    global const int *ID, int NY, int NZ) {
    int z = get_global_id(0), y = get_global_id(1), x = get_global_id(2);
    int i = x * NY * NZ + y * NZ + z;
    if (x > 0 && y > 0) {
        float dH1 = (Hz[i] - Hz[i - NZ]) / dy[y];
        float dH2 = (Hy[i] - Hy[i - 1]) / dz[z];
        int m = ID[i];
        Ex[i] = Ca[m] * Ex[i] + Cb[m] * (dH2 - dH1);
    }
}
