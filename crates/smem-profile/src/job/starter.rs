//! A launch file to begin with: every kernel of a text, with its signature, what the host code writes for it, and a guessed launch.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use smem_cuda::{CudaKernel, CudaText, LaunchSite, Scalar};

use super::guess::{GuessScale, GuessedLaunch};
use super::guessed_value::largest;
use super::typed_args::{TypedKernel, is_free};
use super::written::element;

/// The most launches of a kernel that are quoted: overloads of one name have them all.
const MOST_SITES: usize = 16;

/// Writes the file; `None` for a text without kernels.
pub(super) fn starter(text: &CudaText, file: &str) -> Option<String> {
    let kernels = text.kernels();
    if kernels.is_empty() {
        return None;
    }
    let mut names = OwnNames::default();
    let parts: Vec<StarterKernel> = kernels.iter().map(|kernel| StarterKernel::of(text, kernel, &mut names)).collect();
    let mut written = format!(
        "# The launches of {file}, for `smem-tile profile {file} --launch FILE`. Sizes and contents are guesses: put in your own.\n\n[buffers]\n",
    );
    parts.iter().for_each(|part| written.push_str(&part.buffers));
    parts.iter().for_each(|part| written.push_str(&part.launch));
    Some(written)
}

/// The names of buffers so far.
#[derive(Default)]
struct OwnNames {
    taken: BTreeSet<String>,
    /// The number that was given last to a name: overloads of a kernel have parameters of one name.
    last: BTreeMap<String, u64>,
}

impl OwnNames {
    /// Returns a name that no buffer has.
    fn own(&mut self, wanted: String) -> String {
        let last = self.last.entry(wanted.clone()).or_insert(1);
        let mut name = wanted.clone();
        while !is_free(&name, &self.taken) {
            *last += 1;
            name = format!("{wanted}_{last}");
        }
        self.taken.insert(name.clone());
        name
    }
}

/// The part of a kernel.
struct StarterKernel {
    /// Lines of `[buffers]`.
    buffers: String,
    launch: String,
}

impl StarterKernel {
    fn of(text: &CudaText, kernel: &CudaKernel, names: &mut OwnNames) -> StarterKernel {
        let template = text.written_template(kernel);
        let instance = match template {
            "" => kernel.path().to_owned(),
            _ => format!("{}<{}>", kernel.path(), instances(text, kernel).unwrap_or_else(|| "..".to_owned())),
        };
        let typed = TypedKernel::new(text, kernel, &instance);
        let sites = text.launches_of(kernel.path());
        let guessed = GuessedLaunch::of(&typed, sites.first(), GuessScale::default());
        let (mut buffers, mut args, mut notes) = (String::new(), Vec::new(), String::new());
        for (at, parameter) in kernel.parameters().iter().enumerate() {
            let scalar = text.parameter_scalar(kernel, &instance, parameter);
            let bytes = text.parameter_bytes(kernel, &instance, parameter);
            if scalar.is_none()
                && let Some(bytes) = bytes
            {
                let _ = writeln!(notes, "# {}: {bytes} bytes", parameter.type_name().trim_end_matches('*'));
            }
            let mut name = |path: &str| names.own(format!("{}_{}{path}", kernel.name(), typed.buffer_name(at)));
            args.push(match parameter.is_pointer() {
                true => {
                    let name = name("");
                    let init = if scalar.is_some_and(Scalar::is_float) { ", init = \"random\"" } else { "" };
                    let kind = scalar.map_or("u8", element);
                    let len =
                        guessed.sizes.elements.saturating_mul(if scalar.is_some() { 1 } else { bytes.unwrap_or(16) });
                    let _ = writeln!(buffers, "{name} = {{ type = \"{kind}\", len = {len}{init} }}");
                    format!("\"{name}\"")
                }
                false => {
                    let known = text.parameter_type(kernel, &instance, parameter);
                    let by_fields = known.and_then(|known| guessed.sizes.value(&known, &mut name));
                    by_fields.map_or_else(|| value(scalar, bytes, guessed.sizes.size), |value| format!("\"{value}\""))
                }
            });
        }
        let mut launch =
            format!("\n# {file_line}: {signature}\n", file_line = kernel.line(), signature = declared(kernel));
        if !template.is_empty() {
            let _ = writeln!(launch, "# template <{}>", template.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        for site in sites.iter().take(MOST_SITES) {
            let _ = writeln!(launch, "# line {}: {}", site.line(), site.written());
        }
        if let Some(more) = sites.len().checked_sub(MOST_SITES).filter(|more| *more > 0) {
            let _ = writeln!(launch, "# and {more} more launches");
        }
        let GuessedLaunch { grid, block, shared, .. } = guessed;
        let _ = write!(
            launch,
            "{notes}[[launch]]\nkernel = \"{instance}\"\ngrid = {grid:?}\nblock = {block:?}\nshared = {shared}\nargs = [{}]\n",
            args.join(", ")
        );
        StarterKernel { buffers, launch }
    }
}

/// An argument by value.
fn value(scalar: Option<Scalar>, bytes: Option<u64>, size: u32) -> String {
    match scalar {
        Some(Scalar::Bool) => "{ bool = true }".to_owned(),
        Some(scalar) if scalar.is_float() => format!("{{ {} = 1.0 }}", element(scalar)),
        Some(scalar) => format!("{{ {} = {} }}", element(scalar), size.min(largest(scalar))),
        None => format!("{{ bytes = \"{}\" }}", "00".repeat(bytes.unwrap_or(16).min(4096) as usize)),
    }
}

/// `k(float* out, int n)`, on one line.
fn declared(kernel: &CudaKernel) -> String {
    let parameters: Vec<String> =
        kernel.parameters().iter().map(|own| format!("{} {}", own.type_name(), own.name())).collect();
    let line = format!("{}({})", kernel.path(), parameters.join(", "));
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The arguments of a template with which the host code launches it.
fn instances(text: &CudaText, kernel: &CudaKernel) -> Option<String> {
    let sites = text.launches_of(kernel.path());
    let name = sites.iter().map(LaunchSite::kernel_name).find(|name| name.contains('<'))?;
    Some(smem_cuda::template_arguments(&name).join(", "))
}

#[cfg(test)]
mod tests {
    use smem_launch::{LaunchFile, WrittenArg};

    use super::*;

    #[test]
    fn every_kernel_has_a_launch_that_can_be_read() {
        let text = CudaText::parse(
            "struct Pair { int a; float b; };
namespace ops { template <class T, int N> __global__ void scan(T* out, const T* in, int n) { } }
__global__ void transpose(double* out, Pair p, bool is, unsigned char c, Pair* q) { out[threadIdx.y] = 0; }
int main() { ops::scan<float, 256><<<n / 256, 256>>>(a, b, n); }",
        );
        let written = starter(&text, "ops.cu").unwrap();
        let typed = |_: &str, _: usize, arg: &WrittenArg<'_>| arg.read("struct[8,4]{}");
        let launches = LaunchFile::parse_typed(&written, "ops.toml", typed).unwrap();
        let shapes: Vec<_> =
            launches.launches().map(|(kernel, launch)| (kernel.to_owned(), launch.grid, launch.block)).collect();
        assert_eq!(shapes[0], ("ops::scan<float, 256>".to_owned(), [4, 1, 1], [256, 1, 1]));
        assert_eq!(shapes[1], ("transpose".to_owned(), [2, 8, 1], [32, 8, 1]));
        for part in [
            "# 2: ops::scan(T* out, const T* in, int n)\n# template <class T, int N>\n# line 4: ops::scan<float, 256><<<n / 256, 256>>>(a, b, n)\n",
            "scan_in = { type = \"f32\", len = 1024, init = \"random\" }\n",
            "# Pair: 8 bytes\n",
            "\"{a=64, b=1.0}\", { bool = true }, { u8 = 64 }, \"transpose_q\"]",
            "transpose_q = { type = \"u8\", len = 32768 }\n",
        ] {
            assert!(written.contains(part), "{part} is not in\n{written}");
        }
        assert_eq!(starter(&CudaText::parse("int main() {}"), "a.cu"), None);
    }

    #[test]
    fn tensor_maps_and_structs_with_pointers_declare_their_buffers() {
        let text = CudaText::parse(
            "struct View { int n; float* data; void* next; float4 by; };
template <class T,
          int N> __global__ void k(const __grid_constant__ CUtensorMap a, View v, const View* views) {
    asm volatile(\"cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1];\");
}",
        );
        let written = starter(&text, "k.cu").unwrap();
        for part in [
            "# template <class T, int N>\n",
            "\"map:k_a[4,64,64].f16=random box=1x64x64 swizzle=none\"",
            "\"{n=1024, data=k_v_data:f32[1024]=random, next=null, by={x=1.0, y=1.0, z=1.0, w=1.0}}\"",
        ] {
            assert!(written.contains(part), "{part} is not in\n{written}");
        }
        let typed = |_: &str, _: usize, arg: &WrittenArg<'_>| arg.read("struct[48,16]{8=k_v_data:f32[1024]}");
        let launches = LaunchFile::parse_typed(&written, "k.toml", typed).unwrap();
        assert_eq!(launches.buffers().collect::<Vec<_>>(), ["k_a", "k_v_data", "k_views"]);
    }

    #[test]
    fn no_two_buffers_have_one_name() {
        let text = CudaText::parse(
            "namespace a { __global__ void k(float* p) {} } namespace b { __global__ void k(double* p) {} }
__global__ void k2(int* p) {} __global__ void k(int* p_2, int* p) {} __global__ void k_p(int* x) {}",
        );
        let written = starter(&text, "k.cu").unwrap();
        let launches = LaunchFile::parse(&written, "k.toml").unwrap();
        assert_eq!(launches.launches().count(), 5);
        let names: Vec<&str> =
            written.lines().filter_map(|line| line.split_once(" = { type")).map(|parts| parts.0).collect();
        let unique: BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!((names.len(), unique.len()), (6, 6), "{written}");
    }
}
