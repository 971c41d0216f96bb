//! Lists that an extension continues.

/// Declares an enum whose last value is one of an extension's own list. It shows itself as the name alone, whichever of the
/// two lists that is in.
macro_rules! open_enum {
    ($(#[doc = $doc:literal])+ $name:ident, $own:ident; $($(#[doc = $each:literal])+ $value:ident,)*) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
        pub enum $name<X: $crate::riscv::isa::Isa> {
            $($(#[doc = $each])+ $value,)*
            /// One of the extension's.
            Ext(X::$own),
        }

        impl<X: $crate::riscv::isa::Isa> core::fmt::Debug for $name<X> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self {
                    $($name::$value => f.write_str(stringify!($value)),)*
                    $name::Ext(own) => core::fmt::Debug::fmt(own, f),
                }
            }
        }
    };
}
pub(super) use open_enum;

/// Gives the values of an extension's list their names in the whole list too, so that code of the machine can write
/// `Op::Vadd` beside `Op::Add`, as a value and in patterns, where the trait of the names is in scope.
#[macro_export]
macro_rules! whole_list_names {
    ($names:ident: $whole:ident, $own:ident; $($(#[doc = $doc:literal])+ $value:ident,)*) => {
        /// The names of the machine's own values in the whole list.
        #[allow(non_upper_case_globals, missing_docs)]
        pub trait $names { $($(#[doc = $doc])+ const $value: $whole;)* }

        impl $names for $whole { $(const $value: $whole = $whole::Ext($own::$value);)* }
    };
}
