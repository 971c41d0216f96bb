//! Register files of ports and of banks, sparse masks, and operands that begin at an element.

use super::*;

#[test]
fn ports_of_the_register_file_bound_what_runs_together() {
    let ports = |class, written: &[u32], read: &[u32]| Record {
        ports: (read.len() as u32, written.len() as u32),
        ..vector(class, written, read, 10)
    };
    let records = vec![
        ports(Class::VFpMul, &[1], &[2, 3]),
        ports(Class::VFpAdd, &[4], &[5, 6]),
        ports(Class::VInt, &[7], &[8, 9]),
    ];
    let starts = |read_ports| starts_and_ends(&records, &Spec { read_ports, ..textbook() }).0;
    assert_eq!(starts(6), [0, 1, 2]);
    // The third one waits until the first has read its last group, in cycle 9.
    assert_eq!(starts(5), [0, 1, 10]);
    assert_eq!(starts(4), [0, 1, 10]);
    let writes = |write_ports| starts_and_ends(&records, &Spec { write_ports, ..textbook() }).0;
    assert_eq!(writes(2)[2], 9 + 7 + 1);
}

/// An instruction of so many operands, all of which are there, on ten element groups.
fn reading(class: Class, target: u32, operands: u32) -> Record {
    Record { ports: (operands, 1), ..vector(class, &[target], &[], 10) }
}

/// Banks of registers with so many ports to read, and enough to write.
fn banked(register_banks: u32, bank_reads: u32) -> Spec {
    Spec { register_file: RegisterFile::Banked, register_banks, bank_reads, bank_writes: 4, ..textbook() }
}

#[test]
fn hv15_banks_feed_as_many_operands_as_they_have_ports() {
    for operands in 1..=4u32 {
        for (banks, reads) in [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (4, 1), (1, 4)] {
            // The last of ten groups, in a bank that has read for the groups of nine / banks rounds before.
            let collected = if operands <= banks * reads {
                9 + operands.div_ceil(reads)
            } else {
                9 % banks + ((9 / banks + 1) * operands).div_ceil(reads)
            };
            let time = run(&[reading(Class::VFpMul, 1, operands)], &banked(banks, reads)).1;
            assert_eq!(time, u64::from(collected + 7), "{operands} {banks} {reads}");
        }
    }
}

#[test]
fn hv15_instructions_settle_into_phases_while_there_are_ports() {
    let records = [reading(Class::VFpMul, 1, 2), reading(Class::VFpAdd, 2, 2), reading(Class::VInt, 3, 1)];
    let issues = |spec: &Spec| run(&records, spec).0.iter().map(|times| times.issue).collect::<Vec<_>>();
    // Five ports for five operands: in cycle 1 the bank of the first groups still reads for the first instruction.
    assert_eq!(issues(&banked(5, 1)), [0, 2, 4]);
    // Four ports: the third one waits until the last group of that bank, the eighth, has been read twice.
    assert_eq!(issues(&banked(4, 1)), [0, 2, 12]);
    let (times, _) = run(&records, &banked(5, 1));
    assert!(times.iter().all(|times| times.register_stalls == 0));
    // The waiting has its cause.
    let mut pipeline = pipeline::Pipeline::new(alloc::sync::Arc::new(banked(4, 1)));
    pipeline.issue(&records[0], 0, 0, &mut lanescope_parts::mem::main::Main::Ideal);
    let waits = pipeline.waits(&records[1], 1);
    assert_eq!((waits.over(1), waits.0[3]), (2, (2, lanescope_parts::trace::Cause::REGISTER_BANK)));
}

#[test]
fn hv15_results_that_meet_in_a_bank_enter_later() {
    // The adder's first result would come with the multiplier's, in cycle 7, in the same bank.
    let records = [reading(Class::VFpMul, 1, 1), reading(Class::VFpAdd, 2, 1)];
    let adds = |bank_writes| {
        let (times, _) = run(&records, &Spec { bank_writes, ..banked(4, 4) });
        (times[1].start, times[1].register_stalls)
    };
    assert_eq!([adds(1), adds(2)], [(2, 1), (1, 0)]);
    // A group's distance further there is no meeting.
    let shorter = Spec { fp_add_depth: 7, ..banked(4, 4) };
    assert_eq!(starts_and_ends(&records, &shorter).0, [0, 1]);
}

/// An add of elements of v8: first element of the result, of both sources.
fn add_from(elements: u32, to: u32, sources: [u32; 2]) -> Record {
    let bits = 1 << 8;
    let begins = Some([(bits, to), (bits, sources[0]), (bits, sources[1])]);
    Record { begins, ..vector(Class::VFpAdd, &[8], &[8], elements) }
}

#[test]
fn hv29_parts_of_a_register_wait_for_what_they_read_only() {
    let late = vector(Class::VLoad, &[8], &[], 64);
    // Elements 32 and 33 come in cycles 12 + 32 and 12 + 33.
    let starts = |lanes, from| {
        starts_and_ends(&[late.clone(), add_from(8, 0, [from, from])], &Spec { lanes, ..textbook() }).0[1]
    };
    assert_eq!([starts(1, 0), starts(1, 32), starts(1, 33)], [12, 12 + 32, 12 + 33]);
    // With four lanes group 8 has elements 32 to 35, and a piece that begins in its middle needs group 9 as well.
    assert_eq!([starts(4, 32), starts(4, 33), starts(4, 36)], [12 + 8, 12 + 9, 12 + 9]);
    // What was loaded behind the part that is written is as early as before.
    let records = [late, add_from(8, 0, [0, 8]), add_from(8, 16, [32, 40]), add_from(8, 24, [0, 16])];
    let (times, _) = run(&records, &textbook());
    assert_eq!([times[1].start, times[2].start], [12 + 8, 12 + 40]);
    // The last one takes the results of both others, the later of which has its first one 6 cycles after its start.
    assert_eq!(times[3].start, times[2].start + 8);
    let slow = Spec { fp_add_depth: 20, ..textbook() };
    let (times, _) = run(&records, &slow);
    assert_eq!(times[3].start, times[2].start + 20);
}

#[test]
fn hv29_a_recurrence_takes_the_depth_of_its_unit_for_each_distance() {
    let time = |distance, lanes| {
        let (times, _) = run(&[add_from(16, distance, [0, 40])], &Spec { lanes, ..textbook() });
        times[0].groups.last().copied()
    };
    // Each element waits 6 cycles for the one before; at a distance of 6 the pipeline is full.
    assert_eq!(time(1, 1), Some(15 * 6));
    assert_eq!(time(5, 1), Some(15 + 3));
    assert_eq!([time(6, 1), time(7, 1), time(0, 1)], [Some(15); 3]);
    // In four lanes a distance of 4 is from group to group, one of 2 twice within each.
    assert_eq!([time(4, 4), time(2, 4)], [Some(3 * 6), Some(7 * 6)]);
}
