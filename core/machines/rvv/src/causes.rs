//! Why an element group does not enter a load/store unit of the vector machine, beyond the causes that all machines have.

use lanescope_parts::causes;

causes! {
    /// The memory bank that has the word is still busy with an access before.
    BANK_BUSY = "bank-busy", "memory bank busy", Waiting, Rose Grid;
    /// The page of an address is not in the table of translations: it is looked up in memory.
    PAGE_WALK = "page-walk", "page walk", Waiting, Orange Cross;
}
