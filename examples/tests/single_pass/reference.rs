//! The reference of the scans against another library's integral image.

use image::{GrayImage, Luma};
use imageproc::integral_image::integral_squared_image;
use smem_examples::{Picture, squared_integral};

#[test]
fn the_reference_equals_imageproc() {
    for (width, height) in [(1, 1), (1, 40), (40, 1), (33, 31), (100, 70)] {
        let picture = Picture::random(width, height, 3).unwrap();
        let image = GrayImage::from_raw(picture.width(), picture.height(), picture.pixels().to_vec()).unwrap();
        let integral = integral_squared_image::<Luma<u8>, u64>(&image);
        let (width, height) = (picture.width(), picture.height());
        let sums = squared_integral(&picture);
        for y in 0..height {
            for x in 0..width {
                assert_eq!(sums[(y * width + x) as usize], integral.get_pixel(x + 1, y + 1)[0]);
            }
        }
    }
}
