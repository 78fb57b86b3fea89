//! Instances of templates that `nvcc` is to make, and their linker names.
//!
//! A kernel template that has the wanted kernel as its argument is instantiated after the source: that makes the wanted kernel, and the linker
//! name of the marker holds that of the kernel.

use crate::kernel_name::check_kernel_name;

/// The namespace of the markers, and the file that errors in them name.
const NAMES: &str = "smem_tile_names";

/// Templates to instantiate, as C++ names them.
pub(super) struct Instances {
    kernels: Vec<String>,
}

impl Instances {
    /// The instances of templates among the kernels: others are compiled anyway.
    pub(super) fn of(kernels: &[String]) -> Instances {
        // A text that is not a name is more than an instance.
        let is_instance = |kernel: &&String| kernel.contains('<') && check_kernel_name(kernel).is_ok();
        Instances { kernels: kernels.iter().filter(is_instance).cloned().collect() }
    }

    /// The text that goes after the source: one line for each.
    pub(super) fn text(&self) -> String {
        if self.kernels.is_empty() {
            return String::new();
        }
        let marker = |(at, kernel): (usize, &String)| format!("template __global__ void marker<{at}, &{kernel}>();\n");
        let markers: String = self.kernels.iter().enumerate().map(marker).collect();
        format!(
            "namespace {NAMES} {{ template <int, auto> __global__ void marker() {{}}\n#line 1 \"{NAMES}\"\n{markers}}}\n"
        )
    }

    /// Takes the markers out of the PTX, and returns it with the linker name of each kernel.
    pub(super) fn taken_from(&self, ptx: String) -> (String, Vec<(String, String)>) {
        if self.kernels.is_empty() {
            return (ptx, Vec::new());
        }
        let beginning = format!("_ZN{}{NAMES}6markerILi", NAMES.len());
        let (mut left, mut markers, mut is_inside) = (String::with_capacity(ptx.len()), Vec::new(), false);
        for line in ptx.lines() {
            let marker = line.find(&beginning).map(|at| &line[at..]);
            if let (Some(marker), true) = (marker, line.contains(".entry")) {
                let end = marker.find('(').unwrap_or(marker.len());
                markers.push(marker[beginning.len()..end].to_owned());
                is_inside = true;
            }
            if !is_inside && marker.is_none() {
                left.push_str(line);
                left.push('\n');
            }
            is_inside &= line != "}";
        }
        let names = markers.iter().filter_map(|marker| self.named(marker)).collect();
        (left, names)
    }

    /// The kernel of a marker, `0EXadL_Z4fillIfEvPT_EEEEvv`, with its linker name.
    fn named(&self, marker: &str) -> Option<(String, String)> {
        let (at, argument) = marker.split_once("EXadL")?;
        let kernel = self.kernels.get(at.parse::<usize>().ok()?)?;
        Some((kernel.clone(), renumbered(argument.strip_suffix("EEEEvv")?)))
    }

    /// The kernel that the compiler refuses, and why, where its log says so.
    pub(super) fn refused<'t>(&'t self, log: &'t str) -> Option<(&'t str, &'t str)> {
        let line = log.lines().find(|line| line.contains(": error"))?;
        let (place, why) = line.split_once(": error")?;
        let (_, rest) = place.split_once(NAMES)?;
        let number: usize = rest.trim_start_matches(['(', ':', '"']).split([')', ':']).next()?.parse().ok()?;
        let why = why.split_once(": ").map_or(why, |(_, why)| why);
        Some((self.kernels.get(number.checked_sub(1)?)?, why.trim()))
    }
}

/// The linker name with its own numbers of repeated parts: inside a marker's, two parts come before them.
fn renumbered(inside: &str) -> String {
    let mut name = String::new();
    let mut rest = inside;
    while let Some(mark) = rest.chars().next() {
        // The name of a part begins with its length, and may hold what looks like a number.
        if mark.is_ascii_digit() {
            let digits = rest.find(|mark: char| !mark.is_ascii_digit()).unwrap_or(rest.len());
            let length = if ends_in_literal(&name) { 0 } else { rest[..digits].parse().unwrap_or(0) };
            let end = rest.len().min(digits.saturating_add(length));
            name.push_str(&rest[..end]);
            rest = &rest[end..];
            continue;
        }
        if mark == 'S'
            && let Some((number, behind)) = sequence(&rest[1..])
            && number >= 2
        {
            name.push_str(&written(number - 2));
            rest = behind;
            continue;
        }
        name.push(mark);
        rest = &rest[mark.len_utf8()..];
    }
    name
}

/// Whether a linker name ends where the digits of a literal begin: `Li`, or `Lin` of a negative one.
fn ends_in_literal(name: &str) -> bool {
    let name = name.strip_suffix('n').filter(|name| name.len() > 1).unwrap_or(name);
    let mut marks = name.chars().rev();
    marks.next().is_some_and(|mark| mark.is_ascii_lowercase()) && marks.next() == Some('L')
}

/// The number of a repeated part, `_` or `1A_`, and what is after.
fn sequence(text: &str) -> Option<(usize, &str)> {
    let (digits, behind) = text.split_once('_')?;
    if digits.is_empty() {
        return Some((0, behind));
    }
    let is_digit = |mark: char| mark.is_ascii_digit() || mark.is_ascii_uppercase();
    let number = digits.chars().all(is_digit).then(|| usize::from_str_radix(digits, 36).ok())??;
    Some((number + 1, behind))
}

/// `S_`, `S0_`, `S1_`, ..
fn written(number: usize) -> String {
    let Some(mut number) = number.checked_sub(1) else { return "S_".to_owned() };
    let mut digits = Vec::new();
    loop {
        digits.push(char::from_digit((number % 36) as u32, 36).unwrap_or('0').to_ascii_uppercase());
        number /= 36;
        if number == 0 {
            break;
        }
    }
    format!("S{}_", digits.iter().rev().collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marker_holds_the_linker_name_of_its_kernel() {
        let kernels = ["red<int, 256>".to_owned(), "plain".to_owned()];
        let instances = Instances::of(&kernels);
        assert_eq!(instances.text().lines().count(), 4);
        let ptx = ".visible .entry _Z3redIiLj256EEvPT_PKS0_(\n)\n{\n\tret;\n\n}\n\t// .globl\t_ZN15smem_tile_names6markerILi0EXadL_Z3redIiLj256EEvPT_PKS2_EEEEvv\n.visible .entry _ZN15smem_tile_names6markerILi0EXadL_Z3redIiLj256EEvPT_PKS2_EEEEvv()\n{\n\tret;\n\n}\n.file 1 \"a\"\n";
        let (left, names) = instances.taken_from(ptx.to_owned());
        assert_eq!(names, [("red<int, 256>".to_owned(), "_Z3redIiLj256EEvPT_PKS0_".to_owned())]);
        assert_eq!(left, ".visible .entry _Z3redIiLj256EEvPT_PKS0_(\n)\n{\n\tret;\n\n}\n.file 1 \"a\"\n");
    }

    #[test]
    fn a_kernel_that_is_not_there_is_named() {
        let instances = Instances::of(&["a<1>".to_owned(), "b<2>".to_owned()]);
        let log = "smem_tile_names(2): error: identifier \"b\" is undefined\n";
        assert_eq!(instances.refused(log), Some(("b<2>", "identifier \"b\" is undefined")));
        assert_eq!(instances.refused("k.cu(2): error: x\n"), None);
    }
}
