//! Arrays and textures.

use super::program::malloc;
use crate::setting::DriverCase;
use crate::steps::{Steps, from, out};

pub(super) const CASES: &[DriverCase] = &[("runtime_arrays", arrays), ("runtime_textures", textures)];

/// Channels: bits of each, and their kind: signed, unsigned, float.
const FLOAT: [u32; 5] = [32, 0, 0, 0, 2];
const BYTES: [u32; 5] = [8, 8, 8, 8, 1];

fn arrays(steps: &mut Steps<'_>) {
    let (mut array, mut host) = (0_u64, [1_f32; 64]);
    let make = "cudaMallocArray";
    steps.noted("to null", make, &[0, from(&FLOAT), 8, 4, 0]);
    steps.noted("without channels", make, &[out(&mut array), 0, 8, 4, 0]);
    steps.noted("three channels", make, &[out(&mut array), from(&[8_u32, 8, 8, 0, 1]), 8, 4, 0]);
    steps.noted("64 bits", make, &[out(&mut array), from(&[64_u32, 0, 0, 0, 1]), 8, 4, 0]);
    steps.noted("no width", make, &[out(&mut array), from(&FLOAT), 0, 4, 0]);
    steps.noted("too wide", make, &[out(&mut array), from(&FLOAT), 1 << 20, 4, 0]);
    steps.noted("one dimension", make, &[out(&mut array), from(&FLOAT), 8, 0, 0]);
    steps.noted("free", "cudaFreeArray", &[array]);
    steps.noted("free null", "cudaFreeArray", &[0]);
    steps.noted("8 x 4", make, &[out(&mut array), from(&FLOAT), 8, 4, 0]);
    let (mut channels, mut extent, mut flags) = ([0_u32; 5], [9_u64; 3], 9_u32);
    steps.noted("channels", "cudaGetChannelDesc", &[out(&mut channels), array]);
    steps.value("channels", format!("{channels:?}"));
    steps.noted("all", "cudaArrayGetInfo", &[out(&mut channels), out(&mut extent), out(&mut flags), array]);
    steps.value("extent, flags", format!("{extent:?} {flags}"));
    let (here, to) = (out(&mut host), "cudaMemcpy2DToArray");
    steps.noted("rows", to, &[array, 0, 0, here, 32, 32, 4, 1]);
    steps.noted("more rows than there are", to, &[array, 0, 0, here, 32, 32, 5, 1]);
    steps.noted("wider rows", to, &[array, 4, 0, here, 32, 32, 4, 1]);
    steps.noted("direction 2", to, &[array, 0, 0, here, 32, 32, 4, 2]);
    steps.noted("back", "cudaMemcpy2DFromArray", &[here, 32, array, 0, 0, 32, 4, 2]);
    steps.noted("bytes across rows", "cudaMemcpyToArray", &[array, 0, 0, here, 128, 1]);
    steps.noted("too many", "cudaMemcpyToArray", &[array, 0, 0, here, 132, 1]);
    steps.noted("back", "cudaMemcpyFromArray", &[here, array, 0, 1, 64, 2]);
}

fn textures(steps: &mut Steps<'_>) {
    let (mut array, mut texture, place) = (0_u64, 0_u64, malloc(steps, 1024));
    steps.must("cudaMallocArray", &[out(&mut array), from(&BYTES), 8, 4, 0]);
    let mut resource = [0_u64; 18];
    resource[1] = array;
    // Clamp, points, elements as they are.
    let mut read = [0_u32; 18];
    let make = "cudaCreateTextureObject";
    steps.noted("of an array", make, &[out(&mut texture), from(&resource), from(&read), 0]);
    steps.noted("to null", make, &[0, from(&resource), from(&read), 0]);
    steps.noted("without a description", make, &[out(&mut texture), from(&resource), 0, 0]);
    steps.noted("destroy", "cudaDestroyTextureObject", &[texture]);
    (read[0], read[1], read[2]) = (1, 1, 1);
    read[3] = 1;
    steps.noted("a linear filter of bytes", make, &[out(&mut texture), from(&resource), from(&read), 0]);
    read[4] = 1;
    steps.noted("of bytes as numbers up to 1", make, &[out(&mut texture), from(&resource), from(&read), 0]);
    resource[1] = 0;
    steps.noted("of no array", make, &[out(&mut texture), from(&resource), from(&read), 0]);
    // Linear memory of floats.
    let mut linear = [0_u64; 18];
    linear[0] = 2;
    linear[1] = place;
    linear[2] = 32;
    linear[4] = 2;
    linear[5] = 1024;
    let plain = [0_u32; 18];
    steps.noted("of linear memory", make, &[out(&mut texture), from(&linear), from(&plain), 0]);
    linear[1] = place + 4;
    steps.noted("of linear memory behind an alignment", make, &[out(&mut texture), from(&linear), from(&plain), 0]);
    let mut back = [0_u64; 18];
    steps.noted("the resource", "cudaGetTextureObjectResourceDesc", &[out(&mut back), texture]);
}
