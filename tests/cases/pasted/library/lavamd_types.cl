// lanescope: kernel charge
#define fp float
#define NUMBER_PAR_PER_BOX 100
#define DOT(A, B) ((A.x) * (B.x) + (A.y) * (B.y) + (A.z) * (B.z))
typedef struct { fp x, y, z; } THREE_VECTOR;
typedef struct { fp v, x, y, z; } FOUR_VECTOR;
typedef struct nei_str { int x, y, z; int number; long offset; } nei_str;
typedef struct box_str { int x, y, z; int number; long offset; int nn; nei_str nei[26]; } box_str;
typedef struct par_str { fp alpha; } par_str;
typedef struct dim_str { int cur_arg, arch_arg; long number_boxes; box_str *boxes; float8 wide; } dim_str;
long boxes_of(dim_str *d) { return d->number_boxes + (long)d->wide.s7; }
__kernel void charge(par_str p, __global FOUR_VECTOR *rv, __global fp *qv, __global fp *out) {
  int i = get_global_id(0);
  fp a2 = 2.0f * p.alpha * p.alpha;
  out[i] = exp(-a2 * (rv[i].v + DOT(rv[i], rv[i]))) * qv[i];
}
