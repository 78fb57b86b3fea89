//! The filter in the simulator against loops over each window.

use smem_examples::Picture;
use smem_examples::local_statistics::{MAX_WINDOW, Window, local_statistics, local_statistics_by_cpu};
use smem_launch::{Device, DeviceChoice, Install};

#[test]
fn every_window_of_every_size_of_picture_has_the_statistics_that_loops_find() {
    let device = Device::open(DeviceChoice::Simulator, Install::Allowed).unwrap();
    for (width, height) in [(1, 1), (1, 37), (40, 1), (67, 45), (150, 40)] {
        for (side, weight) in [(1, 0.2), (3, 0.5), (15, 0.2), (101, -0.3), (MAX_WINDOW, 0.0)] {
            let picture = Picture::random(width, height, side.into()).unwrap();
            let window = Window { side, weight };
            let (found, expected) =
                (local_statistics(&device, &picture, window).unwrap(), local_statistics_by_cpu(&picture, window));
            assert_eq!(found, expected, "{width} x {height}, window {side}");
        }
    }
}

#[test]
fn white_pictures_do_not_overflow() {
    let device = Device::open(DeviceChoice::Simulator, Install::Allowed).unwrap();
    let picture = Picture::from_pixels(300, 200, vec![255; 60_000]).unwrap();
    let found = local_statistics(&device, &picture, Window { side: MAX_WINDOW, weight: 0.2 }).unwrap();
    assert!(found.mean.iter().all(|mean| *mean == 255));
    assert!(found.deviation.iter().all(|deviation| *deviation == 0));
}

#[test]
fn windows_without_a_middle_are_refused() {
    let device = Device::open(DeviceChoice::Simulator, Install::Allowed).unwrap();
    let picture = Picture::random(3, 3, 1).unwrap();
    for side in [0, 2, MAX_WINDOW + 2] {
        let error = local_statistics(&device, &picture, Window { side, weight: 0.2 }).unwrap_err();
        assert_eq!(error.to_string(), format!("a window of {side} pixels: its side is an odd number up to 1023"));
    }
}
