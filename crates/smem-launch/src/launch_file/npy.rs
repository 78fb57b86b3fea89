//! Files of NumPy, `.npy`: a header that says type and shape, and the elements.

use super::number::ElementType;

/// How such a file begins.
const MAGIC: &[u8] = b"\x93NUMPY";

/// The most bytes of a header that is read.
pub(super) const MOST_HEADER: u64 = 64 << 10;

/// Returns the elements of a file, and how many there are. The error says in a few words what is wrong.
pub(super) fn elements(file: &[u8], element: ElementType) -> Result<(Vec<u8>, usize), String> {
    let (header, data) = parts(file).ok_or("it is not a file of NumPy's `np.save`")?;
    let descr = entry(header, "descr").ok_or("its header has no `descr`")?.trim_matches(['\'', '"']);
    if descr != of_type(element) && !(descr == "|b1" && element.name == "u8") {
        return Err(format!(
            "it holds `{descr}`, and the buffer is of `{}`, which is `{}`",
            element.name,
            of_type(element)
        ));
    }
    if entry(header, "fortran_order") != Some("False") {
        return Err("its elements are in Fortran's order; `np.ascontiguousarray` makes it C's".to_owned());
    }
    let shape = entry(header, "shape").ok_or("its header has no `shape`")?;
    let extents = shape.trim_matches(['(', ')']).split(',').map(str::trim).filter(|extent| !extent.is_empty());
    let count = extents
        .map(|extent| extent.parse::<usize>().ok())
        .try_fold(1_usize, |count, extent| count.checked_mul(extent?));
    let bytes = count.and_then(|count| count.checked_mul(element.size)).ok_or("its shape is not one of numbers")?;
    match data.get(..bytes) {
        Some(data) => Ok((data.to_vec(), bytes / element.size)),
        None => Err(format!("its shape is of {bytes} bytes, and it has {}", data.len())),
    }
}

/// The header and what is after it.
fn parts(file: &[u8]) -> Option<(&str, &[u8])> {
    let rest = file.strip_prefix(MAGIC)?;
    let (length, rest) = match rest.first()? {
        1 => (usize::from(u16::from_le_bytes(*rest.get(2..4)?.first_chunk()?)), rest.get(4..)?),
        2 | 3 => (usize::try_from(u32::from_le_bytes(*rest.get(2..6)?.first_chunk()?)).ok()?, rest.get(6..)?),
        _ => return None,
    };
    let (header, data) = rest.split_at_checked(length)?;
    Some((std::str::from_utf8(header).ok()?, data))
}

/// The value of a key of the header, which is a dictionary as Python writes it.
fn entry<'h>(header: &'h str, key: &str) -> Option<&'h str> {
    let (_, rest) = header.split_once(&format!("'{key}':"))?;
    let rest = rest.trim_start();
    let end = match rest.starts_with('(') {
        true => rest.find(')')? + 1,
        false => rest.find([',', '}'])?,
    };
    Some(rest[..end].trim())
}

/// The type as NumPy names it, little-endian.
fn of_type(element: ElementType) -> String {
    let (kind, order) = (element.name.chars().next().unwrap_or('f'), if element.size == 1 { '|' } else { '<' });
    format!("{order}{kind}{}", element.size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(header: &str, data: &[u8]) -> Vec<u8> {
        [MAGIC, &[1, 0], &(header.len() as u16).to_le_bytes(), header.as_bytes(), data].concat()
    }

    #[test]
    fn elements_are_those_behind_the_header() {
        let f32 = ElementType::named("f32").unwrap();
        let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }   \n";
        let data = [1.0_f32, 2.0].map(f32::to_le_bytes).concat();
        assert_eq!(elements(&file(header, &data), f32), Ok((data.clone(), 2)));
        let scalar = header.replace("(2, 1)", "()");
        assert_eq!(elements(&file(&scalar, &data), f32), Ok((data[..4].to_vec(), 1)));
    }

    #[test]
    fn each_mistake_is_named() {
        let f32 = ElementType::named("f32").unwrap();
        let header = "{'descr': '<f8', 'fortran_order': True, 'shape': (3,), }\n";
        let wrong = |header: &str| elements(&file(header, &[0; 8]), f32).unwrap_err();
        assert!(wrong(header).contains("holds `<f8`"));
        assert!(wrong(&header.replace("f8", "f4")).contains("Fortran"));
        assert!(wrong(&header.replace("f8", "f4").replace("True", "False")).contains("12 bytes, and it has 8"));
        assert!(wrong(&header.replace("f8", "f4").replace("True", "False").replace("3,", "-3,")).contains("shape"));
        for cut in 0..file(header, &[]).len() {
            assert!(elements(&file(header, &[])[..cut], f32).is_err(), "{cut} bytes");
        }
    }
}
