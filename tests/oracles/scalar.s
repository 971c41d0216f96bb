# Random functions of RV64GC with Zba, Zbb, Zbs and Zfh; `scalar.txt` has what they leave, and how that was found.
# a0 points to 128 double words. Accesses may be misaligned.
.text
.globl f0
f0:
  addi sp, sp, -64
  sd s2, 0(sp)
  sd s3, 8(sp)
  sd s4, 16(sp)
  sd s5, 24(sp)
  sd s6, 32(sp)
  sd s7, 40(sp)
  sd ra, 48(sp)
  fsflagsi 0
  fsrmi 0
  ld t0, 0(a0)
  ld t1, 8(a0)
  ld t2, 16(a0)
  ld t3, 24(a0)
  ld t4, 32(a0)
  ld t5, 40(a0)
  ld t6, 48(a0)
  ld a2, 56(a0)
  ld a3, 64(a0)
  ld a4, 72(a0)
  ld a5, 80(a0)
  ld a6, 88(a0)
  ld a7, 96(a0)
  ld s2, 104(a0)
  ld s3, 112(a0)
  ld s4, 120(a0)
  ld s5, 128(a0)
  flw ft0, 160(a0)
  fld ft1, 168(a0)
  fld ft2, 176(a0)
  flw ft3, 184(a0)
  fld ft4, 192(a0)
  fld ft5, 200(a0)
  flw ft6, 208(a0)
  fld ft7, 216(a0)
  fld fa0, 224(a0)
  flw fa1, 232(a0)
  fld fa2, 240(a0)
  fld fa3, 248(a0)
  add.uw a6, a3, a5
  lui t1, 934682
  c.srli a4, 19
  lbu a5, 274(a0)
  clzw t5, t3
  fdiv.d fa1, ft4, fa2, rdn
  addi a1, a0, 504
  amomax.w s4, a7, (a1)
  xori a5, a6, 19
  mulw a4, s5, s2
  addw s4, a7, t0
  c.sw a2, 0(a0)
  sraiw a3, t1, 26
  srli a5, t1, 35
  csrci 0x001, 29
  c.sub a5, a5
  sw a5, 176(a0)
  sltu a5, a6, a6
  remuw s3, a6, a4
  sh3add t1, s5, s4
  rorw s3, s4, a6
  sgtz s3, t0
  csrr a4, fcsr
  fdiv.h ft6, ft6, fa2, dyn
  subw s4, t5, t3
  addi a1, a0, 496
  lr.d.aq a7, (a1)
  sc.d t5, a7, (a1)
  c.srai a3, 43
  sb t1, 61(a0)
  roriw a6, a7, 8
  lbu t6, 399(a0)
  add.uw s5, a4, a2
  andn a6, a2, a4
  li a1, 6
  fsflags a3, a1
  rolw t0, t6, a6
  csrci 0x001, 30
  li s6, 6
.L1:
  lbu a4, 37(a0)
  lh a7, 98(a0)
  fabs.h ft2, fa3
  fmul.s ft0, fa2, ft0
  sb t5, 190(a0)
  addiw s2, s4, -2048
  fmadd.s ft5, ft6, ft1, ft1, dyn
  addi s6, s6, -1
  bnez s6, .L1
  fsw ft1, 114(a0)
  bclri s2, s2, 45
  divuw t2, t1, t4
  fsqrt.d ft4, ft3, rup
  bclri t5, s5, 9
  fcvt.lu.h t2, ft1, rtz
  ld a5, 103(a0)
  slli.uw t3, t6, 31
  lui s3, 192158
  sh2add.uw a4, a6, a4
  sh3add.uw s4, a2, s2
  or a4, t0, a7
  c.ld a2, 128(a0)
  li a1, 0
  fsrm t2, a1
  fsgnjx.d fa0, ft1, ft4
  fdiv.h ft2, ft2, ft2, rmm
  li a1, 3
  fsrm s5, a1
  fld ft7, 32(a0)
  li s6, 5
.L2:
  fcvt.d.w ft6, s4
  csrr t2, fcsr
  sd a2, 344(a0)
  frflags t5
  sw s5, 285(a0)
  slti a7, t4, -1
  bexti t6, t0, 33
  addi s6, s6, -1
  bnez s6, .L2
  minu t6, a5, s5
  maxu t2, s4, t3
  sltiu s2, t0, 0
  sh1add t6, s4, t3
  c.fld fa3, 72(a0)
  fmax.d ft7, ft3, fa1
  fadd.h fa0, ft2, ft3
  negw s2, s5
  li a1, 37
  csrrw a5, 0x003, a1
  bleu a3, t1, .L3
  fsrmi 2
  mulh t2, t0, s2
  rorw t0, t6, t1
  addiw a2, t4, -1017
  mv s7, ra
  call helper0
  mv ra, s7
.L3:
  add.uw a7, a4, a4
  sh3add t2, t6, a5
  addiw t3, a7, -2048
  xnor t6, s4, s3
  orn t1, s5, a4
  c.lw a5, 48(a0)
  frcsr a1
  sd a1, 512(a0)
  sd t0, 520(a0)
  sd t1, 528(a0)
  sd t2, 536(a0)
  sd t3, 544(a0)
  sd t4, 552(a0)
  sd t5, 560(a0)
  sd t6, 568(a0)
  sd a2, 576(a0)
  sd a3, 584(a0)
  sd a4, 592(a0)
  sd a5, 600(a0)
  sd a6, 608(a0)
  sd a7, 616(a0)
  sd s2, 624(a0)
  sd s3, 632(a0)
  sd s4, 640(a0)
  sd s5, 648(a0)
  fsd ft0, 704(a0)
  fsd ft1, 712(a0)
  fsd ft2, 720(a0)
  fsd ft3, 728(a0)
  fsd ft4, 736(a0)
  fsd ft5, 744(a0)
  fsd ft6, 752(a0)
  fsd ft7, 760(a0)
  fsd fa0, 768(a0)
  fsd fa1, 776(a0)
  fsd fa2, 784(a0)
  fsd fa3, 792(a0)
  ld s2, 0(sp)
  ld s3, 8(sp)
  ld s4, 16(sp)
  ld s5, 24(sp)
  ld s6, 32(sp)
  ld s7, 40(sp)
  ld ra, 48(sp)
  addi sp, sp, 64
  ret
helper0:
  xori a5, a7, 5
  ret
.globl f1
f1:
  addi sp, sp, -64
  sd s2, 0(sp)
  sd s3, 8(sp)
  sd s4, 16(sp)
  sd s5, 24(sp)
  sd s6, 32(sp)
  sd s7, 40(sp)
  sd ra, 48(sp)
  fsflagsi 0
  fsrmi 0
  ld t0, 0(a0)
  ld t1, 8(a0)
  ld t2, 16(a0)
  ld t3, 24(a0)
  ld t4, 32(a0)
  ld t5, 40(a0)
  ld t6, 48(a0)
  ld a2, 56(a0)
  ld a3, 64(a0)
  ld a4, 72(a0)
  ld a5, 80(a0)
  ld a6, 88(a0)
  ld a7, 96(a0)
  ld s2, 104(a0)
  ld s3, 112(a0)
  ld s4, 120(a0)
  ld s5, 128(a0)
  flw ft0, 160(a0)
  fld ft1, 168(a0)
  fld ft2, 176(a0)
  flw ft3, 184(a0)
  fld ft4, 192(a0)
  fld ft5, 200(a0)
  flw ft6, 208(a0)
  fld ft7, 216(a0)
  fld fa0, 224(a0)
  flw fa1, 232(a0)
  fld fa2, 240(a0)
  fld fa3, 248(a0)
  clz a7, s2
  bclr s2, s2, a5
  snez t3, s5
  srl s2, a6, t4
  slti s4, a2, -2048
  binv a6, t1, a6
  srai t6, t0, 52
  sw t3, 273(a0)
  ble s4, a5, .L6
  csrrwi s3, frm, 1
  seqz s2, a2
  mulhu t6, a3, a2
  add s5, a7, a6
  sh t3, 472(a0)
  bclri a4, a3, 20
.L6:
  rev8 a5, a2
  rolw t4, a5, t4
  lh a5, 312(a0)
  srl t1, s3, a5
  mulh a2, t5, t1
  lw t0, 438(a0)
  divuw t5, a5, s2
  add.uw a4, t5, s2
  min t5, t5, s3
  slti t0, t0, -1
  rol s4, s2, s2
  li s6, 2
.L7:
  lw a4, 45(a0)
  fsgnjn.d ft6, ft7, ft5
  fcvt.s.lu fa3, a5
  fmv.x.w a6, ft1
  slli.uw t3, t3, 53
  sh a3, 4(a0)
  addi s6, s6, -1
  bnez s6, .L7
  bltz s4, .L8
  c.ld a5, 128(a0)
  rem s5, t0, a7
.L8:
  add a6, s5, t0
  li t6, 41517056
  beqz t3, .L9
  clz t0, t3
  mv a5, t4
  fcvt.l.h t4, fa3, rdn
  bexti t0, a3, 47
.L9:
  bext t4, t3, t5
  lb a7, 28(a0)
  fcvt.s.w ft4, t4
  li s6, 2
.L10:
  addi a1, a0, 360
  amoor.w.rl t3, s5, (a1)
  ror t6, a2, t2
  c.andi a3, -29
  lui a3, 183278
  addi a1, a0, 72
  amoswap.d.aqrl a3, t3, (a1)
  and a6, a5, t4
  sub t6, a6, t6
  la a1, .L12
  jr a1
  li t4, 77
.L12:
  addi s6, s6, -1
  bnez s6, .L10
  rol t3, a5, a7
  ror t5, s5, s5
  sh1add.uw t2, s4, t4
  sh2add s4, t4, t0
  sext.h t4, t5
  li s6, 4
.L13:
  lw s3, 118(a0)
  seqz a7, t1
  fld ft1, 472(a0)
  bclr a2, t5, a5
  mv s7, ra
  call helper1
  mv ra, s7
  fdiv.h ft1, ft6, ft1, rtz
  la a1, .L17
  jr a1
  li a6, 77
.L17:
  addi s6, s6, -1
  bnez s6, .L13
  lh t0, 282(a0)
  slli s2, t6, 37
  neg t5, s2
  sh1add.uw s5, a6, s4
  srliw t3, t6, 13
  li a1, 41
  csrrw a7, 0x003, a1
  subw a7, s5, t4
  li s3, 2582752348
  rolw a4, t6, s3
  flw ft3, 378(a0)
  slliw t6, t6, 18
  slliw s5, t2, 27
  c.srli a3, 30
  zext.b t4, t3
  orn a6, a5, t6
  roriw a6, t2, 25
  fld ft6, 9(a0)
  rev8 a4, s5
  sraiw a2, a6, 28
  li t3, -1477677457
  addw a2, t2, t4
  sh3add.uw s2, a3, t4
  sh3add.uw a5, t0, s5
  li t3, -13934279060970
  addi a1, a0, 72
  amomax.d.aq a4, t3, (a1)
  clzw t5, t6
  roriw t0, t5, 30
  remw t0, t1, t4
  sllw t0, s3, t1
  max a7, a3, a6
  bclri t6, a4, 22
  andn t3, a7, t5
  fmv.w.x ft7, t0
  roriw a3, s4, 21
  ld a5, 176(a0)
  frcsr a1
  sd a1, 512(a0)
  sd t0, 520(a0)
  sd t1, 528(a0)
  sd t2, 536(a0)
  sd t3, 544(a0)
  sd t4, 552(a0)
  sd t5, 560(a0)
  sd t6, 568(a0)
  sd a2, 576(a0)
  sd a3, 584(a0)
  sd a4, 592(a0)
  sd a5, 600(a0)
  sd a6, 608(a0)
  sd a7, 616(a0)
  sd s2, 624(a0)
  sd s3, 632(a0)
  sd s4, 640(a0)
  sd s5, 648(a0)
  fsd ft0, 704(a0)
  fsd ft1, 712(a0)
  fsd ft2, 720(a0)
  fsd ft3, 728(a0)
  fsd ft4, 736(a0)
  fsd ft5, 744(a0)
  fsd ft6, 752(a0)
  fsd ft7, 760(a0)
  fsd fa0, 768(a0)
  fsd fa1, 776(a0)
  fsd fa2, 784(a0)
  fsd fa3, 792(a0)
  ld s2, 0(sp)
  ld s3, 8(sp)
  ld s4, 16(sp)
  ld s5, 24(sp)
  ld s6, 32(sp)
  ld s7, 40(sp)
  ld ra, 48(sp)
  addi sp, sp, 64
  ret
helper1:
  xori t2, t1, 5
  ret
.globl f2
f2:
  addi sp, sp, -64
  sd s2, 0(sp)
  sd s3, 8(sp)
  sd s4, 16(sp)
  sd s5, 24(sp)
  sd s6, 32(sp)
  sd s7, 40(sp)
  sd ra, 48(sp)
  fsflagsi 0
  fsrmi 0
  ld t0, 0(a0)
  ld t1, 8(a0)
  ld t2, 16(a0)
  ld t3, 24(a0)
  ld t4, 32(a0)
  ld t5, 40(a0)
  ld t6, 48(a0)
  ld a2, 56(a0)
  ld a3, 64(a0)
  ld a4, 72(a0)
  ld a5, 80(a0)
  ld a6, 88(a0)
  ld a7, 96(a0)
  ld s2, 104(a0)
  ld s3, 112(a0)
  ld s4, 120(a0)
  ld s5, 128(a0)
  flw ft0, 160(a0)
  fld ft1, 168(a0)
  fld ft2, 176(a0)
  flw ft3, 184(a0)
  fld ft4, 192(a0)
  fld ft5, 200(a0)
  flw ft6, 208(a0)
  fld ft7, 216(a0)
  fld fa0, 224(a0)
  flw fa1, 232(a0)
  fld fa2, 240(a0)
  fld fa3, 248(a0)
  bext t5, t4, s3
  xori a3, t5, -2048
  lw a3, 200(a0)
  clz t6, t4
  csrci 0x001, 5
  bltu s3, a5, .L18
  addi a1, a0, 296
  amoor.d.aqrl t1, s3, (a1)
  add a4, t3, t4
  add.uw t1, a7, t2
  srli t6, a7, 11
  sltiu t2, a6, -291
  mulhu t5, a6, a3
.L18:
  fcvt.d.s ft1, ft4
  lhu a6, 205(a0)
  c.fld fa0, 104(a0)
  c.slli t3, 14
  mulh s5, a5, a4
  li s6, 6
.L19:
  zext.b t3, a6
  sh3add.uw a4, a6, a5
  bexti a2, t5, 0
  addi a1, a0, 264
  amoand.w.aq t4, a4, (a1)
  binvi t2, a5, 5
  addi s6, s6, -1
  bnez s6, .L19
  ror a7, a7, a6
  remw t3, t0, t4
  sd t2, 0(a0)
  addi s5, a3, -11
  fsrmi 1
  orn s5, t2, a2
  bclr t2, a4, a4
  mulhsu a2, t0, a5
  li s6, 4
.L20:
  ori t1, a4, 2047
  slti t1, a6, -2048
  mulw a6, a7, s2
  addi s6, s6, -1
  bnez s6, .L20
  addw t2, t4, t0
  addi a1, a0, 120
  amomin.d a2, s4, (a1)
  beqz t1, .L21
  ori t4, a4, -18
  negw a7, t2
.L21:
  bltz a4, .L22
  lui s4, 993087
  fsd fa1, 424(a0)
  rorw t4, t4, t1
.L22:
  sw s2, 252(a0)
  lh t1, 468(a0)
  min t2, s5, a6
  sh2add t1, t5, t4
  lwu t0, 76(a0)
  addi a1, a0, 208
  amoadd.w.rl a2, t5, (a1)
  li s6, 6
.L23:
  mv s7, ra
  call helper2
  mv ra, s7
  slt t1, t3, a7
  bclr t6, t1, s4
  addi s6, s6, -1
  bnez s6, .L23
  csrrs s2, fflags, zero
  fcvt.s.wu ft7, s2
  srlw a6, a3, t4
  c.srli a2, 30
  bgt t3, a5, .L26
  rori t0, t5, 14
  fcvt.s.wu ft2, a6
  fld ft6, 360(a0)
  ori a6, a2, -1
.L26:
  slli.uw s5, t3, 33
  mul s5, t6, t5
  addi a1, a0, 32
  amoadd.d.rl a2, a7, (a1)
  sh3add.uw t5, a2, a7
  bgtz a5, .L27
  or t4, t4, t1
.L27:
  fdiv.h ft6, ft4, ft4, rmm
  slti s3, s2, -1
  addi a1, a0, 320
  amoor.d s3, t1, (a1)
  zext.h t6, s3
  lhu a7, 66(a0)
  cpopw t4, a6
  cpopw a6, t6
  addi a4, t3, 0
  sh a5, 300(a0)
  fsw fa3, 144(a0)
  addi a1, a0, 16
  amomaxu.w s5, t3, (a1)
  bexti t5, s2, 12
  sllw t6, a7, a4
  sltiu a7, t2, 1
  bext a6, t0, a5
  sw s4, 162(a0)
  mulhu a6, t4, s5
  mulh s2, t0, s3
  bset t1, a5, t5
  sext.w s2, s4
  srai s4, t3, 7
  mv t2, t0
  seqz t2, a7
  add.uw t6, s4, t5
  clzw a7, t1
  xor s3, a2, s3
  lb a4, 217(a0)
  mul s4, t3, a6
  frcsr a1
  sd a1, 512(a0)
  sd t0, 520(a0)
  sd t1, 528(a0)
  sd t2, 536(a0)
  sd t3, 544(a0)
  sd t4, 552(a0)
  sd t5, 560(a0)
  sd t6, 568(a0)
  sd a2, 576(a0)
  sd a3, 584(a0)
  sd a4, 592(a0)
  sd a5, 600(a0)
  sd a6, 608(a0)
  sd a7, 616(a0)
  sd s2, 624(a0)
  sd s3, 632(a0)
  sd s4, 640(a0)
  sd s5, 648(a0)
  fsd ft0, 704(a0)
  fsd ft1, 712(a0)
  fsd ft2, 720(a0)
  fsd ft3, 728(a0)
  fsd ft4, 736(a0)
  fsd ft5, 744(a0)
  fsd ft6, 752(a0)
  fsd ft7, 760(a0)
  fsd fa0, 768(a0)
  fsd fa1, 776(a0)
  fsd fa2, 784(a0)
  fsd fa3, 792(a0)
  ld s2, 0(sp)
  ld s3, 8(sp)
  ld s4, 16(sp)
  ld s5, 24(sp)
  ld s6, 32(sp)
  ld s7, 40(sp)
  ld ra, 48(sp)
  addi sp, sp, 64
  ret
helper2:
  xori s4, t4, 5
  ret
.globl f3
f3:
  addi sp, sp, -64
  sd s2, 0(sp)
  sd s3, 8(sp)
  sd s4, 16(sp)
  sd s5, 24(sp)
  sd s6, 32(sp)
  sd s7, 40(sp)
  sd ra, 48(sp)
  fsflagsi 0
  fsrmi 0
  ld t0, 0(a0)
  ld t1, 8(a0)
  ld t2, 16(a0)
  ld t3, 24(a0)
  ld t4, 32(a0)
  ld t5, 40(a0)
  ld t6, 48(a0)
  ld a2, 56(a0)
  ld a3, 64(a0)
  ld a4, 72(a0)
  ld a5, 80(a0)
  ld a6, 88(a0)
  ld a7, 96(a0)
  ld s2, 104(a0)
  ld s3, 112(a0)
  ld s4, 120(a0)
  ld s5, 128(a0)
  flw ft0, 160(a0)
  fld ft1, 168(a0)
  fld ft2, 176(a0)
  flw ft3, 184(a0)
  fld ft4, 192(a0)
  fld ft5, 200(a0)
  flw ft6, 208(a0)
  fld ft7, 216(a0)
  fld fa0, 224(a0)
  flw fa1, 232(a0)
  fld fa2, 240(a0)
  fld fa3, 248(a0)
  andi t0, a7, -1
  li s6, 4
.L28:
  sd s5, 104(a0)
  minu t1, a7, t6
  sext.w a2, t6
  rol a7, t6, t5
  clzw s4, s2
  addi s6, s6, -1
  bnez s6, .L28
  add.uw a5, s4, t4
  frcsr t6
  addi a1, a0, 352
  amomaxu.d.aqrl s2, s4, (a1)
  blez s2, .L29
  sh2add s5, t6, s2
  bset t4, s2, t5
  sll a2, a5, a6
  sh3add.uw s2, a4, s2
  bgeu s3, t0, .L30
  fcvt.lu.d t5, ft5, rne
  ble a3, a6, .L31
  sltiu a6, t3, 19
  fsw ft1, 383(a0)
  lh t1, 352(a0)
.L31:
.L30:
  fsflagsi 20
.L29:
  bexti t2, t1, 8
  srlw a4, t0, t3
  sltiu t3, s5, 2047
  sraw a4, t0, s5
  addw t3, a2, a3
  orn t6, s5, a7
  sw a2, 500(a0)
  addi a1, a0, 448
  lr.w t4, (a1)
  sc.w.rl a4, t3, (a1)
  binv t5, s5, a4
  fle.d s5, ft0, ft4
  and s3, t3, a5
  bext a6, t6, s4
  ror s2, a4, t2
  csrsi fflags, 29
  csrrwi t6, frm, 4
  li s6, 2
.L32:
  div t5, t5, s3
  sh3add t6, t1, a4
  c.addi t5, -32
  sub t2, t0, t4
  addi s6, s6, -1
  bnez s6, .L32
  fdiv.h ft5, ft7, ft5, rne
  divu a5, t0, t1
  xor s4, a5, s5
  fclass.h s4, ft3
  bgez s5, .L33
  sd a2, 108(a0)
  fsub.d ft5, ft0, ft1, rne
  bgez t0, .L34
  add a4, a2, t0
  xori t2, t5, -19
.L34:
  fsrmi 3
  min a3, a3, t5
.L33:
  fdiv.d ft2, ft2, ft7, dyn
  c.nop
  bgeu t0, a3, .L35
  c.sd a3, 144(a0)
.L35:
  binvi t1, a5, 16
  binvi s2, t3, 62
  neg t1, a2
  li s6, 6
.L36:
  sd t1, 261(a0)
  la a1, .L38
  jr a1
  li a6, 77
.L38:
  binv t3, a3, a2
  addi s6, s6, -1
  bnez s6, .L36
  neg t0, t6
  addw a5, s3, s5
  li s6, 3
.L39:
  slliw s2, t0, 24
  sd t4, 386(a0)
  ld t4, 272(a0)
  divu t1, s4, s5
  fsgnjx.d ft3, ft6, fa1
  fmv.d.x fa2, s3
  add.uw a4, a6, t1
  fadd.h fa1, ft4, ft4, rtz
  addi s6, s6, -1
  bnez s6, .L39
  mulh a7, a2, t2
  fmsub.d ft0, ft5, ft5, ft3, dyn
  li s6, 6
.L40:
  bset t4, a3, t2
  sb t5, 454(a0)
  lbu a5, 134(a0)
  fsrmi 0
  mv s7, ra
  call helper3
  mv ra, s7
  fsub.d ft6, fa0, fa1, rne
  addi s6, s6, -1
  bnez s6, .L40
  seqz s4, s3
  c.srli a2, 17
  mul s5, a4, t2
  lb t6, 164(a0)
  roriw t5, a4, 18
  lui t2, 538317
  c.sub a2, a5
  fsgnjn.h ft7, ft5, ft4
  c.lw a5, 64(a0)
  c.addiw t0, -30
  max t2, t3, a6
  xori a4, t4, 0
  remuw a7, a3, s2
  lui t0, 966241
  sh2add.uw s4, t5, t5
  fcvt.s.h ft4, fa0
  sh s2, 206(a0)
  max a6, t4, a4
  fmin.h ft2, fa1, ft5
  bgt t2, a7, .L43
  csrrwi a3, frm, 2
  lui a2, 872240
  lh t0, 273(a0)
  fcvt.d.wu ft1, a2
  c.nop
  lh a5, 484(a0)
.L43:
  sra t4, s4, t1
  rorw t0, t1, t3
  bseti s2, a6, 34
  slti s4, t2, 8
  fneg.d fa3, ft2
  mulw a7, a2, a3
  remuw a2, a2, a2
  c.fsd fa0, 216(a0)
  sltiu s5, s4, 1
  addi a1, a0, 488
  lr.w.aqrl t3, (a1)
  sc.w.rl s3, a2, (a1)
  frcsr a1
  sd a1, 512(a0)
  sd t0, 520(a0)
  sd t1, 528(a0)
  sd t2, 536(a0)
  sd t3, 544(a0)
  sd t4, 552(a0)
  sd t5, 560(a0)
  sd t6, 568(a0)
  sd a2, 576(a0)
  sd a3, 584(a0)
  sd a4, 592(a0)
  sd a5, 600(a0)
  sd a6, 608(a0)
  sd a7, 616(a0)
  sd s2, 624(a0)
  sd s3, 632(a0)
  sd s4, 640(a0)
  sd s5, 648(a0)
  fsd ft0, 704(a0)
  fsd ft1, 712(a0)
  fsd ft2, 720(a0)
  fsd ft3, 728(a0)
  fsd ft4, 736(a0)
  fsd ft5, 744(a0)
  fsd ft6, 752(a0)
  fsd ft7, 760(a0)
  fsd fa0, 768(a0)
  fsd fa1, 776(a0)
  fsd fa2, 784(a0)
  fsd fa3, 792(a0)
  ld s2, 0(sp)
  ld s3, 8(sp)
  ld s4, 16(sp)
  ld s5, 24(sp)
  ld s6, 32(sp)
  ld s7, 40(sp)
  ld ra, 48(sp)
  addi sp, sp, 64
  ret
helper3:
  xori a3, a2, 5
  ret
.globl f4
f4:
  addi sp, sp, -64
  sd s2, 0(sp)
  sd s3, 8(sp)
  sd s4, 16(sp)
  sd s5, 24(sp)
  sd s6, 32(sp)
  sd s7, 40(sp)
  sd ra, 48(sp)
  fsflagsi 0
  fsrmi 0
  ld t0, 0(a0)
  ld t1, 8(a0)
  ld t2, 16(a0)
  ld t3, 24(a0)
  ld t4, 32(a0)
  ld t5, 40(a0)
  ld t6, 48(a0)
  ld a2, 56(a0)
  ld a3, 64(a0)
  ld a4, 72(a0)
  ld a5, 80(a0)
  ld a6, 88(a0)
  ld a7, 96(a0)
  ld s2, 104(a0)
  ld s3, 112(a0)
  ld s4, 120(a0)
  ld s5, 128(a0)
  flw ft0, 160(a0)
  fld ft1, 168(a0)
  fld ft2, 176(a0)
  flw ft3, 184(a0)
  fld ft4, 192(a0)
  fld ft5, 200(a0)
  flw ft6, 208(a0)
  fld ft7, 216(a0)
  fld fa0, 224(a0)
  flw fa1, 232(a0)
  fld fa2, 240(a0)
  fld fa3, 248(a0)
  sllw a7, s4, a5
  csrrwi s5, frm, 4
  addiw s3, t1, 0
  xnor s2, a3, t5
  sltiu s2, t4, -2048
  fmul.s ft0, ft4, ft7, rne
  addiw s3, t3, -2048
  mul t3, t0, a5
  addw a5, t5, t2
  sh a7, 361(a0)
  negw a2, a3
  lhu t4, 118(a0)
  fld fa0, 64(a0)
  xor t5, a7, t6
  csrci 0x001, 24
  zext.h t5, t1
  addi s5, a5, 1
  negw s4, a6
  li s6, 6
.L44:
  mv s7, ra
  call helper4
  mv ra, s7
  c.addi a6, -1
  ctz t4, t3
  roriw t3, t1, 0
  ld a6, 379(a0)
  sra t4, a6, a2
  not a2, t1
  li a1, 60
  csrrw t0, 0x003, a1
  addi s6, s6, -1
  bnez s6, .L44
  fcvt.d.wu ft3, a2
  flw fa0, 372(a0)
  slli t3, t6, 14
  li s6, 1
.L47:
  lw s2, 448(a0)
  xori a5, t4, 0
  la a1, .L49
  jr a1
  li t0, 77
.L49:
  csrr t3, fcsr
  fmv.w.x ft0, a3
  addi s6, s6, -1
  bnez s6, .L47
  or a4, a2, s2
  fcvt.s.w ft2, t0
  rorw t6, t0, t0
  mul t0, a6, s4
  bexti t2, s5, 60
  fcvt.d.h ft0, ft6
  slli t4, s2, 47
  li s5, -15026984831089
  sltz t6, a5
  rol t1, a4, t4
  andi t1, a6, -1
  li s6, 1
.L50:
  rolw a3, a3, a3
  c.fld fa3, 208(a0)
  addi s6, s6, -1
  bnez s6, .L50
  li s6, 4
.L51:
  mv a3, a3
  remw t6, t0, s5
  addi s6, s6, -1
  bnez s6, .L51
  zext.w a7, t5
  bne t6, s5, .L52
  lui s4, 90256
  sext.w t0, s3
.L52:
  lwu a7, 40(a0)
  fsgnjx.h ft3, ft3, ft3
  addw s5, s5, a6
  div a4, t5, t2
  xor t1, t4, t3
  slli.uw s2, t6, 20
  xor a4, s2, s2
  slti t5, s2, 1
  sltz a2, t0
  lb s5, 69(a0)
  addi t2, t3, -1756
  div t0, s5, a7
  sext.b a2, a3
  fsw fa2, 108(a0)
  lbu a3, 236(a0)
  xor a4, a6, t5
  csrr t2, fcsr
  fsw ft4, 23(a0)
  xnor s3, s5, a5
  fmin.d ft3, ft5, ft5
  fsub.s fa2, ft6, fa3, rne
  ori a2, s2, 2047
  li s6, 4
.L53:
  divu s4, a3, t4
  addw t1, t3, t3
  sllw t2, t5, s5
  addi s6, s6, -1
  bnez s6, .L53
  slli t1, t1, 25
  rol a6, s3, a4
  srai a4, t0, 38
  fcvt.h.d ft7, ft7
  sh2add t4, t4, s4
  remw t6, a4, t6
  srlw s4, a7, t6
  fdiv.h ft2, ft5, ft4, rmm
  fsrmi 4
  frcsr a1
  sd a1, 512(a0)
  sd t0, 520(a0)
  sd t1, 528(a0)
  sd t2, 536(a0)
  sd t3, 544(a0)
  sd t4, 552(a0)
  sd t5, 560(a0)
  sd t6, 568(a0)
  sd a2, 576(a0)
  sd a3, 584(a0)
  sd a4, 592(a0)
  sd a5, 600(a0)
  sd a6, 608(a0)
  sd a7, 616(a0)
  sd s2, 624(a0)
  sd s3, 632(a0)
  sd s4, 640(a0)
  sd s5, 648(a0)
  fsd ft0, 704(a0)
  fsd ft1, 712(a0)
  fsd ft2, 720(a0)
  fsd ft3, 728(a0)
  fsd ft4, 736(a0)
  fsd ft5, 744(a0)
  fsd ft6, 752(a0)
  fsd ft7, 760(a0)
  fsd fa0, 768(a0)
  fsd fa1, 776(a0)
  fsd fa2, 784(a0)
  fsd fa3, 792(a0)
  ld s2, 0(sp)
  ld s3, 8(sp)
  ld s4, 16(sp)
  ld s5, 24(sp)
  ld s6, 32(sp)
  ld s7, 40(sp)
  ld ra, 48(sp)
  addi sp, sp, 64
  ret
helper4:
  xori s4, t4, 5
  ret
.globl f5
f5:
  addi sp, sp, -64
  sd s2, 0(sp)
  sd s3, 8(sp)
  sd s4, 16(sp)
  sd s5, 24(sp)
  sd s6, 32(sp)
  sd s7, 40(sp)
  sd ra, 48(sp)
  fsflagsi 0
  fsrmi 0
  ld t0, 0(a0)
  ld t1, 8(a0)
  ld t2, 16(a0)
  ld t3, 24(a0)
  ld t4, 32(a0)
  ld t5, 40(a0)
  ld t6, 48(a0)
  ld a2, 56(a0)
  ld a3, 64(a0)
  ld a4, 72(a0)
  ld a5, 80(a0)
  ld a6, 88(a0)
  ld a7, 96(a0)
  ld s2, 104(a0)
  ld s3, 112(a0)
  ld s4, 120(a0)
  ld s5, 128(a0)
  flw ft0, 160(a0)
  fld ft1, 168(a0)
  fld ft2, 176(a0)
  flw ft3, 184(a0)
  fld ft4, 192(a0)
  fld ft5, 200(a0)
  flw ft6, 208(a0)
  fld ft7, 216(a0)
  fld fa0, 224(a0)
  flw fa1, 232(a0)
  fld fa2, 240(a0)
  fld fa3, 248(a0)
  divuw s3, a7, t3
  addi a1, a0, 24
  lr.w a4, (a1)
  nop
  sc.w.rl a5, a4, (a1)
  sllw a5, t5, s2
  or a7, t0, s2
  fadd.s ft6, ft3, ft3, rne
  fdiv.s fa3, ft4, fa2, dyn
  li a1, 111
  csrrw s3, 0x003, a1
  div s4, t4, a6
  ori a3, t3, 2047
  and a4, t1, a5
  beq t2, s5, .L54
  max a5, s3, t2
  xori s3, t1, -2048
  addiw s2, t6, -2048
  la a1, .L56
  jr a1
  li a6, 77
.L56:
  lhu a2, 387(a0)
.L54:
  c.subw a2, a2
  fmadd.d fa3, ft0, ft1, ft0, rmm
  bgtu s2, s2, .L57
  addi a1, a0, 264
  amomin.d.aqrl t6, t0, (a1)
  c.srai a4, 43
  slti t0, a3, 1
  andi t1, t3, -1
  mv s7, ra
  call helper5
  mv ra, s7
  fcvt.w.s a6, ft1, rdn
.L57:
  fsub.h ft1, ft7, ft7, rup
  csrrwi s2, frm, 1
  bset s3, t1, a7
  li s2, 2913527811
  xor a7, t6, t5
  addi a1, a0, 48
  lr.d.aqrl a6, (a1)
  nop
  sc.d a4, t5, (a1)
  rori t6, a7, 31
  c.nop
  rolw a7, a7, a3
  mulhsu a4, t5, t0
  fclass.s t6, ft5
  fcvt.h.s ft4, ft7, rtz
  srli t6, a7, 24
  lbu t0, 273(a0)
  ctz a3, s4
  sb t3, 114(a0)
  lbu s4, 52(a0)
  frflags t3
  sw s2, 112(a0)
  xori a5, t4, -815
  bge t0, a4, .L60
  srai s3, s5, 18
  zext.h s2, s3
  bseti a4, a2, 29
.L60:
  divw s3, t0, t0
  bltu a4, a4, .L61
  csrci 0x001, 0
  binvi t2, a6, 19
.L61:
  addi a1, a0, 160
  amoxor.d.aq a4, a6, (a1)
  fcvt.s.l ft0, a3
  neg t1, t4
  csrci 0x001, 27
  addi a1, a0, 264
  lr.d t3, (a1)
  sc.d.aqrl t2, s5, (a1)
  addi a1, a0, 72
  amoor.d.aq t5, t0, (a1)
  mulw s4, t1, a3
  sext.h s4, t5
  sraiw a6, t3, 0
  sub a6, s5, s2
  sllw t0, t6, a3
  bext s3, a7, a6
  sext.w a2, s2
  csrrc s2, fflags, t1
  binv t4, t1, a3
  lwu a4, 203(a0)
  sub a7, a2, s5
  bgeu t6, a4, .L62
  maxu t1, s4, t2
  la a1, .L64
  jr a1
  li s3, 77
.L64:
  lb t3, 88(a0)
  andi t4, s5, 0
  fcvt.s.d ft2, ft3, rup
.L62:
  orn t2, a2, a5
  sh1add.uw t0, t6, t3
  ld s4, 364(a0)
  bext a4, t0, s4
  sll a4, t5, a5
  bnez s3, .L65
  fle.s t0, fa2, ft1
  bseti a2, s4, 15
  slti a7, a5, -1
.L65:
  and t2, a2, a2
  bne a6, a2, .L66
  addi a1, a0, 504
  amominu.d t1, t5, (a1)
  sh1add.uw s2, t3, s4
  mulhsu t1, t0, s3
  c.sd a2, 200(a0)
.L66:
  frcsr a4
  sra t1, a6, a7
  ror t1, a7, a2
  ori s5, s3, -760
  slliw a4, s2, 8
  addi t6, a4, 2047
  csrci 0x001, 10
  frcsr a1
  sd a1, 512(a0)
  sd t0, 520(a0)
  sd t1, 528(a0)
  sd t2, 536(a0)
  sd t3, 544(a0)
  sd t4, 552(a0)
  sd t5, 560(a0)
  sd t6, 568(a0)
  sd a2, 576(a0)
  sd a3, 584(a0)
  sd a4, 592(a0)
  sd a5, 600(a0)
  sd a6, 608(a0)
  sd a7, 616(a0)
  sd s2, 624(a0)
  sd s3, 632(a0)
  sd s4, 640(a0)
  sd s5, 648(a0)
  fsd ft0, 704(a0)
  fsd ft1, 712(a0)
  fsd ft2, 720(a0)
  fsd ft3, 728(a0)
  fsd ft4, 736(a0)
  fsd ft5, 744(a0)
  fsd ft6, 752(a0)
  fsd ft7, 760(a0)
  fsd fa0, 768(a0)
  fsd fa1, 776(a0)
  fsd fa2, 784(a0)
  fsd fa3, 792(a0)
  ld s2, 0(sp)
  ld s3, 8(sp)
  ld s4, 16(sp)
  ld s5, 24(sp)
  ld s6, 32(sp)
  ld s7, 40(sp)
  ld ra, 48(sp)
  addi sp, sp, 64
  ret
helper5:
  xori a3, t5, 5
  ret
.globl f6
f6:
  addi sp, sp, -64
  sd s2, 0(sp)
  sd s3, 8(sp)
  sd s4, 16(sp)
  sd s5, 24(sp)
  sd s6, 32(sp)
  sd s7, 40(sp)
  sd ra, 48(sp)
  fsflagsi 0
  fsrmi 0
  ld t0, 0(a0)
  ld t1, 8(a0)
  ld t2, 16(a0)
  ld t3, 24(a0)
  ld t4, 32(a0)
  ld t5, 40(a0)
  ld t6, 48(a0)
  ld a2, 56(a0)
  ld a3, 64(a0)
  ld a4, 72(a0)
  ld a5, 80(a0)
  ld a6, 88(a0)
  ld a7, 96(a0)
  ld s2, 104(a0)
  ld s3, 112(a0)
  ld s4, 120(a0)
  ld s5, 128(a0)
  flw ft0, 160(a0)
  fld ft1, 168(a0)
  fld ft2, 176(a0)
  flw ft3, 184(a0)
  fld ft4, 192(a0)
  fld ft5, 200(a0)
  flw ft6, 208(a0)
  fld ft7, 216(a0)
  fld fa0, 224(a0)
  flw fa1, 232(a0)
  fld fa2, 240(a0)
  fld fa3, 248(a0)
  sh a4, 28(a0)
  bclr t0, t1, a2
  li s4, 3481272320
  remuw s3, a3, t1
  bgtu a5, a3, .L67
  sd t5, 320(a0)
  csrrwi s4, frm, 0
.L67:
  binv a3, t2, a3
  xnor a3, s5, t0
  ble t5, a3, .L68
  addiw t0, t5, -2048
.L68:
  fcvt.s.l ft2, t3
  remw a2, a6, a7
  orn a7, t0, t6
  bgez a2, .L69
  div s3, a4, a2
  fmin.d fa2, fa3, ft7
  rol t3, t4, a7
  bext a3, a2, t5
  bne s3, a7, .L70
  lhu a3, 161(a0)
.L70:
.L69:
  li s6, 2
.L71:
  bset a5, a3, s5
  ctz a5, s3
  c.sw a3, 20(a0)
  rolw t6, t0, t5
  la a1, .L73
  jr a1
  li a6, 77
.L73:
  c.andi a2, 11
  c.srai a2, 20
  addi s6, s6, -1
  bnez s6, .L71
  sd t6, 120(a0)
  fsub.d ft7, fa1, fa3, dyn
  mulhu s2, a3, t4
  rol t5, a7, s4
  li s6, 5
.L74:
  snez a3, s2
  fcvt.l.d t6, ft5, rdn
  fcvt.h.d ft7, ft0, rmm
  addi s6, s6, -1
  bnez s6, .L74
  mulh s3, s5, s3
  sraiw t4, a6, 18
  negw t5, t4
  c.ld a5, 64(a0)
  rorw t0, a7, t2
  rori s2, s2, 1
  sh3add.uw a4, a6, s3
  orn t4, a6, a6
  max t4, t0, t3
  li s6, 4
.L75:
  sd t5, 355(a0)
  frcsr a6
  fmin.s ft5, ft2, ft3
  binvi a3, a4, 5
  not a7, s2
  addi s6, s6, -1
  bnez s6, .L75
  orn t3, a4, a5
  srli t4, t3, 9
  xnor t2, a3, a4
  sh t0, 125(a0)
  sw a5, 371(a0)
  cpopw a5, a3
  xor a6, a3, t3
  mulhu t5, t3, t3
  fcvt.s.l ft3, t1
  fmul.d fa0, ft4, fa2
  fcvt.lu.d s5, ft0
  remw t5, t1, s3
  sh3add a7, s4, a5
  c.sw a2, 16(a0)
  fabs.s fa1, fa0
  frrm a7
  fnmsub.h fa0, ft4, ft1, fa1, rtz
  sw t6, 455(a0)
  fcvt.s.w fa0, a4
  sraw a2, a7, a4
  not t6, s4
  cpop a4, t3
  fcvt.d.w fa2, a3
  csrrwi t1, frm, 3
  fsub.h ft2, ft7, ft1, dyn
  fsw ft1, 304(a0)
  sw t1, 68(a0)
  mulw a6, s3, s2
  slti t1, a5, -2048
  bexti t0, a5, 47
  rorw a6, a7, t2
  bexti a7, s2, 2
  remw a3, a4, a5
  maxu s4, t0, a2
  bgtu a2, s3, .L76
  remuw a6, s2, a7
  c.sd a2, 224(a0)
  sh1add.uw a6, s4, a2
  zext.b s4, t2
  zext.h a4, s2
.L76:
  negw t6, t5
  divuw a7, a3, t6
  fmv.x.d t1, ft3
  fsflagsi 30
  cpopw t3, s4
  c.nop
  xor s5, s3, t6
  frcsr a1
  sd a1, 512(a0)
  sd t0, 520(a0)
  sd t1, 528(a0)
  sd t2, 536(a0)
  sd t3, 544(a0)
  sd t4, 552(a0)
  sd t5, 560(a0)
  sd t6, 568(a0)
  sd a2, 576(a0)
  sd a3, 584(a0)
  sd a4, 592(a0)
  sd a5, 600(a0)
  sd a6, 608(a0)
  sd a7, 616(a0)
  sd s2, 624(a0)
  sd s3, 632(a0)
  sd s4, 640(a0)
  sd s5, 648(a0)
  fsd ft0, 704(a0)
  fsd ft1, 712(a0)
  fsd ft2, 720(a0)
  fsd ft3, 728(a0)
  fsd ft4, 736(a0)
  fsd ft5, 744(a0)
  fsd ft6, 752(a0)
  fsd ft7, 760(a0)
  fsd fa0, 768(a0)
  fsd fa1, 776(a0)
  fsd fa2, 784(a0)
  fsd fa3, 792(a0)
  ld s2, 0(sp)
  ld s3, 8(sp)
  ld s4, 16(sp)
  ld s5, 24(sp)
  ld s6, 32(sp)
  ld s7, 40(sp)
  ld ra, 48(sp)
  addi sp, sp, 64
  ret
helper6:
  xori s4, t4, 5
  ret
.globl f7
f7:
  addi sp, sp, -64
  sd s2, 0(sp)
  sd s3, 8(sp)
  sd s4, 16(sp)
  sd s5, 24(sp)
  sd s6, 32(sp)
  sd s7, 40(sp)
  sd ra, 48(sp)
  fsflagsi 0
  fsrmi 0
  ld t0, 0(a0)
  ld t1, 8(a0)
  ld t2, 16(a0)
  ld t3, 24(a0)
  ld t4, 32(a0)
  ld t5, 40(a0)
  ld t6, 48(a0)
  ld a2, 56(a0)
  ld a3, 64(a0)
  ld a4, 72(a0)
  ld a5, 80(a0)
  ld a6, 88(a0)
  ld a7, 96(a0)
  ld s2, 104(a0)
  ld s3, 112(a0)
  ld s4, 120(a0)
  ld s5, 128(a0)
  flw ft0, 160(a0)
  fld ft1, 168(a0)
  fld ft2, 176(a0)
  flw ft3, 184(a0)
  fld ft4, 192(a0)
  fld ft5, 200(a0)
  flw ft6, 208(a0)
  fld ft7, 216(a0)
  fld fa0, 224(a0)
  flw fa1, 232(a0)
  fld fa2, 240(a0)
  fld fa3, 248(a0)
  mulh a3, t4, a7
  sraiw a2, t1, 13
  sw s4, 428(a0)
  mulw s4, t5, a3
  mulhu a5, s2, t6
  neg t3, t6
  remu s3, t1, a7
  addw t0, a2, a4
  ld t3, 48(a0)
  rori t1, s3, 35
  fcvt.s.wu fa2, a4
  subw a5, t1, a3
  sub s2, a7, t6
  c.lui a3, 1048575
  fsqrt.h ft1, fa2, rdn
  fmv.x.d a4, fa1
  bleu t2, t4, .L77
  fcvt.h.s ft5, fa0, rdn
  subw s3, t3, a3
  srli s2, t6, 33
  fsrmi 1
.L77:
  beq t4, a5, .L78
  fcvt.w.s t2, ft5
.L78:
  li s6, 2
.L79:
  fmsub.h fa3, ft3, fa0, ft6, dyn
  lui t4, 913558
  bext a7, t0, a7
  frflags t2
  clz s2, a6
  srlw t6, t4, a7
  c.ld a3, 72(a0)
  c.lui a6, 1048575
  addi s6, s6, -1
  bnez s6, .L79
  addiw s4, a4, 17
  andi t5, t6, -1463
  lwu a5, 244(a0)
  mulw t6, t5, t1
  li s6, 4
.L80:
  div a2, s5, a2
  fmul.h ft5, ft4, fa2
  slliw t0, a2, 23
  sh1add t3, t6, t0
  addi s6, s6, -1
  bnez s6, .L80
  c.srai a2, 27
  fsgnjn.s ft4, ft5, ft4
  neg a2, t0
  li s6, 3
.L81:
  fclass.h s3, ft3
  frcsr a5
  la a1, .L83
  jr a1
  li a2, 77
.L83:
  fadd.d fa1, ft4, fa2, rup
  orc.b a2, a5
  snez s2, s3
  subw s5, a4, t2
  xnor a4, a4, s5
  addi s6, s6, -1
  bnez s6, .L81
  seqz t4, t4
  fmadd.s ft7, ft6, fa3, ft0, rmm
  minu a7, a6, a6
  and t6, t5, a3
  fsd ft1, 150(a0)
  lh s5, 492(a0)
  roriw s2, t0, 2
  c.fsd fa3, 120(a0)
  mulw a3, a3, t4
  slli s5, t0, 36
  sd a3, 56(a0)
  sgtz t2, t5
  srli s4, t5, 37
  max a2, t3, t1
  rol t1, a5, t0
  fcvt.d.lu ft4, t2
  li t4, 800699245
  div s3, a5, t4
  binvi s2, a7, 0
  lui a2, 136279
  clzw t0, a6
  xori a3, a3, 2047
  c.nop
  addi a1, a0, 136
  amomaxu.d.aq s4, s5, (a1)
  rorw t3, a2, a7
  sw t4, 352(a0)
  lh t3, 376(a0)
  sd t3, 185(a0)
  c.slli s3, 8
  or t0, a3, t1
  div s4, a3, a6
  fmv.d fa1, ft4
  divuw s3, t2, s2
  rev8 t2, a2
  seqz a3, a7
  frflags a2
  sltiu a3, a5, 2047
  sb a7, 417(a0)
  fsd ft4, 144(a0)
  rol t1, a7, a5
  csrci 0x001, 2
  flt.s s4, ft6, ft2
  frcsr a1
  sd a1, 512(a0)
  sd t0, 520(a0)
  sd t1, 528(a0)
  sd t2, 536(a0)
  sd t3, 544(a0)
  sd t4, 552(a0)
  sd t5, 560(a0)
  sd t6, 568(a0)
  sd a2, 576(a0)
  sd a3, 584(a0)
  sd a4, 592(a0)
  sd a5, 600(a0)
  sd a6, 608(a0)
  sd a7, 616(a0)
  sd s2, 624(a0)
  sd s3, 632(a0)
  sd s4, 640(a0)
  sd s5, 648(a0)
  fsd ft0, 704(a0)
  fsd ft1, 712(a0)
  fsd ft2, 720(a0)
  fsd ft3, 728(a0)
  fsd ft4, 736(a0)
  fsd ft5, 744(a0)
  fsd ft6, 752(a0)
  fsd ft7, 760(a0)
  fsd fa0, 768(a0)
  fsd fa1, 776(a0)
  fsd fa2, 784(a0)
  fsd fa3, 792(a0)
  ld s2, 0(sp)
  ld s3, 8(sp)
  ld s4, 16(sp)
  ld s5, 24(sp)
  ld s6, 32(sp)
  ld s7, 40(sp)
  ld ra, 48(sp)
  addi sp, sp, 64
  ret
helper7:
  xori t5, t3, 5
  ret
.globl f8
f8:
  addi sp, sp, -64
  sd s2, 0(sp)
  sd s3, 8(sp)
  sd s4, 16(sp)
  sd s5, 24(sp)
  sd s6, 32(sp)
  sd s7, 40(sp)
  sd ra, 48(sp)
  fsflagsi 0
  fsrmi 0
  ld t0, 0(a0)
  ld t1, 8(a0)
  ld t2, 16(a0)
  ld t3, 24(a0)
  ld t4, 32(a0)
  ld t5, 40(a0)
  ld t6, 48(a0)
  ld a2, 56(a0)
  ld a3, 64(a0)
  ld a4, 72(a0)
  ld a5, 80(a0)
  ld a6, 88(a0)
  ld a7, 96(a0)
  ld s2, 104(a0)
  ld s3, 112(a0)
  ld s4, 120(a0)
  ld s5, 128(a0)
  flw ft0, 160(a0)
  fld ft1, 168(a0)
  fld ft2, 176(a0)
  flw ft3, 184(a0)
  fld ft4, 192(a0)
  fld ft5, 200(a0)
  flw ft6, 208(a0)
  fld ft7, 216(a0)
  fld fa0, 224(a0)
  flw fa1, 232(a0)
  fld fa2, 240(a0)
  fld fa3, 248(a0)
  add.uw t6, a3, t0
  rori s4, t5, 30
  fle.h t3, fa1, ft2
  divw s5, a2, t0
  sltu a7, s5, t6
  srai s4, t2, 50
  ror s2, a5, s4
  feq.s a7, ft6, ft7
  sgtz t2, s4
  lb a4, 264(a0)
  li s6, 5
.L84:
  lhu a3, 112(a0)
  c.nop
  sh1add a3, s4, a5
  c.li s5, -4
  addi s6, s6, -1
  bnez s6, .L84
  bne s3, a4, .L85
  binv a5, a4, a5
  ori t3, t5, -16
  roriw t4, t2, 2
  rem t5, t3, a2
.L85:
  fcvt.d.w ft0, a4
  zext.w t0, t0
  c.sw a5, 80(a0)
  sd a3, 388(a0)
  fmsub.h fa0, ft5, ft2, ft3
  bset a4, t3, t3
  addi a1, a0, 448
  amoor.w.aq t4, t2, (a1)
  rev8 a2, t4
  sub s5, a5, s3
  fsd ft3, 288(a0)
  slli.uw a4, t6, 43
  li s6, 3
.L86:
  csrrs s4, fflags, zero
  li a1, 0
  fsrm t3, a1
  sext.h t4, s2
  fdiv.s ft3, ft4, ft2, rne
  sext.w a5, a3
  fsgnjn.s fa3, ft0, ft6
  sw t4, 184(a0)
  addi s6, s6, -1
  bnez s6, .L86
  fcvt.w.h a4, ft1, rne
  div t6, a6, a5
  sh3add.uw t4, a5, t4
  c.srai a3, 4
  li s6, 6
.L87:
  sext.w a3, s2
  lui t6, 431400
  bset s2, t0, a5
  fmax.s ft0, ft2, ft0
  addi s6, s6, -1
  bnez s6, .L87
  fsd ft1, 61(a0)
  fcvt.wu.h t3, ft0, rmm
  maxu a7, a7, t1
  fsgnjx.d ft3, ft4, fa1
  sub t4, s5, t6
  seqz s3, a7
  fsrmi 0
  rorw t4, s5, a3
  fdiv.h ft4, ft5, ft3, rmm
  mulhu t3, t1, a3
  sub a4, t5, t0
  c.lui a5, 31
  fcvt.s.h fa1, fa3
  fsd fa0, 35(a0)
  orn t6, s2, a4
  add s4, a4, a2
  flw ft3, 492(a0)
  fsub.d fa1, ft0, fa2, rne
  srli t3, a3, 29
  mulhsu t2, a4, s3
  sb a5, 68(a0)
  li s6, 3
.L88:
  lw t1, 342(a0)
  csrsi fflags, 16
  srli a6, a3, 6
  maxu a7, t0, t6
  slti a5, a3, 1
  addi s6, s6, -1
  bnez s6, .L88
  zext.b t4, s3
  clzw a7, s2
  fld fa1, 344(a0)
  fmv.w.x ft2, a6
  fsw fa1, 472(a0)
  divw a3, t2, s2
  bltz t4, .L89
  cpop s4, t0
  clz a6, t4
  bnez s3, .L90
  addi a1, a0, 488
  lr.w.aq a5, (a1)
  nop
  sc.w a6, t4, (a1)
  ctz a2, a7
.L90:
  fmsub.d ft3, fa0, fa3, fa0, rtz
  fmax.s ft5, fa3, ft5
.L89:
  c.sw a4, 4(a0)
  andn t0, s2, s3
  roriw t6, a6, 28
  bclr a7, s3, t0
  sh2add s5, a3, s4
  sh3add a4, a4, t2
  rolw a3, s2, a6
  fcvt.s.h ft3, ft2
  negw t2, s2
  addi a1, a0, 48
  lr.w.aqrl t1, (a1)
  nop
  sc.w.rl t0, t3, (a1)
  and t3, a7, a2
  slli t0, a6, 35
  frcsr a1
  sd a1, 512(a0)
  sd t0, 520(a0)
  sd t1, 528(a0)
  sd t2, 536(a0)
  sd t3, 544(a0)
  sd t4, 552(a0)
  sd t5, 560(a0)
  sd t6, 568(a0)
  sd a2, 576(a0)
  sd a3, 584(a0)
  sd a4, 592(a0)
  sd a5, 600(a0)
  sd a6, 608(a0)
  sd a7, 616(a0)
  sd s2, 624(a0)
  sd s3, 632(a0)
  sd s4, 640(a0)
  sd s5, 648(a0)
  fsd ft0, 704(a0)
  fsd ft1, 712(a0)
  fsd ft2, 720(a0)
  fsd ft3, 728(a0)
  fsd ft4, 736(a0)
  fsd ft5, 744(a0)
  fsd ft6, 752(a0)
  fsd ft7, 760(a0)
  fsd fa0, 768(a0)
  fsd fa1, 776(a0)
  fsd fa2, 784(a0)
  fsd fa3, 792(a0)
  ld s2, 0(sp)
  ld s3, 8(sp)
  ld s4, 16(sp)
  ld s5, 24(sp)
  ld s6, 32(sp)
  ld s7, 40(sp)
  ld ra, 48(sp)
  addi sp, sp, 64
  ret
helper8:
  xori a2, t1, 5
  ret
.globl f9
f9:
  addi sp, sp, -64
  sd s2, 0(sp)
  sd s3, 8(sp)
  sd s4, 16(sp)
  sd s5, 24(sp)
  sd s6, 32(sp)
  sd s7, 40(sp)
  sd ra, 48(sp)
  fsflagsi 0
  fsrmi 0
  ld t0, 0(a0)
  ld t1, 8(a0)
  ld t2, 16(a0)
  ld t3, 24(a0)
  ld t4, 32(a0)
  ld t5, 40(a0)
  ld t6, 48(a0)
  ld a2, 56(a0)
  ld a3, 64(a0)
  ld a4, 72(a0)
  ld a5, 80(a0)
  ld a6, 88(a0)
  ld a7, 96(a0)
  ld s2, 104(a0)
  ld s3, 112(a0)
  ld s4, 120(a0)
  ld s5, 128(a0)
  flw ft0, 160(a0)
  fld ft1, 168(a0)
  fld ft2, 176(a0)
  flw ft3, 184(a0)
  fld ft4, 192(a0)
  fld ft5, 200(a0)
  flw ft6, 208(a0)
  fld ft7, 216(a0)
  fld fa0, 224(a0)
  flw fa1, 232(a0)
  fld fa2, 240(a0)
  fld fa3, 248(a0)
  orc.b t5, a5
  fnmsub.h fa2, ft2, ft5, ft3, rdn
  c.li a2, -23
  remw t0, t6, s3
  srai t3, t0, 24
  sraiw s4, t2, 0
  lh a3, 308(a0)
  bseti s2, t5, 26
  xor a4, t4, t1
  fnmadd.h ft4, ft1, fa0, fa2, rup
  fcvt.d.s ft2, fa1
  lwu a7, 174(a0)
  xor t6, t0, t0
  mulh a4, a3, t5
  fcvt.wu.h a2, fa3, rup
  c.slli a4, 12
  lbu a3, 471(a0)
  mulhu t4, t4, s5
  srliw a6, a4, 18
  li a3, -3750862957728
  mulhsu t4, a6, t0
  subw s4, s3, s2
  lhu t4, 170(a0)
  sltu a7, a7, s2
  not a6, t1
  rorw a2, a2, a3
  c.lui t3, 1
  maxu a4, a7, t5
  bnez a5, .L91
  remw a5, s4, t2
.L91:
  c.ld a3, 248(a0)
  fsw ft6, 123(a0)
  maxu a3, s5, a3
  bext t1, t6, a6
  div a6, s2, s4
  lhu s4, 389(a0)
  li a1, 3
  fsrm t1, a1
  sraiw s2, a2, 30
  li a1, 0
  fsrm a6, a1
  bclri t0, t1, 48
  addi a1, a0, 32
  amomax.w.aqrl a6, t4, (a1)
  sh2add.uw a6, a6, t3
  slliw a7, s4, 13
  negw t4, a3
  zext.b s4, a4
  fcvt.d.lu fa1, t4
  lh t5, 46(a0)
  mulw s2, s4, t2
  fsw ft7, 366(a0)
  slt a3, t3, t4
  minu t1, t6, s3
  ld t6, 241(a0)
  ld a7, 48(a0)
  fsgnj.s fa3, ft0, ft5
  addw t1, a6, t4
  bgt t6, s5, .L92
  sra s4, s3, s3
  csrci 0x001, 7
  rev8 t1, a3
.L92:
  c.fld fa3, 168(a0)
  fsgnjn.h ft1, ft4, fa1
  addi a1, a0, 432
  amoand.w.rl t5, a4, (a1)
  lb a7, 42(a0)
  sltu a7, a3, s4
  remw a4, a7, s5
  sh1add.uw s5, s2, s5
  li s6, 5
.L93:
  slli.uw s4, s2, 45
  fclass.h t5, ft4
  lui s3, 527747
  addi s6, s6, -1
  bnez s6, .L93
  fld fa0, 432(a0)
  addi a6, t5, -3
  mulh s5, a2, s2
  li s6, 2
.L94:
  xnor a7, t2, a5
  fsw fa3, 100(a0)
  fclass.h t4, ft3
  li t1, 544848589
  addi s6, s6, -1
  bnez s6, .L94
  bset s3, t3, a4
  fdiv.s fa2, ft7, fa2, rmm
  fsd ft2, 355(a0)
  frcsr a1
  sd a1, 512(a0)
  sd t0, 520(a0)
  sd t1, 528(a0)
  sd t2, 536(a0)
  sd t3, 544(a0)
  sd t4, 552(a0)
  sd t5, 560(a0)
  sd t6, 568(a0)
  sd a2, 576(a0)
  sd a3, 584(a0)
  sd a4, 592(a0)
  sd a5, 600(a0)
  sd a6, 608(a0)
  sd a7, 616(a0)
  sd s2, 624(a0)
  sd s3, 632(a0)
  sd s4, 640(a0)
  sd s5, 648(a0)
  fsd ft0, 704(a0)
  fsd ft1, 712(a0)
  fsd ft2, 720(a0)
  fsd ft3, 728(a0)
  fsd ft4, 736(a0)
  fsd ft5, 744(a0)
  fsd ft6, 752(a0)
  fsd ft7, 760(a0)
  fsd fa0, 768(a0)
  fsd fa1, 776(a0)
  fsd fa2, 784(a0)
  fsd fa3, 792(a0)
  ld s2, 0(sp)
  ld s3, 8(sp)
  ld s4, 16(sp)
  ld s5, 24(sp)
  ld s6, 32(sp)
  ld s7, 40(sp)
  ld ra, 48(sp)
  addi sp, sp, 64
  ret
helper9:
  xori a5, s4, 5
  ret
.globl f10
f10:
  addi sp, sp, -64
  sd s2, 0(sp)
  sd s3, 8(sp)
  sd s4, 16(sp)
  sd s5, 24(sp)
  sd s6, 32(sp)
  sd s7, 40(sp)
  sd ra, 48(sp)
  fsflagsi 0
  fsrmi 0
  ld t0, 0(a0)
  ld t1, 8(a0)
  ld t2, 16(a0)
  ld t3, 24(a0)
  ld t4, 32(a0)
  ld t5, 40(a0)
  ld t6, 48(a0)
  ld a2, 56(a0)
  ld a3, 64(a0)
  ld a4, 72(a0)
  ld a5, 80(a0)
  ld a6, 88(a0)
  ld a7, 96(a0)
  ld s2, 104(a0)
  ld s3, 112(a0)
  ld s4, 120(a0)
  ld s5, 128(a0)
  flw ft0, 160(a0)
  fld ft1, 168(a0)
  fld ft2, 176(a0)
  flw ft3, 184(a0)
  fld ft4, 192(a0)
  fld ft5, 200(a0)
  flw ft6, 208(a0)
  fld ft7, 216(a0)
  fld fa0, 224(a0)
  flw fa1, 232(a0)
  fld fa2, 240(a0)
  fld fa3, 248(a0)
  slt t6, t0, t3
  bexti t6, t2, 42
  fcvt.h.s ft7, fa0, dyn
  li a7, -8177116213675602456
  fcvt.lu.s t0, ft1
  lhu s5, 446(a0)
  sd a4, 198(a0)
  addi a1, a0, 504
  lr.d.aq s2, (a1)
  sc.d a3, a7, (a1)
  lhu s3, 278(a0)
  rorw t6, t5, a6
  sd a4, 224(a0)
  c.sw a4, 4(a0)
  sraw s5, t1, a6
  fclass.h a5, ft5
  lw a7, 296(a0)
  csrr t2, fcsr
  mv t2, a5
  fadd.s ft1, ft6, ft4, rup
  li t0, -496493817
  sb s5, 148(a0)
  sll t0, s4, t1
  addiw t5, t2, -1
  and t3, s5, t3
  fsrmi 1
  remw t0, t0, s3
  remu a6, s4, s2
  slti a5, t2, 0
  addw s3, s5, t0
  bexti s5, t0, 44
  fcvt.d.l ft2, s4
  fsgnj.s fa3, fa1, ft3
  addi a1, a0, 496
  amomax.w.aq t5, t2, (a1)
  li t6, 7297149435904
  xor a7, t3, a2
  addw s3, t6, t5
  ld s4, 240(a0)
  fmul.h ft4, fa2, fa0, rup
  fcvt.d.wu ft6, a6
  div t0, t6, a6
  sh1add.uw t0, a4, s4
  li s6, 2
.L95:
  sgtz t1, t1
  sub a5, s2, a6
  not t2, s5
  addi s6, s6, -1
  bnez s6, .L95
  ld a7, 348(a0)
  mulhu t6, a4, a2
  neg a7, t1
  c.addi t1, -1
  mv a7, t5
  max a3, a7, s3
  neg t5, a6
  ld s2, 40(a0)
  bset a6, a3, t1
  bgtu a7, a2, .L96
  li a2, -2782217523175
  mulw t4, t1, a4
.L96:
  c.sw a5, 124(a0)
  bclr a7, a3, t4
  fsgnj.h ft5, ft4, ft6
  lw t5, 64(a0)
  sltu t2, a2, a7
  fsub.h fa3, fa2, fa1, dyn
  add t4, a2, a5
  addi a1, a0, 304
  amoand.d.aqrl t4, a6, (a1)
  li s6, 3
.L97:
  c.srai a5, 33
  c.subw a5, a2
  sub a6, t0, s4
  csrrwi a4, frm, 3
  c.fsd fa0, 96(a0)
  divu t3, a5, a6
  mulw t5, t0, t4
  min t4, t2, s2
  addi s6, s6, -1
  bnez s6, .L97
  mulhsu s4, s4, a3
  cpopw t4, a6
  fsqrt.h ft6, ft3, rdn
  remuw t1, a2, s4
  csrrs a7, fflags, zero
  or a3, t2, t5
  c.slli a2, 29
  maxu s5, a4, t2
  sllw t2, t3, a4
  fmv.x.d s4, fa2
  frcsr a1
  sd a1, 512(a0)
  sd t0, 520(a0)
  sd t1, 528(a0)
  sd t2, 536(a0)
  sd t3, 544(a0)
  sd t4, 552(a0)
  sd t5, 560(a0)
  sd t6, 568(a0)
  sd a2, 576(a0)
  sd a3, 584(a0)
  sd a4, 592(a0)
  sd a5, 600(a0)
  sd a6, 608(a0)
  sd a7, 616(a0)
  sd s2, 624(a0)
  sd s3, 632(a0)
  sd s4, 640(a0)
  sd s5, 648(a0)
  fsd ft0, 704(a0)
  fsd ft1, 712(a0)
  fsd ft2, 720(a0)
  fsd ft3, 728(a0)
  fsd ft4, 736(a0)
  fsd ft5, 744(a0)
  fsd ft6, 752(a0)
  fsd ft7, 760(a0)
  fsd fa0, 768(a0)
  fsd fa1, 776(a0)
  fsd fa2, 784(a0)
  fsd fa3, 792(a0)
  ld s2, 0(sp)
  ld s3, 8(sp)
  ld s4, 16(sp)
  ld s5, 24(sp)
  ld s6, 32(sp)
  ld s7, 40(sp)
  ld ra, 48(sp)
  addi sp, sp, 64
  ret
helper10:
  xori s5, s2, 5
  ret
.globl f11
f11:
  addi sp, sp, -64
  sd s2, 0(sp)
  sd s3, 8(sp)
  sd s4, 16(sp)
  sd s5, 24(sp)
  sd s6, 32(sp)
  sd s7, 40(sp)
  sd ra, 48(sp)
  fsflagsi 0
  fsrmi 0
  ld t0, 0(a0)
  ld t1, 8(a0)
  ld t2, 16(a0)
  ld t3, 24(a0)
  ld t4, 32(a0)
  ld t5, 40(a0)
  ld t6, 48(a0)
  ld a2, 56(a0)
  ld a3, 64(a0)
  ld a4, 72(a0)
  ld a5, 80(a0)
  ld a6, 88(a0)
  ld a7, 96(a0)
  ld s2, 104(a0)
  ld s3, 112(a0)
  ld s4, 120(a0)
  ld s5, 128(a0)
  flw ft0, 160(a0)
  fld ft1, 168(a0)
  fld ft2, 176(a0)
  flw ft3, 184(a0)
  fld ft4, 192(a0)
  fld ft5, 200(a0)
  flw ft6, 208(a0)
  fld ft7, 216(a0)
  fld fa0, 224(a0)
  flw fa1, 232(a0)
  fld fa2, 240(a0)
  fld fa3, 248(a0)
  bgez a3, .L98
  slti t6, a4, -9
  addiw t2, t6, 647
  fclass.d t3, ft5
  binvi s4, s2, 55
.L98:
  rem a4, a2, s2
  divu s3, t3, t5
  c.fsd fa0, 16(a0)
  bgez a3, .L99
  bclr a7, a2, s3
  frrm t0
  divw t6, a5, t6
  addi a1, a0, 304
  amomin.d.rl s2, t2, (a1)
  orn t3, a4, a2
  fdiv.d ft0, ft3, ft0, rmm
.L99:
  csrrwi a7, frm, 4
  rori t5, a6, 48
  bexti s2, s5, 41
  addi a1, a0, 120
  lr.w s4, (a1)
  sc.w s5, a5, (a1)
  andi a2, t6, 1552
  cpopw a7, a2
  sd t1, 175(a0)
  or s2, s3, t5
  c.srli a5, 10
  fsd ft4, 488(a0)
  srai s3, t4, 57
  rev8 a2, a2
  sub t0, t6, t5
  bexti s5, t5, 17
  lb t6, 89(a0)
  zext.b t0, s4
  li s6, 3
.L100:
  sh2add t3, t6, t0
  mv s7, ra
  call helper11
  mv ra, s7
  sext.w t5, t4
  ori s2, t0, -2048
  ori s4, t3, -1
  sext.b t2, a2
  lui s4, 513377
  addi s6, s6, -1
  bnez s6, .L100
  sub a3, t2, a2
  snez a4, t5
  ld s4, 272(a0)
  mv s3, a7
  c.sw a5, 36(a0)
  sext.w t3, t3
  roriw a2, s2, 19
  andi t6, s4, -1
  fclass.s t1, fa0
  c.srai a4, 6
  add t1, a5, s5
  addi a1, a0, 320
  amominu.w.rl s4, a2, (a1)
  li t2, -8940945104177
  sllw a4, a3, t5
  slti t2, a3, -10
  bclri a4, s5, 42
  maxu t1, t4, a3
  addiw s4, s4, 1
  bseti t6, t3, 33
  slliw t0, t5, 1
  cpopw a6, a4
  neg t5, t0
  mulhsu s2, a6, t5
  addi a1, a0, 112
  amoand.d.rl s4, t4, (a1)
  and a4, s2, s3
  ld a3, 390(a0)
  slt a6, s5, a4
  remu t3, s3, t2
  rol a6, t4, t0
  c.sd a2, 160(a0)
  fsgnjx.d fa0, fa1, ft5
  addw s3, s4, s4
  bclri a3, s5, 50
  li s6, 5
.L103:
  sh3add.uw t1, t5, t6
  clzw t2, a5
  c.sw a3, 100(a0)
  frflags a7
  addi s6, s6, -1
  bnez s6, .L103
  div a7, s2, t6
  c.li s2, -20
  li s6, 4
.L104:
  li a1, 2
  fsrm a5, a1
  fsgnjx.d ft6, ft3, ft6
  snez s3, t1
  ld t3, 52(a0)
  fadd.h ft5, fa1, fa2, rne
  lwu s2, 316(a0)
  fsub.d ft7, fa1, ft6, rtz
  feq.h a7, ft1, ft7
  addi s6, s6, -1
  bnez s6, .L104
  fcvt.h.s ft1, ft1, rtz
  sra t3, t5, a3
  c.lw a3, 44(a0)
  fmv.x.d t3, ft6
  addi a1, a0, 88
  amominu.w.aqrl t2, t6, (a1)
  sh2add a6, a3, a6
  bgeu t5, t0, .L105
  add.uw s3, a7, a5
  mulw s3, s3, t3
  fsrmi 0
  c.nop
  rolw t5, t3, a4
.L105:
  bclr t3, t4, a7
  subw t1, t4, a2
  lbu a3, 484(a0)
  sltiu a4, s5, -1
  frcsr a1
  sd a1, 512(a0)
  sd t0, 520(a0)
  sd t1, 528(a0)
  sd t2, 536(a0)
  sd t3, 544(a0)
  sd t4, 552(a0)
  sd t5, 560(a0)
  sd t6, 568(a0)
  sd a2, 576(a0)
  sd a3, 584(a0)
  sd a4, 592(a0)
  sd a5, 600(a0)
  sd a6, 608(a0)
  sd a7, 616(a0)
  sd s2, 624(a0)
  sd s3, 632(a0)
  sd s4, 640(a0)
  sd s5, 648(a0)
  fsd ft0, 704(a0)
  fsd ft1, 712(a0)
  fsd ft2, 720(a0)
  fsd ft3, 728(a0)
  fsd ft4, 736(a0)
  fsd ft5, 744(a0)
  fsd ft6, 752(a0)
  fsd ft7, 760(a0)
  fsd fa0, 768(a0)
  fsd fa1, 776(a0)
  fsd fa2, 784(a0)
  fsd fa3, 792(a0)
  ld s2, 0(sp)
  ld s3, 8(sp)
  ld s4, 16(sp)
  ld s5, 24(sp)
  ld s6, 32(sp)
  ld s7, 40(sp)
  ld ra, 48(sp)
  addi sp, sp, 64
  ret
helper11:
  xori s4, a4, 5
  ret
