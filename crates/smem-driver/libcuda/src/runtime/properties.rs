//! Properties of a device, all in one structure: `cudaDeviceProp`, whose layout CUDA 13 changed.

use smem_driver::Driver;

use super::device_choice::ready;
use super::error::RuntimeError;
use crate::foreign::{CallerAddress, In, Out};

/// A field of the structure.
#[derive(Clone, Copy)]
enum Field {
    /// The name, in 256 bytes.
    Name,
    /// The number of 16 bytes that no other device has.
    Uuid,
    /// So many bytes that are zero.
    Zero(usize),
    /// The bytes of the device's memory.
    Memory,
    /// An attribute by its number, in 4 bytes.
    Int(i32),
    /// An attribute by its number, in 8 bytes.
    Size(i32),
    /// An attribute that only the structure of CUDA 12 has.
    Before13(i32),
    /// An attribute that only the structure of CUDA 13 has.
    From13(i32),
}

use Field::{Before13, From13, Int, Memory, Name, Size, Uuid, Zero};

/// The fields in their order.
const FIELDS: &[Field] = &[
    // Name, identities, memory, blocks and grids.
    Name,
    Uuid,
    Zero(8),
    Zero(4),
    Memory,
    Size(8),
    Int(12),
    Int(10),
    Size(11),
    Int(1),
    Int(2),
    Int(3),
    Int(4),
    Int(5),
    Int(6),
    Int(7),
    Before13(13),
    Size(9),
    Int(75),
    Int(76),
    Size(14),
    Size(51),
    Before13(15),
    Int(16),
    Before13(17),
    Int(18),
    Int(19),
    Before13(20),
    // Extents of textures and surfaces.
    Int(21),
    Int(77),
    Before13(69),
    Int(22),
    Int(23),
    Int(73),
    Int(74),
    Int(70),
    Int(71),
    Int(72),
    Int(45),
    Int(46),
    Int(24),
    Int(25),
    Int(26),
    Int(47),
    Int(48),
    Int(49),
    Int(52),
    Int(42),
    Int(43),
    Int(27),
    Int(28),
    Int(29),
    Int(53),
    Int(54),
    Int(55),
    Int(56),
    Int(57),
    Int(58),
    Int(59),
    Int(60),
    Int(61),
    Int(62),
    Int(63),
    Int(64),
    Int(65),
    Int(66),
    Int(67),
    Int(68),
    Size(30),
    // Kernels side by side, the bus, caches, multiprocessors.
    Int(31),
    Int(32),
    Int(33),
    Int(34),
    Int(50),
    Int(35),
    Int(40),
    Int(41),
    Before13(36),
    Int(37),
    Int(38),
    Int(108),
    Int(39),
    Int(78),
    Int(79),
    Int(80),
    Size(81),
    Int(82),
    Int(83),
    Int(84),
    Int(85),
    Int(86),
    Before13(87),
    Int(88),
    Int(89),
    Int(90),
    Int(91),
    Int(95),
    Before13(96),
    Size(97),
    Int(100),
    Int(101),
    Int(106),
    Int(109),
    Size(111),
    Int(99),
    Int(112),
    Int(113),
    Int(114),
    Int(115),
    Int(116),
    Int(117),
    Int(118),
    Int(119),
    Int(121),
    Int(125),
    Int(120),
    Int(129),
    // Since CUDA 13.
    From13(130),
    From13(131),
    From13(133),
    From13(134),
    From13(139),
    From13(140),
    From13(143),
];

/// Numbers of 4 bytes after the fields, which are reserved.
const RESERVED: [usize; 2] = [63, 56];

/// The bytes of the structure of CUDA 12 or 13.
fn structure(driver: &Driver, device: i32, is_13: bool) -> Result<Vec<u8>, RuntimeError> {
    let mut bytes = Vec::new();
    // Numbers that a device does not know are 0 in the structure.
    let number = |attribute| driver.device_attribute(attribute, device).unwrap_or(0);
    for field in FIELDS {
        match *field {
            Name => {
                let name = driver.device_name(device)?;
                bytes.extend_from_slice(name.as_bytes());
                bytes.resize(256, 0);
            }
            Uuid => bytes.extend(driver.device_uuid(device)?),
            Zero(count) => bytes.extend(std::iter::repeat_n(0, count)),
            Memory => put_size(&mut bytes, driver.device_memory(device)?),
            Size(attribute) => put_size(&mut bytes, number(attribute) as u64),
            Int(attribute) => bytes.extend(number(attribute).to_le_bytes()),
            Before13(attribute) if !is_13 => bytes.extend(number(attribute).to_le_bytes()),
            From13(attribute) if is_13 => bytes.extend(number(attribute).to_le_bytes()),
            Before13(_) | From13(_) => {}
        }
    }
    bytes.extend(std::iter::repeat_n(0, 4 * RESERVED[usize::from(is_13)]));
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    Ok(bytes)
}

/// Appends a number of 8 bytes, at a multiple of 8.
fn put_size(bytes: &mut Vec<u8>, value: u64) {
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes.extend(value.to_le_bytes());
}

fn write(to: CallerAddress, device: i32, is_13: bool) -> Result<(), RuntimeError> {
    let driver = ready()?;
    if to.number() == 0 {
        return Err(RuntimeError::INVALID_VALUE);
    }
    driver.device(device)?;
    let bytes = structure(driver, device, is_13)?;
    to.memory(bytes.len() as u64)?.write(&mut |to| to.copy_from_slice(&bytes));
    Ok(())
}

runtime_functions! {
    // Programs of CUDA 12 ask for the second form, those of CUDA 13 for the only one that there is.
    fn cudaGetDeviceProperties(properties: CallerAddress, device: i32) {
        write(properties, device, true)
    }

    fn cudaGetDeviceProperties_v2(properties: CallerAddress, device: i32) {
        write(properties, device, false)
    }

    // Every device is alike, so the first fits as well as any.
    fn cudaChooseDevice(device: Out<i32>, _properties: In<u8>) {
        if ready()?.device_count()? == 0 {
            return Err(RuntimeError::NO_DEVICE);
        }
        Ok(device.set(0)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smem_driver::DriverOptions;

    #[test]
    fn the_structures_have_the_bytes_and_places_of_cudas_headers() {
        let driver = Driver::new(DriverOptions::default());
        driver.init(0).unwrap();
        let word = |bytes: &[u8], at: usize| i32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        let [twelve, thirteen] = [false, true].map(|is_13| structure(&driver, 0, is_13).unwrap());
        assert_eq!((twelve.len(), thirteen.len()), (1032, 1008));
        // Major and minor, multiprocessors, warps.
        assert_eq!((word(&twelve, 360), word(&thirteen, 360)), (9, 9));
        assert_eq!((word(&twelve, 772), word(&thirteen, 748)), (1, 1));
    }
}
