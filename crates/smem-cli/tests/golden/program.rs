//! The command that the cases of `run` run: this test binary, which loads the driver and makes the launches of a launch file.

use std::ffi::{CString, c_void};
use std::fs;

use libloading::Library;
use toml::{Table, Value};

use crate::door::IMAGE;
use crate::driver::{call, loaded, must};
use crate::inputs::LAUNCHES;

/// Makes each launch of the launch file in the working folder, waits for it, and prints the answers, up to the first that fails.
#[test]
#[ignore = "the command that the cases of `run` run"]
fn program() {
    let image = CString::new(fs::read(IMAGE).unwrap()).unwrap();
    let file: Table = fs::read_to_string(LAUNCHES).unwrap().parse().unwrap();
    let mut buffers: Option<Vec<(String, u64)>> = None;
    for launch in file["launch"].as_array().unwrap() {
        let kernel = launch["kernel"].as_str().unwrap();
        let (library, function) = loaded(image.as_bytes_with_nul(), &CString::new(kernel).unwrap());
        let buffers = buffers.get_or_insert_with(|| filled(&library, file["buffers"].as_table().unwrap()));
        let arguments: Vec<u64> =
            launch["args"].as_array().unwrap().iter().map(|argument| word(argument, buffers)).collect();
        let places: Vec<*const c_void> = arguments.iter().map(|argument| std::ptr::from_ref(argument).cast()).collect();
        let ([x, y, z], [i, j, k]) = (extent(&launch["grid"]), extent(&launch["block"]));
        let shared = launch.get("shared").map_or(0, |bytes| bytes.as_integer().unwrap() as u64);
        let list = places.as_ptr() as u64;
        let launched = call(&library, "cuLaunchKernel", &[function, x, y, z, i, j, k, shared, 0, list, 0]);
        let waited = call(&library, "cuCtxSynchronize", &[]);
        println!("program: {kernel}: launched: {launched}, waited: {waited}");
        if waited != 0 {
            // Its context answers nothing else any more.
            return;
        }
    }
}

/// Allocates and fills the buffers, and returns their names and addresses.
fn filled(library: &Library, buffers: &Table) -> Vec<(String, u64)> {
    let fill = |(name, buffer): (&String, &Value)| {
        let (bytes, mut address) = (contents(buffer), 0_u64);
        must(library, "cuMemAlloc_v2", &[&raw mut address as u64, bytes.len() as u64]);
        must(library, "cuMemcpyHtoD_v2", &[address, bytes.as_ptr() as u64, bytes.len() as u64]);
        (name.clone(), address)
    };
    buffers.iter().map(fill).collect()
}

/// The bytes of a buffer: zeros, 0, 1, 2 and so on, drawn from 0 to its `max`, or its values.
fn contents(buffer: &Value) -> Vec<u8> {
    let text = |name: &str| buffer.get(name).and_then(Value::as_str);
    let of_float = |value: &Value| value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64));
    let (element, init) = (text("type").unwrap(), text("init").unwrap_or("zeros"));
    let values = buffer.get("values").map(|values| values.as_array().unwrap());
    let len = values.map_or_else(|| buffer["len"].as_integer().unwrap() as usize, Vec::len);
    let max = buffer.get("max").and_then(of_float).unwrap_or(if element == "f32" { 1.0 } else { 4294967296.0 });
    let mut state = 1_u64;
    let mut drawn = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / 2_147_483_648.0 * max
    };
    let bytes = |at: usize| {
        let number = match (values, init) {
            (Some(values), _) => of_float(&values[at]).unwrap(),
            (None, "zeros") => 0.0,
            (None, "iota") => at as f64,
            (None, "random") => drawn(),
            (None, other) => panic!("contents `{other}` are not known here"),
        };
        match element {
            "f32" => (number as f32).to_le_bytes(),
            "i32" | "u32" => (number as i64 as u32).to_le_bytes(),
            other => panic!("elements `{other}` are not known here"),
        }
    };
    (0..len).flat_map(bytes).collect()
}

/// An argument in the low bytes of a word: the address of a buffer, or a number of four bytes.
fn word(argument: &Value, buffers: &[(String, u64)]) -> u64 {
    if let Some(name) = argument.as_str() {
        return buffers.iter().find(|(known, _)| known == name).unwrap().1;
    }
    let (kind, number) = argument.as_table().unwrap().iter().next().unwrap();
    assert!(["i32", "u32"].contains(&kind.as_str()), "{argument:?}");
    u64::from(number.as_integer().unwrap() as u32)
}

/// One to three numbers of blocks or threads.
fn extent(written: &Value) -> [u64; 3] {
    let mut extent = [1; 3];
    let one = std::slice::from_ref(written);
    for (place, number) in extent.iter_mut().zip(written.as_array().map_or(one, Vec::as_slice)) {
        *place = number.as_integer().unwrap() as u64;
    }
    extent
}
