//! Jobs to their reports. One program, so that it is linked once and loads NVRTC once.

mod cute;
mod device_launches;
mod doors;
mod fix;
mod job;
mod order;
mod relocatable;
mod whole_files;
