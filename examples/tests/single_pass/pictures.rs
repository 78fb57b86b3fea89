//! Pictures of every kind that PNG and JPEG have, against another library that reads them.

use image::{DynamicImage, ImageFormat};
use smem_examples::Picture;

/// A picture of 61 x 47 pixels in colours that all differ, with its opacity.
fn coloured() -> DynamicImage {
    let word = |x: u32, y: u32, by: u32| ((x * 1031 + y * 4099) * by) as u16;
    let pixel = |x, y| image::Rgba([word(x, y, 7), word(x, y, 13), word(x, y, 29), word(x, y, 3)]);
    DynamicImage::ImageRgba16(image::ImageBuffer::from_fn(61, 47, pixel))
}

#[test]
fn every_kind_of_picture_has_the_grey_that_another_library_finds() {
    let folder = tempfile::tempdir().unwrap();
    let wide = coloured();
    let kinds: [(&str, DynamicImage); 8] = [
        ("rgba16", wide.clone()),
        ("rgb16", wide.to_rgb16().into()),
        ("grey16", wide.to_luma16().into()),
        ("grey16 with opacity", wide.to_luma_alpha16().into()),
        ("rgba8", wide.to_rgba8().into()),
        ("rgb8", wide.to_rgb8().into()),
        ("grey8", wide.to_luma8().into()),
        ("grey8 with opacity", wide.to_luma_alpha8().into()),
    ];
    let mut compared = 0;
    for (name, picture) in kinds {
        for (format, ending) in [(ImageFormat::Png, "png"), (ImageFormat::Jpeg, "jpg")] {
            let path = folder.path().join(format!("{name}.{ending}"));
            if picture.save_with_format(&path, format).is_err() {
                // JPEG has neither opacity nor 16 bits.
                assert_eq!(format, ImageFormat::Jpeg, "{name}");
                continue;
            }
            let found = Picture::open(&path).unwrap();
            let expected = image::open(&path).unwrap().into_luma8();
            assert_eq!((found.width(), found.height()), expected.dimensions(), "{name} as {format:?}");
            // That library weighs colours in floating point, with weights of more digits.
            let most = if name == "grey8" { 0 } else { 1 };
            let is_same = found.pixels().iter().zip(expected.as_raw()).all(|(one, other)| one.abs_diff(*other) <= most);
            assert!(is_same, "{name} as {format:?}");
            compared += 1;
        }
    }
    assert!(compared >= 10, "{compared}");
}
