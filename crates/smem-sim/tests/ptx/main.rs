//! PTX in the simulator. One program, so that all tests share the fixtures and helpers.

mod common;
mod deadlocks;
mod divergence;
mod faults;
mod features;
mod fuzz;
mod golden;
mod groups;
mod hints;
mod images;
mod kernel_info;
mod language;
mod launches;
mod limits;
mod machine_code;
mod many_races;
mod mathematics;
mod observers;
mod past_end;
mod races;
mod relaid;
mod remedies;
mod scan;
mod side_by_side;
mod textures;
mod wavefronts;
