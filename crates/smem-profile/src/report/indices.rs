//! The element of a shared array that a byte is in, by the array's extents in the source.

use smem_cuda::DeclaredArray;

/// Returns the declaration of an array of so many bytes, if there is one alone: kernels may declare others by its name.
pub(super) fn fitting(all: Vec<DeclaredArray>, bytes: Option<u32>) -> Option<DeclaredArray> {
    let all = all.into_iter();
    let fitting = all.filter(|declared| bytes.is_none() || declared.bytes().is_none_or(|own| Some(own) == bytes));
    <[DeclaredArray; 1]>::try_from(fitting.collect::<Vec<_>>()).ok().map(|[only]| only)
}

/// `[3][7]` of the byte at `offset`, of an array of so many bytes.
pub(super) fn indices(array: &DeclaredArray, bytes: Option<u32>, offset: u32) -> Option<String> {
    let [first, inner @ ..] = &array.extents[..] else { return (offset == 0).then(String::new) };
    // The first extent does not matter for the place of an element.
    let inner: Vec<u32> = inner.iter().map(|extent| extent.filter(|extent| *extent > 0)).collect::<Option<_>>()?;
    let size = match (first.filter(|first| *first > 0), bytes) {
        (Some(first), Some(bytes)) => {
            let count = inner.iter().try_fold(first, |count, extent| count.checked_mul(*extent))?;
            bytes.checked_div(count).filter(|size| size * count == bytes && *size > 0)?
        }
        _ => array.element_bytes.filter(|size| *size > 0)?,
    };
    let mut at = offset / size;
    let mut indices: Vec<String> = Vec::new();
    for extent in inner.iter().rev() {
        indices.push(format!("[{}]", at % extent));
        at /= extent;
    }
    indices.push(format!("[{at}]"));
    indices.reverse();
    Some(indices.concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use smem_cuda::CudaText;

    const TEXT: &str = "#define N 4
        __global__ void k(int* out) {
            __shared__ float a[16][N * 4], b[N][3][2];
            extern __shared__ double all[];
            __shared__ volatile int flag;
            if (out) { __shared__ T rows[M][32]; __shared__ int used[T]; }
        }";

    fn named(name: &str, bytes: Option<u32>, offset: u32) -> Option<String> {
        indices(&fitting(CudaText::parse(TEXT).shared_arrays(name), bytes)?, bytes, offset)
    }

    #[test]
    fn bytes_are_elements_by_the_extents_of_the_declaration() {
        assert_eq!(named("a", Some(1024), 3 * 64 + 7 * 4 + 2).unwrap(), "[3][7]");
        assert_eq!(named("b", Some(96), 4 * (6 + 2 + 1)).unwrap(), "[1][1][1]");
        assert_eq!(named("all", None, 40).unwrap(), "[5]");
        assert_eq!(named("flag", Some(4), 0).unwrap(), "");
        // The first extent does not matter.
        assert_eq!(named("used", Some(64), 4).unwrap(), "[1]");
    }

    #[test]
    fn what_the_source_does_not_fix_has_no_element() {
        for (name, bytes) in [("rows", Some(4096)), ("nobody", Some(4)), ("a", Some(1000))] {
            assert_eq!(named(name, bytes, 4), None, "{name}");
        }
    }
}
