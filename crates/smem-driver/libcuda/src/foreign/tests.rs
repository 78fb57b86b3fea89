//! Images of callers: where they end, and damaged ones.

use super::*;

fn image(bytes: &[u8]) -> Result<Vec<u8>, DriverError> {
    CallerAddress(bytes.as_ptr() as *mut c_void).image()
}

#[test]
fn an_image_ends_where_it_says() {
    assert_eq!(image(b"text\0behind").unwrap(), b"text");
    assert_eq!(image(b"\0").unwrap(), b"");
    let mut fatbin = [FATBIN.to_le_bytes(), [1, 0, 16, 0]].concat();
    fatbin.extend(4_u64.to_le_bytes());
    fatbin.extend(b"codebehind");
    assert_eq!(image(&fatbin).unwrap(), fatbin[..20]);
    assert_eq!(CallerAddress(std::ptr::null_mut()).image(), Err(DriverError::InvalidValue));
}

#[test]
fn damaged_headers_that_name_memory_which_is_not_there_are_errors() {
    let damaged = |bytes: &[u8]| assert_eq!(image(bytes), Err(DriverError::InvalidImage));
    let mut elf = [0_u8; 128];
    elf[..4].copy_from_slice(b"\x7fELF");
    elf[58..62].copy_from_slice(&[64, 0, 3, 0]);
    // The table of sections, at bytes 40 to 47, is far away; far enough that the sum of addresses overflows.
    for table in [1_u64 << 60, u64::MAX - 64] {
        elf[40..48].copy_from_slice(&table.to_le_bytes());
        damaged(&elf);
    }
    let mut fatbin = [FATBIN.to_le_bytes(), [1, 0, 16, 0]].concat();
    fatbin.extend((1_u64 << 60).to_le_bytes());
    damaged(&fatbin);
    let wrapper = |data: u64| {
        let words = [u64::from(FATBIN_WRAPPER) | 1 << 32, data];
        CallerAddress(words.as_ptr() as *mut c_void).image()
    };
    let inner = [FATBIN_WRAPPER, 1, 0, 0];
    for data in [0, 8, 1 << 60, inner.as_ptr() as u64] {
        assert_eq!(wrapper(data), Err(DriverError::InvalidImage), "{data:#x}");
    }
}
