//! Launches described in a file: every kind of content and argument as a kernel finds it, and every mistake at its place.

use std::fs;

use smem_launch::{CudaSource, Device, DeviceChoice, Error, Install, LaunchFile};

/// Runs the launches of `file` on a program, and returns a buffer's bytes.
fn ran(text: &str, file: &str, buffer: &str) -> Result<Vec<u8>, Error> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("four.bin"), [1, 2, 3, 4]).unwrap();
    let launches = LaunchFile::parse(file, "launches.toml")?;
    let device = Device::open(DeviceChoice::Auto, Install::Allowed)?;
    let source = launches.kernels().fold(CudaSource::new(text, "kernel.cu"), CudaSource::kernel);
    let program = device.load_source(source)?;
    let uploaded = launches.upload(&device, &program, folder.path())?;
    for at in 0..uploaded.len() {
        // SAFETY: the kernels here stay inside the buffers that the files give them.
        unsafe { uploaded.launch(&device, at)? };
    }
    uploaded.read(&device, buffer).map(Option::unwrap)
}

#[test]
fn contents_variables_and_arguments_arrive_as_they_are_written() {
    let text = "
        struct View { int tag; short pair[2]; const float* data; };
        __constant__ float taps[2];
        __device__ const int* shared_list;
        __global__ void gather(float* out, const float* iota, const int* listed, const unsigned char* file, const float* const* table,
                               View view, float2 pair, bool flag, unsigned long long big, const int* none) {
            if (threadIdx.x || blockIdx.x != 2 || blockIdx.y != 1) return;
            int i = 0;
            out[i++] = iota[5];
            out[i++] = listed[0];
            out[i++] = file[3];
            out[i++] = *table[1];
            out[i++] = view.tag + view.pair[1] + *view.data;
            out[i++] = pair.y + flag;
            out[i++] = big >> 32;
            out[i++] = taps[0] + taps[1];
            out[i++] = shared_list[0];
            out[i++] = none == nullptr;
            out[i++] = gridDim.y * 100 + blockDim.y;
        }";
    let file = r#"
        [buffers]
        iota = { type = "f32", len = 8, init = "iota" }
        listed = { type = "i32", values = [7, -3] }
        four = { file = "four.bin" }
        table = { type = "u64", len = 2, pointers = { 8 = "iota+12" } }
        out = { type = "f32", len = 11 }
        [symbols]
        taps = { type = "f32", values = [0.25, 0.5] }
        shared_list = { pointer = "listed+4" }
        [[launch]]
        kernel = "gather"
        grid = [3, 2]
        block = [32, 2]
        args = ["out", "iota", "listed", "four", "table",
                { bytes = "0a000000 0100 0200 0000000000000000", pointers = { 8 = "iota+4" } },
                { f32 = [1.0, 2.5] }, { bool = true }, { u64 = 12884901888 }, "null"]
    "#;
    let bytes = ran(text, file, "out").unwrap();
    let found: Vec<f32> = bytes.chunks(4).map(|value| f32::from_le_bytes(value.try_into().unwrap())).collect();
    assert_eq!(found, [5.0, 7.0, 4.0, 3.0, 13.0, 3.5, 3.0, 0.75, -3.0, 1.0, 202.0]);
}

#[test]
fn launches_are_made_in_order_on_the_same_buffers() {
    let text = "template <int N> __global__ void times(int* data) { data[threadIdx.x] *= N; }
        __global__ void plus(int* data) { data[threadIdx.x] += 1; }";
    let launch = |kernel: &str| format!("[[launch]]\nkernel = \"{kernel}\"\ngrid = 1\nblock = 2\nargs = [\"data\"]\n");
    let buffers = "[buffers]\ndata = { type = \"i32\", values = [1, 2] }\n";
    let file = [buffers, &launch("times<3>"), &launch("plus"), &launch("times<3>")].concat();
    assert_eq!(ran(text, &file, "data").unwrap(), [12_i32, 21].map(i32::to_le_bytes).concat());
    let parsed = LaunchFile::parse(&file, "launches.toml").unwrap();
    assert_eq!(parsed.kernels().collect::<Vec<_>>(), ["times<3>", "plus"]);
    assert_eq!(parsed.launches().len(), 3);
}

#[test]
fn every_mistake_is_named_at_its_place() {
    let with = |buffers: &str, args: &str| {
        format!("[buffers]\n{buffers}\n[[launch]]\nkernel = \"k\"\ngrid = 1\nblock = 32\nargs = [{args}]\n")
    };
    for (file, message) in [
        ("grid = ", "f.toml:1:8: "),
        ("[buffers]\n", "f.toml:1:1: `launch` is missing"),
        ("launch = []\n", "f.toml: there is no `[[launch]]`"),
        (
            "launches = 1\n[[launch]]\nkernel = \"k\"\ngrid = 1\nblock = 1\n",
            "f.toml:1:1: `launches` is not one of `buffers`, `textures`, `symbols`, `launch`",
        ),
        ("[[launch]]\nkernel = \"k\"\ngrid = [1, 2, 3, 4]\nblock = 1\n", "f.toml:3:8: expected one to three numbers"),
        (
            "[[launch]]\nkernel = \"k\"\ngrid = [-1]\nblock = 1\n",
            "f.toml:3:9: expected a number of blocks or threads, from 0 to 4294967295",
        ),
        (&with("", "\"a\""), "f.toml:7:9: `a` is not a buffer: there are none"),
        (&with("a = { type = \"f32\", len = 4 }", "\"b\""), "f.toml:7:9: `b` is not a buffer: there are `a`"),
        (&with("a = { type = \"f32\", len = 4 }", "\"a+x\""), "f.toml:7:9: `x` is not a number of bytes"),
        (&with("a = { type = \"f32\", len = 4 }", "{ i33 = 1 }"), "`i33` is not a type: one of `u8`, "),
        (&with("a = { type = \"f32\", len = 4 }", "{ u8 = 256 }"), "f.toml:7:16: this is not a value of `u8`"),
        (&with("a = { type = \"f32\", len = 4 }", "{ bytes = \"0g\" }"), "bytes are pairs of hexadecimal digits"),
        (
            &with("a = { type = \"f32\", len = 4 }", "{ bytes = \"00\", pointers = { 0 = \"a\" } }"),
            "the struct ends before the pointer at byte 0 does",
        ),
        (&with("a = { type = \"f32\", len = 4 }", "3"), "f.toml:7:9: expected an argument such as"),
        (&with("a = { len = 4 }", ""), "f.toml:2:5: `type` is missing"),
        (&with("a = { type = \"f32\" }", ""), "f.toml:2:5: `len` is missing"),
        (&with("a = { type = \"f31\", len = 4 }", ""), "f.toml:2:14: `f31` is not a type: one of `u8`, "),
        (
            &with("a = { type = \"f32\", len = 4, init = \"ones\" }", ""),
            "`ones` is not one of `zeros`, `iota`, `random`",
        ),
        (&with("a = { type = \"f32\", len = 4, seed = 4 }", ""), "f.toml:2:37: `seed` is for `init = \"random\"`, "),
        (&with("a = { type = \"i8\", len = 4, init = \"random\", max = 200 }", ""), "this is not a value of `i8`"),
        (&with("a = { type = \"i8\", len = 4, init = \"random\", min = 5, max = 4 }", ""), "`min` is more than `max`"),
        (&with("a = { type = \"i8\", len = 4, values = [1] }", ""), "there are 1 values, and `len` is 4"),
        (&with("a = { type = \"i8\", len = 4, lenght = 4 }", ""), "f.toml:2:29: `lenght` is not one of "),
        (
            &with("a = { type = \"u64\", len = 99999999999999 }", ""),
            "99999999999999 elements are more than fit into memory",
        ),
        (
            &with("a = { type = \"u64\", len = 1, pointers = { 8 = \"a\" } }", ""),
            "`a` ends before the pointer at byte 8 does",
        ),
        (
            &with("a = { type = \"u64\", len = 1, pointers = { 4 = \"a\" } }", ""),
            "`4` is not a byte offset that 8 divides",
        ),
    ] {
        let error = LaunchFile::parse(file, "f.toml").expect_err(file).to_string();
        assert!(error.contains(message), "{error}\nfor\n{file}");
    }
}

#[test]
fn names_are_of_one_buffer_or_texture_and_pointers_are_to_one_that_is_declared() {
    let texture = "image = { kind = \"tex2D\", type = \"u8\", size = [4, 4], buffer = \"BUFFER\" }";
    let with = |texels: &str, args: &str| {
        let texture = texture.replace("BUFFER", texels);
        format!(
            "[buffers]\na = {{ type = \"u8\", len = 16 }}\n[textures]\n{texture}\n[[launch]]\nkernel = \"k\"\ngrid = 1\nblock = 1\nargs = [{args}]\n"
        )
    };
    for (texels, args, message) in [
        ("b", "", "`b` is not a buffer: there are `a`"),
        ("image", "", "`image` is not a buffer: there are `a`"),
        ("a", "\"other:tex2D:u8[4x4]=buffer(b)\"", "f.toml:9:9: `b` is not a buffer: there are `a`"),
        ("a", "\"image:f32[4]\"", "f.toml:9:9: there is a texture `image` already"),
        ("a", "\"image:tex2D:u8[4x4]\"", "there is a texture `image` already"),
        ("a", "\"a:tex2D:u8[4x4]\"", "there is a buffer `a` already"),
        ("a", "\"struct[8,8]{0=image:f32[4]}\"", "there is a texture `image` already"),
        ("a", "\"struct[8,8]{0=b}\"", "`b` is not a buffer: there are `a`, `image`"),
    ] {
        let error = LaunchFile::parse(&with(texels, args), "f.toml").expect_err(args).to_string();
        assert!(error.contains(message), "{error}\nfor\n{texels} {args}");
    }
    // Arguments declare the texels of a texture as well.
    LaunchFile::parse(&with("b", "\"b:u8[16]\""), "f.toml").unwrap();
}

#[test]
fn the_bytes_of_a_launch_are_those_of_everything_that_it_reaches() {
    let bytes = |args: &str| {
        let file = format!(
            r#"
            [buffers]
            row = {{ type = "u64", len = 1, pointers = {{ 0 = "first" }} }}
            first = {{ type = "u8", len = 10 }}
            texels = {{ type = "u8", len = 1000 }}
            set = {{ type = "u8", len = 100000 }}
            [textures]
            image = {{ kind = "tex2D", type = "u8", size = [10, 100], buffer = "texels" }}
            [symbols]
            symbol = {{ pointer = "set" }}
            [[launch]]
            kernel = "k"
            grid = 1
            block = 1
            args = [{args}]"#
        );
        LaunchFile::parse(&file, "f.toml").unwrap().launch_bytes(0).unwrap() - 100_000
    };
    for (args, expected) in [
        ("", 0),
        (r#""first", "first+2""#, 10),
        (r#""row""#, 18),
        (r#""image", "texels""#, 1000),
        (r#""struct[24,8]{0=row, 8=image}""#, 1018),
        (r#""map:t[16,16].u8 box=16x16""#, 256),
        (r#"{ bytes = "0000000000000000", pointers = { 0 = "first" } }"#, 10),
    ] {
        assert_eq!(bytes(args), expected, "{args}");
    }
}

#[test]
fn what_only_shows_on_a_device_is_an_error_too() {
    let kernel = "__global__ void k(int* a) { *a = 1; }";
    let with = |buffers: &str, symbols: &str, arg: &str| {
        format!(
            "[buffers]\n{buffers}\n[symbols]\n{symbols}\n[[launch]]\nkernel = \"k\"\ngrid = 1\nblock = 1\nargs = [{arg}]\n"
        )
    };
    let a = "a = { type = \"i32\", len = 1 }";
    for (file, message) in [
        (with(a, "", "\"a+5\""), "launches.toml:9:9: an offset of 5 bytes is past the end of a buffer with 4 bytes"),
        (with(a, "", ""), "`k` takes 1 argument"),
        (with(a, "none = { pointer = \"a\" }", "\"a\""), "`kernel.cu` has no variable `none`"),
        (with("a = { file = \"none.bin\" }", "", "\"a\""), "cannot read `"),
        (with("a = { file = \"four.bin\", type = \"u8\", len = 5 }", "", "\"a\""), "has 4 bytes instead of 5"),
        (
            with("a = { type = \"u64\", len = 1, pointers = { 0 = \"a\" } }", "", "\"a\""),
            "point to one another in a circle",
        ),
    ] {
        let error = ran(kernel, &file, "a").expect_err(&file).to_string();
        assert!(error.contains(message), "{error}\nfor\n{file}");
    }
}
