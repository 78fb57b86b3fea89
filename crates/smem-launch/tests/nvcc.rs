//! CUDA files as they are, compiled by nvcc of this machine or of its wheels. Without a host compiler these tests say so and end.

use smem_launch::{CudaSource, Device, Install, Isa, LaunchShape, Nvcc, ToolError};

/// Host code, headers of the C++ library, and a template that only a name instantiates.
const TEXT: &str = r#"#include <cstdio>
#include <numeric>
#include <vector>
namespace ops {
struct Pair { int a; int b; };
template <typename T, unsigned N> __global__ void reverse(T* to, const T* from, Pair, const Pair*) {
    __shared__ T tile[N];
    tile[threadIdx.x] = from[threadIdx.x];
    __syncthreads();
    to[threadIdx.x] = tile[N - 1 - threadIdx.x];
}
}
int main() {
    std::vector<int> host(32);
    std::iota(host.begin(), host.end(), 0);
    std::printf("%d\n", host[0]);
}
"#;

fn nvcc() -> Option<Nvcc> {
    let found = Nvcc::find(Install::Allowed);
    if let Err(why) = &found {
        assert!(why.to_string().contains("host compiler"), "{why}");
        println!("skipped: {why}");
    }
    found.ok()
}

#[test]
fn a_file_with_host_code_compiles_as_it_is_and_its_template_runs() {
    let Some(nvcc) = nvcc() else { return };
    let source = CudaSource::new(TEXT, "reverse.cu").kernel("ops::reverse<int, 32>");
    let compiled = nvcc.compile(&source, "90").unwrap();
    assert!(!compiled.ptx().contains("smem_tile_names"), "{}", compiled.ptx());
    let device = Device::simulator(Isa::Sass, Install::Allowed).unwrap();
    let program = device.load_compiled(&compiled, "reverse.cu").unwrap();
    let (to, from) = (device.zeros::<i32>(32).unwrap(), device.upload(&(0..32).collect::<Vec<i32>>()).unwrap());
    let pair = device.zeros::<i32>(2).unwrap();
    let args = [to.arg(), from.arg(), smem_launch::Arg::from(0_i64), pair.arg()];
    let profile = device
        .simulate(&program.kernel("ops::reverse<int, 32>").unwrap(), LaunchShape::of([1, 1, 1], [32, 1, 1]), &args)
        .unwrap();
    assert_eq!(device.download(&to).unwrap(), (0..32).rev().collect::<Vec<i32>>());
    let place = profile.shared[0].loc.as_deref().unwrap();
    assert!(place.file.ends_with("reverse.cu"), "{place}");
    assert_eq!(place.line, 8);
}

#[test]
fn errors_name_the_file_and_the_kernel() {
    let Some(nvcc) = nvcc() else { return };
    let wrong =
        CudaSource::new(TEXT.replace("tile[N - 1", "tiles[N - 1"), "reverse.cu").kernel("ops::reverse<int, 32>");
    let Err(ToolError::Compile { log, listing, .. }) = nvcc.compile(&wrong, "90") else { panic!("it compiles") };
    assert!(log.starts_with("reverse.cu(10): error: identifier \"tiles\" is undefined"), "{log}");
    assert!(listing.contains("   10 |     to[threadIdx.x] = tiles"), "{listing}");
    let missing = CudaSource::new(TEXT, "reverse.cu").kernel("ops::reverse<float, 32>").kernel("ops::forward<1>");
    let Err(ToolError::NoKernel(why)) = nvcc.compile(&missing, "90") else { panic!("it compiles") };
    assert!(why.contains("no kernel `ops::forward<1>`"), "{why}");
    let headless = CudaSource::new("#include \"not_there.h\"\n", "a.cu");
    let Err(ToolError::Compile { log, .. }) = nvcc.compile(&headless, "90") else { panic!("it is there") };
    assert!(log.contains("not_there.h"), "{log}");
}

#[test]
fn a_header_outside_of_the_folders_is_not_compiled() {
    let Some(nvcc) = nvcc() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (own, other) = (folder.path().join("own"), folder.path().join("other"));
    for (folder, text) in [(&own, "#define N 4\n"), (&other, "int secret = 4;\n")] {
        std::fs::create_dir(folder).unwrap();
        std::fs::write(folder.join("a.h"), text).unwrap();
    }
    let compiled = |header: &str| {
        let text = format!("#include {header}\n__global__ void k() {{}}\n");
        nvcc.compile(&CudaSource::new(text, own.join("k.cu").display().to_string()).within(vec![own.clone()]), "90")
    };
    assert!(compiled("\"a.h\"").is_ok());
    for outside in ["\"../other/a.h\"".to_owned(), format!("\"{}\"", other.join("a.h").display())] {
        let there = compiled(&outside).unwrap_err().to_string();
        assert!(there.contains("outside of the folder") && !there.contains("secret"), "{there}");
        assert_eq!(there, compiled(&outside.replace("a.h", "none.h")).unwrap_err().to_string(), "{outside}");
    }
}
