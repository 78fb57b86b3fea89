//! The library from the outside.

#[cfg(feature = "alloc")]
mod alternatives;
mod bank_rules;
#[cfg(feature = "alloc")]
mod checked_values;
#[cfg(feature = "alloc")]
mod classes;
#[cfg(feature = "alloc")]
#[path = "completeness.rs"]
mod completeness;
#[cfg(feature = "alloc")]
#[path = "emitted_index/main.rs"]
mod emitted_index;
#[cfg(feature = "alloc")]
mod every_position;
#[cfg(feature = "alloc")]
mod fragments;
#[cfg(feature = "alloc")]
mod layouts;
#[cfg(feature = "alloc")]
mod least;
#[cfg(feature = "alloc")]
mod maps;
#[cfg(feature = "alloc")]
mod once_wrong;
#[cfg(feature = "alloc")]
mod pad_brute_force;
#[cfg(feature = "alloc")]
mod planes;
#[cfg(feature = "alloc")]
mod planes_solved;
#[cfg(feature = "alloc")]
mod positions;
#[cfg(feature = "alloc")]
mod proposals;
#[cfg(feature = "alloc")]
mod ragged;
#[cfg(feature = "alloc")]
mod ranked;
#[cfg(feature = "alloc")]
mod tma;
#[cfg(feature = "alloc")]
mod walks;

#[test]
fn every_file_of_this_folder_is_one_of_the_tests() {
    let (folder, known) = (env!("CARGO_MANIFEST_DIR"), include_str!("main.rs"));
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<_> = files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect();
    assert!(files.len() > 15, "{files:?}");
    for name in files.iter().map(|path| path.file_stem().unwrap().to_string_lossy()) {
        assert!(name == "main" || known.contains(&format!("\nmod {name};\n")), "`{name}.rs` is not run");
    }
}
