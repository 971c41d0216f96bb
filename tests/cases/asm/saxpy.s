	.file	"saxpy.c"
	.option nopic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_v1p0_zicsr2p0_zvl128b1p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.text
	.align	1
	.p2align 2,,3
	.globl	saxpy
	.type	saxpy, @function
# void saxpy(size_t n, float a, const float *x, float *y)
saxpy:
.LFB0:
	.cfi_startproc
	.cfi_def_cfa_offset 0
	beq	a0,zero,.L1
.L3:
	vsetvli	a5,a0,e32,m8,ta,ma
	vle32.v	v8,0(a1)
	vle32.v	v16,0(a2)
	slli	a4,a5,2
	sub	a0,a0,a5
	add	a1,a1,a4
	vfmacc.vf	v16,fa0,v8
	vse32.v	v16,0(a2)
	add	a2,a2,a4
	bne	a0,zero,.L3
.L1:
	ret
	.cfi_endproc
.LFE0:
	.size	saxpy, .-saxpy
	.ident	"a compiler"
	.section	.note.GNU-stack,"",@progbits
