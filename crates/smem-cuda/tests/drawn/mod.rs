//! Files drawn at random, whose kernels, launches and accesses to shared memory are known: comments, literals, namespaces, templates, macros,
//! conditions and other variables of the same name around them change nothing.

mod arrays;
mod files;

use arrays::file_with_arrays;
use files::file;
use proptest::prelude::*;
use smem_cuda::{Arithmetic, CudaText, DeviceCode};

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn drawn_files_are_read_as_they_are_meant(known in file()) {
        let text = CudaText::parse(&known.text);
        let kernels: Vec<String> = text.kernels().iter().map(|kernel| kernel.signature()).collect();
        prop_assert_eq!(&kernels, &known.kernels, "{}", known.text);
        let launches: Vec<String> = text
            .launches()
            .iter()
            .map(|site| site.values().map_or_else(|why| why, |own| format!("{} {:?} {:?}", own.kernel, own.grid, own.block)))
            .collect();
        prop_assert_eq!(&launches, &known.launches, "{}", known.text);
    }

    #[test]
    fn what_is_left_without_host_code_has_the_same_kernels(known in file()) {
        let code = DeviceCode::of(&[&known.text]);
        let device = code.text(0, |_| false);
        prop_assert_eq!(device.lines().count(), known.text.lines().count());
        let kernels: Vec<String> = CudaText::parse(&device).kernels().iter().map(|kernel| kernel.signature()).collect();
        prop_assert_eq!(&kernels, &known.kernels, "{}\n{}", known.text, device);
        prop_assert!(!device.contains("puts") || device.contains("#define"), "{}\n{}", known.text, device);
    }

    #[test]
    fn drawn_arrays_have_the_uses_that_mean_them(known in file_with_arrays()) {
        let text = CudaText::parse(&known.text);
        let declared = text.shared_declarations();
        let arrays: Vec<_> = declared.iter().filter(|array| array.name == "tile").collect();
        prop_assert_eq!(arrays.len(), known.arrays.len(), "{}", known.text);
        for (array, known_array) in arrays.into_iter().zip(&known.arrays) {
            let uses: Vec<_> = text.shared_uses(array, 2).into_iter().map(|one| one.range).collect();
            let shown = |all: &[std::ops::Range<usize>]| -> Vec<String> {
                all.iter().map(|place| format!("{} {}", place.start, &known.text[place.clone()])).collect()
            };
            prop_assert_eq!(shown(&uses), shown(&known_array.uses), "{}", known.text);
        }
    }

    #[test]
    fn any_text_is_read_without_a_panic(text in "([\\x20-\\x7e\\n\"'/*#<>(){}ü]|__shared__ |float |__global__ void k\\(|tile\\[|= |struct S \\{|#define N ){0,100}") {
        let read = CudaText::parse(&text);
        read.kernels();
        read.launches().iter().for_each(|site| drop(site.values()));
        let (functions, pointers) = (read.device_functions(), read.device_pointers());
        for array in read.shared_declarations().iter().chain(&pointers).chain(&read.array_members("S")) {
            prop_assert!(text.is_char_boundary(array.statement.start) && text.is_char_boundary(array.scope.end));
            read.shared_uses(array, 2);
            read.only_access(array, &pointers);
            read.depends_on_template(array);
            functions.iter().for_each(|function| drop(read.shared_parts(array, 4, 64, &function.name, &pointers)));
        }
        read.mentions("N");
        read.definition("N");
        read.comments(0..text.len());
        Arithmetic::parse(&text, 0);
    }
}
