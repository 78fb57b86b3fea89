//! Arguments against the parameters of a kernel.

use super::arg::Arg;
use crate::{Error, LaunchProblem};

/// Checks that parameters that are declared as pointers receive addresses of buffers: a number may be the address of anything.
#[cfg(feature = "gpu")]
pub(super) fn check_pointers(name: &str, pointers: &[bool], args: &[Arg<'_>]) -> Result<(), Error> {
    let is_number =
        |(_, (arg, is_pointer)): &(usize, (&Arg<'_>, &bool))| **is_pointer && !matches!(arg, Arg::Pointer(_));
    match args.iter().zip(pointers).enumerate().find(is_number) {
        Some((at, _)) => Err(LaunchProblem::NotAPointer { kernel: name.to_owned(), at }.into()),
        None => Ok(()),
    }
}

/// Checks that there is an argument for each parameter, of its size. `parameters` are the parameters' sizes in bytes.
pub(super) fn check(name: &str, parameters: &[usize], args: &[Arg<'_>]) -> Result<(), Error> {
    if args.len() != parameters.len() {
        let (takes, given) = (parameters.len(), args.len());
        return Err(LaunchProblem::ArgumentCount { kernel: name.to_owned(), takes, given }.into());
    }
    for (at, (arg, takes)) in args.iter().zip(parameters).enumerate() {
        let given = arg.bytes().len();
        if given != *takes {
            let (kernel, takes) = (name.to_owned(), *takes);
            return Err(LaunchProblem::ArgumentSize { kernel, at, takes, given }.into());
        }
    }
    Ok(())
}

#[cfg(all(test, feature = "gpu"))]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_not_a_pointer() {
        let check = |args: &[Arg<'_>]| check_pointers("k", &[true, false], args).map_err(|error| error.to_string());
        assert_eq!(check(&[Arg::NULL, Arg::U64(7)]), Ok(()));
        let refused = check(&[Arg::U64(7), Arg::U64(7)]).unwrap_err();
        assert!(refused.starts_with("argument 0 of `k` is a pointer, and a number is not one"), "{refused}");
        assert_eq!(check_pointers("k", &[], &[Arg::U64(7)]), Ok(()), "its name says nothing");
    }
}
