//! Compiling with whatever NVRTC this machine has or gets.

use smem_toolchain::{Install, Nvrtc, ToolError};

fn nvrtc() -> Nvrtc {
    Nvrtc::find(Install::Allowed).unwrap()
}

#[test]
fn it_reports_its_version_and_compiles_to_ptx_and_cubin() {
    let nvrtc = nvrtc();
    let (major, _) = nvrtc.version();
    assert!(major >= 12, "{:?}", nvrtc.version());
    let known = nvrtc.architecture_up_to(90).unwrap();
    assert!(nvrtc.architectures().contains(&known));
    assert!(nvrtc.architecture_up_to(10).is_none());

    let source = "extern \"C\" __global__ void nothing() {}\n";
    let ptx = nvrtc.compile_ptx(source, "nothing.cu", &[&format!("-arch=compute_{known}"), "-lineinfo"]).unwrap();
    assert!(ptx.contains(".entry nothing") && ptx.contains(&format!(".target sm_{known}")), "{ptx}");
    assert!(!ptx.contains('\0'));
    let cubin = nvrtc.compile_cubin(source, "nothing.cu", &[&format!("-arch=sm_{known}")]).unwrap();
    assert!(cubin.starts_with(b"\x7fELF"));
}

#[test]
fn a_mistake_is_shown_with_its_file_and_its_lines() {
    let source = "struct Tile {};\n#line 1 \"scan.cu\"\nextern \"C\" __global__ void scan() {\n    Tile tile;\n    tyle = 1;\n}\n";
    let error = nvrtc().compile_ptx(source, "Tile.cuh", &[]).unwrap_err();
    assert!(matches!(error, ToolError::Compile { .. }));
    let message = error.to_string();
    assert!(message.starts_with("`Tile.cuh` does not compile\nscan.cu(3): error: "), "{message}");
    assert!(message.contains("    3 |     tyle = 1;"), "{message}");
}

#[test]
fn an_option_it_does_not_know_is_a_sentence() {
    let source = "extern \"C\" __global__ void nothing() {}\n";
    for option in ["-arch=compute_1", "--no-such-option"] {
        let error = nvrtc().compile_ptx(source, "nothing.cu", &[option]).unwrap_err();
        assert!(matches!(error, ToolError::RefusedOption(_)), "{error:?}");
        assert_eq!(error.to_string().lines().count(), 1, "{error}");
    }
    let error = nvrtc().compile_ptx(source, "nothing.cu", &["-l\0"]).unwrap_err();
    assert!(matches!(error, ToolError::RefusedOption(_)) && error.to_string().lines().count() == 1, "{error}");
    let error = nvrtc().compile_cubin(source, "nothing.cu", &["-arch=compute_90"]).unwrap_err();
    assert!(error.to_string().contains("names no real architecture"), "{error}");
    let error = nvrtc().compile_ptx("int a;\0", "zero.cu", &[]).unwrap_err();
    assert!(error.to_string().contains("holds a zero byte"), "{error}");
}

#[test]
fn threads_that_look_for_it_at_once_find_the_same() {
    let found: Vec<Nvrtc> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(nvrtc)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(found.windows(2).all(|pair| pair[0] == pair[1]));
}
