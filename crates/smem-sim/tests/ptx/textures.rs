//! Textures: what is refused, and reads that fault.

use smem_sim::{
    Arch, FaultKind, KernelArg, LaunchShape, Module, Simulator, Texture, TextureElement, TextureFilter, TextureShape,
};

fn kernel(read: &str) -> Module {
    let text = format!(
        ".version 8.8 .target sm_90 .address_size 64
        .visible .entry k(.param .u64 t, .param .u64 out) {{
          .reg .b32 %r<8>; .reg .f32 %f<8>; .reg .b64 %rd<4>; .reg .pred %p<2>;
          ld.param.u64 %rd0, [t]; ld.param.u64 %rd1, [out];
          mov.u32 %r0, %tid.x;
          {read}
          st.global.v4.u32 [%rd1], {{%r1, %r2, %r3, %r4}};
          ret; }}"
    );
    smem_ptx::module(&text).unwrap()
}

const PLANE: TextureShape = TextureShape::Plane { width: 4, height: 2 };

/// Returns the result of a read from a texture of bytes 0, 1, 2, ...
fn read(read: &str, texture: impl Fn(u64) -> Texture) -> Result<[u32; 4], String> {
    let sim = Simulator::new(Arch::SM_90);
    let (texels, out) = (sim.alloc(256), sim.alloc(16));
    sim.write(texels, &(0..=255).collect::<Vec<u8>>()).unwrap();
    let handle = sim.create_texture(texture(texels)).map_err(|fault| fault.to_string())?;
    let args = [KernelArg::U64(handle), KernelArg::Ptr(out)];
    sim.launch(&kernel(read), "k", &LaunchShape::new(1, 1), &args).map_err(|fault| fault.to_string())?;
    let mut left = [0; 16];
    sim.read(out, &mut left).unwrap();
    Ok(std::array::from_fn(|i| u32::from_le_bytes(left[4 * i..4 * i + 4].try_into().unwrap())))
}

const AT: &str = "tex.2d.v4.u32.f32 {%r1, %r2, %r3, %r4}, [%rd0, {0f3fc00000, 0f3f800000}];"; // (1.5, 1)

#[test]
fn a_texel_has_its_channels_and_zeros_behind_them() {
    let of = |element, channels| read(AT, |at| Texture::new(at, element, channels, PLANE)).unwrap();
    assert_eq!(of(TextureElement::U8, 1), [5, 0, 0, 0]);
    assert_eq!(of(TextureElement::U8, 4), [20, 21, 22, 23]);
    assert_eq!(of(TextureElement::U16, 2), [0x1514, 0x1716, 0, 0]);
    assert_eq!(of(TextureElement::U32, 1), [0x1716_1514, 0, 0, 0]);
    let pitched = |at| Texture::new(at, TextureElement::U8, 1, PLANE).pitch(64);
    assert_eq!(read(AT, pitched).unwrap(), [65, 0, 0, 0]);
    let smooth = |at| Texture::new(at, TextureElement::U8, 1, PLANE).normalized_values().filter(TextureFilter::Linear);
    // Between 1 and 5.
    assert_eq!(read(AT, smooth).unwrap()[0], (3.0_f32 / 255.0).to_bits());
}

#[test]
fn what_is_no_texture_of_that_kind_is_a_fault_with_a_sentence() {
    let plane = |at| Texture::new(at, TextureElement::U8, 1, PLANE);
    let fault = |text: &str| read(text, plane).unwrap_err();
    let line = fault("tex.1d.v4.u32.s32 {%r1, %r2, %r3, %r4}, [%rd0, {%r0}];");
    assert!(line.contains("the texture is an array of two dimensions, and this reads linear memory"), "{line}");
    let volume = fault("tex.3d.v4.u32.s32 {%r1, %r2, %r3, %r4}, [%rd0, {%r0, %r0, %r0, %r0}];");
    assert!(volume.contains("and this reads three dimensions"), "{volume}");
    let other = fault(&format!("mov.u64 %rd0, 77; {AT}"));
    assert!(other.contains("`k`: 0x4d is not a texture; block (0, 0, 0), thread (0, 0, 0); PTX line"), "{other}");

    let sim = Simulator::new(Arch::SM_90);
    let (texels, out) = (sim.alloc(8), sim.alloc(16));
    let handle = sim.create_texture(plane(texels)).unwrap();
    let args = [KernelArg::U64(handle), KernelArg::Ptr(out)];
    sim.free(texels).unwrap();
    let freed = sim.launch(&kernel(AT), "k", &LaunchShape::new(1, 1), &args).unwrap_err();
    assert!(
        matches!(freed.kind, FaultKind::Texture(_)) && freed.to_string().contains("a texture are not all in memory"),
        "{freed}"
    );
    sim.destroy_texture(handle).unwrap();
    let destroyed = sim.launch(&kernel(AT), "k", &LaunchShape::new(1, 1), &args).unwrap_err();
    assert!(destroyed.to_string().contains("was destroyed"), "{destroyed}");
    assert!(sim.destroy_texture(handle).unwrap_err().to_string().contains("there is no texture"));
}

#[test]
fn textures_that_cuda_refuses_are_refused() {
    let error = |texture: fn(u64) -> Texture| read(AT, texture).unwrap_err();
    assert!(error(|at| Texture::new(at, TextureElement::U8, 3, PLANE)).contains("3 channels: there are 1, 2 or 4"));
    let empty = TextureShape::Plane { width: 4, height: 0 };
    assert!(Texture::new(0, TextureElement::U8, 1, empty).bytes() < 8);
    assert!(
        error(|at| Texture::new(at, TextureElement::U8, 1, TextureShape::Plane { width: 4, height: 0 }))
            .contains("4 x 0 x 1 texels")
    );
    assert!(
        error(|at| Texture::new(at, TextureElement::U8, 1, TextureShape::Plane { width: 1 << 40, height: 1 << 40 }))
            .contains("has 1 to")
    );
    assert!(
        error(|at| Texture::new(at + 1, TextureElement::U16, 1, PLANE)).contains("multiples of its 2 bytes a texel")
    );
    assert!(
        error(|at| Texture::new(at, TextureElement::U8, 1, PLANE).pitch(2)).contains("rows of 4 bytes every 2 bytes")
    );
    assert!(error(|at| Texture::new(at, TextureElement::U32, 1, PLANE).normalized_values()).contains("32 bits"));
    assert!(
        error(|at| Texture::new(at, TextureElement::U8, 1, PLANE).filter(TextureFilter::Linear))
            .contains("a linear filter is for")
    );
    assert!(
        error(|at| Texture::new(at, TextureElement::U8, 4, TextureShape::Plane { width: 64, height: 64 }))
            .contains("are not all in memory")
    );
}

#[test]
fn what_the_texture_unit_cannot_do_is_refused_by_name() {
    for (read, why) in [
        ("tex.cube.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd0, {%f1, %f2, %f3, %f3}];", "unknown instruction `tex.cube"),
        ("tex.grad.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd0, {%f1, %f2}], {%f1, %f2}, {%f1, %f2};", "tex.grad.2d"),
        ("tex.2d.v4.f16.f32 {%r1, %r2, %r3, %r4}, [%rd0, {%f1, %f2}];", "tex.2d.v4.f16.f32"),
        ("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd0, {%f1}];", "there are 2 coordinates, not 1"),
        ("tex.2d.v4.f32.f32 {%f1, %f2, %f3}, [%rd0, {%f1, %f2}];", "there are 4 results, not 3"),
        ("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd0];", "expected a texture and coordinates"),
        ("txq.channel_order.b32 %r1, [%rd0];", "txq.channel_order"),
    ] {
        let error = kernel(read).refused("k").map(ToString::to_string).unwrap_or_default();
        assert!(error.contains(why), "{read}: {error}");
    }
}

/// Reads 16 bytes of the surface at coordinates, clamped to its edge.
fn clamped(x: &str, shape: TextureShape) -> Result<[u32; 4], String> {
    let text = format!("mov.s32 %r5, {x}; suld.b.2d.v4.b32.clamp {{%r1, %r2, %r3, %r4}}, [%rd0, {{%r5, 0}}];");
    read(&text, |at| Texture::new(at, TextureElement::U32, 1, shape))
}

#[test]
fn a_surface_access_is_clamped_to_the_last_place_at_which_it_fits_into_a_row() {
    let rows = |width| TextureShape::Plane { width, height: 1 };
    // Of 16 bytes in a row of 40, the places are 0 and 16.
    let from = |byte: u32| {
        std::array::from_fn(|i| u32::from_le_bytes([0, 1, 2, 3].map(|at| (byte + 4 * i as u32 + at) as u8)))
    };
    assert_eq!(clamped("-7", rows(10)).unwrap(), from(0));
    assert_eq!(clamped("32", rows(10)).unwrap(), from(16));
    assert_eq!(clamped("4000", rows(10)).unwrap(), from(16));
    for width in 1..4 {
        let fault = clamped("0", rows(width)).unwrap_err();
        let bytes = 4 * width;
        assert!(
            fault.contains(&format!("fits nowhere into the rows of the surface, which have {bytes} bytes")),
            "{fault}"
        );
    }
}
