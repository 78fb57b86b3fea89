//! Arguments of every kind, as kernels receive them.

use smem_launch::{
    Address, Arg, Buffer, Device, DeviceChoice, Element, Error, Install, Kernel, LaunchShape, Profile, StructArg,
};

const ONE: LaunchShape = LaunchShape::of([1, 1, 1], [1, 1, 1]);

fn open() -> Device {
    Device::open(DeviceChoice::Auto, Install::Allowed).unwrap()
}

/// Launches a kernel of this file.
fn launch_on(
    device: &Device,
    kernel: &Kernel,
    launch: LaunchShape,
    args: &[Arg<'_>],
) -> Result<Option<Profile>, Error> {
    // SAFETY: the kernels here stay inside the buffers that the tests give them, and refused launches run none.
    unsafe { device.launch(kernel, launch, args) }
}

/// The bytes that a kernel with one parameter of type `of` finds in it.
fn received(device: &Device, of: &str, arg: Arg<'_>) -> Vec<u8> {
    let text = format!(
        "struct Inner {{ char tag; short number; }};
        struct Mixed {{ unsigned char first; Inner inner; double* data; float3 v; bool last; }};
        struct alignas(32) Wide {{ int value; }};
        __global__ void receive({of} value, unsigned char* to, unsigned* size) {{
            for (unsigned i = 0; i < sizeof(value); ++i) to[i] = reinterpret_cast<const unsigned char*>(&value)[i];
            *size = sizeof(value);
        }}"
    );
    let receive = device.load(&text, "receive.cu").unwrap().kernel("receive").unwrap();
    let (to, size) = (device.zeros::<u8>(256).unwrap(), device.zeros::<u32>(1).unwrap());
    launch_on(device, &receive, ONE, &[arg, to.arg(), size.arg()]).unwrap();
    let size = device.download(&size).unwrap()[0] as usize;
    device.download(&to).unwrap()[..size].to_vec()
}

#[test]
fn every_scalar_arrives_with_its_bits() {
    let device = open();
    let is = |of: &str, arg: Arg<'_>, bytes: &[u8]| assert_eq!(received(&device, of, arg), bytes, "{of}");
    is("bool", true.into(), &[1]);
    is("bool", false.into(), &[0]);
    is("signed char", (-2_i8).into(), &[0xfe]);
    is("unsigned char", 200_u8.into(), &[200]);
    is("short", (-2_i16).into(), &[0xfe, 0xff]);
    is("unsigned short", 0x1234_u16.into(), &[0x34, 0x12]);
    is("int", (-2_i32).into(), &[0xfe, 0xff, 0xff, 0xff]);
    is("unsigned", 0x1234_5678_u32.into(), &[0x78, 0x56, 0x34, 0x12]);
    is("long long", (-2_i64).into(), &(-2_i64).to_le_bytes());
    is("unsigned long long", u64::MAX.into(), &[0xff; 8]);
    is("float", 1.5_f32.into(), &1.5_f32.to_le_bytes());
    is("double", (-0.0_f64).into(), &(-0.0_f64).to_le_bytes());
    is("void*", Arg::NULL, &[0; 8]);
}

#[test]
fn half_precision_arrives_as_a_number() {
    let device = open();
    let text = "#include <cuda_fp16.h>
        #include <cuda_bf16.h>
        __global__ void sum(__half a, __nv_bfloat16 b, __half2 c, float* to) {
            *to = __half2float(a) + __bfloat162float(b) + __half2float(c.x) + __half2float(c.y);
        }";
    let sum = device.load(text, "sum.cu").unwrap().kernel("sum").unwrap();
    let to = device.zeros::<f32>(1).unwrap();
    // 1.5; 2.0; 0.25 and -8.0.
    let args = [0x3e00_u16.into(), 0x4000_u16.into(), [0x3400_u16, 0xc800].into(), to.arg()];
    launch_on(&device, &sum, ONE, &args).unwrap();
    assert_eq!(device.download(&to).unwrap(), [-4.25]);
}

#[test]
fn vectors_and_structs_arrive_as_c_lays_them_out() {
    let device = open();
    let floats = |values: &[f32]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
    assert_eq!(received(&device, "float4", [1.0_f32, 2.0, 3.0, 4.0].into()), floats(&[1.0, 2.0, 3.0, 4.0]));
    assert_eq!(received(&device, "float3", [1.0_f32, 2.0, 3.0].into()), floats(&[1.0, 2.0, 3.0]));
    assert_eq!(received(&device, "uchar2", [1_u8, 2].into()), [1, 2]);
    assert_eq!(received(&device, "longlong2", [1_i64, -1].into())[8..], [0xff; 8]);

    let data = device.zeros::<f64>(2).unwrap();
    let inner = StructArg::new().field(3_i8).field(-5_i16);
    let mixed =
        StructArg::new().field(9_u8).field(inner).field(data.address_of(1)).field([1.0_f32, 2.0, 3.0]).field(true);
    assert_eq!(mixed.size(), 32);
    let bytes = received(&device, "Mixed", mixed.clone().into());
    assert_eq!((bytes[0], bytes[2], &bytes[4..6], bytes[28]), (9, 3, &[0xfb, 0xff][..], 1));
    assert_eq!(bytes[16..28], floats(&[1.0, 2.0, 3.0]));
    let pointer = received(&device, "double*", data.address_of(1).into());
    assert_eq!(bytes[8..16], pointer);

    let again = StructArg::from_bytes(bytes, 8).unwrap().with_pointer(8, data.address()).unwrap();
    assert_ne!(again, mixed);
    assert_eq!(again.with_pointer(8, data.address_of(1)).unwrap(), mixed);
    let wide = StructArg::new().field(6_i32).aligned(32).unwrap();
    assert_eq!(received(&device, "Wide", wide.into()).len(), 32);
}

#[test]
fn pointers_go_through_structs_and_into_buffers() {
    let device = open();
    let text = "struct View { const float* from; float* to; int len; };
        __global__ void copy(View view, int* none) {
            if (!none && threadIdx.x < view.len) view.to[threadIdx.x] = view.from[threadIdx.x];
        }";
    let copy = device.load(text, "copy.cu").unwrap().kernel("copy").unwrap();
    let from = device.upload(&[1.0_f32, 2.0, 3.0, 4.0, 5.0]).unwrap();
    let to = device.zeros::<f32>(5).unwrap();
    let view = StructArg::new().field(from.address_of(2)).field(to.address().plus_bytes(4).unwrap()).field(3_i32);
    launch_on(&device, &copy, LaunchShape::of([1, 1, 1], [32, 1, 1]), &[view.into(), Address::NULL.into()]).unwrap();
    assert_eq!(device.download(&to).unwrap(), [0.0, 3.0, 4.0, 5.0, 0.0]);
}

#[test]
fn offsets_stay_in_their_buffers() {
    fn ends<T: Element>(buffer: &Buffer<T>, bytes: u64) {
        let end = buffer.address().plus_bytes(bytes).unwrap();
        assert_eq!(end, buffer.address_of(buffer.len()));
        assert!(end.plus_bytes(0).is_ok() && matches!(end.plus_bytes(1), Err(Error::Launch(_))));
        assert!(buffer.address().plus_bytes(u64::MAX).is_err());
    }
    let device = open();
    ends(&device.zeros::<u64>(3).unwrap(), 24);
    ends(&device.zeros::<u8>(5).unwrap(), 5);
    ends(&device.zeros::<f32>(0).unwrap(), 0);
    assert!(Address::NULL.is_null() && Address::NULL.plus_bytes(1).is_err());
    assert!(!device.zeros::<u8>(1).unwrap().address().is_null());
}

#[test]
fn an_argument_of_another_size_is_refused_with_both_sizes() {
    let device = open();
    let text = "struct Pair { int a; short b; };
        __global__ void sized(Pair pair, double d, bool b, int* p) {}
        template <typename T> __global__ void one(T value) {}";
    let program = device.load(text, "sized.cu").unwrap();
    let sized = program.kernel("sized").unwrap();
    let pair = || Arg::from(StructArg::new().field(1_i32).field(2_i16));
    let good = || vec![pair(), 1.0_f64.into(), true.into(), Arg::NULL];
    launch_on(&device, &sized, ONE, &good()).unwrap();
    let refused = |at: usize, wrong: Arg<'_>| {
        let mut args = good();
        args[at] = wrong;
        let error = launch_on(&device, &sized, ONE, &args).unwrap_err();
        assert!(matches!(error, Error::Launch(_)), "{error:?}");
        error.to_string()
    };
    assert_eq!(refused(0, 7_i32.into()), "argument 0 of `sized` takes 8 bytes, not 4");
    assert_eq!(refused(1, 1.0_f32.into()), "argument 1 of `sized` takes 8 bytes, not 4");
    assert_eq!(refused(2, 1_u32.into()), "argument 2 of `sized` takes 1 bytes, not 4");
    assert_eq!(refused(3, [0_u64; 2].into()), "argument 3 of `sized` takes 8 bytes, not 16");
    let fewer = launch_on(&device, &sized, ONE, &good()[..3]).unwrap_err();
    assert_eq!(fewer.to_string(), "`sized` takes 4 arguments, not 3");
    let one = program.kernel("one<float2>").unwrap();
    let error = launch_on(&device, &one, ONE, &[1.0_f32.into()]).unwrap_err();
    assert_eq!(error.to_string(), "argument 0 of `one<float2>` takes 8 bytes, not 4");
}
