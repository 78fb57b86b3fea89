//! A program in C that was linked to NVIDIA's runtime, on the library as `smem-tile run` gives it to a command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use smem_driver::{CommandOutcome, DriverCommand, DriverOptions};

/// The functions of the runtime that the program needs.
const FUNCTIONS: &str = "__cudaRegisterFatBinary __cudaRegisterFatBinaryEnd __cudaUnregisterFatBinary __cudaRegisterFunction \
    __cudaRegisterVar __cudaRegisterManagedVar __cudaInitModule __cudaPushCallConfiguration __cudaPopCallConfiguration cudaLaunchKernel \
    cudaMalloc cudaMemcpy cudaMemcpyToSymbol cudaDeviceSynchronize cudaFree cudaGetErrorName cudaSetDevice cudaMallocArray \
    cudaMemcpy2DToArray cudaMemcpy2DFromArray_ptds cudaMallocHost cudaLaunchHostFunc_ptsz cudaCreateTextureObject \
    cudaGetTextureObjectResourceDesc cudaGetDriverEntryPoint cudaGetDriverEntryPointByVersion";

fn compile(arguments: &[&str], folder: &Path) {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let output = Command::new(compiler).args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Makes the program, linked to a runtime of that name, whose functions have a version of the same name, as those of NVIDIA have.
fn program(runtime: &str, folder: &Path) {
    let functions: String = FUNCTIONS.split_whitespace().map(|name| format!("void {name}(void) {{}}\n")).collect();
    fs::write(folder.join("runtime.c"), functions).unwrap();
    fs::write(folder.join("versions"), format!("{runtime} {{ global: *; }};")).unwrap();
    let soname = format!("-Wl,-soname,{runtime}");
    let library =
        ["-shared", "-fPIC", "-w", "runtime.c", "-Wl,--version-script,versions", &soname, "-o", "libcudart.so"];
    compile(&library, folder);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/runtime/program.c");
    compile(&["-w", source.to_str().unwrap(), "-L.", "-lcudart", "-o", "program"], folder);
}

/// The functions of a runtime that no program may get to.
const NEVER: &str = "#include <stdlib.h>\nstatic volatile int calls;\n";

/// Writes a runtime each of whose functions ends the program, so that one that runs to its end has called none of them.
fn write_own_runtime(folder: &Path) {
    let functions =
        FUNCTIONS.split_whitespace().map(|name| format!("void {name}(void) {{ calls = calls * 7 + 1; abort(); }}\n"));
    fs::write(folder.join("runtime.c"), format!("{NEVER}{}", functions.collect::<String>())).unwrap();
}

/// The program's own lines, as a runtime that works has them.
const LINES: &str = "0 3 6 9 12 15 18 21 119 13 2 32 0123456789abcdef 127 21\n0 1 1 1 2 1\n";

/// The library, as it is built.
fn library() -> PathBuf {
    std::env::current_exe().unwrap().parent().unwrap().join("libsmem_libcuda.so")
}

/// Runs the program, and returns the outcome and what it printed on both streams.
fn run(folder: &Path) -> (CommandOutcome, String) {
    let shown = folder.join("shown");
    let line = format!("'{}' >'{}' 2>&1", folder.join("program").display(), shown.display());
    let options = DriverOptions { devices: 2, ..DriverOptions::default() };
    let outcome = DriverCommand::new(library(), ["sh", "-c", &line]).options(options).run().unwrap();
    (outcome, fs::read_to_string(shown).unwrap())
}

#[test]
fn a_program_linked_to_either_runtime_runs_and_nothing_is_said_of_versions() {
    for runtime in ["libcudart.so.12", "libcudart.so.13"] {
        let folder = tempfile::tempdir().unwrap();
        program(runtime, folder.path());
        let (outcome, shown) = run(folder.path());
        // Numbers times the variable that was set, and the managed variables: 100, 11 of the host and 8 of the kernel's threads; 5 and 8. A
        // texture's description, rows of an array, and the managed variables after the kernel of the other device.
        assert_eq!(shown, LINES);
        assert_eq!((outcome.code(), outcome.report.kernel("scale").tally.launches), (0, 2));
    }
}

/// Where the loader's audit interface and the jumps are: glibc on x86-64.
#[cfg(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64"))]
mod built_in {
    use super::*;

    fn source() -> String {
        format!("{}/tests/runtime/program.c", env!("CARGO_MANIFEST_DIR"))
    }

    fn runs_on_ours(folder: &Path) {
        let (outcome, shown) = run(folder);
        assert_eq!(shown, LINES);
        assert_eq!((outcome.code(), outcome.report.kernel("scale").tally.launches), (0, 2));
    }

    #[test]
    fn a_runtime_inside_a_program_is_led_to_ours_wherever_the_program_is_placed() {
        for placed in ["-pie", "-no-pie"] {
            let folder = tempfile::tempdir().unwrap();
            write_own_runtime(folder.path());
            let position = if placed == "-pie" { "-fPIE" } else { "-fno-pie" };
            compile(&["-w", position, placed, &source(), "runtime.c", "-o", "program"], folder.path());
            let bytes = fs::read(folder.path().join("program")).unwrap();
            runs_on_ours(folder.path());
            assert_eq!(fs::read(folder.path().join("program")).unwrap(), bytes, "{placed}");
        }
    }

    #[test]
    fn a_runtime_inside_a_library_that_is_loaded_later_is_led_before_its_constructors() {
        let folder = tempfile::tempdir().unwrap();
        write_own_runtime(folder.path());
        let library = ["-w", "-shared", "-fPIC", "-Dmain=go", &source(), "runtime.c", "-o", "libkernels.so"];
        compile(&library, folder.path());
        let host = "#include <dlfcn.h>\nint main(int n, char **v) { void *l = dlopen(LIBRARY, RTLD_NOW);
            int (*go)(int, char **) = l ? dlsym(l, \"go\") : 0; return go ? go(n, v) : 9; }";
        fs::write(folder.path().join("host.c"), host).unwrap();
        let define = format!("-DLIBRARY=\"{}/libkernels.so\"", folder.path().display());
        compile(&["-w", &define, "host.c", "-ldl", "-o", "program"], folder.path());
        runs_on_ours(folder.path());
    }

    #[test]
    fn a_library_with_thread_local_variables_of_fixed_places_is_loaded() {
        // As rustc's own library has 23 KiB of them.
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("local.c"), "__thread char local[30000]; int used(void) { return local[9]; }")
            .unwrap();
        compile(&["-shared", "-fPIC", "-ftls-model=initial-exec", "local.c", "-o", "liblocal.so"], folder.path());
        fs::write(folder.path().join("main.c"), "int used(void); int main(void) { return used(); }").unwrap();
        let path = format!("-Wl,-rpath,{}", folder.path().display());
        compile(&["main.c", "-L.", "-llocal", &path, "-o", "program"], folder.path());
        assert_eq!(run(folder.path()).0.code(), 0);
    }

    #[test]
    fn a_program_with_a_path_of_its_own_to_another_runtime_gets_ours() {
        let folder = tempfile::tempdir().unwrap();
        program("libcudart.so.13", folder.path());
        fs::copy(folder.path().join("libcudart.so"), folder.path().join("libcudart.so.13")).unwrap();
        let path = format!("-Wl,-rpath,{},--disable-new-dtags", folder.path().display());
        compile(&["-w", &source(), "-L.", "-lcudart", &path, "-o", "program"], folder.path());
        runs_on_ours(folder.path());
    }

    #[test]
    fn a_stripped_runtime_and_one_that_is_left_alone_stay() {
        let folder = tempfile::tempdir().unwrap();
        write_own_runtime(folder.path());
        compile(&["-w", "-s", &source(), "runtime.c", "-o", "program"], folder.path());
        const ABORTED: u8 = 128 + 6;
        assert_eq!(run(folder.path()).0.code(), ABORTED);
        compile(&["-w", &source(), "runtime.c", "-o", "program"], folder.path());
        let shown = folder.path().join("shown");
        let line = format!("'{}' >'{}' 2>&1", folder.path().join("program").display(), shown.display());
        let command = DriverCommand::new(library(), ["sh", "-c", &line]).leads(false);
        assert_eq!(command.run().unwrap().code(), ABORTED);
    }
}

#[test]
fn questions_about_devices_are_answered_and_a_runtime_inside_a_program_is_told_how_to_link_it() {
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/runtime/probe.c");
    compile(&["-w", source.to_str().unwrap(), "-o", "program", "-ldl"], folder.path());
    let (outcome, shown) = run(folder.path());
    assert_eq!(outcome.code(), 0);
    for line in [
        "before: 1",
        "begin: 0, count: 0, 2",
        "of device 9: 2, handle: 0",
        "name: 0, smem-tile simulator sm_90; short: 7",
        "memory: 0, 0 of 8589934592",
        "uuid: 0, GPU-736d",
        "bus: 0, 0000:01:00.0",
        "capability: 0, 9.0",
        "power: 3, The requested operation is not available on target device",
        "end: 0, again: 1",
        "tables: 1 1",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line}: {shown}");
    }
    let program = folder.path().join("program").canonicalize().unwrap();
    let sentence = format!(
        "smem-tile: `{}` has a CUDA runtime of NVIDIA's built in, which asks the driver for its private table \
         f8cff951-2146-8b4e-b9e2-fb469e7c0dd9: that is not here.",
        program.display()
    );
    assert_eq!(shown.matches(&sentence).count(), 1, "{shown}");
}

#[test]
fn captured_streams_are_described_and_what_is_not_there_names_itself_once() {
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/runtime/captures.c");
    compile(&["-w", source.to_str().unwrap(), "-o", "program", "-ldl"], folder.path());
    let (outcome, shown) = run(folder.path());
    assert_eq!(outcome.code(), 0);
    for line in [
        "second form: 0, status 1, 1 node",
        "the graph has 2, the last is the one: 1",
        "update: 0",
        "third form: 0, 1 node, the first: 1",
        "flags 2: 1",
        "after it: status 0, 0 nodes",
        "mode: 0, was 0, is 2",
        "refused: 801 801 801 801 801 801 801 801",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line}: {shown}");
    }
    for what in [
        "an array of layers of cube maps",
        "a texture of mipmaps",
        "a texture with a resource view",
        "memory for other processes",
        "cuIpcGetMemHandle",
        "cuMipmappedArrayCreate",
        "linking of machine code by cuLinkAddData",
        "linking of images of kind 3 by cuLinkAddData",
    ] {
        assert_eq!(shown.matches(&format!("smem-tile: {what} is not implemented")).count(), 1, "{what}: {shown}");
    }
}
