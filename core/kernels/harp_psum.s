/*
# lanescope: title Sums of warps by hand: fewer lanes in each turn
# lanescope: look Four warps add up 16 values each: in each turn the lower half of the lanes adds what the upper half has, so that
# lanescope: look `split` finds lanes that disagree every time. The values behind the end are left out by a guard. Behind the barrier
# lanescope: look warp 0 adds the four sums.
# lanescope: machine harp/harp32
*/
.def LANES 16
.def WARPS 4
.def COUNT 56
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
        ldi    %r0, #0                  /* warp 0 has R0 for the warp, R1 for its row, R2 for the sum of all */
        ldi    %r1, #0
        ldi    %r2, #0
total:  ld     %r3, %r1, rows
        add    %r2, %r2, %r3
        st     %r3, %r0, sums
        addi   %r1, %r1, (LANES*__WORD)
        addi   %r0, %r0, __WORD
        subi   %r3, %r0, (WARPS*__WORD)
        rtop   @p0, %r3
@p0 ?   jmpi   total
        st     %r2, %r0, sums
        ldi    %r0, sums
        ldi    %r1, (WARPS+1)
        jmpi   print

work:   muli   %r1, %r6, LANES
        add    %r1, %r1, %r0
        subi   %r3, %r1, COUNT
        isneg  @p1, %r3
        muli   %r2, %r1, __WORD         /* R2 says where the lane's sum is among the rows */
        ldi    %r3, #0
@p1 ?   ld     %r3, %r2, values         /* behind the end it is 0 */
        st     %r3, %r2, rows
        ldi    %r1, (LANES/2)           /* from so many lanes further on comes what is added */
fold:   sub    %r3, %r0, %r1
        isneg  @p1, %r3
        notp   @p1, @p1
@p1 ?   split
@p1 ?   jmpi   folded
        muli   %r3, %r1, __WORD
        add    %r3, %r3, %r2
        ld     %r3, %r3, rows
        ld     %r4, %r2, rows
        add    %r3, %r3, %r4
        st     %r3, %r2, rows
folded: join
        shri   %r1, %r1, #1
        rtop   @p0, %r1
@p0 ?   jmpi   fold
        jmprt  %r5

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
values: .word 1 5 1 0 4 2 4 3 2 5 3 2 4 0 0 4 3 1 2 1 3 3 0 5 0 4 4 2 2 5 2 4 3 4 3 0 0 2 3 5 5 0 0 5 5 2 5 4 5 3 2 5 3 5 2 0
rows:   .space 64
sums:   .space 5
