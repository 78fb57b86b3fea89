//! Kernels from CUDA C++ to their results. One program, so that it is linked once and loads NVRTC once.

mod arguments;
mod both_machines;
mod child_grids;
mod cluster_launches;
mod clusters;
mod described_arguments;
mod device;
mod driver_calls;
mod hazards;
mod headers;
mod install;
mod kernels;
mod launch_file;
mod machine_code;
mod nvcc;
mod tensor_reductions;
mod waiting_blocks;
