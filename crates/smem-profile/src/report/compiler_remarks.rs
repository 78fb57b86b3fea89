//! Remarks of the assembler on the kernels that were launched.

use smem_launch::AssemblerWarning;
use smem_report::{LaunchReport, LinePlace, PlaceNames, RemarkKind};
use smem_sim::{readable_name, shown_kernel, without_parameters};

use super::files::Files;

/// Adds each warning to the first launch of its kernel; those of kernels that are not launched are left out.
pub(super) fn add(launches: &mut [LaunchReport], warnings: &[AssemblerWarning], files: &Files) {
    for warning in warnings {
        let is_of =
            |launch: &LaunchReport| warning.function.as_deref().is_none_or(|name| is_kernel(&launch.kernel, name));
        if let Some(launch) = launches.iter_mut().find(|launch| is_of(launch)) {
            launch.checks.remark(RemarkKind::Compiler, sentence(warning, files));
        }
    }
}

/// Whether a kernel, as people name it, is the function of this name, mangled or as C++ writes it.
fn is_kernel(kernel: &str, function: &str) -> bool {
    let name = shown_kernel(function);
    [name.as_str(), without_parameters(&name)].contains(&kernel)
}

fn sentence(warning: &AssemblerWarning, files: &Files) -> String {
    let place = warning.place.as_ref().map_or(String::new(), |(file, line)| {
        let place = LinePlace::new(files.shown(file), *line);
        format!("{place}: ")
    });
    let function = warning.function.as_ref().map_or(String::new(), |name| format!(" of `{}`", readable_name(name)));
    format!("{place}the assembler warns{function}: {}", warning.message)
}

#[cfg(test)]
mod tests {
    use super::is_kernel;

    #[test]
    fn a_function_is_a_kernel_by_either_name() {
        for name in ["_Z1kPf", "k(float*)", "k"] {
            assert!(is_kernel("k", name), "{name}");
        }
        assert!(!is_kernel("k", "_Z2kkPf"));
        assert!(is_kernel("scan<int, 256u>", "_Z4scanIiLj256EEvPT_"));
    }
}
