//! What expressions of the source are in one instance of a template and one launch.

use crate::fix::arrays::SharedArray;
use crate::fix::scan::{closing, words};
use crate::profile::constants;

/// The values of expressions in an instance of the function that declares an array.
#[derive(Debug, Clone)]
pub(crate) struct InstanceValues {
    /// Words and what stands for them: `N` and `16`, `blockDim.x` and `32`.
    bound: Vec<(String, String)>,
    /// The source without comments, where the function has the values of its parameters.
    code: String,
}

impl InstanceValues {
    /// Takes the arguments of the template that the array's function is, and the threads of a block.
    pub(crate) fn of(code: &str, array: &SharedArray, block: [u32; 3]) -> InstanceValues {
        let parameters = array.declaration.iter().flat_map(|declared| declared.parameters.iter().cloned());
        let mut bound: Vec<(String, String)> = parameters.zip(array.arguments.iter().cloned()).collect();
        let axes = ["x", "y", "z"].iter().zip(block);
        bound.extend(axes.map(|(axis, threads)| (format!("blockDim.{axis}"), threads.to_string())));
        let body = array.declaration.as_ref().and_then(|declared| {
            let open = declared.outer + code[declared.outer..].find('{')?;
            Some(declared.outer..closing(code, open)? + 1)
        });
        let code = match body {
            Some(body) => {
                let inside = substituted(&code[body.clone()], &bound);
                format!("{}{inside}{}", &code[..body.start], &code[body.end..])
            }
            None => code.to_string(),
        };
        InstanceValues { bound, code }
    }

    /// Returns the value of an integer expression, where it is fixed.
    pub(crate) fn value(&self, expression: &str) -> Option<i64> {
        constants::value(&substituted(expression, &self.bound), &self.code)
    }
}

/// A text with other words in place of some.
fn substituted(text: &str, bound: &[(String, String)]) -> String {
    let mut result = text.to_string();
    for (word, value) in bound {
        let places: Vec<usize> = words(&result, word).collect();
        for at in places.into_iter().rev() {
            result.replace_range(at..at + word.len(), value);
        }
    }
    result
}
