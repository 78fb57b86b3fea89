//! Values of expressions of the source in one instance of a template and one launch.

use std::rc::Rc;

use smem_cuda::CudaText;

use crate::fix::arrays::SharedArray;
use crate::fix::scan::{closing, words};

/// The values of expressions in an instance of the function that declares an array.
#[derive(Debug, Clone)]
pub(crate) struct InstanceValues {
    /// Words and their values: `N` and `16`, `blockDim.x` and `32`.
    bound: Vec<(String, String)>,
    /// The source without comments, where the body of the function has the values of its parameters.
    text: Rc<CudaText>,
    /// The end of that body.
    at: usize,
}

impl InstanceValues {
    /// Takes the arguments of the template that the array's function is, and the threads of a block.
    pub(crate) fn of(code: &str, array: &SharedArray, block: [u32; 3]) -> InstanceValues {
        let parameters = array.declaration.iter().flat_map(|declared| declared.parameters.iter().cloned());
        let mut bound: Vec<(String, String)> = parameters.zip(array.arguments.iter().cloned()).collect();
        let axes = ["x", "y", "z"].iter().zip(block);
        bound.extend(axes.map(|(axis, threads)| (format!("blockDim.{axis}"), threads.to_string())));
        let body = array.declaration.as_ref().filter(|declared| declared.function.is_some()).and_then(|declared| {
            let open = declared.outer + code[declared.outer..].find('{')?;
            Some(open..closing(code, open)?)
        });
        let Some(body) = body else {
            return InstanceValues { bound, at: code.len(), text: Rc::new(CudaText::parse(code)) };
        };
        let inside = substituted(&code[body.clone()], &bound);
        let at = body.start + inside.len();
        let code = format!("{}{inside}{}", &code[..body.start], &code[body.end..]);
        InstanceValues { bound, at, text: Rc::new(CudaText::parse(&code)) }
    }

    /// Returns the value of an integer expression, where it is fixed.
    pub(crate) fn value(&self, expression: &str) -> Option<i64> {
        self.text.integer_at(&substituted(expression, &self.bound), self.at)
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
