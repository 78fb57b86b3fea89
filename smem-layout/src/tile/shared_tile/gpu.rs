//! On rustc's target `nvptx64-nvidia-cuda`: storage that is declared in PTX, since Rust has no state spaces.
//!
//! Each macro is passed the name of the storage as the template of an assembly text, with the template's operands.

/// Declares the storage in PTX.
#[doc(hidden)]
#[macro_export]
macro_rules! __shared_tile_storage {
    ([] [$tile:ty] [$symbol:literal] [$($operand:tt)*]) => {
        const _: () = $crate::shared_tile::check_size::<$tile>(false);
        ::core::arch::global_asm!(
            ::core::concat!(".shared .align {align} .b8 ", $symbol, "[{bytes}];"),
            $($operand)*
            align = const ::core::mem::align_of::<$tile>(),
            bytes = const ::core::mem::size_of::<$tile>(),
        );
    };
    ([extern] [$tile:ty] [$symbol:literal] [$($operand:tt)*]) => {
        const _: () = $crate::shared_tile::check_size::<$tile>(true);
        ::core::arch::global_asm!(
            ::core::concat!(".extern .shared .align {align} .b8 ", $symbol, "[];"),
            $($operand)*
            align = const ::core::mem::align_of::<$tile>(),
        );
    };
}

/// The address of the storage: a generic one, which is what a Rust pointer is on this target.
#[doc(hidden)]
#[macro_export]
macro_rules! __shared_tile_address {
    ([$tile:ty] [$symbol:literal] [$($operand:tt)*]) => {{
        let address: *mut $tile;
        // SAFETY: names a variable of this module and writes one register.
        unsafe {
            ::core::arch::asm!(
                ::core::concat!("mov.u64 {address}, ", $symbol, ";"),
                "cvta.shared.u64 {address}, {address};",
                $($operand)*
                address = out(reg64) address,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        address
    }};
}

/// The shared address of the element at an offset, in bytes. 32 bits hold it.
#[doc(hidden)]
#[macro_export]
macro_rules! __shared_tile_offset {
    ([$tile:ty] [$symbol:literal] [$($operand:tt)*] $offset:ident) => {{
        let start: ::core::primitive::u32;
        ::core::arch::asm!(
            ::core::concat!("mov.u32 {start}, ", $symbol, ";"),
            $($operand)*
            start = out(reg32) start,
            options(pure, nomem, nostack, preserves_flags),
        );
        const BYTES: ::core::primitive::u32 =
            ::core::mem::size_of::<<$tile as $crate::SmemTile>::Elem>() as ::core::primitive::u32;
        start.wrapping_add($offset.wrapping_mul(BYTES))
    }};
}

/// `ld.shared` of a value, in one instruction or, for 32 bytes, two.
#[doc(hidden)]
#[macro_export]
macro_rules! __shared_tile_load {
    ([$tile:ty] [$symbol:literal] [$($operand:tt)*] $this:ident $offset:ident [$type:ty]) => {{
        type Bits<T> = ::core::mem::MaybeUninit<T>;
        let address = $crate::__shared_tile_offset!([$tile] [$symbol] [$($operand)*] $offset);
        let mut value = ::core::mem::MaybeUninit::<$type>::uninit();
        match $crate::shared_tile::access_bytes::<$type, $tile>() {
            1 => {
                let bits: Bits<::core::primitive::u8>;
                ::core::arch::asm!(
                    "ld.shared.b8 {bits}, [{address}];",
                    bits = out(reg16) bits, address = in(reg32) address, options(readonly, nostack, preserves_flags),
                );
                value.as_mut_ptr().cast::<Bits<::core::primitive::u8>>().write_unaligned(bits);
            }
            2 => {
                let bits: Bits<::core::primitive::u16>;
                ::core::arch::asm!(
                    "ld.shared.b16 {bits}, [{address}];",
                    bits = out(reg16) bits, address = in(reg32) address, options(readonly, nostack, preserves_flags),
                );
                value.as_mut_ptr().cast::<Bits<::core::primitive::u16>>().write_unaligned(bits);
            }
            4 => {
                let bits: Bits<::core::primitive::u32>;
                ::core::arch::asm!(
                    "ld.shared.b32 {bits}, [{address}];",
                    bits = out(reg32) bits, address = in(reg32) address, options(readonly, nostack, preserves_flags),
                );
                value.as_mut_ptr().cast::<Bits<::core::primitive::u32>>().write_unaligned(bits);
            }
            8 => {
                let bits: Bits<::core::primitive::u64>;
                ::core::arch::asm!(
                    "ld.shared.b64 {bits}, [{address}];",
                    bits = out(reg64) bits, address = in(reg32) address, options(readonly, nostack, preserves_flags),
                );
                value.as_mut_ptr().cast::<Bits<::core::primitive::u64>>().write_unaligned(bits);
            }
            bytes @ (16 | 32) => {
                let mut at = 0;
                while at < bytes {
                    let (low, high): (Bits<::core::primitive::u64>, Bits<::core::primitive::u64>);
                    ::core::arch::asm!(
                        "ld.shared.v2.b64 {{{low}, {high}}}, [{address}];",
                        low = out(reg64) low, high = out(reg64) high, address = in(reg32) address.wrapping_add(at),
                        options(readonly, nostack, preserves_flags),
                    );
                    let half = value.as_mut_ptr().byte_add(at as ::core::primitive::usize);
                    half.cast::<[Bits<::core::primitive::u64>; 2]>().write_unaligned([low, high]);
                    at += 16;
                }
            }
            _ => {
                let from = $this.as_mut_ptr() as *const <$tile as $crate::SmemTile>::Elem;
                value.write(from.add($offset as ::core::primitive::usize).cast::<$type>().read_unaligned());
            }
        }
        value.assume_init()
    }};
}

/// `st.shared` of a value, in one instruction or, for 32 bytes, two.
#[doc(hidden)]
#[macro_export]
macro_rules! __shared_tile_store {
    ([$tile:ty] [$symbol:literal] [$($operand:tt)*] $this:ident $offset:ident [$type:ty] $value:ident) => {{
        type Bits<T> = ::core::mem::MaybeUninit<T>;
        let address = $crate::__shared_tile_offset!([$tile] [$symbol] [$($operand)*] $offset);
        let value = ::core::mem::MaybeUninit::new($value);
        match $crate::shared_tile::access_bytes::<$type, $tile>() {
            1 => ::core::arch::asm!(
                "st.shared.b8 [{address}], {bits};",
                bits = in(reg16) value.as_ptr().cast::<Bits<::core::primitive::u8>>().read_unaligned(),
                address = in(reg32) address, options(nostack, preserves_flags),
            ),
            2 => ::core::arch::asm!(
                "st.shared.b16 [{address}], {bits};",
                bits = in(reg16) value.as_ptr().cast::<Bits<::core::primitive::u16>>().read_unaligned(),
                address = in(reg32) address, options(nostack, preserves_flags),
            ),
            4 => ::core::arch::asm!(
                "st.shared.b32 [{address}], {bits};",
                bits = in(reg32) value.as_ptr().cast::<Bits<::core::primitive::u32>>().read_unaligned(),
                address = in(reg32) address, options(nostack, preserves_flags),
            ),
            8 => ::core::arch::asm!(
                "st.shared.b64 [{address}], {bits};",
                bits = in(reg64) value.as_ptr().cast::<Bits<::core::primitive::u64>>().read_unaligned(),
                address = in(reg32) address, options(nostack, preserves_flags),
            ),
            bytes @ (16 | 32) => {
                let mut at = 0;
                while at < bytes {
                    let half = value.as_ptr().byte_add(at as ::core::primitive::usize);
                    let [low, high] = half.cast::<[Bits<::core::primitive::u64>; 2]>().read_unaligned();
                    ::core::arch::asm!(
                        "st.shared.v2.b64 [{address}], {{{low}, {high}}};",
                        low = in(reg64) low, high = in(reg64) high, address = in(reg32) address.wrapping_add(at),
                        options(nostack, preserves_flags),
                    );
                    at += 16;
                }
            }
            _ => {
                let to = $this.as_mut_ptr() as *mut <$tile as $crate::SmemTile>::Elem;
                to.add($offset as ::core::primitive::usize).cast::<::core::mem::MaybeUninit<$type>>().write_unaligned(value);
            }
        }
    }};
}

/// Bytes of a `V` that an instruction for shared memory moves in a tile of type `T`; 0 where none can.
#[inline(always)]
pub const fn access_bytes<V, T>() -> u32 {
    let bytes = size_of::<V>();
    let aligned = if bytes > 16 { 16 } else { bytes };
    match bytes {
        1 | 2 | 4 | 8 | 16 | 32 if align_of::<T>() >= aligned => bytes as u32,
        _ => 0,
    }
}
