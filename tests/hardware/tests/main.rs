//! The replay of what was measured, without a GPU.

mod asynchronous;
mod calibration;
mod clusters;
mod instructions;
mod machine_code;
mod probes;
mod published;
mod results;
mod shared_granules;
mod suites;
mod tensor_copies;
mod textures;
mod wavefronts;
mod worth_counts;
mod worth_gallery;
mod worth_held_out;
mod worth_published;
mod worth_rows;
mod worth_times;
