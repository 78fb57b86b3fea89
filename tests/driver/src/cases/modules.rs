//! Modules and libraries: images that load, and images that do not.

use crate::kernels::{BROKEN, FUTURE_TARGET, FUTURE_VERSION, KERNELS, UNRESOLVED};
use crate::setting::{DriverCase, context, function, module};
use crate::steps::{Steps, from, out};
use std::ffi::CString;

pub(crate) const CASES: &[DriverCase] = &[
    ("images", images),
    ("images_with_options", images_with_options),
    ("names_in_a_module", names_in_a_module),
    ("unload", unload),
    ("libraries", libraries),
    ("files", files),
    ("links", links),
];

fn load(steps: &mut Steps<'_>, note: &str, bytes: &[u8]) {
    let mut module = 0_u64;
    steps.noted(note, "cuModuleLoadData", &[out(&mut module), from(bytes)]);
}

fn images(steps: &mut Steps<'_>) {
    context(steps);
    let text = |ptx: &str| CString::new(ptx).expect("PTX has no zero").into_bytes_with_nul();
    load(steps, "PTX", &text(KERNELS));
    load(steps, "PTX that breaks off", &text(BROKEN));
    load(steps, "PTX with a function that is nowhere", &text(UNRESOLVED));
    load(steps, "PTX of version 99", &text(FUTURE_VERSION));
    load(steps, "PTX for sm_121a", &text(FUTURE_TARGET));
    load(steps, "a word", b"hello\0");
    load(steps, "nothing", b"\0");
    let mut header = [0_u8; 256];
    header[..4].copy_from_slice(b"\x7fELF");
    load(steps, "an ELF of zeros", &header);
    header[..4].copy_from_slice(&0xba55_ed50_u32.to_le_bytes());
    load(steps, "a fatbin of zeros", &header);
    // Version 1, a header of 16 bytes, and nothing in it.
    header[4..8].copy_from_slice(&[1, 0, 16, 0]);
    load(steps, "an empty fatbin", &header);
    let mut module = 0_u64;
    steps.noted("null", "cuModuleLoadData", &[out(&mut module), 0]);
    steps.noted("after that", "cuCtxSynchronize", &[]);
}

fn images_with_options(steps: &mut Steps<'_>) {
    context(steps);
    let good = CString::new(KERNELS).expect("PTX has no zero");
    let bad = CString::new(BROKEN).expect("PTX has no zero");
    let mut module = 0_u64;
    let (mut info, mut error) = ([0_u8; 1024], [0_u8; 1024]);
    // The buffers of information and of errors, with their sizes.
    let options = [3_u32, 4, 5, 6];
    let values = |info: &mut [u8; 1024], error: &mut [u8; 1024]| [out(info), 1024, out(error), 1024];
    let list = values(&mut info, &mut error);
    let load = |steps: &mut Steps<'_>, note: &str, text: &CString, module: &mut u64| {
        let text = from(text.as_bytes_with_nul());
        steps.noted(note, "cuModuleLoadDataEx", &[out(module), text, 4, from(&options), from(&list)]);
    };
    load(steps, "good", &good, &mut module);
    load(steps, "bad", &bad, &mut module);
    steps.value("the log has text", std::hint::black_box(&error)[0] != 0);
    let text = from(good.as_bytes_with_nul());
    steps.noted("no options", "cuModuleLoadDataEx", &[out(&mut module), text, 0, 0, 0]);
}

fn names_in_a_module(steps: &mut Steps<'_>) {
    context(steps);
    let module = module(steps, KERNELS);
    let (mut handle, mut bytes) = (0_u64, 0_u64);
    let mut ask = |steps: &mut Steps<'_>, note: &str, name: &[u8]| {
        steps.noted(&format!("function {note}"), "cuModuleGetFunction", &[out(&mut handle), module, from(name)]);
        let place = [out(&mut handle), out(&mut bytes), module, from(name)];
        if steps.noted(&format!("variable {note}"), "cuModuleGetGlobal_v2", &place) == 0 {
            steps.value("bytes", bytes);
        }
    };
    for name in [&b"store\0"[..], b"counter\0", b"table\0", b"none\0", b"\0"] {
        ask(steps, &String::from_utf8_lossy(&name[..name.len() - 1]), name);
    }
    steps.noted("function of null", "cuModuleGetFunction", &[out(&mut handle), 0, from(&b"store\0"[..])]);
    let (mut place, mut size, mut values) = (0_u64, 0_u64, [0_u32; 4]);
    steps.must("cuModuleGetGlobal_v2", &[out(&mut place), out(&mut size), module, from(&b"counter\0"[..])]);
    steps.must("cuMemcpyDtoH_v2", &[out(&mut values), place, 16]);
    steps.value("initial values", format!("{values:?}"));
    steps.noted("size alone", "cuModuleGetGlobal_v2", &[0, out(&mut size), module, from(&b"counter\0"[..])]);
    let mut count = 0_u32;
    steps.call("cuModuleGetFunctionCount", &[out(&mut count), module]);
    steps.value("functions", count);
    let mut mode = 0_u32;
    steps.call("cuModuleGetLoadingMode", &[out(&mut mode)]);
    let mut texture = 0_u64;
    steps.call("cuModuleGetTexRef", &[out(&mut texture), module, from(&b"none\0"[..])]);
}

fn unload(steps: &mut Steps<'_>) {
    context(steps);
    let loaded = module(steps, KERNELS);
    steps.noted("it", "cuModuleUnload", &[loaded]);
    steps.noted("null", "cuModuleUnload", &[0]);
}

fn libraries(steps: &mut Steps<'_>) {
    context(steps);
    let text = CString::new(KERNELS).expect("PTX has no zero");
    let bad = CString::new(BROKEN).expect("PTX has no zero");
    let (mut library, mut kernel, mut function) = (0_u64, 0_u64, 0_u64);
    let image = |text: &CString| from(text.as_bytes_with_nul());
    steps.noted("load", "cuLibraryLoadData", &[out(&mut library), image(&text), 0, 0, 0, 0, 0, 0]);
    steps.noted("kernel", "cuLibraryGetKernel", &[out(&mut kernel), library, from(&b"store\0"[..])]);
    steps.noted("kernel that is none", "cuLibraryGetKernel", &[out(&mut function), library, from(&b"none\0"[..])]);
    steps.noted("its function", "cuKernelGetFunction", &[out(&mut function), kernel]);
    let mut module = 0_u64;
    steps.noted("its module", "cuLibraryGetModule", &[out(&mut module), library]);
    let (mut place, mut bytes) = (0_u64, 0_u64);
    steps.noted(
        "variable",
        "cuLibraryGetGlobal",
        &[out(&mut place), out(&mut bytes), library, from(&b"counter\0"[..])],
    );
    steps.value("bytes", bytes);
    let mut count = 0_u32;
    steps.call("cuLibraryGetKernelCount", &[out(&mut count), library]);
    steps.value("kernels", count);
    let mut value = 0_i32;
    steps.noted("its threads at most", "cuKernelGetAttribute", &[out(&mut value), 0, kernel, 0]);
    let mut name = 0_u64;
    steps.call("cuKernelGetName", &[out(&mut name), kernel]);
    steps.noted("unload", "cuLibraryUnload", &[library]);
    steps.noted("load what breaks off", "cuLibraryLoadData", &[out(&mut library), image(&bad), 0, 0, 0, 0, 0, 0]);
}

fn files(steps: &mut Steps<'_>) {
    context(steps);
    let mut module = 0_u64;
    steps.noted("a file that is none", "cuModuleLoad", &[out(&mut module), from(&b"/nonexistent/file.ptx\0"[..])]);
    let folder = std::env::temp_dir().join(format!("driver-calls-{}.ptx", std::process::id()));
    if std::fs::write(&folder, KERNELS).is_ok() {
        let name = CString::new(folder.to_string_lossy().as_bytes()).expect("a path has no zero");
        steps.noted("a file", "cuModuleLoad", &[out(&mut module), from(name.as_bytes_with_nul())]);
        let found = function(steps, module, "store");
        steps.value("has its kernel", found != 0);
        let _ = std::fs::remove_file(folder);
    }
}

fn links(steps: &mut Steps<'_>) {
    context(steps);
    let (mut link, mut image, mut bytes, mut module) = (0_u64, 0_u64, 0_u64, 0_u64);
    steps.call("cuLinkCreate_v2", &[0, 0, 0, out(&mut link)]);
    let text = CString::new(KERNELS).expect("PTX has no zero");
    let length = text.as_bytes_with_nul().len() as u64;
    let ptx = 1;
    let source = from(text.as_bytes_with_nul());
    steps.call("cuLinkAddData_v2", &[link, ptx, source, length, from(&b"kernels.ptx\0"[..]), 0, 0, 0]);
    steps.call("cuLinkComplete", &[link, out(&mut image), out(&mut bytes)]);
    if image != 0 {
        steps.noted("load it", "cuModuleLoadData", &[out(&mut module), image]);
        let found = function(steps, module, "store");
        steps.value("has its kernel", found != 0);
    }
    steps.call("cuLinkDestroy", &[link]);
}
