//! The file that an address of this process comes from, as the operating system lists it.

use std::fs;

/// Returns the path of the file that is mapped at an address; `None` where no file is, or the operating system does not say.
pub(crate) fn mapped_file(address: u64) -> Option<String> {
    let maps = fs::read_to_string("/proc/self/maps").ok()?;
    maps.lines().find_map(|line| file_at(line, address))
}

/// Returns whether a file of this name is mapped.
pub(crate) fn is_mapped(name: &str) -> bool {
    let maps = fs::read_to_string("/proc/self/maps").unwrap_or_default();
    maps.lines().any(|line| line.rsplit('/').next() == Some(name) && line.contains('/'))
}

/// `7f12a000-7f13b000 r-xp 00000000 08:01 1234   /usr/lib/libc.so.6`
fn file_at(line: &str, address: u64) -> Option<String> {
    let (range, rest) = line.split_once(' ')?;
    let (first, end) = range.split_once('-')?;
    let number = |text| u64::from_str_radix(text, 16).ok();
    let is_inside = (number(first)?..number(end)?).contains(&address);
    let path = rest.find('/').filter(|_| is_inside)?;
    rest.get(path..).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_list_has_the_file_of_its_addresses() {
        let line = "7f12a000-7f13b000 r-xp 00000000 08:01 1234                       /opt/my libraries/libc.so.6";
        assert_eq!(file_at(line, 0x7f12_a000).as_deref(), Some("/opt/my libraries/libc.so.6"));
        assert_eq!(file_at(line, 0x7f13_b000), None);
        assert_eq!(file_at("7f12a000-7f13b000 rw-p 00000000 00:00 0", 0x7f12_a000), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_constant_of_a_program_is_in_its_file() {
        static CONSTANT: [u8; 16] = [7; 16];
        let own = std::env::current_exe().unwrap();
        assert_eq!(mapped_file(CONSTANT.as_ptr() as u64).as_deref(), own.to_str());
    }
}
