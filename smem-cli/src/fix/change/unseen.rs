//! Instances of a template that a source launches and that were not run.

use smem_cuda::CudaText;

/// Returns the instances of `kernel` that a text launches, such as `k<16>` of `k<16><<<1, 256>>>(out)`, but for those that were run.
pub(crate) fn unseen_instances(text: &CudaText, kernel: &str, run: &[&str]) -> Vec<String> {
    let base = kernel.split('<').next().unwrap_or_default().trim();
    let mut unseen: Vec<String> = Vec::new();
    for site in text.launches().iter().filter(|site| site.is_of(base)) {
        let arguments = site.kernel_name().split_once('<').map(|(_, arguments)| format!("{base}<{}", arguments.trim()));
        let Some(instance) = arguments else { continue };
        if !run.iter().any(|name| site.is_of(name)) && !unseen.contains(&instance) {
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
        let text = CudaText::parse(
            "template <int N, bool B = true> __global__ void k(int* a) {} template <int N> __global__ void other(int* a) {}
            const int WIDE = 64;
            void f(int* a) {
                k<16><<<1, 2>>>(a); k< 32 ><<<1, 2>>>(a); other<1><<<1, 2>>>(a); k<8, (2 > 1)><<<1, 2>>>(a); k<64>(a);
                /* k<4><<<1, 2>>>(a); */ k<16> <<<2, 2>>>(a); k<WIDE><<<1, 2>>>(a);
            }",
        );
        assert_eq!(unseen_instances(&text, "k<32>", &["k<32>"]), ["k<16>", "k<8, 1>", "k<64>"]);
        let plain = CudaText::parse("__global__ void k(int* a) {} void f(int* a) { k<<<1, 2>>>(a); }");
        assert_eq!(unseen_instances(&plain, "k", &["k"]), [""; 0]);
    }
}
