//! CUDA C++ as it is read. One program, so that it is linked once.

mod device_code;
mod drawn;
mod launches;
