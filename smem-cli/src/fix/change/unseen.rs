//! Instances of a template that a source launches and that were not run.

use crate::fix::scan::{closing_angle, words};

/// Returns the instances of `kernel` that a text without comments launches, such as `k<16>` of `k<16><<<1, 256>>>(out)`, but for those that
/// were run.
pub(crate) fn unseen_instances(code: &str, kernel: &str, run: &[&str]) -> Vec<String> {
    let squeezed = |name: &str| name.split_whitespace().collect::<String>();
    let base = kernel.split('<').next().unwrap_or_default().trim();
    let name = base.rsplit("::").next().unwrap_or(base);
    let launched = words(code, name).filter_map(|at| {
        let open = at + name.len() + (code[at + name.len()..].len() - code[at + name.len()..].trim_start().len());
        let close = code[open..].starts_with('<').then(|| closing_angle(code, open)).flatten()?;
        let is_launch = code[close + 1..].trim_start().starts_with("<<<");
        is_launch.then(|| format!("{base}{}", code[open..=close].trim()))
    });
    let mut unseen: Vec<String> = Vec::new();
    for instance in launched {
        let is_known = |other: &str| squeezed(other) == squeezed(&instance);
        if !run.iter().any(|other| is_known(other)) && !unseen.iter().any(|other| is_known(other)) {
            unseen.push(instance);
        }
    }
    unseen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_that_were_not_run_are_found() {
        let code = "k<16><<<1, 2>>>(a); k< 32 ><<<1, 2>>>(a); other<1><<<1, 2>>>(a); k<f(1), (2 > 1)><<<1, 2>>>(); k<64>(a); k<16> <<<2, 2>>>(a);";
        assert_eq!(unseen_instances(code, "k<32>", &["k<32>"]), ["k<16>", "k<f(1), (2 > 1)>"]);
        assert_eq!(unseen_instances("k<<<1, 2>>>(a); k<", "k", &["k"]), [""; 0]);
    }
}
