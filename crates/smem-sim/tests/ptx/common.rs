//! Fixtures and helpers that several test files share.

use smem_sim::{Arch, Fault, KernelArg, LaunchShape, Module, Profile, Simulator};

/// A fixture as a compiler made it.
#[derive(Clone, Copy)]
pub(crate) enum Compiled {
    Ptx(&'static str),
    /// A cubin, its listing, and its architecture.
    Sass(&'static [u8], &'static str, Arch),
}

impl Compiled {
    pub(crate) fn module(self) -> Module {
        match self {
            Self::Ptx(text) => smem_ptx::module(text),
            Self::Sass(cubin, listing, _) => smem_sass::module(cubin, listing),
        }
        .unwrap_or_else(|e| panic!("{e}"))
    }

    fn arch(self) -> Arch {
        match self {
            Self::Ptx(_) => Arch::SM_90,
            Self::Sass(_, _, arch) => arch,
        }
    }

    pub(crate) fn is_sass(self) -> bool {
        matches!(self, Self::Sass(..))
    }
}

/// PTX of two compilers, and machine code of the architectures that are named.
macro_rules! fixture {
    ($name:literal $(, $arch:literal $sm:ident)*) => {
        [
            crate::common::Compiled::Ptx(include_str!(concat!("../fixtures/", $name, ".12.ptx"))),
            crate::common::Compiled::Ptx(include_str!(concat!("../fixtures/", $name, ".13.ptx"))),
            $(crate::common::Compiled::Sass(
                include_bytes!(concat!("../fixtures/", $name, ".", $arch, ".cubin")),
                include_str!(concat!("../fixtures/", $name, ".", $arch, ".sass")),
                smem_sim::Arch::$sm,
            ),)*
        ]
    };
}
pub(crate) use fixture;

pub(crate) const SCAN: [Compiled; 3] = fixture!("scan", "sm_90" SM_90);
pub(crate) const FEATURES: [Compiled; 4] = fixture!("features", "sm_90" SM_90, "sm_80" SM_80);

/// The PTX of all fixtures.
pub(crate) fn texts() -> impl Iterator<Item = &'static str> {
    SCAN.into_iter().chain(FEATURES).filter_map(|compiled| match compiled {
        Compiled::Ptx(text) => Some(text),
        Compiled::Sass(..) => None,
    })
}

/// Numbers that tests copy to and from the device.
pub(crate) trait DeviceNumber: Copy {
    const BYTES: usize;
    fn put(self, out: &mut Vec<u8>);
    fn get(bytes: &[u8]) -> Self;
}

macro_rules! numbers {
    ($($t:ty),*) => {$(
        impl DeviceNumber for $t {
            const BYTES: usize = size_of::<$t>();
            fn put(self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }
            fn get(bytes: &[u8]) -> Self {
                <$t>::from_le_bytes(bytes.try_into().unwrap())
            }
        }
    )*};
}
numbers!(u8, u16, u32, u64, i32, i64, f32, f64);

pub(crate) struct SimDevice(pub Simulator);

impl SimDevice {
    pub(crate) fn new() -> Self {
        Self(Simulator::new(Arch::SM_90).instruction_limit(1 << 32))
    }

    /// A device of the architecture that this was compiled for.
    pub(crate) fn of(compiled: Compiled) -> Self {
        Self(Simulator::new(compiled.arch()).instruction_limit(1 << 32))
    }

    pub(crate) fn put<T: DeviceNumber>(&mut self, data: &[T]) -> u64 {
        let mut bytes = Vec::new();
        data.iter().for_each(|v| v.put(&mut bytes));
        let at = self.0.alloc(bytes.len());
        self.0.write(at, &bytes).unwrap();
        at
    }

    pub(crate) fn get<T: DeviceNumber>(&self, at: u64, count: usize) -> Vec<T> {
        let mut bytes = vec![0; count * T::BYTES];
        self.0.read(at, &mut bytes).unwrap();
        bytes.chunks_exact(T::BYTES).map(T::get).collect()
    }
}

/// Parses a kernel `k` with these parameters and this body.
pub(crate) fn module(params: &str, body: &str) -> Module {
    let text = format!(
        ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k({params})\n{{\n\
         .reg .pred %p<20>;\n.reg .b16 %h<20>;\n.reg .b32 %r<40>;\n.reg .f32 %f<20>;\n.reg .b64 %rd<40>;\n.reg .f64 %fd<20>;\n{body}\n}}\n"
    );
    let module = smem_ptx::module(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(module.refused("k"), None, "{text}");
    module
}

pub(crate) fn run(body: &str, launch: LaunchShape) -> Result<Profile, Fault> {
    Simulator::new(Arch::SM_90).instruction_limit(1 << 24).launch(&module("", body), "k", &launch, &[])
}

/// Runs one block of `threads` of a body that leaves a u64 of each thread in `%rd0`, given inputs `%rd1`, `%rd2`,
/// `%rd3` (and their low halves `%r1`, `%r2`, `%r3`).
pub(crate) fn each(body: &str, inputs: &[[u64; 3]]) -> Vec<u64> {
    let threads = inputs.len() as u32;
    let module = module(
        ".param .u64 p",
        &format!(
            "ld.param.u64 %rd30, [p];\nmov.u32 %r30, %tid.x;\nmad.wide.u32 %rd31, %r30, 32, %rd30;\n\
             ld.global.u64 %rd1, [%rd31];\nld.global.u64 %rd2, [%rd31+8];\nld.global.u64 %rd3, [%rd31+16];\n\
             cvt.u32.u64 %r1, %rd1;\ncvt.u32.u64 %r2, %rd2;\ncvt.u32.u64 %r3, %rd3;\n{body}\n\
             st.global.u64 [%rd31+24], %rd0;\nret;"
        ),
    );
    let mut device = SimDevice::new();
    let flat: Vec<u64> = inputs.iter().flat_map(|[a, b, c]| [*a, *b, *c, 0]).collect();
    let at = device.put(&flat);
    device
        .0
        .launch(&module, "k", &LaunchShape::new(1, threads), &[KernelArg::Ptr(at)])
        .unwrap_or_else(|e| panic!("{e}"));
    device.get::<u64>(at, flat.len()).chunks_exact(4).map(|c| c[3]).collect()
}
