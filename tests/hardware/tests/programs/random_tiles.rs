//! The program `random_tiles` in the simulator: tiles of every class of layouts take the wavefronts that are predicted.

use std::process::Command;

#[test]
fn tiles_of_every_class_take_the_ideal_wavefronts() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_random_tiles"));
    let output = command.args(["--device", "sim", "--tiles", "21", "--seed", "3"]).output().unwrap();
    let (text, told) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{text}{told}");
    assert!(text.contains("21 random tiles, seed 3, 0 excess wavefronts predicted"), "{text}");
    let lines: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("---")).skip(1).collect();
    assert_eq!(lines.len(), 7, "{text}");
    for line in lines {
        let cells: Vec<&str> = line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
        let [_, walks, _, ideal, predicted, counted, agree] = cells[..] else { panic!("{line}") };
        assert!(walks != "0" && ideal == predicted && predicted == counted, "{line}");
        assert_eq!(agree, format!("{walks} of {walks}"), "{line}");
    }
}

#[test]
fn too_many_tiles_are_refused() {
    let output = Command::new(env!("CARGO_BIN_EXE_random_tiles")).args(["--tiles", "0"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
