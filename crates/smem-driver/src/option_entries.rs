//! Options by their names: as a file, the environment and Python give them.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use thiserror::Error;

/// An option that cannot be read: its name, and a sentence.
///
/// ```
/// use smem_driver::{ScheduleSpec, read_options};
///
/// let wrong = read_options::<ScheduleSpec>([("shedules".to_owned(), 3.into())]).unwrap_err();
/// assert_eq!(wrong.to_string(), "unknown field `shedules`, did you mean `schedules`?");
/// ```
#[derive(Error, Debug, Clone, PartialEq, Eq)]
#[error("{}", sentence(.name, .message, .is_known))]
pub struct OptionError {
    /// The option, as it was given.
    pub name: String,
    /// The sentence, without the name of a known option.
    pub message: String,
    /// Whether there is an option of that name.
    pub is_known: bool,
}

/// The sentence of an option that is wrong, with its name unless it has that.
fn sentence(name: &str, message: &str, is_known: &bool) -> String {
    if *is_known { format!("{name}: {message}") } else { message.to_owned() }
}

/// Returns the names of the options of a struct, in kebab case, sorted.
///
/// ```
/// assert_eq!(smem_driver::option_names::<smem_driver::ScheduleSpec>(), ["schedule-seed", "schedules"]);
/// ```
pub fn option_names<T: Default + Serialize>() -> Vec<String> {
    object(&T::default()).into_iter().map(|(name, _)| name).collect()
}

/// Reads a struct of options by their names. What is not given is the default.
///
/// ```
/// use smem_driver::{ScheduleSpec, read_options};
///
/// let given = [("schedules".to_owned(), 3.into()), ("schedule-seed".to_owned(), "7".into())];
/// let orders: ScheduleSpec = read_options(given)?;
/// assert_eq!((orders.orders(), orders.first_seed()), (Some(3), 7));
/// # Ok::<(), smem_driver::OptionError>(())
/// ```
///
/// # Errors
/// The first option that is unknown, with the nearest one that is known; or whose value cannot be its own.
pub fn read_options<T>(entries: impl IntoIterator<Item = (String, Value)>) -> Result<T, OptionError>
where
    T: Default + Serialize + DeserializeOwned,
{
    let entries: Map<String, Value> = entries.into_iter().collect();
    let known = option_names::<T>();
    if let Some(name) = entries.keys().find(|name| !known.contains(name)) {
        let near = nearest(name, &known);
        let help =
            near.map_or_else(|| format!("there are {}", listed(&known)), |near| format!("did you mean `{near}`?"));
        let message = format!("unknown field `{name}`, {help}");
        return Err(OptionError { name: name.clone(), message, is_known: false });
    }
    // A struct of flattened parts does not say which entry is wrong, and by itself each entry is read or not.
    for (name, value) in &entries {
        let alone = Map::from_iter([(name.clone(), value.clone())]);
        if let Err(error) = serde_json::from_value::<T>(Value::Object(alone)) {
            return Err(OptionError { name: name.clone(), message: error.to_string(), is_known: true });
        }
    }
    let all = serde_json::from_value(Value::Object(entries));
    all.map_err(|error| OptionError { name: String::new(), message: error.to_string(), is_known: false })
}

/// Returns the options with their values; those without one are `null`.
pub(crate) fn object<T: Serialize>(options: &T) -> Map<String, Value> {
    match serde_json::to_value(options) {
        Ok(Value::Object(entries)) => entries,
        _ => Map::new(),
    }
}

/// Returns the known name that a wrong one may be a slip of.
fn nearest<'a>(name: &str, known: &'a [String]) -> Option<&'a String> {
    let distance = |known: &&String| strsim::osa_distance(name, known);
    let near = known.iter().min_by_key(distance)?;
    (distance(&near) <= (name.chars().count() / 3).max(1)).then_some(near)
}

fn listed(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
