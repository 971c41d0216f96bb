//! Whole programs in the style of the original ones, with results by hand.

use alloc::vec;

use super::*;

/// Runs a program in both modes of the tool, with and without translation of addresses.
fn both(arch: &str, text: &str, expected: &str) {
    for vm in [false, true] {
        let mut core = harptool(arch, vm, text);
        end(&mut core);
        assert_eq!(output(&core), expected, "{arch} {vm}");
    }
    let mut core = reference(arch, text);
    end(&mut core);
    assert_eq!(output(&core), expected, "{arch}");
}

/// `%r7` is the console; pages of the program and of the console are known.
const HELLO: &str = "/* Says hello. */
.perm x
.entry
.global
entry:  ldi  %r7, #1;
        shli %r7, %r7, (__WORD*8 - 1);
        ldi  %r2, #63
        tlbadd %r7, %r7, %r2
        ldi  %r0, text
        jali %r5, puts
        halt;
puts:   ld   %r1, %r0, #0
        andi %r1, %r1, #0xff
        iszero @p0, %r1
@p0 ?   jmpr %r5
        st   %r1, %r7, #0
        addi %r0, %r0, #1
        jmpi puts
.perm r
.global
text:   .string \"hello\\n\"
";

#[test]
fn hello_is_printed_in_both_encodings_and_word_sizes() {
    for arch in ["4w8/8/1/1", "4b16/16/2/1", "8w32/32/8/8", "8b32/32/4/2"] {
        both(arch, HELLO, "hello\n");
    }
    // By hand: 6 and `halt`, 7 for each of 6 characters, 4 to find the end.
    let mut core = harptool("4w8/8/1/1", true, HELLO);
    let counts = end(&mut core);
    assert_eq!((counts.steps, counts.loads, counts.stores), (7 + 6 * 7 + 4, 7, 6));
}

#[test]
fn a_loop_whose_lanes_leave_one_by_one_is_guarded() {
    // Lane n adds n+1 numbers: n, n-1, .. 0. The loop goes on while one lane's flag in memory is on.
    let text = "
        ldi %r6, #0; addi %r2, %r0, #1
        shli %r3, %r0, #2
loop:   rtop @p1, %r2
@p1 ?   subi %r2, %r2, #1
@p1 ?   add %r6, %r6, %r2
        st %r2, %r3, #256
        ldi %r4, #16
        ldi %r5, #0
any:    subi %r4, %r4, #4
        ld %r7, %r4, #256
        or %r5, %r5, %r7
        rtop @p2, %r4
@p2 ?   jmpi any
        rtop @p2, %r5
@p2 ?   jmpi loop
        halt
";
    let mut core = lanes(4, &text.replace("; addi", "\naddi"));
    let counts = end(&mut core);
    // Four turns of 3 guarded instructions with `rtop`, 3 more, 20 to ask all lanes, 2 to go on.
    assert_eq!((get(&core, 6), counts.steps), (vec![0, 1, 3, 6], 3 + 4 * (6 + 20 + 2) + 1));
}

#[test]
fn warps_wait_for_each_other_at_a_barrier() {
    // Warp 1 writes a number late; warp 0 adds one to it behind the barrier.
    let text = "
        ldi %r0, late
        ldi %r1, #5
        wspawn %r4, %r0, %r1
        ldi %r2, #7
        ldi %r3, #2
        bar %r2, %r3
        ldi %r0, place
        ld %r1, %r0, #0
        addi %r1, %r1, #1
        st %r1, %r0, #0
        halt
late:   subi %r4, %r4, #1
        rtop @p0, %r4
@p0 ?   jmpi late
        ldi %r0, place
        ldi %r1, #41
        st %r1, %r0, #0
        ldi %r2, #7
        ldi %r3, #2
        bar %r2, %r3
        halt
place:  .word 0
";
    for mut core in [reference("4w8/8/1/2", text), harptool("4w8/8/1/2", true, text)] {
        end(&mut core);
        let steps: Vec<u64> = core.warps().iter().map(|warp| warp.counts.steps).collect();
        // Warp 1 begins in step 3 and comes to the barrier with its 21st, in step 23: 15 for the loop, then 6. Both go on in step 24.
        assert_eq!((memory(&core, 21 * 4, 1), steps, core.steps()), (vec![42], vec![11, 22], 28));
    }
}

#[test]
fn a_function_calls_itself_with_a_stack() {
    // The factorial of 6, with the link and the number on a stack that grows down.
    let text = "
        ldi %sp, stack
        ldi %r0, #6
        jali %ra, fact
        ldi %r1, result
        st %r0, %r1, #0
        halt
fact:   rtop @p0, %r0
@p0 ?   jmpi deep
        ldi %r0, #1
        jmpr %ra
deep:   subi %sp, %sp, (2*__WORD)
        st %ra, %sp, #0
        st %r0, %sp, __WORD
        subi %r0, %r0, #1
        jali %ra, fact
        ld %r1, %sp, __WORD
        mul %r0, %r0, %r1
        ld %ra, %sp, #0
        addi %sp, %sp, (2*__WORD)
        jmpr %ra
result: .word 0
.space 20
stack:  .word 0
";
    for arch in ["4w8/8/1/1", "4b8/8/1/1", "8w8/8/1/1"] {
        for mut core in [reference(arch, text), harptool(arch, true, text)] {
            let counts = end(&mut core);
            // By hand: 6 outside, 12 for each of 6 calls that go deeper, 4 for the last.
            assert_eq!(
                (core.warps()[0].get(0, 0), counts.steps, counts.loads, counts.stores),
                (720, 6 + 6 * 12 + 4, 12, 13),
                "{arch}"
            );
        }
    }
}

#[test]
fn a_handler_makes_pages_known_when_they_are_missed() {
    // Page 1 is looked up in a table in page 0: it lies in page 2. The handler saves nothing, since reti restores lane 0.
    let text = "
        ldi %r0, handler
        skep %r0
        ldi %r2, #4096
        ldi %r3, #77
        st %r3, %r2, #8
        ld %r4, %r2, #8
        ldi %r5, #8200
        halt
handler:
        subi %r2, %r0, #1
        rtop @p0, %r2
@p0 ?   halt
        shri %r3, %r1, #12
        shli %r3, %r3, #2
        ld %r4, %r3, table
        ldi %r5, #63
        tlbadd %r1, %r4, %r5
        reti
table:  .word 0 8192 0
.align 12288
end:    .word 0
";
    let mut core = harptool("4w8/8/1/1", true, text);
    let counts = end(&mut core);
    // 8 instructions, the handler's 9, and the store a second time.
    assert_eq!((counts.steps, counts.stores, counts.loads), (8 + 9 + 1, 2, 2));
    assert_eq!((core.warps()[0].get(4, 0), memory(&core, 8200, 1)), (77, vec![77]));
    assert_eq!(core.last_interrupt(), Some(Interrupt { number: 1, warp: 0, pc: 16 }));
    assert_eq!(core.tlb().pages().collect::<Vec<_>>(), [(0, 0, 63), (1, 2, 63)]);
}

#[test]
fn what_a_program_writes_over_its_instructions_is_executed() {
    // The second turn finds the instruction that the first has put there: 1 and 10.
    let text = "
        ldi %r2, #2
        ldi %r3, other
        ldi %r4, here
        ldi %r6, #0
        ld %r5, %r3, #0
here:   addi %r6, %r6, #1
        st %r5, %r4, #0
        subi %r2, %r2, #1
        rtop @p0, %r2
@p0 ?   jmpi here
        halt
other:  addi %r6, %r6, #10
";
    for arch in ["4w8/8/2/1", "8w32/32/2/1"] {
        let mut core = reference(arch, text);
        end(&mut core);
        assert_eq!(get(&core, 6)[0], 11, "{arch}");
    }
}

/// An instruction whose first two bytes are the last of all addresses goes on at address 0, however much memory there is.
#[test]
fn instructions_go_on_at_address_0_behind_the_last_one() {
    // The bytes 0xff 0x25 say `addi` without a guard; the first byte of the program, 0xff, is its first register.
    let text = "
        ldi %r0, #-2
        ldi %r1, #9727
        st %r1, %r0, #0
        jmpr %r0
        halt
";
    for room in ["", ".space 33000"] {
        let mut core = reference("2b4/4/1/1", &alloc::format!("{text}{room}"));
        let Fault { why, pc, .. } = fault(&mut core);
        assert_eq!((why, pc), (Why::NoRegister(255), 0xfffe), "{room}");
    }
}

/// All bytes of a word are stored, whatever its size: -2 comes back with its sign.
#[test]
fn words_of_all_sizes_are_stored_whole() {
    for bytes in 1..=8 {
        for encoding in ["b", "w"] {
            let arch = alloc::format!("{bytes}{encoding}4/2/1/1");
            if Arch::parse(&arch).is_err() || (encoding == "w" && bytes < 3) {
                continue;
            }
            let text = "ldi %r0, #-2\nldi %r1, #96\nst %r0, %r1, #0\nld %r2, %r1, #0\nhalt\n";
            let mut core = reference(&arch, text);
            end(&mut core);
            assert_eq!(get(&core, 2), [-2], "{arch}");
        }
    }
}
