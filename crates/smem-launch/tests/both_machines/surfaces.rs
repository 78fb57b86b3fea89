//! Accesses of surfaces, as PTX and as machine code of five architectures.

use super::random;
use smem_launch::{Disassembler, Install, Nvrtc};
use smem_sim::{Arch, KernelArg, LaunchShape, Module, Simulator, Texture, TextureElement, TextureShape};

const TEXT: &str = r#"
typedef cudaSurfaceObject_t Handle;
#define KERNEL(name, T, read, write)                                                                                \
    extern "C" __global__ void name(Handle s, const Handle* ss, T* out)                                              \
    {                                                                                                                \
        int i = threadIdx.x, x = i % 8, y = i / 8, z = i / 16, n = sizeof(T);                                        \
        T v = read;                                                                                                  \
        out[i] = v;                                                                                                  \
        __syncwarp();                                                                                                \
        x = 7 - x;                                                                                                   \
        write;                                                                                                       \
    }
KERNEL(line_u1, unsigned, surf1Dread<unsigned>(s, n * i), surf1Dwrite(v + 1, s, n * (31 - i)))
KERNEL(plane_u1, unsigned, surf2Dread<unsigned>(s, n * x, y), surf2Dwrite(v * 3, s, n * x, y))
KERNEL(plane_u8, unsigned char, surf2Dread<unsigned char>(s, n * x, y), surf2Dwrite(v, s, n * x, y))
KERNEL(plane_u16, unsigned short, surf2Dread<unsigned short>(s, n * x, y), surf2Dwrite(v, s, n * x, y))
KERNEL(plane_b4, uchar4, surf2Dread<uchar4>(s, n * x, y), surf2Dwrite(v, s, n * x, y))
KERNEL(plane_u2, uint2, surf2Dread<uint2>(s, n * x, y), surf2Dwrite(v, s, n * x, y))
KERNEL(plane_u4, uint4, surf2Dread<uint4>(s, n * x, y), surf2Dwrite(v, s, n * x, y))
KERNEL(plane_clamp, unsigned, surf2Dread<unsigned>(s, n * (4 * x - 7), 2 * y - 2, cudaBoundaryModeClamp), surf2Dwrite(v, s, n * x, y))
KERNEL(plane_zero, uint2, surf2Dread<uint2>(s, n * (4 * x - 7), 2 * y - 2, cudaBoundaryModeZero),
       surf2Dwrite(v, s, n * (4 * x - 7), 2 * y - 2, cudaBoundaryModeZero))
KERNEL(plane_many, unsigned, surf2Dread<unsigned>(ss[0], n * x, y), surf2Dwrite(v, ss[0], n * x, y))
KERNEL(volume_u1, unsigned, surf3Dread<unsigned>(s, n * x, y % 2, z), surf3Dwrite(v, s, n * x, y % 2, z))
KERNEL(lines_u1, unsigned, surf1DLayeredread<unsigned>(s, n * x, y), surf1DLayeredwrite(v, s, n * x, y))
KERNEL(planes_u1, unsigned, surf2DLayeredread<unsigned>(s, n * x, y % 2, z), surf2DLayeredwrite(v, s, n * x, y % 2, z))
KERNEL(plane_sum, unsigned, surf2Dread<unsigned>(s, n * x, y),
       asm volatile("sured.b.add.2d.u32.trap [%0, {%1, %2}], %3;" :: "l"(s), "r"(n * (x & 3)), "r"(y), "r"(v)))
KERNEL(plane_least, unsigned, surf2Dread<unsigned>(s, n * x, y),
       asm volatile("sured.b.min.2d.s32.zero [%0, {%1, %2}], %3;" :: "l"(s), "r"(n * (4 * x - 7)), "r"(y), "r"(v)))
"#;

/// The surface that the kernels access whose names begin so, of 8 texels of 16 bytes in a row.
fn surface(kind: &str, address: u64) -> Texture {
    let shape = match kind {
        "line" => TextureShape::Line { width: 32 },
        "plane" => TextureShape::Plane { width: 8, height: 4 },
        "volume" => TextureShape::Volume { width: 8, height: 2, depth: 2 },
        "lines" => TextureShape::Lines { width: 8, layers: 4 },
        _ => TextureShape::Planes { width: 8, height: 2, layers: 2 },
    };
    Texture::new(address, TextureElement::U32, 4, shape)
}

/// The words that a kernel leaves in its buffer and in the surface.
fn run(module: &Module, arch: Arch, kernel: &str) -> [Vec<u8>; 2] {
    let sim = Simulator::new(arch);
    let texels: Vec<u8> = random(7, 128).iter().flat_map(|word| word.to_le_bytes()).collect();
    let memory = sim.alloc(texels.len());
    sim.write(memory, &texels).unwrap();
    let handle = sim.create_texture(surface(kernel.split('_').next().unwrap(), memory)).unwrap();
    let (table, out) = (sim.alloc(8), sim.alloc(512));
    sim.write(table, &handle.to_le_bytes()).unwrap();
    let args = [KernelArg::U64(handle), KernelArg::Ptr(table), KernelArg::Ptr(out)];
    sim.launch(module, kernel, &LaunchShape::new(1, 32), &args).unwrap_or_else(|fault| panic!("{kernel}: {fault}"));
    [(out, 512), (memory, texels.len())].map(|(at, bytes)| {
        let mut left = vec![0; bytes];
        sim.read(at, &mut left).unwrap();
        left
    })
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn surfaces_are_accessed_the_same() {
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    let disassembler = Disassembler::find(Install::Allowed).unwrap();
    let ptx = smem_ptx::module(&nvrtc.compile_ptx(TEXT, "surfaces.cu", &["-arch=compute_75"]).unwrap()).unwrap();
    let names: Vec<String> = ptx.kernels().map(str::to_owned).collect();
    assert_eq!(names.len(), 15);
    for arch in [Arch::SM_75, Arch::SM_86, Arch::SM_90, Arch::SM_100, Arch::SM_120] {
        let option = format!("-arch=sm_{}", arch.number());
        let cubin = nvrtc.compile_cubin(TEXT, "surfaces.cu", &[&option]).unwrap();
        let code = smem_sass::module(&cubin, &disassembler.listing(&cubin).unwrap()).unwrap();
        for name in &names {
            assert_eq!((ptx.refused(name), code.refused(name)), (None, None), "{name} for {arch}");
            assert_eq!(run(&code, arch, name), run(&ptx, arch, name), "{name} for {arch}");
        }
    }
    // The words of each row change places.
    let [read, left] = run(&ptx, Arch::SM_90, "plane_u4");
    let rows: Vec<u8> =
        read.chunks(128).flat_map(|row| row.chunks(16).rev().flatten().copied().collect::<Vec<u8>>()).collect();
    assert_eq!(left, rows);
}

#[test]
fn an_access_beyond_the_edge_of_a_surface_is_a_fault_unless_it_clamps() {
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    let text = "extern \"C\" __global__ void k(cudaSurfaceObject_t s) { surf2Dwrite(1u, s, 4 * (int)threadIdx.x, 3); }";
    let module = smem_ptx::module(&nvrtc.compile_ptx(text, "k.cu", &["-arch=compute_90"]).unwrap()).unwrap();
    let sim = Simulator::new(Arch::SM_90);
    let memory = sim.alloc(512);
    let handle = sim.create_texture(surface("plane", memory)).unwrap();
    assert!(sim.launch(&module, "k", &LaunchShape::new(1, 32), &[KernelArg::U64(handle)]).is_ok());
    let fault = sim.launch(&module, "k", &LaunchShape::new(1, 33), &[KernelArg::U64(handle)]).unwrap_err().to_string();
    assert!(fault.contains("4 bytes at (128, 3, 0) are beyond the edge of the surface"), "{fault}");
    let volume = sim.create_texture(surface("volume", memory)).unwrap();
    let fault = sim.launch(&module, "k", &LaunchShape::new(1, 1), &[KernelArg::U64(volume)]).unwrap_err().to_string();
    assert!(fault.contains("the surface is an array of three dimensions, and this accesses"), "{fault}");
}
