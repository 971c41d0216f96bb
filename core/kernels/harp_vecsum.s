/*
# lanescope: title A sum of vectors by hand: the end of the vector parts one warp
# lanescope: look Two warps add 40 pairs, 16 at a time. In two turns all lanes of a warp are in front of the end; in the last one half
# lanescope: look of them is behind it: there, and nowhere else, `split` puts lanes away. Each result is two hexadecimal digits.
# lanescope: machine harp/harp32
*/
.def LANES 16
.def WARPS 2
.def COUNT 40
.perm x
start:  ldi    %r7, #1                  /* the page of the console must be known where addresses are translated */
        shli   %r7, %r7, (__WORD*8-1)
        ldi    %r0, #63
        tlbadd %r7, %r7, %r0
        ldi    %r6, #0                  /* R6 is the number of the warp, in the others what `wspawn` hands on */
        ldi    %r1, #1
        ldi    %r2, warp
spawn:  wspawn %r6, %r2, %r1
        addi   %r1, %r1, #1
        subi   %r3, %r1, WARPS
        rtop   @p0, %r3
@p0 ?   jmpi   spawn
warp:   ldi    %r0, #1                  /* R0 is the number of the lane: each gets what lane 0 has in its registers */
lane:   clone  %r0
        addi   %r0, %r0, #1
        subi   %r1, %r0, LANES
        rtop   @p0, %r1
@p0 ?   jmpi   lane
        ldi    %r0, #0
        ldi    %r1, LANES
        jalis  %r5, %r1, work
        ldi    %r0, #1                  /* one lane is left in each warp; the last warp opens the barrier */
        ldi    %r1, WARPS
        bar    %r0, %r1
        rtop   @p0, %r6
@p0 ?   halt
        ldi    %r0, sum
        ldi    %r1, COUNT
        jmpi   print

work:   muli   %r1, %r6, LANES          /* R1 is the first element of the turn: all lanes agree on it */
turn:   subi   %r2, %r1, COUNT
        isneg  @p0, %r2
        notp   @p0, @p0
@p0 ?   jmprt  %r5
        add    %r2, %r1, %r0
        subi   %r3, %r2, COUNT
        isneg  @p1, %r3
        notp   @p1, @p1
@p1 ?   split                           /* a lane behind the end has nothing to do */
@p1 ?   jmpi   done
        muli   %r2, %r2, __WORD
        ld     %r3, %r2, left
        ld     %r4, %r2, right
        add    %r3, %r3, %r4
        st     %r3, %r2, sum
done:   join
        addi   %r1, %r1, (WARPS*LANES)
        jmpi   turn

print:  ld     %r2, %r0, #0             /* R1 words from R0 on, each as two digits */
        shri   %r3, %r2, #4
        jali   %r4, digit
        ori    %r3, %r2, #0
        jali   %r4, digit
        addi   %r0, %r0, __WORD
        subi   %r1, %r1, #1
        rtop   @p0, %r1
@p0 ?   jmpi   print
        ldi    %r3, #10
        st     %r3, %r7, #0
        halt
digit:  andi   %r3, %r3, #15
        addi   %r3, %r3, #48
        subi   %r6, %r3, #58
        isneg  @p0, %r6
        notp   @p0, @p0
@p0 ?   addi   %r3, %r3, #39            /* a letter */
        st     %r3, %r7, #0
        jmpr   %r4

.perm rw
left:   .word 41 19 50 83 6 9 105 68 12 46 74 7 116 64 27 4 11 55 53 8 30 11 70 54 7 105 72 15 28 80 80 74 7 73 74 50 6 28 5 71
right:  .word 109 17 37 53 18 69 15 73 39 71 104 87 23 13 74 73 81 24 47 12 70 91 8 72 7 79 26 63 87 68 54 99 40 59 74 118 58 46 38 31
sum:    .space 40
