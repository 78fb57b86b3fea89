//! Clusters whose size the launch gives, as `cudaLaunchKernelEx` does, and not the kernel.

use smem_launch::{Arch, CudaSource, Device, Error, Install, Isa, LaunchFile, LaunchShape};

const TEXT: &str = "__global__ void size(unsigned* out) {
    unsigned blocks, rank;
    asm volatile(\"mov.u32 %0, %%cluster_nctarank;\" : \"=r\"(blocks));
    asm volatile(\"mov.u32 %0, %%cluster_ctarank;\" : \"=r\"(rank));
    if (threadIdx.x == 0) out[blockIdx.x] = blocks * 100 + rank;
}
__global__ void __cluster_dims__(2, 1, 1) pairs(unsigned* out) { out[blockIdx.x] = 1; }
";

/// Makes the launch of a file on machine code for an architecture, and returns what it wrote.
fn written(kernel: &str, grid: u32, cluster: &str, arch: Arch) -> Result<Vec<u32>, Error> {
    let text = format!(
        "[buffers]\nout = {{ type = \"u32\", len = {grid} }}\n[[launch]]\nkernel = \"{kernel}\"\ngrid = {grid}\nblock = 32\n\
         {cluster}\nargs = [\"out\"]\n"
    );
    let launches = LaunchFile::parse(&text, "launches.toml")?;
    let device = Device::simulator_of(arch, Isa::Sass, Install::Allowed)?;
    let source = if arch == Arch::SM_90 { TEXT } else { "__global__ void size(unsigned* out) { *out = 0; }" };
    let program =
        device.load_source(launches.kernels().fold(CudaSource::new(source, "clusters.cu"), CudaSource::kernel))?;
    let uploaded = launches.upload(&device, &program, ".".as_ref())?;
    uploaded.simulate(&device, 0)?;
    let bytes = uploaded.read(&device, "out")?.unwrap();
    Ok(bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect())
}

fn refused(kernel: &str, grid: u32, cluster: &str, arch: Arch) -> String {
    let error = written(kernel, grid, cluster, arch).unwrap_err();
    assert!(matches!(error, Error::Launch(_)), "{error:?}");
    error.to_string()
}

#[test]
fn the_launch_gives_the_size_of_clusters() {
    assert_eq!(
        written("size", 8, "cluster = [4, 1, 1]", Arch::SM_90).unwrap(),
        [400, 401, 402, 403, 400, 401, 402, 403]
    );
    assert_eq!(written("size", 4, "cluster = 2", Arch::SM_90).unwrap(), [200, 201, 200, 201]);
    // More than every GPU has.
    assert_eq!(written("size", 16, "cluster = 16", Arch::SM_90).unwrap()[15], 1615);
    assert_eq!(written("size", 2, "", Arch::SM_90).unwrap(), [100, 100]);
    assert_eq!(written("pairs", 4, "cluster = [2, 1, 1]", Arch::SM_90).unwrap(), [1; 4]);
}

#[test]
fn sizes_that_cannot_be_are_a_sentence() {
    let refused_90 = |kernel: &str, grid, cluster: &str| refused(kernel, grid, cluster, Arch::SM_90);
    assert!(
        refused_90("size", 6, "cluster = 4")
            .contains("a grid of 6 x 1 x 1 blocks is not made of clusters of 4 x 1 x 1")
    );
    assert!(refused_90("size", 32, "cluster = 32").contains("a cluster of 32 x 1 x 1 blocks is not one of 1 to 16"));
    assert!(refused_90("size", 4, "cluster = 0").contains("not one of 1 to 16"));
    assert!(
        refused_90("pairs", 4, "cluster = 4")
            .contains("it must be launched with clusters of 2 x 1 x 1 blocks, not 4 x 1 x 1")
    );
    assert!(refused("size", 4, "cluster = 2", Arch::SM_80).contains("clusters need sm_90 or later"));
    assert!(refused_90("size", 4, "cluster = \"two\"").contains("launches.toml"));
}

#[test]
fn clusters_are_in_ptx_as_well() {
    let device = Device::simulator(Isa::Ptx, Install::Allowed).unwrap();
    let kernel = device.load(TEXT, "k.cu").unwrap().kernel("size").unwrap();
    let out = device.upload(&[0_u32; 4]).unwrap();
    device.simulate(&kernel, LaunchShape::of([4, 1, 1], [32, 1, 1]).cluster([2, 1, 1]), &[out.arg()]).unwrap();
    assert_eq!(device.download(&out).unwrap(), [200, 201, 200, 201]);
}
