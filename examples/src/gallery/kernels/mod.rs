//! The kernels, a file each, and the problem that two of them have.

mod fft;
mod histogram;
mod matmul;
mod prefix_scan;
mod product;
mod reduction;
mod stencil;
mod transpose;
mod wmma;

use super::exhibit::Exhibit;

/// The kernels of the gallery, in the order of its page.
pub const EXHIBITS: &[Exhibit] = &[
    transpose::EXHIBIT,
    matmul::EXHIBIT,
    stencil::EXHIBIT,
    reduction::EXHIBIT,
    prefix_scan::EXHIBIT,
    fft::EXHIBIT,
    histogram::EXHIBIT,
    wmma::EXHIBIT,
];

impl Exhibit {
    /// Returns the kernel of that name.
    ///
    /// ```
    /// use smem_examples::gallery::Exhibit;
    ///
    /// assert_eq!(Exhibit::named("transpose").unwrap().file, "transpose.cu");
    /// assert!(Exhibit::named("sort").is_none());
    /// ```
    pub fn named(name: &str) -> Option<&'static Exhibit> {
        EXHIBITS.iter().find(|exhibit| exhibit.name == name)
    }
}
