# Colours to gray: a segment load, widening multiply-adds, narrowing; as a compiler writes it, with all kinds of comments
	.file	"rgb.c"
	.option nopic
	.section	.rodata
	.align	2
.LC0:
	.word	77, 150, 29
	.text
	.p2align 2
	.globl	gray
	.type	gray, @function
/* void gray(uint8_t *out, const uint8_t *rgb, long n) */
gray:
.LFB0:
	.cfi_startproc
	addi	sp,sp,-32
	.cfi_def_cfa_offset 32
	sd	ra,24(sp)
	sd	s0,16(sp)
	lui	a5,%hi(.LC0)
	lw	t3,%lo(.LC0)(a5)
	la	a5,.LC0
	lw	t4,4(a5)
	lw	t5,8(a5)
	mv	s0,a2	// count
.L3:
	vsetvli	a4,s0,e8,m1,ta,ma
	vlseg3e8.v	v1,(a1)
	vwmulu.vx	v4,v1,t3
	vwmaccu.vx	v4,t4,v2
	vwmaccu.vx	v4,t5,v3
	vnsrl.wi	v6,v4,8
	vse8.v	v6,(a0)
	slli	t0,a4,1
	add	t0,t0,a4
	add	a1,a1,t0
	add	a0,a0,a4
	sub	s0,s0,a4
	bne	s0,zero,.L3
	call	helper
	ld	ra,24(sp)
	ld	s0,16(sp)
	addi	sp,sp,32
	jr	ra
	.cfi_endproc
.LFE0:
	.size	gray, .-gray
	.align	1
	.type	helper, @function
helper:
	tail	1f
1:	ret
	.size	helper, .-helper
	.ident	"GCC: (GNU) 13.2.0"
	.section	.note.GNU-stack,"",@progbits
