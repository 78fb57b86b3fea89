//! Tiles across the crates: what the attribute writes, what the library says, what compilers make of it, what the simulator counts. One program,
//! so that it is linked once and loads NVRTC once.

mod agreement;
mod attribute;
mod constants;
mod constants_on_gpu;
mod device_rust;
mod drawn_cuda;
mod guide;
mod maps;
mod sass;
mod shared_block;
mod shared_tile;
mod wavefronts;
mod wmma;
