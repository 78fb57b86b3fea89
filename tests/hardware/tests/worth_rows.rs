//! The launches of `worth/h200.tsv`: what an H200 counted, and what the simulator counts.

use smem_hardware::worth::{WorthRow, WorthTable};
use smem_profile::{Arch, BlockNeeds, LaunchLoad, Occupancy};

/// All launches that were measured.
pub(crate) fn all_rows() -> Vec<WorthRow> {
    WorthTable::parse(include_str!("../worth/h200.tsv")).unwrap().rows
}

/// Those whose blocks do not wait for others: of a sample, blocks would wait for some that do not run, and spin as often as the order has it.
pub(crate) fn rows() -> Vec<WorthRow> {
    all_rows().into_iter().filter(|row| !row.file.starts_with("single_pass")).collect()
}

pub(crate) fn occupancy(row: &WorthRow) -> Occupancy {
    let whole = |name| row.of(name) as u32;
    Occupancy::of(Arch::SM_90, BlockNeeds::new(whole("threads"), whole("registers"), whole("shared_bytes"))).unwrap()
}

/// The load of a launch, as `LaunchLoad::of` makes it of a profile.
pub(crate) fn load(row: &WorthRow) -> LaunchLoad {
    let mut load = LaunchLoad::default();
    let sectors = ["load", "copy", "store", "reduction", "atomic", "local_load", "local_store"];
    (load.blocks, load.resident) = (row.of("grid"), occupancy(row).blocks.into());
    load.instructions = row.of_grid("instructions");
    (load.alu, load.fma, load.fma_heavy) = (row.of_grid("alu"), row.of_grid("fma"), row.of_grid("fma_heavy"));
    (load.xu, load.fp64) = (row.of_grid("xu"), row.of_grid("fp64"));
    load.lsu_wavefronts = row.of_grid("lsu_wavefronts");
    load.shared_wavefronts = row.of_grid("shared_wavefronts");
    load.excess_wavefronts = load.shared_wavefronts - row.of_grid("shared_ideal");
    load.sectors = sectors.iter().map(|kind| row.of_grid(&format!("{kind}_sectors"))).sum();
    load.loaded_bytes = row.of_grid("loaded_bytes").min(row.of("buffer_bytes"));
    load.stored_bytes = row.of_grid("stored_bytes").min(row.of("buffer_bytes"));
    (load.path_cycles, load.path_excess) = (row.of("path_cycles"), row.of("path_excess"));
    load.path_loads = row.of("path_loads");
    load
}

/// The launches of a dense layout, each with that of a cured one.
pub(crate) fn pairs(rows: &[WorthRow]) -> Vec<[&WorthRow; 2]> {
    let mut pairs = Vec::new();
    for dense in rows {
        // Of the five launches of the scan only the last one, `scan_tiles`, has the tile.
        let has_tile =
            dense.kernel != "conv_rows" && (!dense.file.starts_with("scan2d") || dense.kernel == "scan_tiles");
        let Some(name) = dense.file.strip_suffix("dense").filter(|_| has_tile) else { continue };
        for layout in ["padded", "swizzled"] {
            let is_cured = |row: &&WorthRow| row.file == format!("{name}{layout}") && row.launch == dense.launch;
            pairs.extend(rows.iter().find(is_cured).map(|cured| [dense, cured]));
        }
    }
    pairs
}

/// The middle number, and that below which nine of ten are.
pub(crate) fn median_and_ninth(mut numbers: Vec<f64>) -> [f64; 2] {
    numbers.sort_by(f64::total_cmp);
    [numbers[numbers.len() / 2], numbers[numbers.len() * 9 / 10]]
}
