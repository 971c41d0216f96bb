// One mistake in each kernel.
#define SIZE(n) ((n) * WIDTH)

__kernel void misspelt(__global float *a) { a[get_gloabl_id(0)] = 1.0f; }
__kernel void semicolon(__global float *a)
{
    float x = a[0]
    a[1] = x;
}
__kernel void outside(__global float *a) { a[0] = SIZE(4); }
__kernel void vector(__global float4 *a) { a[0].rgba = (float4)(0.0f); }
__kernel void space(float *a) { a[0] = 1.0f; }
__kernel void arguments(__global int *a) { atomic_add(a); }
__kernel void fine(__global int *a) { a[0] = 1; }
// ----------
error[name::unknown]: There is no function `get_gloabl_id`.
  4:47-60 
  help: Did you mean `get_global_id`?
error[parse::semicolon]: `;` is missing behind this declaration.
  7:19-19 
error[name::unknown]: `WIDTH` is not declared.
  10:51-55 
  help: If it is a macro that the host defines, add `WIDTH=value` to the compiler's options (-D).
error[type::component]: `.rgba` is a name of OpenCL C 3.0: components have no colours in OpenCL C 1.2.
  11:49-53 
  help: Write `x`, `y`, `z`, `w` for `r`, `g`, `b`, `a`.
error[type::address-space]: A pointer argument of a kernel needs an address space.
  12:28-29 
  help: Write `__global`, `__constant` or `__local` before the type.
error[type::arguments]: `atomic_add` takes 2 arguments, not 1.
  13:44-54 
  help: Write `atomic_add(pointer, value)`.
kernel fine(a: ptr.global i32) {
  slot s0 a: private 8 align 8 ptr.global
b0:
  v0: ptr.global = arg 0
  v1: ptr.private = slot s0
  store v1, v0
  v2: i32 = const 1
  v3: ptr.private = slot s0
  v4: ptr.global = load v3
  v5: i64 = const 0
  store v4, v2
  return
}
