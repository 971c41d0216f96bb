/*
# lanescope: title Tables of keys by hand, with guards alone
# lanescope: look Each lane puts three keys into a table of eight places of its own, each at the first free place from the one that its
# lanescope: look lowest bits name, and then looks for three others. No lane is split off: guards choose what each does, and the warp
# lanescope: look goes on as long as one lane finds another key in its way. The lanes of warp 0 have the same keys, most of warp 1, and
# lanescope: look those of warp 2 all kinds. A digit says how many keys were found.
# lanescope: machine harp/harp32
*/
.def LANES 16
.def WARPS 3
.def PLACES 8
.perm x
start:  ldi    %r7, #1                  /* the page of the console must be known where addresses are translated */
        shli   %r7, %r7, (__WORD*8-1)
        ldi    %r0, #63
        tlbadd %r7, %r7, %r0
        ldi    %r1, #4096               /* and the second page of the program, in which tables lie */
        tlbadd %r1, %r1, %r0
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
        ldi    %r7, #1                  /* the console again */
        shli   %r7, %r7, (__WORD*8-1)
        ldi    %r0, #0
digit:  ld     %r2, %r0, hits
        addi   %r2, %r2, #48
        st     %r2, %r7, #0
        addi   %r0, %r0, __WORD
        subi   %r1, %r0, (WARPS*LANES*__WORD)
        rtop   @p0, %r1
@p0 ?   jmpi   digit
        ldi    %r2, #10
        st     %r2, %r7, #0
        halt

work:   muli   %r2, %r6, LANES
        add    %r2, %r2, %r0
        muli   %r3, %r2, (PLACES*__WORD)
        addi   %r3, %r3, tables         /* R3 is the lane's table */
        muli   %r7, %r2, __WORD
        addi   %r7, %r7, keys           /* R7 is its key in the row at hand */
        muli   %r6, %r6, __WORD         /* R6 says from now on where the word of the warp is */
        ldi    %r0, #0                  /* R0 counts what is found */
row:    ld     %r1, %r7, #0
        subi   %r4, %r7, wanted
        isneg  @p5, %r4                 /* P5: in this row keys are put in */
        andi   %r2, %r1, (PLACES-1)
probe:  muli   %r4, %r2, __WORD
        add    %r4, %r4, %r3
        ld     %r4, %r4, #0
        rtop   @p1, %r4
        sub    %r4, %r4, %r1
        rtop   @p2, %r4
        andp   @p1, @p1, @p2            /* P1: another key is in the place */
@p1 ?   addi   %r2, %r2, #1
@p1 ?   andi   %r2, %r2, (PLACES-1)
        ldi    %r4, #0                  /* does any lane of the warp go on? */
        st     %r4, %r6, flags
        ldi    %r4, #1
@p1 ?   st     %r4, %r6, flags
        ld     %r4, %r6, flags
        rtop   @p2, %r4
@p2 ?   jmpi   probe
        muli   %r4, %r2, __WORD
        add    %r4, %r4, %r3
@p5 ?   st     %r1, %r4, #0
        ld     %r4, %r4, #0
        sub    %r4, %r4, %r1
        iszero @p1, %r4
        notp   @p2, @p5
        andp   @p1, @p1, @p2
@p1 ?   addi   %r0, %r0, #1
        addi   %r7, %r7, (WARPS*LANES*__WORD)
        subi   %r4, %r7, end
        isneg  @p0, %r4
@p0 ?   jmpi   row
        subi   %r3, %r3, tables         /* from the table of the lane to its count */
        divi   %r3, %r3, PLACES
        st     %r0, %r3, hits
        jmprt  %r5

.perm rw
keys:   .word 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26 36 36 18 36 36 36 36 36 36 9 36 36 36 36 36 36 28 36 18 27 23 25 15 10 6 12 10 15 15 1 32 38
key1:   .word 34 34 34 34 34 34 34 34 34 34 34 34 34 34 34 34 17 17 19 17 17 17 17 17 17 1 17 17 17 17 17 17 10 44 35 35 40 33 21 18 33 20 4 23 36 9 26 46
key2:   .word 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26 52 52 31 52 52 52 52 52 52 26 52 52 52 52 52 52 4 13 5 14 29 11 8 22 39 4 7 1 37 10 35 7
wanted: .word 34 34 34 34 34 34 34 34 34 34 34 34 34 34 34 34 52 52 2 52 52 52 52 52 52 5 52 52 52 52 52 52 10 40 25 35 17 23 21 24 31 20 8 32 36 31 31 46
want1:  .word 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26 10 10 7 10 10 10 10 10 10 22 10 10 10 10 10 10 28 31 11 34 23 14 34 24 6 35 2 34 15 6 17 34
want2:  .word 24 24 24 24 24 24 24 24 24 24 24 24 24 24 24 24 11 11 23 11 11 11 11 11 11 15 11 11 11 11 11 11 4 35 33 22 15 11 13 16 26 15 7 34 32 23 2 7
end:    .word 0
flags:  .space 3
hits:   .space 48
tables: .space 384
