/*
# lanescope: title A loop that lanes leave, by split and join
# lanescope: look Lane n halves n + 1, or takes three times it and one more, until it is 1; the letters say after how many turns. Follow the
# lanescope: look stack of warp 0: each split puts the lanes that are done away, the first join takes them, the second one takes all.
# lanescope: machine harp/harp32
*/
.def LANES 16
.perm x
start:  ldi    %r0, #1                  /* one lane becomes all of them */
make:   subi   %r1, %r0, LANES
        iszero @p0, %r1
@p0 ?   jmpi   made
        clone  %r0
        addi   %r0, %r0, #1
        jmpi   make
made:   ldi    %r0, #0
        ldi    %r1, LANES
        jalis  %r5, %r1, work

        ldi    %r7, #1                  /* one lane is left: it writes the letters */
        shli   %r7, %r7, (__WORD*8-1)
        ldi    %r0, #63                 /* where addresses are translated, its page must be known */
        tlbadd %r7, %r7, %r0
        ldi    %r0, #0
letter: ldi    %r2, steps
        muli   %r1, %r0, __WORD
        add    %r2, %r2, %r1
        ld     %r2, %r2, #0
        addi   %r2, %r2, #97
        st     %r2, %r7, #0
        addi   %r0, %r0, #1
        subi   %r1, %r0, LANES
        rtop   @p0, %r1
@p0 ?   jmpi   letter
        ldi    %r2, #10
        st     %r2, %r7, #0
        halt

work:   addi   %r1, %r0, #1             /* every lane has a number and a count */
        ldi    %r2, #0
turn:   subi   %r3, %r1, #1
        rtop   @p0, %r3
@p0 ?   split                           /* lanes whose number is 1 wait */
@p0 ?   jmpi   body
meet:   join
        ldi    %r4, flag                /* does any lane go on? */
        ldi    %r3, #0
        st     %r3, %r4, #0
        ldi    %r3, #1
@p0 ?   st     %r3, %r4, #0
        ld     %r3, %r4, #0
        rtop   @p2, %r3
@p2 ?   jmpi   turn
        ldi    %r4, steps
        muli   %r3, %r0, __WORD
        add    %r4, %r4, %r3
        st     %r2, %r4, #0
        jmprt  %r5

body:   andi   %r3, %r1, #1             /* guards choose what a lane does */
        rtop   @p1, %r3
@p1 ?   muli   %r1, %r1, #3
@p1 ?   addi   %r1, %r1, #1
        notp   @p1, @p1
@p1 ?   shri   %r1, %r1, #1
        addi   %r2, %r2, #1
        jmpi   meet

.perm rw
flag:   .word 0
steps:  .space 16
