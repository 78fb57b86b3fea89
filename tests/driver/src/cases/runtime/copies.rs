//! Memory, copies and fills.

use super::program::{RegisteredProgram, malloc};
use crate::setting::DriverCase;
use crate::steps::{Steps, from, out};

pub(super) const CASES: &[DriverCase] = &[
    ("runtime_memory", memory),
    ("runtime_copies", copies),
    ("runtime_rows", rows),
    ("runtime_symbols", symbols),
    ("runtime_pointers", pointers),
];

fn memory(steps: &mut Steps<'_>) {
    let (mut address, mut pitch) = (7_u64, 7_u64);
    steps.noted("nothing", "cudaMalloc", &[out(&mut address), 0]);
    steps.value("is null", address == 0);
    steps.noted("to null", "cudaMalloc", &[0, 4]);
    steps.noted("too much", "cudaMalloc", &[out(&mut address), 1 << 46]);
    steps.noted("free null", "cudaFree", &[0]);
    steps.noted("free what never was", "cudaFree", &[0x1234_5600]);
    steps.noted("four bytes", "cudaMalloc", &[out(&mut address), 4]);
    steps.noted("free behind its begin", "cudaFree", &[address + 1]);
    steps.noted("free", "cudaFree", &[address]);
    steps.noted("free again", "cudaFree", &[address]);
    steps.noted("rows of nothing", "cudaMallocPitch", &[out(&mut address), out(&mut pitch), 0, 4]);
    steps.value("is null", address == 0);
    steps.noted("rows of 100 bytes", "cudaMallocPitch", &[out(&mut address), out(&mut pitch), 100, 4]);
    steps.value("pitch", pitch);
    steps.noted("host, nothing", "cudaHostAlloc", &[out(&mut address), 0, 0]);
    steps.value("is null", address == 0);
    steps.noted("host, flags of no kind", "cudaHostAlloc", &[out(&mut address), 8, 0x100]);
    steps.noted("host", "cudaMallocHost", &[out(&mut address), 8]);
    let mut device = 0_u64;
    steps.noted("its device pointer", "cudaHostGetDevicePointer", &[out(&mut device), address, 0]);
    steps.value("the same", device == address);
    steps.noted("free host memory as a device's", "cudaFree", &[address]);
    steps.noted("free it", "cudaFreeHost", &[address]);
    steps.noted("free it again", "cudaFreeHost", &[address]);
    steps.noted("managed, nothing", "cudaMallocManaged", &[out(&mut address), 0, 1]);
    steps.noted("managed, flags 9", "cudaMallocManaged", &[out(&mut address), 8, 9]);
    steps.noted("managed", "cudaMallocManaged", &[out(&mut address), 8, 1]);
    steps.noted("free it", "cudaFree", &[address]);
}

fn copies(steps: &mut Steps<'_>) {
    let (place, mut host) = (malloc(steps, 16), [1_u8; 64]);
    let here = out(&mut host);
    steps.noted("to the device", "cudaMemcpy", &[place, here, 16, 1]);
    steps.noted("back", "cudaMemcpy", &[here, place, 16, 2]);
    steps.noted("by the addresses", "cudaMemcpy", &[here, place, 16, 4]);
    steps.noted("direction 5", "cudaMemcpy", &[here, place, 16, 5]);
    steps.noted("nothing", "cudaMemcpy", &[here, place, 0, 2]);
    steps.noted("nothing, direction 5", "cudaMemcpy", &[here, place, 0, 5]);
    steps.noted("17 bytes of 16", "cudaMemcpy", &[place, here, 17, 1]);
    steps.noted("to the device, but to the host", "cudaMemcpy", &[here, here, 16, 1]);
    steps.noted("back, but from the host", "cudaMemcpy", &[here, here + 32, 16, 2]);
    steps.noted("host to host, but from the device", "cudaMemcpy", &[here, place, 16, 0]);
    steps.noted("host to host", "cudaMemcpy", &[here, here + 32, 16, 0]);
    steps.noted("device to device, from the host", "cudaMemcpy", &[place, here, 16, 3]);
    steps.noted("from null", "cudaMemcpy", &[place, 0, 16, 1]);
    steps.noted("fill", "cudaMemset", &[place, 0x102, 16]);
    steps.must("cudaMemcpy", &[here, place, 16, 2]);
    steps.value("bytes", format!("{:?}", &host[14..17]));
    steps.noted("fill 17 bytes", "cudaMemset", &[place, 1, 17]);
    steps.noted("fill host memory", "cudaMemset", &[here, 1, 16]);
    steps.noted("fill nothing", "cudaMemset", &[place, 1, 0]);
}

fn rows(steps: &mut Steps<'_>) {
    let (place, mut host) = (malloc(steps, 1024), [1_u8; 256]);
    let here = out(&mut host);
    steps.noted("rows", "cudaMemcpy2D", &[place, 64, here, 16, 16, 4, 1]);
    steps.noted("wider than their pitch", "cudaMemcpy2D", &[place, 8, here, 16, 16, 4, 1]);
    steps.noted("wider than the pitch they come from", "cudaMemcpy2D", &[place, 64, here, 8, 16, 4, 1]);
    steps.noted("no rows", "cudaMemcpy2D", &[place, 64, here, 16, 16, 0, 1]);
    steps.noted("direction 5", "cudaMemcpy2D", &[place, 64, here, 16, 16, 4, 5]);
    steps.noted("17 rows of 16", "cudaMemcpy2D", &[place, 64, here, 0, 0, 17, 1]);
    steps.noted("fill rows", "cudaMemset2D", &[place, 64, 3, 16, 4]);
    steps.noted("fill wider rows than their pitch", "cudaMemset2D", &[place, 8, 3, 16, 4]);
}

fn symbols(steps: &mut Steps<'_>) {
    let program = RegisteredProgram::register(steps);
    let (mut address, mut bytes, mut host) = (0_u64, 0_u64, [9_u32; 8]);
    let (counter, here) = (program.stub("counter"), out(&mut host));
    steps.noted("address", "cudaGetSymbolAddress", &[out(&mut address), counter]);
    steps.noted("size", "cudaGetSymbolSize", &[out(&mut bytes), counter]);
    steps.value("bytes", bytes);
    steps.noted("of no variable", "cudaGetSymbolAddress", &[out(&mut address), from(&host)]);
    steps.noted("size of none", "cudaGetSymbolSize", &[out(&mut bytes), from(&host)]);
    steps.noted("read", "cudaMemcpyFromSymbol", &[here, counter, 16, 0, 2]);
    steps.value("numbers", format!("{:?}", &host[..5]));
    steps.noted("write one behind an offset", "cudaMemcpyToSymbol", &[counter, here, 4, 12, 1]);
    steps.noted("beyond the end", "cudaMemcpyToSymbol", &[counter, here, 8, 12, 1]);
    steps.noted("direction 2", "cudaMemcpyToSymbol", &[counter, here, 4, 0, 2]);
    steps.noted("read", "cudaMemcpyFromSymbol", &[here, counter, 16, 0, 2]);
    steps.value("numbers", format!("{:?}", &host[..5]));
}

fn pointers(steps: &mut Steps<'_>) {
    let place = malloc(steps, 16);
    let (mut pinned, mut managed) = (0_u64, 0_u64);
    steps.must("cudaHostAlloc", &[out(&mut pinned), 16, 0]);
    steps.must("cudaMallocManaged", &[out(&mut managed), 16, 1]);
    let own = 0_u64;
    for (note, address) in
        [("device", place + 4), ("page-locked", pinned), ("managed", managed), ("the program's", from(&own))]
    {
        let mut answer = [0_u64; 12];
        steps.noted(note, "cudaPointerGetAttributes", &[out(&mut answer), address]);
        let [kind, device] = [answer[0] as u32, (answer[0] >> 32) as u32];
        let is = |value: u64| {
            if value == address {
                "the address"
            } else if value == 0 {
                "null"
            } else {
                "another"
            }
        };
        steps.value("kind, device, pointers", format!("{kind} {} {} {}", device as i32, is(answer[1]), is(answer[2])));
    }
}
