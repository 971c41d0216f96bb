// lanescope: global 128
// lanescope: local 128
// lanescope: arg a int[128] list(166, 229, 652, 588, -256, -86, -376, -63, -337, -389, 389, -524, -715, 85, 256, -340, -621, 295, 395, -523, -574, -231, 224, 349, 359, -699, -138, 921, 931, 478, -265, -832, -259, -731, -91, 927, -41, 530, -540, -82, 469, 675, -233, 522, -96, -958, 139, -507, -308, 808, -77, 246, -197, 251, -167, -757, 45, 236, 166, -133, 303, -332, -125, -972, -994, 751, 302, 961, -231, 201, 757, 558, 285, 943, 671, 573, 133, -200, 960, 76, -659, -585, 830, 315, 698, -775, 362, 689, 149, -149, -193, 555, 319, 813, 921, 927, -973)
// lanescope: arg dir 1
__kernel void sort(__global int *a, uint dir) {
  __local int k[128]; uint l = get_local_id(0); k[l] = a[l];
  for (uint size = 2; size <= 128; size <<= 1) { 
    for (uint stride = size / 2; stride > 0; stride >>= 1) { barrier(CLK_LOCAL_MEM_FENCE); 
      if (l < 64) { uint pos = 2 * l - (l & (stride - 1)); uint d = dir ^ ((l & (size / 2)) != 0); int x = k[pos], y = k[pos + stride]; if ((x > y) == d) { k[pos] = y; k[pos + stride] = x; } } } }
  barrier(CLK_LOCAL_MEM_FENCE); a[l] = k[l];
}
