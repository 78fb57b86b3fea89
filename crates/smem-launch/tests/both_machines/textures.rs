//! Reads of textures, as PTX and as machine code of three architectures.

use super::random;
use smem_launch::{Disassembler, Install, Nvrtc};
use smem_sim::{
    Arch, KernelArg, LaunchShape, Module, Simulator, Texture, TextureAddressing, TextureElement, TextureFilter,
    TextureShape,
};

const TEXT: &str = r#"
typedef cudaTextureObject_t Handle;
#define KERNEL(name, T, read)                                                                                        \
    extern "C" __global__ void name(Handle t, const Handle* ts, const float4* at, float4* out)                       \
    {                                                                                                                \
        int i = threadIdx.x;                                                                                         \
        float4 p = at[i];                                                                                            \
        int x = __float2int_rd(p.x), y = __float2int_rd(p.y), layer = __float2int_rd(p.w);                           \
        T r = read;                                                                                                  \
        *(T*)(out + i) = r;                                                                                          \
    }
__constant__ Handle constant;
KERNEL(linear_f4, float4, tex1Dfetch<float4>(t, x))
KERNEL(linear_u1, unsigned, tex1Dfetch<unsigned>(t, x))
KERNEL(line_f4, float4, tex1D<float4>(t, p.x))
KERNEL(plane_f4, float4, tex2D<float4>(t, p.x, p.y))
KERNEL(plane_u4, uint4, tex2D<uint4>(t, p.x, p.y))
KERNEL(plane_u1, unsigned char, tex2D<unsigned char>(t, p.x, p.y))
KERNEL(plane_f2, float2, tex2D<float2>(t, p.x, p.y))
KERNEL(plane_some, float, (tex2D<float4>(t, p.x, p.y).y + tex2D<float4>(t, p.x, p.y).w))
KERNEL(plane_three, float3, [&] { float4 v = tex2D<float4>(t, p.x, p.y); return make_float3(v.x, v.z, v.w); }())
KERNEL(plane_level, float4, tex2DLod<float4>(t, p.x, p.y, p.z))
KERNEL(plane_zero, float4, tex2DLod<float4>(t, p.x, p.y, 0.0f))
KERNEL(plane_gather, float4, tex2Dgather<float4>(t, p.x, p.y, 2))
KERNEL(plane_there, float4, [&] { bool b; float4 v = tex2D<float4>(t, p.x, p.y, &b); return b ? v : make_float4(-1, -1, -1, -1); }())
KERNEL(plane_many, float4, tex2D<float4>(ts[i & 1], p.x, p.y))
KERNEL(plane_constant, float4, tex2D<float4>(constant, p.x, p.y))
KERNEL(volume_f4, float4, tex3D<float4>(t, p.x, p.y, p.z))
KERNEL(volume_many, float4, tex3D<float4>(ts[i & 1], p.x, p.y, p.z))
KERNEL(lines_f4, float4, tex1DLayered<float4>(t, p.x, layer))
KERNEL(planes_f4, float4, tex2DLayered<float4>(t, p.x, p.y, layer))
KERNEL(planes_many, float4, tex2DLayered<float4>(ts[i & 1], p.x, p.y, layer))
__device__ float4 moved(Handle t, float x, float y, bool gathers)
{
    float4 r;
    if (gathers)
        asm volatile("tld4.g.2d.v4.f32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}], {-7, 5};" : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w) : "l"(t), "f"(x), "f"(y));
    else
        asm volatile("tex.2d.v4.f32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}], {3, -8};" : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w) : "l"(t), "f"(x), "f"(y));
    return r;
}
KERNEL(plane_moved, float4, moved(t, p.x, p.y, false))
KERNEL(plane_moved_many, float4, moved(ts[i & 1], p.x, p.y, false))
KERNEL(plane_gather_moved, float4, moved(t, p.x, p.y, true))
__device__ uint4 texel(Handle t, int x, int y)
{
    uint4 r;
    asm volatile("tex.2d.v4.u32.s32 {%0,%1,%2,%3}, [%4, {%5,%6}];" : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "l"(t), "r"(x), "r"(y));
    return r;
}
KERNEL(plane_texel, uint4, texel(t, x, y))
__device__ uint3 extents(Handle t)
{
    uint3 r;
    asm volatile("txq.width.b32 %0, [%3]; txq.height.b32 %1, [%3]; txq.depth.b32 %2, [%3];" : "=r"(r.x), "=r"(r.y), "=r"(r.z) : "l"(t));
    return r;
}
KERNEL(volume_query, uint3, extents(t))
"#;

/// Textures that the kernels read whose names begin so.
fn textures(kind: &str, address: u64) -> Vec<Texture> {
    use TextureElement::{F16, F32, I8, U8, U16, U32};
    let shape = match kind {
        "linear" => TextureShape::Linear { width: 97 },
        "line" => TextureShape::Line { width: 97 },
        "plane" => TextureShape::Plane { width: 19, height: 23 },
        "volume" => TextureShape::Volume { width: 9, height: 7, depth: 5 },
        "lines" => TextureShape::Lines { width: 31, layers: 6 },
        _ => TextureShape::Planes { width: 11, height: 8, layers: 5 },
    };
    let modes = [TextureAddressing::Wrap, TextureAddressing::Mirror, TextureAddressing::Border];
    let border = [0.25, -0.5, 3.0, 0.75];
    vec![
        Texture::new(address, U32, 4, shape),
        Texture::new(address, U8, 1, shape).addressing(modes),
        Texture::new(address, F32, 4, shape).filter(TextureFilter::Linear),
        Texture::new(address, F16, 2, shape).filter(TextureFilter::Linear).normalized_coordinates().addressing(modes),
        Texture::new(address, I8, 4, shape).filter(TextureFilter::Linear).normalized_values().border(border),
        Texture::new(address, U16, 4, shape)
            .filter(TextureFilter::Linear)
            .normalized_values()
            .addressing([TextureAddressing::Border; 3])
            .border(border),
    ]
}

/// The words that a kernel leaves.
fn run(module: &Module, arch: Arch, kernel: &str, which: usize, seed: u64) -> Vec<u8> {
    let sim = Simulator::new(arch);
    let texels: Vec<u8> = random(seed, 4096).iter().flat_map(|word| (word & 0xbf7f_bf7f).to_le_bytes()).collect();
    let memory = sim.alloc(texels.len());
    sim.write(memory, &texels).unwrap();
    let made = textures(kernel.split('_').next().unwrap(), memory);
    let handles = [made[which], made[(which + 1) % made.len()]].map(|texture| sim.create_texture(texture).unwrap());
    let table = sim.alloc(16);
    sim.write(table, &handles.map(u64::to_le_bytes).concat()).unwrap();
    let (constant, _) = sim.variable(module, "constant").unwrap();
    sim.write(constant, &handles[0].to_le_bytes()).unwrap();
    let points =
        random(seed + 7, 4 * 64).into_iter().flat_map(|word| ((word % 8192) as f32 / 256.0 - 4.0).to_le_bytes());
    let (at, out) = (sim.alloc(1024), sim.alloc(1024));
    sim.write(at, &points.collect::<Vec<u8>>()).unwrap();
    let args = [KernelArg::U64(handles[0]), KernelArg::Ptr(table), KernelArg::Ptr(at), KernelArg::Ptr(out)];
    sim.launch(module, kernel, &LaunchShape::new(1, 64), &args).unwrap_or_else(|fault| panic!("{fault}"));
    let mut left = vec![0; 1024];
    sim.read(out, &mut left).unwrap();
    left
}

#[test]
fn textures_are_read_the_same() {
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    let disassembler = Disassembler::find(Install::Allowed).unwrap();
    let ptx = smem_ptx::module(&nvrtc.compile_ptx(TEXT, "textures.cu", &["-arch=compute_90"]).unwrap()).unwrap();
    let names: Vec<String> = ptx.kernels().map(str::to_owned).collect();
    assert_eq!(names.len(), 25);
    for (option, arch) in [("-arch=sm_90", Arch::SM_90), ("-arch=sm_86", Arch::SM_86), ("-arch=sm_80", Arch::SM_80)] {
        let cubin = nvrtc.compile_cubin(TEXT, "textures.cu", &[option]).unwrap();
        let code = smem_sass::module(&cubin, &disassembler.listing(&cubin).unwrap()).unwrap();
        for name in &names {
            assert_eq!(ptx.refused(name), None, "{name}");
            if let Some(error) = code.refused(name) {
                // Lanes with handles of their own take a loop there, which the simulator lacks.
                assert!(
                    arch == Arch::SM_90 && name.ends_with("_many") && error.to_string().contains("R2UR"),
                    "{name}: {error}"
                );
                continue;
            }
            let mut differ = std::collections::HashSet::new();
            for which in 0..6 {
                let left = run(&ptx, Arch::SM_90, name, which, 3);
                assert_eq!(run(&code, arch, name, which, 3), left, "{name} of texture {which} for {arch}");
                differ.insert(left);
            }
            assert!(differ.len() > 3 || name == "volume_query", "{name} hardly depends on its texture");
        }
    }
}
