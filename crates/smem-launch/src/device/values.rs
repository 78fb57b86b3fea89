//! The arguments of a launch as the driver takes them: a pointer to the bytes of each.

use std::ffi::c_void;

use super::arg::Arg;

/// The bytes of a launch's arguments, each from a multiple of 16 on, which no type of CUDA's needs more than.
pub(super) struct Values {
    storage: Vec<u128>,
    starts: Vec<usize>,
}

impl Values {
    pub(super) fn of(args: &[Arg<'_>]) -> Values {
        let (mut storage, mut starts) = (Vec::new(), Vec::new());
        for arg in args {
            starts.push(storage.len());
            for part in arg.value().bytes().chunks(16) {
                let mut whole = [0; 16];
                whole[..part.len()].copy_from_slice(part);
                storage.push(u128::from_ne_bytes(whole));
            }
        }
        Values { storage, starts }
    }

    /// A pointer to each argument, good while this lives and is not touched.
    pub(super) fn pointers(&mut self) -> Vec<*mut c_void> {
        let first = self.storage.as_mut_ptr();
        self.starts.iter().map(|start| first.wrapping_add(*start).cast()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StructArg;

    #[test]
    fn each_argument_lies_apart_and_whole() {
        let whole: Vec<u8> = (1..=40).collect();
        let args: [Arg<'_>; 3] = [7_u8.into(), StructArg::from_bytes(whole.clone(), 8).unwrap().into(), 0.5_f64.into()];
        let mut values = Values::of(&args);
        let pointers = values.pointers();
        assert_eq!(pointers.len(), 3);
        for (pointer, arg) in pointers.iter().zip(&args) {
            assert_eq!(pointer.align_offset(16), 0);
            let bytes = arg.value().bytes();
            // SAFETY: as many bytes as the argument has were written there, and `values` is alive.
            let found = unsafe { std::slice::from_raw_parts(pointer.cast::<u8>(), bytes.len()) };
            assert_eq!(found, bytes);
        }
    }
}
