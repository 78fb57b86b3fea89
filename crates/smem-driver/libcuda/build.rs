//! Names the library as programs ask for it, and lets it find links to itself.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libcuda.so.1");
        // Its own folder before others, `LD_LIBRARY_PATH` among them, for the names that `in_process` claims.
        println!("cargo::rustc-cdylib-link-arg=-Wl,--disable-new-dtags,-rpath,$ORIGIN");
    }
}
