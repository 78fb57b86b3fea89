//! One case: calls in order, with the answer of each.

use crate::driver::LoadedDriver;
use std::fmt::Display;

/// The steps of a case, each printed when it is done, so that the last one before a crash is known.
pub(crate) struct Steps<'d> {
    driver: &'d LoadedDriver,
    case: &'d str,
}

impl<'d> Steps<'d> {
    pub(crate) fn new(driver: &'d LoadedDriver, case: &'d str) -> Self {
        Self { driver, case }
    }

    /// Calls a function and notes its answer under the function's name.
    pub(crate) fn call(&mut self, name: &str, arguments: &[u64]) -> u32 {
        self.noted(name, name, arguments)
    }

    /// Calls a function and notes its answer under a name that says what was asked.
    pub(crate) fn noted(&mut self, note: &str, name: &str, arguments: &[u64]) -> u32 {
        let result = self.driver.call(name, arguments);
        self.value(note, self.name_of(name, result));
        // A function that is missing fails as one that is not supported.
        result.unwrap_or(801)
    }

    /// Calls a function that returns an address, or 0 where it is not exported.
    pub(crate) fn address(&mut self, name: &str, arguments: &[u64]) -> u64 {
        self.driver.call_for_address(name, arguments).unwrap_or(0)
    }

    /// The name of a function's result, in the words of its library.
    fn name_of(&self, function: &str, result: Option<u32>) -> String {
        match result {
            None => "not exported".to_owned(),
            Some(result) if function.trim_start_matches('_').starts_with("cuda") => self.driver.runtime_name_of(result),
            Some(result) => self.driver.name_of(result),
        }
    }

    /// Notes the result of a function of the driver that was called elsewhere.
    pub(crate) fn result(&mut self, name: &str, result: u32) {
        self.value(name, self.driver.name_of(result));
    }

    /// Notes a value that a call answered.
    pub(crate) fn value(&mut self, note: &str, value: impl Display) {
        println!("{}\t{note}\t{value}", self.case);
    }

    /// Notes a pointer that a call answered, in a word that is the same everywhere.
    pub(crate) fn pointer(&mut self, note: &str, value: u64, expected: u64) {
        let word = match value {
            value if value == expected => "the address",
            0 => "null",
            _ => "something",
        };
        self.value(note, word);
    }

    /// Calls a function that the case needs to work but does not ask about. Notes it only if it fails.
    pub(crate) fn must(&mut self, name: &str, arguments: &[u64]) {
        match self.driver.call(name, arguments) {
            Some(0) => {}
            other => {
                self.value(&format!("needed: {name}"), self.name_of(name, other));
            }
        }
    }
}

/// Where a call puts a value.
pub(crate) fn out<T>(place: &mut T) -> u64 {
    std::ptr::from_mut(place) as u64
}

/// Where a call reads values.
pub(crate) fn from<T: ?Sized>(place: &T) -> u64 {
    std::ptr::from_ref(place).cast::<u8>() as u64
}
