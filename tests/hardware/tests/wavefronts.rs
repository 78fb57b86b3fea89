//! Every kernel in every layout: what is predicted is what the simulator counts, and a difference is found.

use std::fs;
use std::path::{Path, PathBuf};

use smem_hardware::wavefronts::{Agreement, LaunchCounts, List, RecordedLaunch, WavefrontData};
use smem_launch::{Device, DeviceChoice, Install};

#[test]
fn a_launch_takes_the_wavefronts_that_are_predicted_of_it_and_of_no_other() {
    let device = Device::open(DeviceChoice::Simulator, Install::Allowed).unwrap();
    let list = List::new(None).unwrap().only("tiles");
    let mut done = list.run(&device, &mut |_| ()).unwrap();
    assert!(done.iter().flatten().all(|done| done.wrong.is_none()), "{done:?}");
    let rows = LaunchCounts::all(&list, device.arch(), &done, &[]);
    assert!(rows.iter().all(|row| row.simulated.is_some() && !row.differs()), "{rows:?}");
    let loads = |kernel, layout| {
        let row = rows.iter().find(|row| (row.kernel.as_str(), row.layout) == (kernel, layout)).unwrap();
        row.predicted.wavefronts.loads
    };
    assert_eq!(loads("scan_over_tiles", "-"), 0);
    assert_eq!(loads("scan_tiles", "dense"), 6 * loads("scan_tiles", "padded"));
    assert_eq!(loads("scan_tiles", "padded"), loads("scan_tiles", "swizzled"));

    // The comparison can fail: the dense tile's launch does not take what is predicted of the padded one.
    let at =
        |layout| list.cases().position(|case| (case.kernel.as_str(), case.layout) == ("scan_tiles", layout)).unwrap();
    let (dense, padded) = (at("dense"), at("padded"));
    done.swap(dense, padded);
    let rows = LaunchCounts::all(&list, device.arch(), &done, &[]);
    let differing: Vec<usize> = (0..rows.len()).filter(|at| rows[*at].differs()).collect();
    assert_eq!(differing, [dense, padded]);
}

/// The committed data files.
fn committed() -> Vec<WavefrontData> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("wavefronts");
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).unwrap();
        let data = WavefrontData::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert_eq!(data.to_string(), text, "{}: not as it was written", file.display());
        data
    };
    files.map(read).collect()
}

#[test]
fn every_measured_launch_took_the_wavefronts_that_are_predicted_of_it() {
    let files = committed();
    assert!(!files.is_empty(), "nothing that was measured is here to replay");
    for data in files {
        assert!(data.machine.is_some(), "without a GPU's counts it is not evidence");
        let predicted = LaunchCounts::all(&List::new(None).unwrap(), data.arch, &[], &[]);
        let predicted: Vec<RecordedLaunch> = predicted.iter().map(RecordedLaunch::from).collect();
        assert!(data.launches.len() >= 148, "{}", data.launches.len());
        for launch in &data.launches {
            let same = |one: &&RecordedLaunch| {
                (&one.kernel, &one.layout, &one.size) == (&launch.kernel, &launch.layout, &launch.size)
            };
            let now = predicted.iter().find(same).unwrap_or_else(|| panic!("{launch} is not in the list"));
            assert_eq!((now.requests, now.predicted), (launch.requests, launch.predicted), "{launch}");
            assert_eq!((launch.counted, launch.agreement), (Some(now.predicted), Agreement::Equal), "{launch}");
        }
    }
}
