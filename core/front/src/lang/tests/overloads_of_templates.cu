// Sets of templates and functions, and calls of them, made at random. What C++17 chooses:
// 1 2 2 2 2 1 2 2 2 2 1 3 2 1 2 1 2 4 4 1 3 1 3 1 3 1 2 1 1 2 1 1 2 2 1 1 2 2 3 1 1 1 3 1 1 2 1 2 1 2 3 3 1 1 2 3 1 3 1 1 3 1 2 1 1 1 1 1 2 1 1 4 1 2 2 1 1 2 1 1 1 1 1 2 1 1 1 2 2 2 1 3 3 1 2 3 1 2 1 2 2 4 2 2
template <class T> __device__ int f0(float, T) { return 1; }
template <class T, class U> __device__ int f0(T*, U) { return 2; }
template <class T> __device__ int f2(T*) { return 1; }
template <class U> __device__ int f2(U) { return 2; }
template <class T> __device__ int f7(T) { return 1; }
template <class U> __device__ int f7(U*) { return 2; }
template <class T> __device__ int f7(const T&) { return 3; }
__device__ int f7(double) { return 4; }
template <class U> __device__ int f8(double, U*) { return 1; }
__device__ int f8(double, int) { return 2; }
template <class T> __device__ int f8(T&, const T&) { return 3; }
template <class T> __device__ int f10(T*, T*) { return 1; }
template <class U> __device__ int f10(U, float) { return 2; }
template <class T> __device__ int f10(const T*, int) { return 3; }
template <class T> __device__ int f10(const T*, double) { return 4; }
template <class U> __device__ int f11(U*) { return 1; }
__device__ int f11(int) { return 2; }
__device__ int f13(float, int) { return 1; }
template <class T> __device__ int f13(T, double) { return 2; }
template <class T> __device__ int f13(int, const T*) { return 3; }
template <class T, class U> __device__ int f13(U*, T*) { return 4; }
template <class T> __device__ int f14(const T*) { return 1; }
template <class T> __device__ int f14(const T&) { return 2; }
__device__ int f14(float) { return 3; }
template <class T> __device__ int f15(const T*, double) { return 1; }
template <class U> __device__ int f15(float, U) { return 2; }
template <class T> __device__ int f16(T&, float) { return 1; }
__device__ int f16(int, float) { return 2; }
template <class T> __device__ int f16(const T&, const T*) { return 3; }
template <class T> __device__ int f16(T*, const T*) { return 4; }
__device__ int f17(double) { return 1; }
template <class U> __device__ int f17(U*) { return 2; }
__device__ int f20(float, float) { return 1; }
template <class T> __device__ int f20(T*, double) { return 2; }
template <class T> __device__ int f20(float, T) { return 3; }
template <class T> __device__ int f21(const T*) { return 1; }
template <class T> __device__ int f21(T*) { return 2; }
__device__ int f21(int) { return 3; }
template <class T> __device__ int f22(T) { return 1; }
template <class U> __device__ int f22(U*) { return 2; }
template <class T> __device__ int f24(T&, int) { return 1; }
template <class U> __device__ int f24(U*, int) { return 2; }
__device__ int f25(double) { return 1; }
template <class T> __device__ int f26(T*) { return 1; }
__device__ int f26(int) { return 2; }
template <class T> __device__ int f28(T*, T&) { return 1; }
template <class U> __device__ int f28(U, int) { return 2; }
template <class T> __device__ int f28(const T*, int) { return 3; }
template <class T, class U> __device__ int f28(const T&, U) { return 4; }
template <class T, class U> __device__ int f29(const T&, U*) { return 1; }
template <class T> __device__ int f29(const T&, const T&) { return 2; }
template <class T> __device__ int f29(float, const T&) { return 3; }
template <class T, class U> __device__ int f29(const T&, U) { return 4; }
template <class T> __device__ int f30(T&) { return 1; }
__device__ int f30(double) { return 2; }
template <class U> __device__ int f31(U*) { return 1; }
__device__ int f31(int) { return 2; }
__device__ int f31(double) { return 3; }
template <class T> __device__ int f32(T*) { return 1; }
template <class T> __device__ int f32(const T&) { return 2; }
template <class T> __device__ int f33(const T&) { return 1; }
__device__ int f33(double) { return 2; }
template <class U> __device__ int f33(U*) { return 3; }
__device__ int f34(int) { return 1; }
template <class T> __device__ int f34(T*) { return 2; }
template <class T> __device__ int f35(const T*) { return 1; }
__device__ int f35(float) { return 2; }
__device__ int f35(int) { return 3; }
template <class T> __device__ int f36(float, T*) { return 1; }
template <class T> __device__ int f36(const T*, const T*) { return 2; }
template <class T> __device__ int f36(const T*, T) { return 3; }
template <class T> __device__ int f38(T*) { return 1; }
template <class U> __device__ int f38(U) { return 2; }
template <class T> __device__ int f38(const T*) { return 3; }
__device__ int f38(float) { return 4; }
template <class T> __device__ int f39(T&) { return 1; }
template <class T> __device__ int f39(const T&) { return 2; }
__device__ int f40(int) { return 1; }
template <class T> __device__ int f40(T&) { return 2; }
template <class U> __device__ int f40(U) { return 3; }
__device__ int f40(float) { return 4; }
__device__ int f41(int) { return 1; }
__device__ int f41(double) { return 2; }
template <class U> __device__ int f41(U*) { return 3; }
template <class U> __device__ int f41(U) { return 4; }
template <class T> __device__ int f43(T) { return 1; }
template <class T> __device__ int f43(const T*) { return 2; }
template <class T, class U> __device__ int f45(U, T) { return 1; }
template <class T> __device__ int f45(const T&, const T&) { return 2; }
template <class U> __device__ int f47(U, U*) { return 1; }
template <class T, class U> __device__ int f47(U, const T&) { return 2; }
template <class T> __device__ int f47(T&, double) { return 3; }
template <class U> __device__ int f47(U, U) { return 4; }
template <class T> __device__ int f49(T*) { return 1; }
__device__ int f49(float) { return 2; }
__device__ int f49(double) { return 3; }
template <class T> __device__ int f50(const T&) { return 1; }
__device__ int f50(float) { return 2; }
template <class T> __device__ int f50(T*) { return 3; }
__device__ int f51(int) { return 1; }
template <class T> __device__ int f51(const T*) { return 2; }
template <class T> __device__ int f52(const T&) { return 1; }
template <class T> __device__ int f52(T*) { return 2; }
__device__ int f52(float) { return 3; }
template <class T> __device__ int f54(const T&, int) { return 1; }
template <class T> __device__ int f54(int, T*) { return 2; }
template <class T> __device__ int f54(int, T) { return 3; }
template <class T> __device__ int f55(T, float) { return 1; }
template <class U> __device__ int f55(int, U) { return 2; }
template <class T, class U> __device__ int f55(U*, T&) { return 3; }
template <class U> __device__ int f58(U) { return 1; }
template <class U> __device__ int f58(U*) { return 2; }
__device__ int f58(double) { return 3; }
__device__ int f58(int) { return 4; }
template <class U> __device__ int f65(U) { return 1; }
template <class T, class U> __device__ int f69(T&, U*) { return 1; }
template <class T> __device__ int f69(const T&, T&) { return 2; }
template <class T> __device__ int f69(T, double) { return 3; }
template <class T> __device__ int f69(const T*, const T*) { return 4; }
__device__ int f70(int) { return 1; }
template <class U> __device__ int f70(U) { return 3; }
template <class T> __device__ int f71(T&) { return 1; }
template <class T> __device__ int f71(const T&) { return 2; }
__device__ int f72(int) { return 1; }
__device__ int f72(float) { return 2; }
template <class U> __device__ int f74(U*) { return 1; }
template <class T> __device__ int f74(T) { return 2; }
__device__ int f74(float) { return 3; }
template <class T> __device__ int f78(T) { return 1; }
template <class T> __device__ int f78(const T*) { return 2; }
template <class T> __device__ int f82(const T&, const T&) { return 1; }
__device__ int f82(double, double) { return 2; }
template <class T> __device__ int f83(T&, T) { return 1; }
template <class T, class U> __device__ int f83(U*, const T&) { return 2; }
template <class T, class U> __device__ int f83(T*, U*) { return 3; }
template <class T> __device__ int f83(const T*, int) { return 4; }
__device__ int f84(double) { return 1; }
template <class T> __device__ int f84(T) { return 2; }
template <class T> __device__ int f85(T*, const T&) { return 1; }
template <class T> __device__ int f85(double, T&) { return 2; }
template <class T, class U> __device__ int f85(U, T&) { return 3; }
__device__ int f85(double, double) { return 4; }
template <class T> __device__ int f86(T*) { return 1; }
__device__ int f86(double) { return 2; }
template <class T> __device__ int f86(T) { return 3; }
__device__ int f91(int) { return 1; }
__device__ int f91(float) { return 2; }
__device__ int f92(int, int) { return 1; }
template <class T> __device__ int f92(float, T*) { return 2; }
template <class T> __device__ int f93(int, T*) { return 1; }
__device__ int f93(float, float) { return 2; }
template <class T, class U> __device__ int f93(U*, T*) { return 3; }
template <class U> __device__ int f95(U, int) { return 1; }
template <class T> __device__ int f95(const T&, int) { return 2; }
template <class T> __device__ int f95(float, T) { return 3; }
template <class T> __device__ int f96(T*) { return 1; }
template <class T> __device__ int f96(T) { return 2; }
__device__ int f96(float) { return 3; }
__device__ int f96(double) { return 4; }
__device__ int f98(float) { return 1; }
__device__ int f98(int) { return 2; }
template <class T> __device__ int f98(T&) { return 3; }
template <class U> __device__ int f100(U) { return 1; }
__device__ int f100(double) { return 2; }
__device__ int f101(int) { return 1; }
__device__ int f101(double) { return 2; }
__device__ int f101(float) { return 3; }
template <class T> __device__ int f103(const T&) { return 1; }
__device__ int f103(int) { return 2; }
template <class T> __device__ int f103(T&) { return 3; }
__device__ int f104(float) { return 1; }
__device__ int f108(float) { return 1; }
template <class U> __device__ int f108(U) { return 2; }
template <class T, class U> __device__ int f110(U, T) { return 1; }
template <class T> __device__ int f110(T, const T*) { return 2; }
template <class T> __device__ int f112(T*) { return 1; }
template <class T> __device__ int f112(T&) { return 2; }
template <class T> __device__ int f113(T&) { return 1; }
template <class T> __device__ int f113(const T&) { return 2; }
template <class U> __device__ int f113(U*) { return 3; }
template <class T> __device__ int f114(T&) { return 1; }
__device__ int f114(double) { return 2; }
__device__ int f114(int) { return 4; }
template <class T, class U> __device__ int f115(const T&, U) { return 1; }
template <class T> __device__ int f115(const T&, T) { return 2; }
template <class T> __device__ int f115(float, T&) { return 3; }
template <class T> __device__ int f115(T, T) { return 4; }
template <class U> __device__ int f118(U) { return 1; }
template <class T> __device__ int f118(T*) { return 2; }
template <class T> __device__ int f118(const T&) { return 3; }
template <class T> __device__ int f119(const T&) { return 1; }
__device__ int f119(double) { return 3; }
template <class T> __device__ int f122(T) { return 1; }
template <class T> __device__ int f122(const T*) { return 3; }
template <class T> __device__ int f123(int, T*) { return 1; }
template <class T> __device__ int f123(T*, const T*) { return 2; }
template <class T> __device__ int f123(int, const T&) { return 3; }
template <class T, class U> __device__ int f123(const T*, U) { return 4; }
__device__ int f124(float, int) { return 1; }
__device__ int f124(int, double) { return 2; }
template <class T> __device__ int f124(const T*, T*) { return 3; }
template <class T> __device__ int f124(T, T*) { return 4; }
__device__ int f127(int) { return 1; }
__device__ int f127(double) { return 2; }
template <class T> __device__ int f127(T) { return 3; }
__device__ int f128(float) { return 1; }
template <class T> __device__ int f128(T) { return 2; }
template <class T> __device__ int f129(T&) { return 1; }
template <class T> __device__ int f129(const T&) { return 2; }
template <class T> __device__ int f130(T&, int) { return 1; }
template <class T, class U> __device__ int f130(U*, T) { return 2; }
__device__ int f132(double, float) { return 1; }
template <class T> __device__ int f132(T&, float) { return 2; }
template <class T> __device__ int f132(double, const T*) { return 3; }
template <class T> __device__ int f133(const T&) { return 1; }
__device__ int f133(int) { return 2; }
__device__ int f133(double) { return 4; }
template <class T> __device__ int f134(const T&) { return 1; }
__device__ int f134(float) { return 2; }
template <class T> __device__ int f134(const T*) { return 3; }
template <class T> __device__ int f136(T*) { return 1; }
template <class T> __device__ int f136(T&) { return 3; }
template <class T> __device__ int f137(T*) { return 1; }
__device__ int f137(float) { return 2; }
template <class T> __device__ int f139(T&) { return 1; }
template <class U> __device__ int f139(U*) { return 3; }
template <class T> __device__ int f140(T&, const T&) { return 1; }
template <class T> __device__ int f140(double, const T&) { return 2; }
template <class T> __device__ int f140(const T*, const T&) { return 3; }
template <class T> __device__ int f141(const T&, int) { return 1; }
template <class T> __device__ int f141(T*, float) { return 2; }
template <class T> __device__ int f141(T&, const T&) { return 3; }
template <class U> __device__ int f141(U, U) { return 4; }
__device__ int f144(int) { return 1; }
template <class U> __device__ int f144(U) { return 2; }
template <class T> __device__ int f145(T&, T) { return 1; }
template <class T, class U> __device__ int f145(T*, U*) { return 2; }
template <class U> __device__ int f145(U*, int) { return 3; }
template <class T> __device__ int f145(const T&, T) { return 4; }
template <class T> __device__ int f146(const T&) { return 1; }
template <class T> __device__ int f146(T&) { return 2; }
__device__ int f147(int) { return 1; }
__device__ int f147(float) { return 2; }
template <class T> __device__ int f148(T&) { return 1; }
template <class T> __device__ int f148(T*) { return 2; }
template <class T> __device__ int f148(const T&) { return 3; }
template <class T> __device__ int f148(T) { return 4; }
template <class T> __device__ int f149(float, T*) { return 1; }
template <class U> __device__ int f149(float, U) { return 2; }
template <class T> __device__ int f150(const T*) { return 1; }
__device__ int f150(float) { return 2; }
template <class T> __device__ int f150(T&) { return 3; }
template <class T> __device__ int f151(T, T&) { return 1; }
template <class U> __device__ int f151(U*, int) { return 2; }
__device__ int f151(float, float) { return 3; }
template <class T> __device__ int f153(T*) { return 1; }
__device__ int f153(float) { return 3; }
template <class T, class U> __device__ int f157(U*, const T*) { return 1; }
template <class T, class U> __device__ int f157(const T&, U*) { return 2; }
template <class T> __device__ int f158(const T*) { return 1; }
template <class U> __device__ int f158(U*) { return 2; }
template <class T> __device__ int f158(const T&) { return 3; }
template <class T> __device__ int f159(const T*, float) { return 1; }
template <class T> __device__ int f159(int, T*) { return 2; }
template <class T> __device__ int f159(const T*, const T&) { return 3; }
template <class T> __device__ int f159(const T&, T) { return 4; }
template <class U> __device__ int f160(float, U*) { return 1; }
template <class U> __device__ int f160(double, U) { return 2; }
template <class T> __device__ int f162(const T&, double) { return 1; }
template <class U> __device__ int f162(U*, double) { return 2; }
template <class T> __device__ int f162(const T*, double) { return 3; }
__device__ int f163(int) { return 1; }
__device__ int f163(float) { return 2; }
__device__ int f165(int) { return 1; }
template <class U> __device__ int f165(U) { return 2; }
__device__ int f166(float) { return 1; }
template <class T> __device__ int f166(const T*) { return 2; }
template <class T> __device__ int f166(T) { return 3; }
template <class T> __device__ int f166(T*) { return 4; }
template <class T> __device__ int f167(const T*) { return 1; }
__device__ int f167(double) { return 2; }
template <class U> __device__ int f169(U*) { return 1; }
template <class T> __device__ int f169(T&) { return 2; }
__device__ int f169(double) { return 3; }
__global__ void test(int *out) { char vc=1; short vs=2; int vi=3; unsigned vu=4; long vl=5; float vf=6; double vd=7; int ai[2]={8,9}; const int *ci=ai; float af[2]={1,2};out[0] = f0(vs, vf); out[1] = f2(vd); out[2] = f7(ci); out[3] = f8(vi, vu); out[4] = f10(vd, vc); out[5] = f11(af); out[6] = f13(ai, vc); out[7] = f14(vd); out[8] = f15(vl, vi); out[9] = f16(vi, vu); out[10] = f17(vi); out[11] = f20(vu, vs); out[12] = f21(af); out[13] = f22(vi); out[14] = f24(ai, vs); out[15] = f25(vl); out[16] = f26(vl); out[17] = f28(ci, ci); out[18] = f29(ai, vf); out[19] = f30(vl); out[20] = f31(vf); out[21] = f32(ai); out[22] = f33(af); out[23] = f34(vd); out[24] = f35(vs); out[25] = f36(vi, af); out[26] = f38(vu); out[27] = f39(vl); out[28] = f40(vi); out[29] = f41(vd); out[30] = f43(ai); out[31] = f45(vl, vc); out[32] = f47(ai, ci); out[33] = f49(vf); out[34] = f50(vl); out[35] = f51(vl); out[36] = f52(ai); out[37] = f54(vf, ci); out[38] = f55(ci, vs); out[39] = f58(vs); out[40] = f65(vu); out[41] = f69(vl, ai); out[42] = f70(vf); out[43] = f71(vf); out[44] = f72(vs); out[45] = f74(vc); out[46] = f78(vf); out[47] = f82(vd, vs); out[48] = f83(vl, vl); out[49] = f84(ai); out[50] = f85(ai, vs); out[51] = f86(vl); out[52] = f91(vs); out[53] = f92(vu, vc); out[54] = f93(vf, vd); out[55] = f95(vd, ci); out[56] = f96(af); out[57] = f98(vl); out[58] = f100(ci); out[59] = f101(vi); out[60] = f103(af); out[61] = f104(vd); out[62] = f108(ai); out[63] = f110(vu, af); out[64] = f112(ci); out[65] = f113(vc); out[66] = f114(vu); out[67] = f115(vu, ai); out[68] = f118(ai); out[69] = f119(vu); out[70] = f122(vd); out[71] = f123(ai, vc); out[72] = f124(vl, vs); out[73] = f127(vd); out[74] = f128(ai); out[75] = f129(vs); out[76] = f130(vl, vl); out[77] = f132(vc, vl); out[78] = f133(vf); out[79] = f134(vd); out[80] = f136(af); out[81] = f137(ai); out[82] = f139(vl); out[83] = f140(vu, vi); out[84] = f141(vu, vs); out[85] = f144(vi); out[86] = f145(vf, vf); out[87] = f146(vc); out[88] = f147(vf); out[89] = f148(ai); out[90] = f149(vi, ci); out[91] = f150(vl); out[92] = f151(vc, vf); out[93] = f153(af); out[94] = f157(vd, af); out[95] = f158(vc); out[96] = f159(ci, vc); out[97] = f160(vl, vd); out[98] = f162(vd, vs); out[99] = f163(vf); out[100] = f165(vs); out[101] = f166(af); out[102] = f167(vl); out[103] = f169(vi); }
