# Random data as the GNU assembler reads it: operators, letters, texts, distances, alignment. `data.txt` has the bytes.
# The function copies them to a0.
.text
.globl copy
copy:
  la t0, L0
  la t1, Lend
1:
  beq t0, t1, 2f
  lb t2, 0(t0)
  sb t2, 0(a0)
  addi a0, a0, 1
  addi t0, t0, 1
  j 1b
2:
  ret

.data
.set K1, 7
.equ K2, -3
K3 = 0x123456789
.balign 16
L0:
  .dword 5
L1:
  .word 1, 2, 3
L2:
  .byte 1
.L9:
  .skip 2
  .quad (0x72149c95 | 35<<30), 0x4db873b4
  .quad ((K2)), -'\t'&&'\\' << 7
  .dword +~0102 / 10, 0x5086
  .quad 0645 + (~9), ' '
  .dword K3
  .double 5e-324
  .quad ~0754|0x49 & ! 59 << 63
  .byte (((0xfd * 0xb730)))&0xff
  .dword 0b10
  .8byte 0x6e6aa608e3cf8493, + ~ (L1-L0)
  .quad ! K1<0x15756e821&0xd899632, (K3) && K1 + 87!=67
  .asciz ""
  .space 8
  .dword 0722, 0x9a/6 && 0x5416*~ ('\n')
  .quad ((.L9-L0)^(L2-L1) & '/'/21)
  .asciz ";//\0"
  .p2align 4
  .balign 4
  .long ('\t' - - '0' | 0622 == K3/50)&0x7fffffff
  .half (44)&0xffff
  .8byte +-(81), ~ -60|0b11101010
  .byte ((0xbb36bb87) >= 0x40 + K3 * 'a')&0xff
  .2byte (K1+34)&0xffff
  .quad 'Z'
  .8byte ~ 17, 0x5fb23447 > !32
  .quad 20 * 027>74 ^ ~ 0b11011111 + (L1-L0)
  .8byte ((L2-L1)||(0b100001001)), 0xcfd213ee33fdc & K2 >> 55 + K1
  .quad (61)
  .float -2e10
  .word (0x8b)&0x7fffffff
  .8byte 'a'*-K2 && 'Z'|23
  .4byte (~ 28 << 36||(L2-L1) <= 0216)&0x7fffffff
  .4byte (('#' || 0xb0ed!=0x31275f5280814579<0b110100011))&0x7fffffff
  .8byte ~+ 0x823da4a0>>39
  .align 1
  .double 1e308
  .half ((0x94))&0xffff
  .8byte 44||0x35ad434e23c779b | 0x5a0b6809||95!(L1-L0), (0b110101001) - 0b110101100 % 8
  .space 8
  .8byte 0xec | '\t' != 44
  .4byte (~ (0530&33))&0x7fffffff
  .quad 87, (22&&2 != 22*49)
  .quad ~ '\n' + 0x139cf14a7/47
  .word ((82/45!=(.L9-L0) > K1))&0x7fffffff
  .quad 5<0b110111010!=77 / 44 | 0xde0b
  .8byte (L2-L1) - (0x606b)<>0x2244%1, 0x511ea178e2caa9f6|43 / 4 >= 20*0x1d1c75f0e
  .space 0
  .8byte (76)>(K3) < 0x1d47 && K3 ! 0b110000101
  .quad 47 ! +82!(96)+K2 * (L2-L1)
  .balign 16
  .dword ~0x19197dd2ce53ccfe ! (L1-L0)>',', 48 & 0xdf | (0x452dcedeeada26c4) != ! 87 | 47 <> (L2-L1)
  .dword 57 << 2 > K1&0xd1
  .half ((.L9-L0)-(L1-L0)||61|0x1002cf7a9 ^ ~47==0x6cc2)&0xffff
  .byte ('0' <= 80)&0xff
  .asciz "\\ a"
  .half (0113 < (4))&0xffff
  .ascii ""
  .byte (97 != 0277 + +30 & (0b10110==0x20400b9f93fe4c01))&0xff
  .skip 2
  .long (K2)&0x7fffffff
  .4byte ('/'<=75)&0x7fffffff
  .8byte 0x54ea09c9
  .double 1.5
  .dword 0x17ba9b9a3, ~ 17 + (20)
  .short (! ((L1-L0))>=0b110101010!K2)&0xffff
  .dword 96, (((0b111010)))
  .balign 4
  .dword (0xc0fee529+0x4ece4321)<>(91&&78)
  .dword (.L9-L0)
  .quad 12 == K1, ! 33<=0x55 ! 0621
  .quad ~28/38 >= (0136!0x12e2ba59e), (65<<53 >> 39)
  .double 1e308
  .dword 0x54
  .quad -0xa0 <= 100*0b1100100
  .word (~ 0x99 >> 17 != 0x47d5e256014f7401)&0x7fffffff
  .double 1e308
  .quad (K1^10+!K2), 4<<45 + '\t'!=0b11010001 || 74 - 70|27
  .space 2
  .8byte 0x2a66, 36*',' >= ' '&91&+ 0201 == (K3)
  .quad 'a'
  .align 2
  .byte (62)&0xff
  .quad 0x173fa7267>>61&(0x26) >> 49
  .8byte 066 || 2%43 % 30, ((K2>='0'))
  .8byte (L2-L1)||24
  .byte (-0x52277d96 + 40||(L2-L1)<>0x95b1)&0xff
  .quad K3 < 0135&',' <> 74, -37&&'/'<37 <> K2 > K2
  .dword +K1, + (L1-L0)<<49
  .word (- K2 >> 52)&0x7fffffff
  .quad + 9<23|(0x28), (.L9-L0)&&+! 48
  .quad (76 || 35<>0b110001), '('
  .quad '\t', (5||48 > (L1-L0)||K2)
  .8byte -0x5f31b614 <> K3--0x4d15599f, ~ 96^67 >= 0641/19 - 0565 > 0354
  .short (14>>2 < 82==0x5ae967c4d3f1b04d % 28)&0xffff
  .dword 77 & 83, (L1-L0)
  .8byte (L1-L0) & K3
  .int (14)&0x7fffffff
  .align 0
  .dword 'a' > '#' >> 60 % 30, (','<=0x6e22||53)
  .align 2
  .byte (18*0b11010001 ! K2/14)&0xff
  .8byte - K2 && 0x37d72a9fccf0e155 <> 0x69dce70bad67eced|48, 64
  .8byte 89++13<=(L1-L0), 69 != 57
  .balign 2
  .quad (0204), 0x7e2740a2d4217dea>0x1f55cb9b
  .float 0.1
  .8byte '0'
  .dword (0b111)>=0b10110010!'\t'>0b110111100<<16, (+ 46 ^ 0xf0873f235a94c74)
  .dword !K3, 7
  .8byte -- (.L9-L0)<>'a' == 0x7218e464
  .fill 1, 8, 1139404933
  .dword - 4+0x91e4<0b101101011<>72
  .double -0.0
  .dword K3-0x52b62d56 > 68 < (~26)
  .quad (0xb771!=0x1899e2fc < 9)
  .8byte -31||K1<<22
  .8byte 0xc7>=-K2 > ~ (0x1decc07c6), 31>>54 | ~ 0b110101110 <= K1
  .asciz " //b"
  .skip 2
  .word (+26)&0x7fffffff
  .quad 84
  .fill 0, 8, 526027994
  .half ((0b10110110 ^ 0220))&0xffff
  .byte (! -0xb96ac1c2 || ! 0x4e36a1e ! 1)&0xff
  .8byte (L1-L0)
  .dword (('\\'))&&(K2)+26 << 40
  .quad 69 < 5 && (L1-L0)+23<='\t'|'/'<>(.L9-L0)
  .8byte 13
  .dword (0447 <> 0657^-13)
  .quad 11*46
  .double 0.1
  .quad (0115<32 == 81 << 57), 0b11110000 << 48
  .quad (0xe556&78)&19 / 38==(' ')
  .asciz "\0b\0///*x*/"
  .8byte (K2) < 74/5 * '\\'>(.L9-L0) == -78, 74
  .fill 4, 2, 1759370111
  .space 9
  .space 6
  .quad (K2 >= 0206 * (.L9-L0))
  .string "//\101\\\101a\\"
  .byte (- 0x1f9eacf5 < 65 != 0xce03ac63a0c7c58 * ' ')&0xff
  .8byte (.L9-L0), 0761
  .8byte 0b1000111 - 73 != 0x135b99e05!=0674<=60
  .short ((0x263584af7f45bb75))&0xffff
  .8byte 0625
  .long (~30 ^ 0b110100001 < (.L9-L0)!=0x4ad9>>31)&0x7fffffff
  .fill 4, 1, 1946578798
  .byte ((0x1819acad9))&0xff
  .zero 9
  .byte (0b100110110)&0xff
  .dword K3 * +0b101001110 == 34
  .quad (82%39 >= 0256-K3)
  .asciz "//;\0"
  .dword ~(K3 <= 0x5d6dd53e4cabd09c)
  .p2align 2
  .2byte (0x51 ^ 0x7fc0f7d3ba2923f5 || 0!=0x3149%37)&0xffff
  .quad 90
  .int ((0530 > 0x544ab4c3148e081f >= (0b1000111)))&0x7fffffff
  .word (0x60fd8aee7e3d7086)&0x7fffffff
Lend:
