//! A description of launches, read and checked.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::arg::FileArg;
use super::buffer::{Contents, FileBuffer};
use super::declared::DeclaredMemory;
use super::file_launch::FileLaunch;
use super::files::FilePlaces;
use super::launch_arg::LaunchArg;
use super::texture::FileTexture;
use super::value::{TomlTable, Value, WrittenAt};
use super::written_arg::WrittenArg;
use crate::{Error, LaunchProblem, LaunchShape};

/// Launches of a program's kernels, as a TOML file or a command line describes them.
///
/// ```
/// use smem_launch::{CudaSource, Device, DeviceChoice, Install, LaunchFile};
///
/// let launches = LaunchFile::parse(
///     r#"
///     [buffers]
///     a   = { type = "f32", len = 256, init = "random" }     # or "zeros", the default, or "iota"; from -1 up to 1
///     b   = { type = "i32", values = [1, -2, 3] }            # or file = "b.bin"
///     row = { type = "u64", len = 2, pointers = { 0 = "a", 8 = "a+512" } }   # a buffer with pointers, at byte offsets
///     out = { type = "f32", len = 256 }
///
///     [symbols]                                             # __constant__ and __device__ variables
///     taps = { type = "f32", values = [0.25, 0.5] }          # or file = "taps.bin", or pointer = "a", or symbols = ["other"]
///
///     [[launch]]                                            # one or more, made in order
///     kernel = "blur<256>"
///     grid   = [2, 1, 1]                                    # or a number
///     block  = [128, 1, 1]
///     shared = 0                                            # bytes of dynamic shared memory; 0 may be left out
///     args   = ["a", "out", "b+4", { i32 = 256 }, { f32 = [1.0, 2.0] }, "null"]   # a pointer, at a byte offset, numbers, a float2
///     "#,
///     "blur.toml",
/// )?;
/// let text = "__constant__ float taps[2];
///     template <int N> __global__ void blur(const float* a, float* out, const int* b, int len, float2 by, int* none) {
///         int i = blockIdx.x * blockDim.x + threadIdx.x;
///         if (i < len) out[i] = taps[0] * a[i] + taps[1] * a[(i + *b) & (N - 1)] * by.y;
///     }";
/// let device = Device::open(DeviceChoice::Auto, Install::Allowed)?;
/// let program = device.load_source(launches.kernels().fold(CudaSource::new(text, "blur.cu"), CudaSource::kernel))?;
/// let uploaded = launches.upload(&device, &program, ".".as_ref())?;
/// // SAFETY: every index is below the 256 elements of `a` and `out`, and `b+4` is an element of `b`.
/// unsafe { uploaded.launch(&device, 0)? };
/// assert_eq!(uploaded.read(&device, "out")?.unwrap().len(), 1024);
/// # Ok::<(), smem_launch::Error>(())
/// ```
///
/// A launch may have `cluster = [2, 1, 1]`: the blocks of a cluster, for a kernel without `__cluster_dims__`.
///
/// In the simulator there are textures, whose handles may be wherever a pointer to a buffer may:
///
/// ```toml
/// [textures]
/// image = { kind = "tex2D", type = "u8", channels = 4, size = [64, 48], buffer = "pixels", filter = "linear", address = "wrap" }
/// ```
///
/// A texture has as its `kind` the function that reads it, `tex1Dfetch`, `tex1D`, `tex2D`, `tex3D`, `tex1DLayered` or `tex2DLayered`; the `type`
/// of its `channels` (1, 2 or 4); its `size` in texels, layers last; and the `buffer` that holds these, row after row. `pitch` is the bytes from a row to the
/// next, `filter` is `point` or `linear`, `address` is `wrap`, `clamp`, `mirror` or `border`, or up to three of them for x, y and z, `border` its
/// colour; `normalized_coords` and `normalized_float` are `true` or `false`. What is not given is as in a `cudaTextureDesc` of zeros, but for `address`:
/// `clamp`.
///
/// A kernel that copies boxes of a tensor in bulk (TMA) takes a tensor map by value, what `cuTensorMapEncodeTiled` makes:
/// `"map:a[256,64].f16 box=64x64 swizzle=128B"` is one of the buffer `a`. The numbers are elements, the contiguous dimension is the last one, and the types are
/// `u8`, `u16`, `u32`, `i32`, `u64`, `i64`, `f16`, `bf16`, `f32` and `f64`. `a+64` begins at a byte offset; `strides=512` are bytes along all dimensions but the
/// last, where there are gaps; `steps=1x2` takes every second element of the box; `fill=nan` is for what is outside the tensor. A buffer that nothing
/// else declares is declared by the map, with `=random` and the like after the type.
///
/// A struct is passed by value with its fields by byte offset, `"struct[24,8]{0=i32:128, 8=a+64, 16=f32:0.5}"` of 24 bytes aligned to 8; where the kernel's text
/// is at hand by their names, `"{n=128, p=&a, scale=0.5}"` ([`parse_typed`](Self::parse_typed)); or as its bytes, in hexadecimal, and the pointers in it: `{ bytes = "00ff..", pointers = { 8 = "a" } }`.
/// Types are `u8`, `i8`, .. `u64`, `i64`, `f16`, `bf16`, `f32`, `f64` and, for arguments, `bool`. Random numbers lie in
/// `min`..`max` where these are given (integers include `max`), and depend on `seed`, else on the buffer's name. Besides `zeros`, `iota` and `random`, `init`
/// may be `sorted`, which are random numbers in ascending order; `normal`, around `mean` (0) with a `deviation` (1); or `one-hot`, a one in each `row` of so many
/// elements. A `file` is raw bytes, or NumPy's where its name ends in `.npy`.
#[derive(Debug, Clone, PartialEq)]
pub struct LaunchFile {
    pub(super) name: String,
    pub(super) buffers: BTreeMap<String, FileBuffer>,
    pub(super) textures: BTreeMap<String, FileTexture>,
    pub(super) symbols: BTreeMap<String, Contents>,
    pub(super) launches: Vec<FileLaunch>,
    pub(super) files: FilePlaces,
}

impl LaunchFile {
    /// Reads a description. `name` is the file in messages.
    ///
    /// # Errors
    /// [`Error::Launch`] with the line and column of what is wrong.
    pub fn parse(text: &str, name: &str) -> Result<LaunchFile, Error> {
        let unknown = "the fields of a struct have names in the text of CUDA C++ alone; here it is `struct[8,4]{0=i32:1, 4=f32:2}`, by byte offset";
        LaunchFile::parse_typed(text, name, |_, _, written| Err(written.error(unknown)))
    }

    /// Reads a description whose arguments may be structs by the names of their fields, `"{n=128, p=&a}"`, and buffers of them, `"[{x=1}, {x=2}]"`.
    /// `typed` receives the kernel, the number of the argument from 0 and that text, and returns the argument; or why there is none.
    ///
    /// ```
    /// use smem_launch::LaunchFile;
    ///
    /// let text = "[[launch]]\nkernel = \"k\"\ngrid = 1\nblock = 32\nargs = [\"{n=7}\"]";
    /// let file = LaunchFile::parse_typed(text, "k.toml", |_, _, written| {
    ///     assert_eq!(written.text(), "{n=7}");
    ///     written.structure((4, 4), vec![(0, written.number("i32", "7")?)])
    /// })?;
    /// assert_eq!(file.launches().count(), 1);
    /// let error = LaunchFile::parse(text, "k.toml").unwrap_err().to_string();
    /// assert!(error.starts_with("k.toml:5:9: the fields of a struct have names in the text of CUDA C++ alone"), "{error}");
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`parse`](Self::parse), and those of `typed` at the argument.
    pub fn parse_typed(
        text: &str,
        name: &str,
        typed: impl Fn(&str, usize, &WrittenArg<'_>) -> Result<LaunchArg, Error>,
    ) -> Result<LaunchFile, Error> {
        let mut top = TomlTable::document(text, name)?;
        let mut memory = DeclaredMemory::default();
        for (name, value) in entries(top.optional("buffers"))? {
            let place = value.place().clone();
            let table = value.into_table("a buffer such as `{ type = \"f32\", len = 256 }`")?;
            let buffer = FileBuffer::parse(table, &name)?;
            memory.add_buffer(name, buffer, &place)?;
        }
        for (name, value) in entries(top.optional("textures"))? {
            let place = value.place().clone();
            memory.add_texture(name, FileTexture::parse(value)?, &place)?;
        }
        let written_symbols = entries(top.optional("symbols"))?;
        // Arguments may declare more.
        let mut launches = Vec::new();
        for value in top.required("launch")?.into_array("launches: `[[launch]]`")? {
            launches.push(FileLaunch::parse(value.into_table("a launch")?, &mut memory, &typed)?);
        }
        let names = memory.finish(launches.iter().flat_map(|launch| &launch.args))?;
        let mut symbols = BTreeMap::new();
        for (symbol, value) in written_symbols {
            let table = value.into_table("a variable's contents such as `{ file = \"taps.bin\" }`")?;
            let contents = Contents::parse_symbol(table, &symbol, &names)?;
            symbols.insert(symbol, contents);
        }
        top.finish()?;
        if launches.is_empty() {
            return Err(LaunchProblem::NoLaunches { file: name.to_owned() }.into());
        }
        let (files, DeclaredMemory { buffers, textures, .. }) = (FilePlaces::Below(Vec::new()), memory);
        Ok(LaunchFile { name: name.to_owned(), buffers, textures, symbols, launches, files })
    }

    /// One launch with arguments as a command line gives them, in the order of the kernel's parameters:
    ///
    /// ```
    /// use smem_launch::{LaunchShape, LaunchFile};
    ///
    /// let args = [
    ///     "u32:16384",              // a number; `f32:1.0,2.5` is a float2, `bool:true`
    ///     "in:i32[16384]=random",   // a buffer, and a pointer to it: zeros, the default, iota, random, random(0, 255), normal, 1,2,3, file(a.npy)
    ///     "out:i32[16384]",
    ///     "in+64",                  // a pointer into a buffer among the arguments, at a byte offset
    ///     "image:tex2D.linear.normalizedFloat:u8x4[64x48]=random", // a texture with texels of its own; or `=buffer(in)`
    ///     "null",
    ///     "bytes:00ff00ff",         // a struct by value, in hexadecimal
    ///     "struct[16,8]{0=in+64, 8=f32:0.5}", // .. or with its fields by byte offset; `pairs:struct[8,4][2]{0=i32:1}{}` is a buffer of two
    ///     "map:t[256,64].f16=random box=64x64 swizzle=128B", // a tensor map, whose last dimension is contiguous, and its buffer
    /// ];
    /// let one = LaunchFile::of_arguments("reduce<256>", LaunchShape::of([64, 1, 1], [256, 1, 1]), &args)?;
    /// assert_eq!(one.buffers().collect::<Vec<_>>(), ["in", "out", "t", "texels of image"]);
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    ///
    /// A texture is named after the function that reads it, `tex1Dfetch`, `tex1D`, `tex2D`, `tex3D`, `tex1DLayered` or `tex2DLayered`, with
    /// its options after dots: `linear`; `wrap`, `mirror` or `border` (of zeros) instead of `clamp`; `normalizedCoords`,
    /// `normalizedFloat`. Layers are the last number of its size.
    ///
    /// # Errors
    /// [`Error::Launch`] with the argument that is wrong.
    pub fn of_arguments(kernel: &str, launch: LaunchShape, args: &[impl AsRef<str>]) -> Result<LaunchFile, Error> {
        let args = args.iter().map(|text| text.as_ref().parse()).collect::<Result<_, _>>()?;
        LaunchFile::of_launch_args(kernel, launch, args, BTreeMap::new())
    }

    /// One launch with arguments that were read, and with buffers that hold a program's bytes, to which arguments point by their names.
    ///
    /// ```
    /// use smem_launch::{LaunchShape, LaunchFile};
    ///
    /// let held = [("in".to_owned(), vec![1_u8, 2, 3, 4])].into();
    /// let args = vec!["in".parse()?, "in+2".parse()?];
    /// let one = LaunchFile::of_launch_args("k", LaunchShape::of([1, 1, 1], [32, 1, 1]), args, held)?;
    /// assert_eq!(one.buffers().collect::<Vec<_>>(), ["in"]);
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Launch`] where an argument points to a buffer that is not there, or two buffers have one name.
    pub fn of_launch_args(
        kernel: &str,
        launch: LaunchShape,
        args: Vec<LaunchArg>,
        held: BTreeMap<String, Vec<u8>>,
    ) -> Result<LaunchFile, Error> {
        let mut memory = DeclaredMemory::default();
        for (name, bytes) in held {
            memory.buffers.insert(name, FileBuffer::of_bytes(bytes, Vec::new()));
        }
        let all = args.into_iter().map(|arg| memory.declare(arg)).collect::<Result<Vec<_>, _>>()?;
        memory.finish(all.iter())?;
        let launches = vec![FileLaunch { kernel: kernel.to_owned(), launch, args: all }];
        let DeclaredMemory { buffers, textures, .. } = memory;
        let (name, symbols) = ("the command line".to_owned(), BTreeMap::new());
        Ok(LaunchFile { name, buffers, textures, symbols, launches, files: FilePlaces::Anywhere })
    }

    /// The same with files below `folder` allowed, besides those below the folder that [`upload`](Self::upload) takes.
    ///
    /// ```
    /// use smem_launch::LaunchFile;
    ///
    /// let text = "[buffers]\na = { file = \"../data/a.bin\" }\n[[launch]]\nkernel = \"k\"\ngrid = 1\nblock = 32\nargs = [\"a\"]";
    /// let launches = LaunchFile::parse(text, "launches/k.toml")?.allow_files("data");
    /// # let _ = launches;
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    #[must_use]
    pub fn allow_files(mut self, folder: impl Into<PathBuf>) -> LaunchFile {
        if let FilePlaces::Below(folders) = &mut self.files {
            folders.push(folder.into());
        }
        self
    }

    /// The same launches with other numbers: buffers of zeros are filled with random ones, and random ones with others, which `seed` chooses.
    /// Buffers whose contents are given, and those with pointers, stay.
    ///
    /// ```
    /// # use smem_launch::{LaunchShape, LaunchFile};
    /// let launch = LaunchShape::of([1, 1, 1], [64, 1, 1]);
    /// let zeros = LaunchFile::of_arguments("k", launch, &["in:i32[64]", "table:i32[3]=1,2,3"])?;
    /// assert_ne!(zeros.randomised(1), zeros);
    /// assert_ne!(zeros.randomised(1), zeros.randomised(2));
    /// let given = LaunchFile::of_arguments("k", launch, &["table:i32[3]=1,2,3"])?;
    /// assert_eq!(given.randomised(1), given);
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    #[must_use]
    pub fn randomised(&self, seed: u64) -> LaunchFile {
        let mut other = self.clone();
        for (name, buffer) in &mut other.buffers {
            *buffer = buffer.randomised(name, seed);
        }
        other
    }

    /// These launches, and after them those of another description, whose buffers have names of their own.
    ///
    /// ```
    /// # use smem_launch::{LaunchShape, LaunchFile};
    /// let launch = LaunchShape::of([1, 1, 1], [64, 1, 1]);
    /// let of = |kernel, arg: &str| LaunchFile::of_arguments(kernel, launch, &[arg]);
    /// let both = of("first", "a:i32[64]")?.followed_by(of("second", "b:i32[64]")?)?;
    /// assert_eq!(both.kernels().collect::<Vec<_>>(), ["first", "second"]);
    /// assert!(both.followed_by(of("third", "b:i32[64]")?).is_err());
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Launch`] where both have a buffer or a texture of one name.
    pub fn followed_by(mut self, other: LaunchFile) -> Result<LaunchFile, Error> {
        let is_known = |name: &&String| self.buffers.contains_key(*name) || self.textures.contains_key(*name);
        if let Some(name) = other.buffers.keys().chain(other.textures.keys()).find(is_known) {
            return Err(WrittenAt::of_argument(name).error(format!("there is a buffer `{name}` already")));
        }
        self.buffers.extend(other.buffers);
        self.textures.extend(other.textures);
        self.symbols.extend(other.symbols);
        self.launches.extend(other.launches);
        Ok(self)
    }

    /// The same launches of kernels by other names, where `name` has one for that of a launch: an instance of a template for the template.
    ///
    /// ```
    /// # use smem_launch::{LaunchShape, LaunchFile};
    /// let one = LaunchFile::of_arguments("k", LaunchShape::of([1, 1, 1], [64, 1, 1]), &["a:f32[64]"])?;
    /// let renamed = one.renamed(|name| (name == "k").then(|| "k<float>(float*)".to_owned()));
    /// assert_eq!(renamed.kernels().collect::<Vec<_>>(), ["k<float>(float*)"]);
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    #[must_use]
    pub fn renamed(mut self, name: impl Fn(&str) -> Option<String>) -> LaunchFile {
        for launch in &mut self.launches {
            if let Some(other) = name(&launch.kernel) {
                launch.kernel = other;
            }
        }
        self
    }

    /// The name given to it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The kernels that are launched, as the file names them, each once and in order: see [`CudaSource::kernel`](crate::CudaSource::kernel).
    pub fn kernels(&self) -> impl Iterator<Item = &str> {
        let earlier = |at: usize| self.launches[..at].iter().map(|launch| &launch.kernel);
        let first = move |(at, launch): &(usize, &FileLaunch)| !earlier(*at).any(|kernel| *kernel == launch.kernel);
        self.launches.iter().enumerate().filter(first).map(|(_, launch)| launch.kernel.as_str())
    }

    /// The kernel and the shape of each launch, in order.
    pub fn launches(&self) -> impl ExactSizeIterator<Item = (&str, LaunchShape)> {
        self.launches.iter().map(|launch| (launch.kernel.as_str(), launch.launch))
    }

    /// The names of the buffers, in alphabetical order.
    pub fn buffers(&self) -> impl Iterator<Item = &str> {
        self.buffers.keys().map(String::as_str)
    }

    /// Returns the bytes of the buffers that launch `at` can reach, each once: the most that it may touch of global memory. Those are what its
    /// arguments point to, structs, tensor maps and textures among them, the pointers of variables, and what those buffers point to in turn. `None`
    /// where there is no such launch, and where a file has the length of one.
    ///
    /// ```
    /// use smem_launch::LaunchFile;
    ///
    /// let text = r#"
    ///     buffers = { a = { type = "f32", len = 64 }, b = { type = "u8", len = 100 }, c = { type = "f64", len = 9 } }
    ///     launch = [{ kernel = "k", grid = 1, block = 32, args = ["a", "a+32", "struct[8,8]{0=b}"] }]
    /// "#;
    /// assert_eq!(LaunchFile::parse(text, "k.toml")?.launch_bytes(0), Some(256 + 100));
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    pub fn launch_bytes(&self, at: usize) -> Option<u64> {
        let of_args = self.launches.get(at)?.args.iter().flat_map(FileArg::pointers);
        let of_symbols = self.symbols.values().filter_map(|contents| match contents {
            Contents::Pointer(pointer) => Some(pointer),
            _ => None,
        });
        let (mut open, mut seen) = (of_args.chain(of_symbols).collect::<Vec<_>>(), BTreeSet::new());
        let mut bytes = 0;
        while let Some(pointer) = open.pop() {
            if !seen.insert(&pointer.buffer) {
                continue;
            }
            if let Some(texture) = self.textures.get(&pointer.buffer) {
                open.push(&texture.texels);
            } else {
                let buffer = self.buffers.get(&pointer.buffer)?;
                bytes += buffer.len_bytes()? as u64;
                open.extend(buffer.pointers());
            }
        }
        Some(bytes)
    }

    /// The element type of a buffer as the file names it: `f32`. `None` where there is no such buffer.
    pub fn element_type(&self, buffer: &str) -> Option<&'static str> {
        self.buffers.get(buffer).map(FileBuffer::element_type)
    }
}

/// The entries of a table that may be missing.
fn entries(value: Option<Value>) -> Result<Vec<(String, Value)>, Error> {
    value.map_or(Ok(Vec::new()), |value| Ok(value.into_table("a table")?.into_entries()))
}
