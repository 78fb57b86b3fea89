//! Functions by name and version of the driver API.

use smem_driver::DriverError;

use super::{
    arrays, captures, contexts, copies, devices, errors, events, first_forms, graph_nodes, graphs, launches, libraries,
    links, memory, missing, modules, occupancy, pointers, pools, rows, stream_words, streams, tensor_maps, textures,
    user_objects, virtual_memory,
};
use crate::foreign::{CallerText, In, Out};
use crate::mapped_file::mapped_file;
use crate::process::{driver, say};
use smem_report::printable;

/// Answers of `cuGetProcAddress`: found, no such name, not in so early a version.
const FOUND: u32 = 0;
const NOT_FOUND: u32 = 1;
const TOO_EARLY: u32 = 2;

/// Functions of several forms: the version that each form begins with, the latest first.
const FORMS: &[(&str, &[(i32, &str)])] = &[
    ("cuCtxCreate", &[(12_050, "cuCtxCreate_v4"), (11_040, "cuCtxCreate_v3"), (3020, "cuCtxCreate_v2")]),
    ("cuGetProcAddress", &[(12_000, "cuGetProcAddress_v2"), (11_030, "cuGetProcAddress")]),
    ("cuDeviceGetUuid", &[(11_040, "cuDeviceGetUuid_v2"), (9020, "cuDeviceGetUuid")]),
    ("cuEventElapsedTime", &[(12_080, "cuEventElapsedTime_v2"), (2000, "cuEventElapsedTime")]),
    ("cuMemPrefetchAsync", &[(12_020, "cuMemPrefetchAsync_v2"), (8000, "cuMemPrefetchAsync")]),
    ("cuMemAdvise", &[(12_020, "cuMemAdvise_v2"), (8000, "cuMemAdvise")]),
    ("cuCtxGetDevice", &[(13_000, "cuCtxGetDevice_v2"), (2000, "cuCtxGetDevice")]),
    ("cuStreamGetCtx", &[(12_050, "cuStreamGetCtx_v2"), (9020, "cuStreamGetCtx")]),
    ("cuCtxSynchronize", &[(13_000, "cuCtxSynchronize_v2"), (2000, "cuCtxSynchronize")]),
    ("cuStreamGetCaptureInfo", &[(12_030, "cuStreamGetCaptureInfo_v3"), (11_030, "cuStreamGetCaptureInfo_v2")]),
    (
        "cuStreamUpdateCaptureDependencies",
        &[(12_030, "cuStreamUpdateCaptureDependencies_v2"), (11_030, "cuStreamUpdateCaptureDependencies")],
    ),
    ("cuGraphInstantiate", &[(12_000, "cuGraphInstantiateWithFlags"), (11_000, "cuGraphInstantiate_v2")]),
];

/// The version that functions begin with which are not there from the start, by their first letters.
const BEGINNINGS: &[(&str, i32)] = &[
    ("cuLaunchKernelEx", 11_060),
    ("cuLibrary", 12_000),
    ("cuKernel", 12_000),
    ("cuMemAllocAsync", 11_020),
    ("cuMemFreeAsync", 11_020),
    ("cuMemPool", 11_020),
    ("cuGraphics", 3000),
    ("cuGraph", 10_000),
    ("cuLaunchHostFunc", 10_000),
    ("cuTensorMap", 12_000),
];

/// The address of a function by its symbol.
fn address(symbol: &str) -> Option<usize> {
    let files = [
        arrays::entry,
        captures::entry,
        contexts::entry,
        copies::entry,
        devices::entry,
        errors::entry,
        events::entry,
        first_forms::entry,
        graph_nodes::entry,
        graphs::entry,
        launches::entry,
        libraries::entry,
        links::entry,
        memory::entry,
        modules::entry,
        occupancy::entry,
        pointers::entry,
        pools::entry,
        rows::entry,
        stream_words::entry,
        streams::entry,
        tensor_maps::entry,
        textures::entry,
        user_objects::entry,
        virtual_memory::entry,
        entry,
        missing::entry,
    ];
    files.iter().find_map(|entry| entry(symbol))
}

/// Finds the form of a function that a version asks for.
fn find(name: &str, version: i32) -> Result<usize, u32> {
    if let Some((_, forms)) = FORMS.iter().find(|(known, _)| *known == name) {
        let form = forms.iter().find(|(from, _)| *from <= version).ok_or(TOO_EARLY)?;
        return address(form.1).ok_or(NOT_FOUND);
    }
    let is_numbered = name.rsplit_once("_v").is_some_and(|(_, number)| number.parse::<u32>().is_ok());
    if name.is_empty() || is_numbered {
        return Err(NOT_FOUND);
    }
    // A second form that is missing does not hide the first.
    let second = address(&format!("{name}_v2"));
    let second = second.filter(|_| missing::entry(&format!("{name}_v2")).is_none() || address(name).is_none());
    let first = if second.is_some() { 3020 } else { 2000 };
    let begins = BEGINNINGS.iter().find(|(letters, _)| name.starts_with(letters)).map_or(first, |(_, from)| *from);
    let found = second.or_else(|| address(name)).ok_or(NOT_FOUND)?;
    if version < begins { Err(TOO_EARLY) } else { Ok(found) }
}

/// The table that NVRTC asks for, and does without.
const OF_COMPILER: [u8; 16] =
    [0xda, 0x91, 0x51, 0xd3, 0x3a, 0xe6, 0xcc, 0x41, 0xa5, 0xc0, 0x4f, 0x26, 0xd5, 0x33, 0xe3, 0x28];

/// The name of a file that the system does not name.
const UNKNOWN_FILE: &str = "(a library without a name)";

/// The name of a table as programs write such numbers.
fn table_name(identity: &[u8; 16]) -> String {
    let hex: String = identity.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

/// The sentence for a runtime that asks for a private table, and for the file that it is in, if that is known.
fn of_own_runtime(table: &str, file: &str) -> String {
    format!(
        "`{file}` has a CUDA runtime of NVIDIA's built in, which asks the driver for its private table {table}: that is not here. `smem-tile run` \
         leads such a runtime to its own where the file has symbols, on x86-64 Linux: use a file that is not stripped, or one that was linked \
         with `nvcc -cudart shared`"
    )
}

functions! {
    fn cuGetProcAddress(name: CallerText, function: Out<usize>, version: i32, _flags: u64) {
        function.check()?;
        let found = find(&name.get()?, version).map_err(|_| DriverError::NotFound)?;
        function.set(found)
    }

    fn cuGetProcAddress_v2(name: CallerText, function: Out<usize>, version: i32, _flags: u64, status: Out<u32>) {
        function.check()?;
        let found = find(&name.get()?, version);
        function.set(*found.as_ref().unwrap_or(&0))?;
        if found.is_err() && status.is_null() {
            return Err(DriverError::NotFound);
        }
        status.set_if_asked(found.map_or_else(|answer| answer, |_| FOUND));
        Ok(())
    }

    fn cuGetExportTable(_table: Out<usize>, identity: In<[u8; 16]>) {
        let table = identity.get()?;
        let file = mapped_file(identity.address()).unwrap_or_else(|| UNKNOWN_FILE.to_owned());
        if table != OF_COMPILER && driver()?.note_refused(&file) {
            driver()?.note_missing("cuGetExportTable");
            say(&printable(&of_own_runtime(&table_name(&table), &file)));
        }
        Err(DriverError::InvalidValue)
    }
}
