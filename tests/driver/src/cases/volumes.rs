//! Arrays of up to three dimensions, copies between them and other memory, textures and surfaces of them, tensor maps.

use crate::setting::{DriverCase, allocated, context};
use crate::steps::{Steps, from, out};

pub(crate) const CASES: &[DriverCase] = &[
    ("arrays_of_three_dimensions", of_three_dimensions),
    ("copies_of_arrays", copies_of_arrays),
    ("copies_of_boxes", copies_of_boxes),
    ("fills_of_rows", fills_of_rows),
    ("textures", textures),
    ("surfaces", surfaces),
    ("tensor_maps", tensor_maps),
];

/// `CUDA_ARRAY3D_DESCRIPTOR_v2`.
#[repr(C)]
#[derive(Clone, Copy)]
struct ArrayShape {
    extent: [u64; 3],
    format: u32,
    channels: u32,
    flags: u32,
    end: u32,
}

/// Floats of 8 x 4.
const PLANE: ArrayShape = ArrayShape { extent: [8, 4, 0], format: 0x20, channels: 1, flags: 0, end: 0 };

fn array(steps: &mut Steps<'_>, shape: ArrayShape) -> u64 {
    let mut array = 0_u64;
    steps.must("cuArray3DCreate_v2", &[out(&mut array), from(&shape)]);
    array
}

fn of_three_dimensions(steps: &mut Steps<'_>) {
    context(steps);
    let mut array = 0_u64;
    for (note, shape) in [
        ("a plane", PLANE),
        ("a line", ArrayShape { extent: [8, 0, 0], ..PLANE }),
        ("a volume", ArrayShape { extent: [8, 4, 2], ..PLANE }),
        ("a volume of surfaces", ArrayShape { extent: [8, 4, 2], flags: 2, ..PLANE }),
        ("layers", ArrayShape { extent: [8, 4, 3], flags: 1, ..PLANE }),
        ("layers of lines", ArrayShape { extent: [8, 0, 3], flags: 1, ..PLANE }),
        ("no layers", ArrayShape { extent: [8, 4, 0], flags: 1, ..PLANE }),
        ("six faces", ArrayShape { extent: [8, 8, 6], flags: 4, ..PLANE }),
        ("five faces", ArrayShape { extent: [8, 8, 5], flags: 4, ..PLANE }),
        ("faces that are not square", ArrayShape { extent: [8, 4, 6], flags: 4, ..PLANE }),
        ("no width", ArrayShape { extent: [0, 4, 2], ..PLANE }),
        ("a depth without height", ArrayShape { extent: [8, 0, 2], ..PLANE }),
        ("flags of none", ArrayShape { flags: 0x8000, ..PLANE }),
        ("three channels", ArrayShape { channels: 3, ..PLANE }),
        ("too deep", ArrayShape { extent: [8, 4, 1 << 20], ..PLANE }),
    ] {
        steps.noted(note, "cuArray3DCreate_v2", &[out(&mut array), from(&shape)]);
    }
    let shape = ArrayShape { extent: [8, 4, 2], ..PLANE };
    array = self::array(steps, shape);
    let (mut back, mut flat) = (shape, [0_u64; 3]);
    steps.noted("its shape", "cuArray3DGetDescriptor_v2", &[out(&mut back), array]);
    steps.value("is", format!("{:?}, {:#x} {} {}", back.extent, back.format, back.channels, back.flags));
    steps.noted("as a plane's", "cuArrayGetDescriptor_v2", &[out(&mut flat), array]);
    steps.value("is", format!("{:?}", &flat[..2]));
    steps.noted("of null", "cuArray3DGetDescriptor_v2", &[out(&mut back), 0]);
    steps.noted("to null", "cuArray3DCreate_v2", &[0, from(&shape)]);
}

fn copies_of_arrays(steps: &mut Steps<'_>) {
    context(steps);
    let line = array(steps, ArrayShape { extent: [16, 0, 0], ..PLANE });
    let (other, plane) = (array(steps, ArrayShape { extent: [16, 0, 0], ..PLANE }), array(steps, PLANE));
    let (place, numbers, mut back) = (allocated(steps, 256), [7_u32; 16], [0_u32; 16]);
    let (host, back_place) = (from(&numbers), out(&mut back));
    steps.noted("up", "cuMemcpyHtoA_v2", &[line, 0, host, 64]);
    steps.noted("up beyond the end", "cuMemcpyHtoA_v2", &[line, 32, host, 64]);
    steps.noted("up at 2", "cuMemcpyHtoA_v2", &[line, 2, host, 4]);
    steps.noted("of 2 bytes", "cuMemcpyHtoA_v2", &[line, 0, host, 2]);
    steps.noted("of none", "cuMemcpyHtoA_v2", &[line, 0, host, 0]);
    steps.noted("up from null", "cuMemcpyHtoA_v2", &[line, 0, 0, 64]);
    steps.noted("up to null", "cuMemcpyHtoA_v2", &[0, 0, host, 64]);
    steps.noted("across", "cuMemcpyAtoA_v2", &[other, 0, line, 0, 64]);
    steps.noted("to the device", "cuMemcpyAtoD_v2", &[place, other, 0, 64]);
    steps.noted("from the device", "cuMemcpyDtoA_v2", &[line, 0, place, 64]);
    steps.noted("down", "cuMemcpyAtoH_v2", &[back_place, other, 0, 64]);
    // SAFETY: the copy has ended.
    let read = || unsafe { (back_place as *const u32).read_volatile() };
    steps.value("first", read());
    steps.noted("up in a stream", "cuMemcpyHtoAAsync_v2", &[line, 0, host, 64, 0]);
    steps.noted("down in a stream", "cuMemcpyAtoHAsync_v2", &[back_place, line, 0, 64, 0]);
    steps.noted("to a plane", "cuMemcpyHtoA_v2", &[plane, 0, host, 64]);
    steps.noted("wait", "cuCtxSynchronize", &[]);
}

fn copies_of_boxes(steps: &mut Steps<'_>) {
    context(steps);
    let volume = array(steps, ArrayShape { extent: [8, 4, 2], ..PLANE });
    let numbers: Vec<u32> = (0..64).collect();
    let mut back = vec![0_u32; 64];
    // `CUDA_MEMCPY3D`: 32 bytes a row, 4 rows, 2 slices.
    let up = || {
        let mut copy = [0_u64; 25];
        copy[4..6].copy_from_slice(&[1, numbers.as_ptr() as u64]);
        copy[9..11].copy_from_slice(&[32, 4]);
        copy[15] = 3;
        copy[18] = volume;
        copy[22..25].copy_from_slice(&[32, 4, 2]);
        copy
    };
    let with = |at: usize, value: u64| {
        let mut copy = up();
        copy[at] = value;
        copy
    };
    for (note, copy) in [
        ("all", up()),
        ("from a column", with(0, 4)),
        ("to a column", with(11, 4)),
        ("to a row", with(12, 1)),
        ("to a slice", with(13, 1)),
        ("rows that are too short", with(9, 16)),
        ("slices that are too short", with(10, 2)),
        ("no rows", with(23, 0)),
        ("no slices", with(24, 0)),
        ("no bytes", with(22, 0)),
        ("three slices", with(24, 3)),
        ("from null", with(5, 0)),
        ("of kind 9", with(4, 9)),
        ("to no array", with(18, 0)),
        ("of a level of detail", with(14, 1)),
    ] {
        steps.noted(note, "cuMemcpy3D_v2", &[from(&copy)]);
    }
    steps.noted("null", "cuMemcpy3D_v2", &[0]);
    let mut down = [0_u64; 25];
    down[4] = 3;
    down[7] = volume;
    down[15..17].copy_from_slice(&[1, back.as_mut_ptr() as u64]);
    down[20..25].copy_from_slice(&[32, 4, 32, 4, 2]);
    steps.must("cuMemcpy3D_v2", &[from(&up())]);
    steps.noted("in a stream", "cuMemcpy3DAsync_v2", &[from(&down), 0]);
    steps.must("cuCtxSynchronize", &[]);
    steps.value("equal", back == numbers);
}

fn fills_of_rows(steps: &mut Steps<'_>) {
    context(steps);
    let place = allocated(steps, 1024);
    steps.noted("halves", "cuMemsetD2D16_v2", &[place, 32, 0x0102, 4, 4]);
    steps.noted("words", "cuMemsetD2D32_v2", &[place, 32, 0x0102_0304, 4, 4]);
    steps.noted("halves at 1", "cuMemsetD2D16_v2", &[place + 1, 32, 1, 4, 4]);
    steps.noted("words with a pitch of 30", "cuMemsetD2D32_v2", &[place, 30, 1, 4, 4]);
    steps.noted("wider than the pitch", "cuMemsetD2D32_v2", &[place, 8, 1, 4, 4]);
    steps.noted("wider than the pitch, of one row", "cuMemsetD2D32_v2", &[place, 8, 1, 4, 1]);
    steps.noted("no rows", "cuMemsetD2D32_v2", &[place, 32, 1, 4, 0]);
    steps.noted("no columns", "cuMemsetD2D32_v2", &[place, 32, 1, 0, 4]);
    steps.noted("pitch 0", "cuMemsetD2D32_v2", &[place, 0, 1, 4, 4]);
    steps.noted("bytes in a stream", "cuMemsetD2D8Async", &[place, 32, 1, 4, 4, 0]);
    steps.noted("halves in a stream", "cuMemsetD2D16Async", &[place, 32, 1, 4, 4, 0]);
    steps.noted("words in a stream", "cuMemsetD2D32Async", &[place, 32, 1, 4, 4, 0]);
    steps.noted("halves in one row, in a stream", "cuMemsetD16Async", &[place, 1, 4, 0]);
    steps.noted("wait", "cuCtxSynchronize", &[]);
}

/// `CUDA_RESOURCE_DESC`.
#[repr(C)]
#[derive(Clone, Copy)]
struct Resource {
    kind: u32,
    padding: u32,
    numbers: [u64; 16],
    flags: u32,
    end: u32,
}

/// `CUDA_TEXTURE_DESC`, of which the reserved words follow the border.
#[repr(C)]
#[derive(Clone, Copy)]
struct Reading {
    addressing: [u32; 3],
    filter: u32,
    flags: u32,
    others: [u32; 21],
}

const PLAIN: Reading = Reading { addressing: [0; 3], filter: 0, flags: 0, others: [0; 21] };

fn resource(kind: u32, numbers: &[u64]) -> Resource {
    let mut of = Resource { kind, padding: 0, numbers: [0; 16], flags: 0, end: 0 };
    of.numbers[..numbers.len()].copy_from_slice(numbers);
    of
}

fn textures(steps: &mut Steps<'_>) {
    context(steps);
    let (array, place) = (array(steps, PLANE), allocated(steps, 4096));
    let (bytes, floats) = (0x01 | 1 << 32, 0x20 | 1 << 32);
    let mut texture = 0_u64;
    let of_array = resource(0, &[array]);
    let cases: [(&str, Resource, Reading); 17] = [
        ("of an array", of_array, PLAIN),
        ("of null", resource(0, &[0]), PLAIN),
        ("of mipmaps of null", resource(1, &[0]), PLAIN),
        ("of a kind that is none", resource(9, &[array]), PLAIN),
        ("with flags", Resource { flags: 1, ..of_array }, PLAIN),
        ("of a line", resource(2, &[place, floats, 64]), PLAIN),
        ("of a line of no bytes", resource(2, &[place, floats, 0]), PLAIN),
        ("of a line of three channels", resource(2, &[place, 0x20 | 3 << 32, 64]), PLAIN),
        ("of a line at 4", resource(2, &[place + 4, floats, 64]), PLAIN),
        ("of a line of null", resource(2, &[0, floats, 64]), PLAIN),
        ("of rows", resource(3, &[place, floats, 8, 4, 512]), PLAIN),
        ("of rows of 100 bytes", resource(3, &[place, floats, 8, 4, 100]), PLAIN),
        ("of rows that are too short", resource(3, &[place, floats, 1024, 1, 512]), PLAIN),
        ("with a linear filter", of_array, Reading { filter: 1, ..PLAIN }),
        ("with filter 7", of_array, Reading { filter: 7, ..PLAIN }),
        ("with addressing 9", of_array, Reading { addressing: [9; 3], ..PLAIN }),
        (
            "bytes with a linear filter as integers",
            resource(3, &[place, bytes, 8, 4, 512]),
            Reading { filter: 1, flags: 1, ..PLAIN },
        ),
    ];
    for (note, of, reading) in &cases {
        steps.noted(note, "cuTexObjectCreate", &[out(&mut texture), from(of), from(reading), 0]);
    }
    steps.must("cuTexObjectCreate", &[out(&mut texture), from(&of_array), from(&PLAIN), 0]);
    let (mut back, mut reading) = (resource(7, &[]), PLAIN);
    steps.noted("its resource", "cuTexObjectGetResourceDesc", &[out(&mut back), texture]);
    steps.value("the same", back.kind == 0 && back.numbers[0] == array);
    steps.noted("its reading", "cuTexObjectGetTextureDesc", &[out(&mut reading), texture]);
    steps.noted("without a reading", "cuTexObjectCreate", &[out(&mut texture), from(&of_array), 0, 0]);
    steps.noted("without a resource", "cuTexObjectCreate", &[out(&mut texture), 0, from(&PLAIN), 0]);
    steps.noted("to null", "cuTexObjectCreate", &[0, from(&of_array), from(&PLAIN), 0]);
    steps.noted("destroy", "cuTexObjectDestroy", &[texture]);
    steps.noted("destroy null", "cuTexObjectDestroy", &[0]);
}

fn surfaces(steps: &mut Steps<'_>) {
    context(steps);
    let (plain, stored) = (array(steps, PLANE), array(steps, ArrayShape { flags: 2, ..PLANE }));
    let place = allocated(steps, 4096);
    let mut surface = 0_u64;
    for (note, of) in [
        ("of an array", resource(0, &[stored])),
        ("of an array that is not for surfaces", resource(0, &[plain])),
        ("of null", resource(0, &[0])),
        ("of a line", resource(2, &[place, 0x20 | 1 << 32, 64])),
    ] {
        steps.noted(note, "cuSurfObjectCreate", &[out(&mut surface), from(&of)]);
    }
    steps.must("cuSurfObjectCreate", &[out(&mut surface), from(&resource(0, &[stored]))]);
    let mut back = resource(7, &[]);
    steps.noted("its resource", "cuSurfObjectGetResourceDesc", &[out(&mut back), surface]);
    steps.value("the same", back.kind == 0 && back.numbers[0] == stored);
    steps.noted("destroy", "cuSurfObjectDestroy", &[surface]);
    steps.noted("destroy null", "cuSurfObjectDestroy", &[0]);
}

/// The arguments of a tensor map of floats, 64 x 64 in boxes of 32 x 8.
struct TensorCall {
    element: u64,
    rank: u64,
    place: u64,
    extents: [u64; 5],
    strides: [u64; 4],
    boxes: [u32; 5],
    steps: [u32; 5],
    /// Interleaving, swizzle, promotion, filling.
    modes: [u64; 4],
}

impl TensorCall {
    fn of(place: u64) -> TensorCall {
        TensorCall {
            element: 7,
            rank: 2,
            place,
            extents: [64, 64, 1, 1, 1],
            strides: [256, 1 << 14, 1 << 14, 1 << 14],
            boxes: [32, 8, 1, 1, 1],
            steps: [1; 5],
            modes: [0; 4],
        }
    }

    fn note(&self, steps: &mut Steps<'_>, note: &str) {
        #[repr(align(64))]
        struct Map([u8; 128]);
        let mut map = Map([0; 128]);
        let [interleave, swizzle, promotion, fill] = self.modes;
        let lists = [from(&self.extents), from(&self.strides), from(&self.boxes), from(&self.steps)];
        let [extents, strides, boxes, element_steps] = lists;
        let begin = [out(&mut map.0), self.element, self.rank, self.place, extents, strides, boxes, element_steps];
        steps.noted(note, "cuTensorMapEncodeTiled", &[&begin[..], &[interleave, swizzle, promotion, fill]].concat());
    }
}

fn tensor_maps(steps: &mut Steps<'_>) {
    context(steps);
    let place = allocated(steps, 1 << 16);
    let of = || TensorCall::of(place);
    of().note(steps, "64 x 64 floats");
    TensorCall { place: place + 8, ..of() }.note(steps, "at 8");
    TensorCall { place: 0, ..of() }.note(steps, "of null");
    TensorCall { rank: 0, ..of() }.note(steps, "of no dimension");
    TensorCall { rank: 6, ..of() }.note(steps, "of six dimensions");
    TensorCall { rank: 5, ..of() }.note(steps, "of five dimensions");
    TensorCall { element: 99, ..of() }.note(steps, "of elements that are none");
    TensorCall { boxes: [0, 8, 1, 1, 1], ..of() }.note(steps, "boxes of no elements");
    TensorCall { boxes: [257, 1, 1, 1, 1], ..of() }.note(steps, "boxes of 257 elements");
    TensorCall { boxes: [3, 8, 1, 1, 1], ..of() }.note(steps, "rows of boxes of 12 bytes");
    TensorCall { boxes: [64, 8, 1, 1, 1], modes: [0, 3, 0, 0], ..of() }
        .note(steps, "rows of 256 bytes, swizzle of 128");
    TensorCall { boxes: [32, 8, 1, 1, 1], modes: [0, 3, 0, 0], ..of() }
        .note(steps, "rows of 128 bytes, swizzle of 128");
    TensorCall { modes: [0, 9, 0, 0], ..of() }.note(steps, "swizzle 9");
    TensorCall { modes: [0, 0, 9, 0], ..of() }.note(steps, "promotion 9");
    TensorCall { modes: [0, 0, 0, 2], ..of() }.note(steps, "filling 2");
    TensorCall { modes: [0, 0, 0, 1], ..of() }.note(steps, "not-a-numbers beyond the end");
    TensorCall { element: 2, modes: [0, 0, 0, 1], ..of() }.note(steps, "not-a-numbers of integers");
    TensorCall { strides: [200, 0, 0, 0], ..of() }.note(steps, "a stride of 200 bytes");
    TensorCall { strides: [128, 0, 0, 0], ..of() }.note(steps, "a stride shorter than a row");
    TensorCall { strides: [0; 4], ..of() }.note(steps, "a stride of 0");
    TensorCall { extents: [0, 64, 1, 1, 1], ..of() }.note(steps, "of no elements");
    TensorCall { steps: [0; 5], ..of() }.note(steps, "steps of 0");
    TensorCall { steps: [9; 5], ..of() }.note(steps, "steps of 9");
    TensorCall { steps: [2, 1, 1, 1, 1], ..of() }.note(steps, "steps of 2");
    TensorCall { modes: [1, 0, 0, 0], ..of() }.note(steps, "interleaved by 16 bytes");
}
