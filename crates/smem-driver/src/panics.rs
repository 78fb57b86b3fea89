//! Panics, which are defects of this program: none is one of the program that runs, and none is forgotten.

use parking_lot::Mutex;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

/// Where the last panic was.
static LAST_PLACE: Mutex<Option<String>> = Mutex::new(None);

/// Lets reports name the file and line of a panic. For a library that has its process's panics for itself, as the driver library has: it
/// sets the hook of panics.
pub fn note_places_of_panics() {
    static SET: Once = Once::new();
    SET.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            *LAST_PLACE.lock() = panic.location().map(ToString::to_string);
            before(panic);
        }));
    });
}

/// Calls a function; a panic is an error with its message.
pub(crate) fn caught<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|panic| panic_message(&*panic))
}

/// The message of a panic, with its place if that is known.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned());
    match LAST_PLACE.lock().take() {
        Some(place) => format!("{text} ({place})"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_is_kept_whatever_its_type() {
        assert_eq!(caught(|| 7), Ok(7));
        let message = |call: fn()| caught(call).unwrap_err();
        assert_eq!(message(|| panic!("a word")), "a word");
        assert_eq!(message(|| panic!("a {}", "word")), "a word");
        assert_eq!(message(|| std::panic::panic_any(3)), "no message");
    }
}
