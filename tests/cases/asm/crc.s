# What clang 14.0.6 prints for rv64gcv with -O1 -mcmodel=medany: a table of checksums, a text, doubles, addresses by distance.
	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p0_m2p0_a2p0_f2p0_d2p0_c2p0_v1p0_zvl128b1p0_zvl32b1p0_zvl64b1p0"
	.file	"crc.c"
	.globl	check
	.p2align	1
	.type	check,@function
check:
	addi	sp, sp, -48
	sd	ra, 40(sp)
	sd	s0, 32(sp)
	sd	s1, 24(sp)
	sd	s2, 16(sp)
	sd	s3, 8(sp)
	mv	s2, a1
	mv	s3, a0
	li	a0, 0
	lui	a1, 973704
	addiw	a1, a1, 800
	li	a2, 7
.LBB0_9:
	auipc	a3, %pcrel_hi(table)
	addi	a3, a3, %pcrel_lo(.LBB0_9)
	li	a4, 256
	j	.LBB0_2
.LBB0_1:
	slli	s1, a0, 2
	add	s1, s1, a3
	addi	a0, a0, 1
	sw	a5, 0(s1)
	beq	a0, a4, .LBB0_6
.LBB0_2:
	li	s0, 0
	mv	a5, a0
	j	.LBB0_4
.LBB0_3:
	addiw	s0, s1, 1
	bgeu	s1, a2, .LBB0_1
.LBB0_4:
	mv	s1, s0
	andi	s0, a5, 1
	srliw	a5, a5, 1
	beqz	s0, .LBB0_3
	xor	a5, a5, a1
	j	.LBB0_3
.LBB0_6:
	call	crc
	slli	a0, a0, 32
	srli	a0, a0, 32
	sd	a0, 0(s3)
	fmv.d.x	ft0, zero
.LBB0_10:
	auipc	a0, %pcrel_hi(weights)
	addi	a0, a0, %pcrel_lo(.LBB0_10)
	li	a1, 1
	li	a2, 5
.LBB0_7:
	fld	ft1, 0(a0)
	fcvt.d.w	ft2, a1
	fmadd.d	ft0, ft1, ft2, ft0
	addi	a1, a1, 1
	addi	a0, a0, 8
	bne	a1, a2, .LBB0_7
	fsd	ft0, 0(s2)
	ld	ra, 40(sp)
	ld	s0, 32(sp)
	ld	s1, 24(sp)
	ld	s2, 16(sp)
	ld	s3, 8(sp)
	addi	sp, sp, 48
	ret
.Lfunc_end0:
	.size	check, .Lfunc_end0-check

	.p2align	1
	.type	crc,@function
crc:
	li	a0, 0
	li	a1, -1
	srli	a3, a1, 32
.LBB1_3:
	auipc	a1, %pcrel_hi(digits)
	addi	a1, a1, %pcrel_lo(.LBB1_3)
.LBB1_4:
	auipc	a2, %pcrel_hi(table)
	addi	a2, a2, %pcrel_lo(.LBB1_4)
	li	a6, 9
.LBB1_1:
	add	a5, a0, a1
	lbu	a5, 0(a5)
	andi	a4, a3, 255
	xor	a4, a4, a5
	slli	a4, a4, 2
	add	a4, a4, a2
	lw	a4, 0(a4)
	srliw	a3, a3, 8
	addi	a0, a0, 1
	xor	a3, a3, a4
	bne	a0, a6, .LBB1_1
	not	a0, a3
	ret
.Lfunc_end1:
	.size	crc, .Lfunc_end1-crc

	.type	digits,@object
	.section	.rodata.str1.1,"aMS",@progbits,1
digits:
	.asciz	"123456789"
	.size	digits, 10

	.type	weights,@object
	.section	.rodata.cst32,"aM",@progbits,32
	.p2align	3
weights:
	.quad	0x3fe0000000000000
	.quad	0x3fd0000000000000
	.quad	0x3fc0000000000000
	.quad	0x3ff0000000000000
	.size	weights, 32

	.type	table,@object
	.local	table
	.comm	table,1024,4
	.ident	"Debian clang version 14.0.6"
	.section	".note.GNU-stack","",@progbits
	.addrsig
