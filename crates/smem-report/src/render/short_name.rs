//! Names of kernels and functions on a line: an instance of a library's template may have a name of thousands of characters.

/// Characters of a name that are shown.
const MOST: usize = 160;

/// Returns a name with the middle of its template arguments and parameters left out, where it is long.
pub fn short_name(name: &str) -> String {
    let count = name.chars().count();
    if count <= MOST {
        return name.to_owned();
    }
    let first: String = name.chars().take(MOST * 3 / 4).collect();
    let last: String = name.chars().skip(count - MOST / 4).collect();
    format!("{first}..{last}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_keeps_its_beginning_and_its_end() {
        assert_eq!(short_name("k<int>(int*)"), "k<int>(int*)");
        let long = format!("gemm<{}>(float*)", "Shape<64, 64>, ".repeat(500));
        let short = short_name(&long);
        assert!(
            short.chars().count() <= MOST + 2 && short.starts_with("gemm<Shape") && short.ends_with(">(float*)"),
            "{short}"
        );
        assert_eq!(short_name(&"ä".repeat(1000)).chars().count(), MOST + 2);
    }
}
