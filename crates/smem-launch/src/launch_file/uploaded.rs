//! A launch file on a device: its buffers filled, its variables set, its kernels found.

use std::collections::BTreeMap;
use std::path::Path;

use super::arg::FileArg;
use super::buffer::{Contents, FileBuffer};
use super::buffer_pointer::BufferPointer;
use super::file::LaunchFile;
use super::file_launch::FileLaunch;
use super::files::{FilePlaces, WantedBytes};
use super::tensor_map::FileTensorMap;
use crate::{
    Address, Arg, Buffer, Call, Device, Error, Kernel, LaunchProblem, LaunchShape, Profile, Program, StructArg,
    TextureObject,
};
use smem_driver::{LaunchVerdict, VerdictEngine};
use smem_sim::{AddressMap, Observer};

/// The launches of a [`LaunchFile`] with their buffers on a device: see [`LaunchFile::upload`].
#[derive(Debug)]
pub struct UploadedLaunches {
    /// Of the launch with the same number.
    kernels: Vec<Kernel>,
    launches: Vec<FileLaunch>,
    buffers: Buffers,
}

/// The buffers of pointers, and textures, whose handles are kept as pointers are.
#[derive(Debug, Default)]
struct Buffers {
    /// Before the buffers, which they read: they are dropped first.
    textures: BTreeMap<String, TextureObject<'static>>,
    all: BTreeMap<String, Buffer<u8>>,
}

impl LaunchFile {
    /// Fills the buffers and sets the variables on `device`, where `program` is loaded. Files are looked up in `folder`. Those that a launch
    /// file names have to be below it, with links resolved, or below a folder that [`allow_files`](Self::allow_files) names; those that
    /// [arguments](Self::of_arguments) name may be anywhere. Devices and pipes are not read.
    ///
    /// # Errors
    /// [`Error::Launch`] where a file cannot be read or has another length, where the program lacks a variable; [`Error::NoKernel`];
    /// [`Error::MemoryLimit`] where the simulator's memory is too small; others where the device fails.
    pub fn upload(&self, device: &Device, program: &Program, folder: &Path) -> Result<UploadedLaunches, Error> {
        UploadedLaunches::of(self, device, program, folder)
    }
}

impl UploadedLaunches {
    fn of(file: &LaunchFile, device: &Device, program: &Program, folder: &Path) -> Result<UploadedLaunches, Error> {
        let buffers = Buffers::of(file, device, folder)?;
        for (name, contents) in &file.symbols {
            let variable = program.variable(name)?;
            match contents {
                Contents::Pointer(pointer) => variable.set(buffers.address(pointer)?)?,
                Contents::Symbols(others) => {
                    let mut bytes = Vec::new();
                    for other in others {
                        let other = program.variable(other)?;
                        // Those that do not fit are an error below, and need not all be read.
                        if bytes.len() <= variable.size() {
                            bytes.extend(other.read::<u8>()?);
                        }
                    }
                    variable.write(&bytes)?;
                }
                Contents::Initial(contents) => {
                    let wanted = WantedBytes::Exactly(variable.size() as u64);
                    variable.write(&contents.bytes(&file.files, folder, wanted)?)?;
                }
            }
        }
        let kernels = file.launches.iter().map(|launch| program.kernel(&launch.kernel)).collect::<Result<_, _>>()?;
        Ok(UploadedLaunches { kernels, launches: file.launches.clone(), buffers })
    }

    /// The number of launches.
    pub fn len(&self) -> usize {
        self.launches.len()
    }

    /// Returns true if there are none; a launch file has at least one.
    pub fn is_empty(&self) -> bool {
        self.launches.is_empty()
    }

    /// Makes launch `at` of [`len`](Self::len), counted from 0, and waits for its end. Buffers keep what earlier launches left in them.
    ///
    /// [`simulate`](Self::simulate) is the safe function for programs that only use the simulator.
    ///
    /// # Safety
    /// As [`Device::launch`], with the buffers, variables and arguments of the file.
    ///
    /// # Errors
    /// As [`Device::launch`]; [`Error::Launch`] where there is no launch of that number.
    pub unsafe fn launch(&self, device: &Device, at: usize) -> Result<Option<Profile>, Error> {
        let (kernel, launch, args) = self.made(at)?;
        // SAFETY: the caller guarantees it.
        unsafe { device.launch(kernel, launch, &args) }
    }

    /// Makes launch `at` in the simulator, as [`Device::simulate`] does. Buffers keep what earlier launches left in them.
    ///
    /// # Errors
    /// As [`Device::simulate`]; [`Error::Launch`] where there is no launch of that number.
    pub fn simulate(&self, device: &Device, at: usize) -> Result<Profile, Error> {
        let (kernel, launch, args) = self.made(at)?;
        device.simulate(kernel, launch, &args)
    }

    /// Returns launch `at`, to be made or timed by a [`Device`].
    ///
    /// # Errors
    /// [`Error::Launch`] where there is no launch of that number.
    pub fn call(&self, at: usize) -> Result<Call<'_>, Error> {
        let (kernel, launch, args) = self.made(at)?;
        Ok(Call::new(kernel, launch, args))
    }

    /// Makes launch `at` with observers, as [`Device::launch_observed`] does.
    ///
    /// # Errors
    /// As [`Device::launch_observed`]; [`Error::Launch`] where there is no launch of that number.
    pub fn launch_observed<O: Observer>(
        &self,
        device: &Device,
        at: usize,
        new: impl Fn() -> O + Sync,
    ) -> Result<(Profile, Vec<O>), Error> {
        let (kernel, launch, args) = self.made(at)?;
        device.launch_observed(kernel, launch, &args, new)
    }

    /// Makes launch `at` with observers and judges it, as [`Device::launch_judged`] does.
    ///
    /// # Errors
    /// As [`Device::launch_judged`]; [`Error::Launch`] where there is no launch of that number.
    pub fn launch_judged<O: Observer>(
        &self,
        device: &Device,
        at: usize,
        engine: &VerdictEngine,
        new: impl Fn() -> O + Sync,
    ) -> Result<LaunchVerdict<Vec<O>>, Error> {
        let (kernel, launch, args) = self.made(at)?;
        device.launch_judged(kernel, launch, &args, engine, new)
    }

    /// Makes launch `at` with the bytes of shared memory where `map` has them, as [`Device::launch_relaid`] does.
    ///
    /// # Errors
    /// As [`Device::launch_relaid`]; [`Error::Launch`] where there is no launch of that number.
    pub fn launch_relaid<O: Observer>(
        &self,
        device: &Device,
        at: usize,
        map: &AddressMap,
        new: impl Fn() -> O + Sync,
    ) -> Result<(Profile, Vec<O>), Error> {
        let (kernel, launch, args) = self.made(at)?;
        device.launch_relaid(kernel, launch, &args, map, new)
    }

    fn made(&self, at: usize) -> Result<(&Kernel, LaunchShape, Vec<Arg<'_>>), Error> {
        let (Some(kernel), Some(launch)) = (self.kernels.get(at), self.launches.get(at)) else {
            return Err(LaunchProblem::NoSuchLaunch { at, count: self.len() }.into());
        };
        let args = launch.args.iter().map(|arg| self.buffers.arg(arg)).collect::<Result<Vec<_>, _>>()?;
        Ok((kernel, launch.launch, args))
    }

    /// The bytes of a buffer. `None` where there is no such buffer.
    ///
    /// # Errors
    /// Where the device fails.
    pub fn read(&self, device: &Device, buffer: &str) -> Result<Option<Vec<u8>>, Error> {
        self.buffers.all.get(buffer).map(|buffer| device.download(buffer)).transpose()
    }

    /// Returns the name of the buffer that an address is in, and the byte there; `None` where it is in none of them.
    pub fn buffer_at(&self, address: u64) -> Option<(&str, u64)> {
        let offset = |buffer: &Buffer<u8>| {
            address.checked_sub(buffer.address().bits()).filter(|offset| *offset < buffer.len() as u64)
        };
        self.buffers.all.iter().find_map(|(name, buffer)| Some((&name[..], offset(buffer)?)))
    }

    /// Returns where an address outside the buffers is, by the nearest of them: "4 bytes before `from` (4096 bytes)". `None` where it is inside one,
    /// or none is within a megabyte.
    pub fn place_beside(&self, address: u64) -> Option<String> {
        let beside = self.buffers.all.iter().map(|(name, buffer)| {
            let (start, bytes) = (buffer.address().bits(), buffer.len() as u64);
            let place =
                |distance: u64, side: &str| (distance, format!("{distance} bytes {side} `{name}` ({bytes} bytes)"));
            match address.checked_sub(start) {
                None => place(start - address, "before"),
                Some(offset) if offset >= bytes => place(offset - bytes, "after the end of"),
                Some(_) => (0, String::new()),
            }
        });
        let (distance, place) = beside.min_by_key(|(distance, _)| *distance)?;
        (distance < 1 << 20 && !place.is_empty()).then_some(place)
    }
}

impl Buffers {
    /// Fills the buffers and makes the textures, those first that others point to.
    fn of(file: &LaunchFile, device: &Device, folder: &Path) -> Result<Buffers, Error> {
        let mut buffers = Buffers::default();
        let wanted = file.buffers.len() + file.textures.len();
        while buffers.len() < wanted {
            let before = buffers.len();
            for (name, buffer) in &file.buffers {
                let ready = buffer.pointers().all(|pointer| buffers.has(&pointer.buffer));
                if ready && !buffers.has(name) {
                    buffers.fill(name, buffer, device, (&file.files, folder))?;
                }
            }
            for (name, texture) in &file.textures {
                if buffers.has(&texture.texels.buffer) && !buffers.has(name) {
                    let texels = buffers.address(&texture.texels)?.bits();
                    let made = device.texture_at(texture.at(texels));
                    let made = made.map_err(|error| texture.texels.error(format!("the texture `{name}`: {error}")))?;
                    buffers.textures.insert(name.clone(), made);
                }
            }
            if buffers.len() == before {
                let left = file.buffers.iter().find(|(name, _)| !buffers.has(name));
                let pointer = left.and_then(|(_, buffer)| buffer.pointers().next());
                let circle = LaunchProblem::Circle;
                return Err(pointer.map_or(circle.clone().into(), |pointer| pointer.error(circle)));
            }
        }
        Ok(buffers)
    }

    fn len(&self) -> usize {
        self.all.len() + self.textures.len()
    }

    fn has(&self, name: &str) -> bool {
        self.all.contains_key(name) || self.textures.contains_key(name)
    }

    /// Fills a buffer; what it points to is there.
    fn fill(
        &mut self,
        name: &str,
        buffer: &FileBuffer,
        device: &Device,
        (files, folder): (&FilePlaces, &Path),
    ) -> Result<(), Error> {
        if let Some(bytes) = buffer.zero_bytes() {
            self.all.insert(name.to_owned(), device.zeros(bytes)?);
            return Ok(());
        }
        // They are here and on the device for a while.
        let mut bytes = buffer.bytes(files, folder, device.memory_left() / 2)?;
        for (offset, pointer) in &buffer.pointers {
            let address = self.address(pointer)?;
            let Some(place) = bytes.get_mut(*offset..offset + 8) else {
                return Err(pointer.error(format!("`{name}` ends before the pointer at byte {offset} does")));
            };
            place.copy_from_slice(&address.bits().to_le_bytes());
        }
        self.all.insert(name.to_owned(), device.upload(&bytes)?);
        Ok(())
    }

    /// The address in a buffer, or a texture's handle.
    fn address(&self, pointer: &BufferPointer) -> Result<Address<'_>, Error> {
        let start = match (self.all.get(&pointer.buffer), self.textures.get(&pointer.buffer)) {
            (Some(buffer), _) => buffer.address(),
            (None, Some(texture)) if pointer.offset == 0 => texture.address(),
            (None, Some(_)) => {
                return Err(pointer.error(format!("`{}` is a texture, which has no places", pointer.buffer)));
            }
            (None, None) => return Err(pointer.error(format!("`{}` is not a buffer", pointer.buffer))),
        };
        start.plus_bytes(pointer.offset).map_err(|error| pointer.error(error))
    }

    /// The map of a tensor that lies in its buffer.
    fn tensor_map(&self, map: &FileTensorMap) -> Result<[u8; FileTensorMap::BYTES], Error> {
        let pointer = &map.tensor;
        let Some(buffer) = self.all.get(&pointer.buffer) else {
            return Err(pointer.error(format!("`{}` is not a buffer", pointer.buffer)));
        };
        let (wanted, has) = (map.bytes(), (buffer.len() as u64).saturating_sub(pointer.offset));
        if wanted > has {
            return Err(
                pointer.error(format!("the tensor has {wanted} bytes, and `{}` has {has} for it", pointer.buffer))
            );
        }
        map.at(self.address(pointer)?.bits())
    }

    fn arg(&self, arg: &FileArg) -> Result<Arg<'_>, Error> {
        if arg.is_pointer {
            return Ok(match arg.pointers.first() {
                Some((_, pointer)) => self.address(pointer)?.into(),
                None => Arg::NULL,
            });
        }
        let mut bytes = arg.bytes.clone();
        for (offset, map) in &arg.maps {
            bytes[*offset..offset + FileTensorMap::BYTES].copy_from_slice(&self.tensor_map(map)?);
        }
        let mut value = StructArg::from_bytes(bytes, arg.align)?;
        for (offset, pointer) in &arg.pointers {
            value = value.with_pointer(*offset, self.address(pointer)?)?;
        }
        Ok(value.into())
    }
}
