use lanescope_core::machines::rvv::{
    asm,
    encode::{decode, encode},
};
use std::io::Read;
fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    if std::env::args().nth(1).as_deref() == Some("asm") {
        let (p, d) = asm::assemble(&text);
        for x in &d {
            println!(
                "ERR {} {:?} {:?}",
                x.message,
                x.span(),
                text.get(x.span().start as usize..x.span().end as usize)
            );
        }
        for i in &p.code {
            println!("{:08x}", encode(i));
        }
        return;
    }
    for line in text.lines() {
        let word = u32::from_str_radix(line, 16).unwrap();
        match decode(word) {
            None => println!("{line} -"),
            Some(i) => {
                assert_eq!(encode(&i), word, "{line}");
                println!(
                    "{line} {}",
                    asm::print_inst(&i, 0, |pc| Some(format!(".{:+}", i64::from(pc as i32) * 4)))
                )
            }
        }
    }
}
