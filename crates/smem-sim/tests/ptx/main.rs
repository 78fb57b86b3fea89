//! The simulator from the outside, mostly by PTX. One program, so that all tests share the fixtures and helpers.

mod carried_reads;
mod common;
mod copied_loads;
mod data_dependence;
mod deadlocks;
mod divergence;
mod faults;
mod features;
mod few_operands;
mod fuzz;
mod golden;
mod groups;
mod hints;
mod images;
mod kernel_info;
mod language;
mod launches;
#[path = "../layers.rs"]
mod layers;
mod limits;
mod linked;
mod litmus;
mod litmus_cases;
mod machine_code;
mod many_races;
mod mathematics;
mod mbarrier_ends;
mod observers;
mod past_end;
mod races;
mod relaid;
mod remedies;
#[path = "../repeats.rs"]
mod repeats;
mod scan;
mod side_by_side;
mod strange_addresses;
mod textures;
mod wavefronts;
