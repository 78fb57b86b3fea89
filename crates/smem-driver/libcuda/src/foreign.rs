//! Pointers of callers, which are C programs: the only place that reads and writes through them.
//!
//! A value of the types here is an argument of a C function, a pointer that a caller left in a structure or handed in before, or null. The
//! caller promises what CUDA's headers ask for: a pointer is null, or valid for the value, the text or the bytes that its parameter says.
//! Each `SAFETY` line below refers to that promise.

use std::ffi::{CStr, c_char, c_void};
use std::slice;
use std::sync::Arc;
use std::sync::atomic::{
    AtomicU64,
    Ordering::{AcqRel, Acquire},
};

use smem_driver::{DriverError, HostBytes, HostMemory};

use crate::process::say;
use crate::readable::{PAGE, is_readable};

/// The place for a value that a function returns through a pointer.
#[repr(transparent)]
pub(crate) struct Out<T>(*mut T);

impl<T> Clone for Out<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Out<T> {}

impl<T> Out<T> {
    /// Writes the value. A null pointer is an invalid value.
    pub(crate) fn set(self, value: T) -> Result<(), DriverError> {
        self.check()?;
        self.set_if_asked(value);
        Ok(())
    }

    /// Writes the value, where the caller asks for it.
    pub(crate) fn set_if_asked(self, value: T) {
        if !self.0.is_null() {
            // SAFETY: the caller promises a place for a `T`; it may be one that is not aligned.
            unsafe { self.0.write_unaligned(value) };
        }
    }

    /// Fails for a null pointer.
    pub(crate) fn check(self) -> Result<(), DriverError> {
        if self.0.is_null() { Err(DriverError::InvalidValue) } else { Ok(()) }
    }

    pub(crate) fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// Reads the value that a caller left at the place.
    pub(crate) fn value(self) -> Result<T, DriverError>
    where
        T: Copy,
    {
        In(self.0.cast_const()).get()
    }

    /// Writes values one after the other, no more than `most`.
    pub(crate) fn set_all(self, values: impl IntoIterator<Item = T>, most: usize) {
        if !self.0.is_null() {
            for (at, value) in values.into_iter().take(most).enumerate() {
                // SAFETY: the caller promises places for `most` values.
                unsafe { self.0.add(at).write_unaligned(value) };
            }
        }
    }
}

impl Out<c_char> {
    /// Writes a text with its end into a buffer of `bytes` bytes, as much as fits.
    pub(crate) fn set_text(self, text: &str, bytes: usize) -> Result<(), DriverError> {
        self.check()?;
        let kept = text.len().min(bytes.checked_sub(1).ok_or(DriverError::InvalidValue)?);
        let bytes = text.as_bytes()[..kept].iter().map(|byte| *byte as c_char).chain([0]);
        self.set_all(bytes, kept + 1);
        Ok(())
    }
}

/// A value, or several, that a caller hands in by a pointer.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub(crate) struct In<T>(*const T);

impl<T: Copy> In<T> {
    /// Reads the value. A null pointer is an invalid value.
    pub(crate) fn get(self) -> Result<T, DriverError> {
        self.at(0)
    }

    /// Reads the value of that number.
    pub(crate) fn at(self, index: usize) -> Result<T, DriverError> {
        if self.0.is_null() {
            return Err(DriverError::InvalidValue);
        }
        // SAFETY: the caller promises as many values as the function asks for.
        Ok(unsafe { self.0.add(index).read_unaligned() })
    }

    /// Reads the value of that number; `None` where there is no memory for it.
    pub(crate) fn at_if_there(self, index: usize) -> Option<T> {
        let place = (self.0 as u64).checked_add((index * size_of::<T>()) as u64)?;
        if is_readable(place, size_of::<T>() as u64) { self.at(index).ok() } else { None }
    }

    pub(crate) fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// The address of the value.
    pub(crate) fn address(self) -> u64 {
        self.0 as u64
    }

    /// No value.
    pub(crate) fn none() -> In<T> {
        In(std::ptr::null())
    }
}

/// A text of C.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub(crate) struct CallerText(*const c_char);

impl CallerText {
    /// Reads the text. A null pointer is an invalid value.
    pub(crate) fn get(self) -> Result<String, DriverError> {
        if self.0.is_null() {
            return Err(DriverError::InvalidValue);
        }
        // SAFETY: the caller promises a text that ends with a zero.
        let text = unsafe { CStr::from_ptr(self.0) };
        Ok(text.to_string_lossy().into_owned())
    }
}

/// An address that a caller hands in: of memory, of an image, or of data of its own.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub(crate) struct CallerAddress(*mut c_void);

impl CallerAddress {
    pub(crate) fn number(self) -> u64 {
        self.0 as u64
    }

    /// An address by its number: of a device's memory, which this library never follows, or of a variable of the program, which handed it
    /// in before and keeps the variable as long as it runs.
    pub(crate) fn at(number: u64) -> CallerAddress {
        CallerAddress(number as *mut c_void)
    }

    /// The same address as the place for a value.
    pub(crate) fn out<T>(self) -> Out<T> {
        Out(self.0.cast())
    }

    /// The same address as that of a value.
    pub(crate) fn value<T>(self) -> In<T> {
        In(self.0.cast_const().cast())
    }

    /// So many bytes from here on, which copies read or write.
    pub(crate) fn memory(self, bytes: u64) -> Result<Arc<dyn HostBytes>, DriverError> {
        if self.0.is_null() && bytes > 0 {
            return Err(DriverError::InvalidValue);
        }
        Ok(Arc::new(ForeignMemory { address: self.0 as usize, bytes: bytes as usize }))
    }

    /// So many bytes from here on, which kernels reach.
    pub(crate) fn words(self, bytes: u64) -> Arc<dyn HostMemory> {
        Arc::new(ForeignWords { address: self.0 as usize, bytes })
    }

    /// The same, so many bytes further on.
    pub(crate) fn plus(self, bytes: u64) -> CallerAddress {
        CallerAddress(self.0.wrapping_byte_add(bytes as usize))
    }

    /// Copies bytes from here.
    pub(crate) fn bytes(self, bytes: usize) -> Result<Vec<u8>, DriverError> {
        let mut copied = Vec::new();
        self.memory(bytes as u64)?.read(&mut |read| copied.extend_from_slice(read));
        Ok(copied)
    }

    /// Copies bytes from here; `None` where not all of them can be read.
    pub(crate) fn bytes_if_there(self, bytes: usize) -> Option<Vec<u8>> {
        if bytes == 0 || is_readable(self.number(), bytes as u64) { self.bytes(bytes).ok() } else { None }
    }

    /// Copies an image from here, whose length is in itself: text ends with a zero, ELF files and fatbins say it in their headers. Damaged
    /// headers may name memory that is not there.
    pub(crate) fn image(self) -> Result<Vec<u8>, DriverError> {
        if self.0.is_null() {
            return Err(DriverError::InvalidValue);
        }
        self.image_if_there().ok_or_else(|| {
            say("a module was not loaded: the image is damaged: by its headers it goes on where there is no memory");
            DriverError::InvalidImage
        })
    }

    fn image_if_there(self) -> Option<Vec<u8>> {
        // A text may be shorter than a word, and is read up to its zero.
        match self.value::<u32>().at_if_there(0) {
            Some(FATBIN_WRAPPER) => {
                let data = self.value::<FatbinWrapper>().at_if_there(0)?.data;
                // A wrapper holds no other one, which could be itself.
                if data.value::<u32>().at_if_there(0)? == FATBIN_WRAPPER { None } else { data.image_if_there() }
            }
            Some(FATBIN) => {
                let header = self.value::<FatbinHeader>().at_if_there(0)?;
                self.bytes_if_there(u64::from(header.header_bytes).checked_add(header.bytes)?.max(16) as usize)
            }
            Some(ELF) => self.bytes_if_there(self.elf_bytes()?),
            _ => self.bytes_if_there(self.text_bytes()?),
        }
    }

    /// The bytes before the first zero; `None` where memory ends before it.
    fn text_bytes(self) -> Option<usize> {
        let begin = self.number();
        for at in 0.. {
            let place = begin.checked_add(at)?;
            if (at == 0 || place.is_multiple_of(PAGE)) && !is_readable(place, 1) {
                return None;
            }
            // SAFETY: the page of the byte can be read. A reference to a whole page would hold what is not of the text.
            if unsafe { (place as *const u8).read() } == 0 {
                return Some(at as usize);
            }
        }
        None
    }

    /// The bytes of an ELF file of 64 bits: up to the end of its last section or table.
    fn elf_bytes(self) -> Option<usize> {
        let header = self.value::<ElfFileHeader>().at_if_there(0)?;
        let table = |start: u64, entry: u16, count: u16| start.saturating_add(u64::from(entry) * u64::from(count));
        let segments = table(header.segments, header.segment_bytes, header.segment_count);
        let mut end = segments.max(table(header.sections, header.section_bytes, header.section_count)).max(64);
        for section in 0..u64::from(header.section_count) {
            let place = header.sections.checked_add(section * u64::from(header.section_bytes))?;
            let section = self.plus(place).value::<ElfFileSection>().at_if_there(0)?;
            // One without bytes in the file.
            if section.kind != 8 {
                end = end.max(section.start.saturating_add(section.bytes));
            }
        }
        usize::try_from(end).ok()
    }
}

const ELF: u32 = u32::from_le_bytes(*b"\x7fELF");
const FATBIN: u32 = 0xba55_ed50;
const FATBIN_WRAPPER: u32 = 0x4662_43b1;

#[repr(C)]
#[derive(Clone, Copy)]
struct FatbinWrapper {
    magic: u32,
    version: u32,
    data: CallerAddress,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct FatbinHeader {
    magic: u32,
    version: u16,
    header_bytes: u16,
    bytes: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct ElfFileHeader {
    identity: [u8; 32],
    segments: u64,
    sections: u64,
    flags: u32,
    header_bytes: u16,
    segment_bytes: u16,
    segment_count: u16,
    section_bytes: u16,
    section_count: u16,
    names: u16,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct ElfFileSection {
    name: u32,
    kind: u32,
    flags: u64,
    address: u64,
    start: u64,
    bytes: u64,
}

/// Memory of a caller.
struct ForeignMemory {
    address: usize,
    bytes: usize,
}

impl HostBytes for ForeignMemory {
    fn address(&self) -> u64 {
        self.address as u64
    }

    fn read(&self, reader: &mut dyn FnMut(&[u8])) {
        if self.bytes == 0 {
            return reader(&[]);
        }
        // SAFETY: the caller promises that the bytes can be read until the copy is done, and that nothing writes to them meanwhile.
        reader(unsafe { slice::from_raw_parts(self.address as *const u8, self.bytes) });
    }

    fn write(&self, writer: &mut dyn FnMut(&mut [u8])) {
        if self.bytes == 0 {
            return writer(&mut []);
        }
        // SAFETY: the caller promises that the bytes can be written until the copy is done, and that nothing else uses them meanwhile.
        writer(unsafe { slice::from_raw_parts_mut(self.address as *mut u8, self.bytes) });
    }
}

/// Memory of a caller that it registered: kernels reach it a word at a time, while the program does.
#[derive(Debug)]
struct ForeignWords {
    address: usize,
    bytes: u64,
}

impl ForeignWords {
    fn word(&self, word: u64) -> &AtomicU64 {
        let place = (self.address as *mut u64).wrapping_add(word as usize);
        // SAFETY: the caller promises that the bytes stay until it ends the registration, and the simulator asks for words among them,
        // of memory that begins at a multiple of 8. A last word that is not whole is in a page that is there.
        unsafe { AtomicU64::from_ptr(place) }
    }
}

impl HostMemory for ForeignWords {
    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn load(&self, word: u64) -> u64 {
        self.word(word).load(Acquire)
    }

    fn compare_exchange(&self, word: u64, old: u64, new: u64) -> Result<u64, u64> {
        self.word(word).compare_exchange(old, new, AcqRel, Acquire)
    }
}

/// A function of the caller's, which takes data of its own.
pub(crate) type HostFunction = Option<extern "C" fn(Data)>;

/// Data of a caller that its own function takes.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub(crate) struct Data(*mut c_void);

// SAFETY: the pointer is handed back to the caller's function and never followed here; the driver API says that it is called in
// another thread.
unsafe impl Send for Data {}
// SAFETY: as above.
unsafe impl Sync for Data {}

#[cfg(all(test, target_os = "linux"))]
mod tests;
