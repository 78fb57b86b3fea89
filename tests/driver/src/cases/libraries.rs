//! Libraries and their kernels, lists of kernels, links of files.

use crate::kernels::KERNELS;
use crate::setting::{DriverCase, LaunchCall, context, module};
use crate::steps::{Steps, from, out};
use std::ffi::CString;

pub(crate) const CASES: &[DriverCase] = &[
    ("library_kernels", kernels),
    ("library_files", files),
    ("module_lists", lists),
    ("links_of_nothing", links_of_nothing),
];

fn kernels(steps: &mut Steps<'_>) {
    context(steps);
    let text = CString::new(KERNELS).expect("PTX has no zero");
    let (mut library, mut kernel, mut count) = (0_u64, 0_u64, 0_u32);
    let image = from(text.as_bytes_with_nul());
    steps.noted("load", "cuLibraryLoadData", &[out(&mut library), image, 0, 0, 0, 0, 0, 0]);
    steps.must("cuLibraryGetKernel", &[out(&mut kernel), library, from(&b"four_parameters\0"[..])]);
    steps.must("cuLibraryGetKernelCount", &[out(&mut count), library]);
    let mut list = vec![0_u64; count as usize + 1];
    steps.noted("all kernels", "cuLibraryEnumerateKernels", &[list.as_mut_ptr() as u64, u64::from(count), library]);
    steps.value("with the one", list.contains(&kernel));
    steps.noted("two kernels", "cuLibraryEnumerateKernels", &[list.as_mut_ptr() as u64, 2, library]);
    steps.noted("to null", "cuLibraryEnumerateKernels", &[0, 2, library]);
    for index in [0, 3, 4] {
        let (mut offset, mut bytes) = (0_u64, 0_u64);
        let asked = [kernel, index, out(&mut offset), out(&mut bytes)];
        steps.noted(&format!("parameter {index}"), "cuKernelGetParamInfo", &asked);
        steps.value("offset, bytes", format!("{offset}, {bytes}"));
    }
    let mut dynamic = 0_u64;
    steps.must("cuLibraryGetKernel", &[out(&mut dynamic), library, from(&b"dynamic_shared\0"[..])]);
    for bytes in [65_536, 232_448, 232_449] {
        steps.noted(&format!("dynamic bytes {bytes}"), "cuKernelSetAttribute", &[8, bytes, dynamic, 0]);
    }
    let mut value = 0_i32;
    steps.noted("are", "cuKernelGetAttribute", &[out(&mut value), 8, dynamic, 0]);
    steps.value("bytes", value);
    steps.noted("threads at most", "cuKernelSetAttribute", &[0, 64, dynamic, 0]);
    steps.noted("of device 99", "cuKernelSetAttribute", &[8, 1024, dynamic, 99]);
    steps.noted("of null", "cuKernelSetAttribute", &[8, 1024, 0, 0]);
    steps.noted("cache", "cuKernelSetCacheConfig", &[dynamic, 1, 0]);
    let mut nothing = 0_u64;
    steps.must("cuLibraryGetKernel", &[out(&mut nothing), library, from(&b"nothing\0"[..])]);
    steps.noted("launch a kernel as a function", "cuLaunchKernel", &LaunchCall::one(nothing).arguments(0, 0));
    steps.noted("wait", "cuCtxSynchronize", &[]);
    let mut function = 0_u64;
    steps.noted("its function", "cuKernelGetFunction", &[out(&mut function), nothing]);
    steps.noted("function of null", "cuKernelGetFunction", &[out(&mut function), 0]);
    steps.noted("a kernel that is none", "cuLibraryGetKernel", &[out(&mut kernel), library, from(&b"none\0"[..])]);
    steps.noted("a kernel of null", "cuLibraryGetKernel", &[out(&mut kernel), 0, from(&b"nothing\0"[..])]);
    steps.noted("unload null", "cuLibraryUnload", &[0]);
    steps.noted("unload", "cuLibraryUnload", &[library]);
}

fn files(steps: &mut Steps<'_>) {
    context(steps);
    let mut library = 0_u64;
    let load = "cuLibraryLoadFromFile";
    let none = from(&b"/nonexistent/file.ptx\0"[..]);
    steps.noted("a file that is none", load, &[out(&mut library), none, 0, 0, 0, 0, 0, 0]);
    steps.noted("null", load, &[out(&mut library), 0, 0, 0, 0, 0, 0, 0]);
    let file = std::env::temp_dir().join(format!("driver-calls-library-{}.ptx", std::process::id()));
    if std::fs::write(&file, KERNELS).is_ok() {
        let name = CString::new(file.to_string_lossy().as_bytes()).expect("a path has no zero");
        let place = from(name.as_bytes_with_nul());
        steps.noted("a file", load, &[out(&mut library), place, 0, 0, 0, 0, 0, 0]);
        steps.noted("unload", "cuLibraryUnload", &[library]);
        let (mut link, mut image, mut bytes) = (0_u64, 0_u64, 0_u64);
        steps.must("cuLinkCreate_v2", &[0, 0, 0, out(&mut link)]);
        steps.noted("link the file", "cuLinkAddFile_v2", &[link, 1, place, 0, 0, 0]);
        steps.noted("complete", "cuLinkComplete", &[link, out(&mut image), out(&mut bytes)]);
        steps.noted("destroy", "cuLinkDestroy", &[link]);
        let _ = std::fs::remove_file(file);
    }
}

fn lists(steps: &mut Steps<'_>) {
    context(steps);
    let module = module(steps, KERNELS);
    let mut count = 0_u32;
    steps.noted("count", "cuModuleGetFunctionCount", &[out(&mut count), module]);
    steps.value("kernels", count);
    let mut list = vec![0_u64; count as usize + 2];
    let length = list.len() as u64;
    steps.noted("list", "cuModuleEnumerateFunctions", &[list.as_mut_ptr() as u64, length, module]);
    steps.value("handles", list.iter().filter(|handle| **handle != 0).count());
    steps.noted("list two", "cuModuleEnumerateFunctions", &[list.as_mut_ptr() as u64, 2, module]);
    steps.noted("list to null", "cuModuleEnumerateFunctions", &[0, 2, module]);
    steps.noted("of null", "cuModuleGetFunctionCount", &[out(&mut count), 0]);
    let mut four = 0_u64;
    steps.noted("a function without a name", "cuModuleGetFunction", &[out(&mut four), module, from(&b"\0"[..])]);
    steps.noted("a name of null", "cuModuleGetFunction", &[out(&mut four), module, 0]);
    steps.noted("a function of null", "cuModuleGetFunction", &[out(&mut four), 0, from(&b"nothing\0"[..])]);
    steps.noted("unload null", "cuModuleUnload", &[0]);
    let (mut grid, mut block, mut blocks) = (0_i32, 0_i32, 0_i32);
    let mut nothing = 0_u64;
    steps.must("cuModuleGetFunction", &[out(&mut nothing), module, from(&b"nothing\0"[..])]);
    let best = "cuOccupancyMaxPotentialBlockSizeWithFlags";
    steps.noted("best block", best, &[out(&mut grid), out(&mut block), nothing, 0, 1024, 128, 0]);
    steps.value("grid, block", format!("{grid}, {block}"));
    steps.noted("best block, flags 9", best, &[out(&mut grid), out(&mut block), nothing, 0, 0, 0, 9]);
    let fits = "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags";
    steps.noted("blocks that fit, flags 1", fits, &[out(&mut blocks), nothing, 256, 0, 1]);
    steps.value("blocks", blocks);
    steps.noted("blocks that fit, flags 9", fits, &[out(&mut blocks), nothing, 256, 0, 9]);
    steps.noted("blocks that fit of null", fits, &[out(&mut blocks), 0, 256, 0, 0]);
}

fn links_of_nothing(steps: &mut Steps<'_>) {
    context(steps);
    let (mut link, mut image, mut bytes) = (0_u64, 0_u64, 0_u64);
    steps.noted("create to null", "cuLinkCreate_v2", &[0, 0, 0, 0]);
    steps.must("cuLinkCreate_v2", &[0, 0, 0, out(&mut link)]);
    let broken = CString::new(crate::kernels::BROKEN).expect("PTX has no zero");
    let text = broken.as_bytes_with_nul();
    let name = from(&b"broken.ptx\0"[..]);
    steps.noted("what breaks off", "cuLinkAddData_v2", &[link, 1, from(text), text.len() as u64, name, 0, 0, 0]);
    steps.noted("null", "cuLinkAddData_v2", &[link, 1, 0, 10, name, 0, 0, 0]);
    steps.noted("a kind that is none", "cuLinkAddData_v2", &[link, 99, from(text), text.len() as u64, name, 0, 0, 0]);
    steps.noted("a file that is none", "cuLinkAddFile_v2", &[link, 1, from(&b"/nonexistent/a.ptx\0"[..]), 0, 0, 0]);
    steps.noted("destroy", "cuLinkDestroy", &[link]);
    steps.must("cuLinkCreate_v2", &[0, 0, 0, out(&mut link)]);
    steps.noted("complete nothing", "cuLinkComplete", &[link, out(&mut image), out(&mut bytes)]);
    steps.noted("destroy it", "cuLinkDestroy", &[link]);
    steps.noted("destroy null", "cuLinkDestroy", &[0]);
}
