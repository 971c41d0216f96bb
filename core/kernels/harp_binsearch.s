/*
# lanescope: title Searches by hand: lanes agree, nearly agree, and do not
# lanescope: look Each lane looks for its key in the same list and narrows a range until it is there: three nested splits, and a loop
# lanescope: look that goes on as long as one lane asks for it. The lanes of warp 0 have the same key, two of warp 1 another one, those
# lanescope: look of warp 2 all kinds. A letter is the place of the key.
# lanescope: machine harp/harp32
*/
.def LANES 16
.def WARPS 3
.def COUNT 16
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
        ldi    %r7, #1                  /* the console again */
        shli   %r7, %r7, (__WORD*8-1)
        ldi    %r0, #0
letter: ld     %r2, %r0, places
        isneg  @p1, %r2
        addi   %r2, %r2, #97
@p1 ?   ldi    %r2, #45                 /* a key that is not there is a dash */
        st     %r2, %r7, #0
        addi   %r0, %r0, __WORD
        subi   %r1, %r0, (WARPS*LANES*__WORD)
        rtop   @p0, %r1
@p0 ?   jmpi   letter
        ldi    %r2, #10
        st     %r2, %r7, #0
        halt

work:   muli   %r2, %r6, LANES
        add    %r2, %r2, %r0
        muli   %r0, %r2, __WORD         /* R0 says from now on where the lane's key and its place are */
        ld     %r1, %r0, keys
        ldi    %r2, #0                  /* the key is not below R2 and not from R3 on */
        ldi    %r3, COUNT
        xorp   @p3, @p3, @p3            /* P3: it is found */
turn:   sub    %r4, %r2, %r3
        isneg  @p2, %r4
        notp   @p4, @p3
        andp   @p2, @p2, @p4            /* P2: this lane goes on */
        notp   @p4, @p2
@p4 ?   split                           /* those that are done wait */
@p4 ?   jmpi   meet
        add    %r4, %r2, %r3
        shri   %r4, %r4, #1
        muli   %r7, %r4, __WORD
        ld     %r7, %r7, list
        sub    %r7, %r7, %r1
        iszero @p5, %r7
@p5 ?   split
@p5 ?   jmpi   found
        isneg  @p6, %r7
@p6 ?   split
@p6 ?   jmpi   behind
        ori    %r3, %r4, #0             /* the key is in front of this one */
        jmpi   half
behind: addi   %r2, %r4, #1
half:   join
        jmpi   one
found:  ori    %r2, %r4, #0
        orp    @p3, @p5, @p5
one:    join
meet:   join
        muli   %r7, %r6, __WORD         /* does any lane of the warp go on? */
        ldi    %r4, #0
        st     %r4, %r7, flags
        ldi    %r4, #1
@p2 ?   st     %r4, %r7, flags
        ld     %r4, %r7, flags
        rtop   @p7, %r4
@p7 ?   jmpi   turn
        notp   @p4, @p3
@p4 ?   ldi    %r2, #-1
        st     %r2, %r0, places
        jmprt  %r5

.perm rw
list:   .word 8 11 15 17 22 28 32 37 46 51 58 60 64 79 95 99
keys:   .word 51 51 51 51 51 51 51 51 51 51 51 51 51 51 51 51 17 17 17 17 17 95 17 17 17 17 17 18 17 17 17 17 9 37 95 100 64 17 96 11 46 80 32 79 65 60 15 61
flags:  .space 3
places: .space 48
