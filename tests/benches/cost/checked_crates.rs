//! Small crates in a workspace of their own, which `cargo check` checks from nothing with their dependencies built.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

pub(crate) struct CheckedCrates {
    folder: TempDir,
    /// `CARGO_INCREMENTAL`.
    incremental: &'static str,
}

impl CheckedCrates {
    /// Writes crates of these names and sources, with the versions of this workspace.
    pub(crate) fn write<'s>(crates: impl IntoIterator<Item = (&'s str, String)>, incremental: &'static str) -> Self {
        let folder = tempfile::tempdir().expect("a folder for the crates");
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace");
        let mut members = Vec::new();
        for (member, source) in crates {
            let manifest = format!(
                "[package]\nname = \"{member}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
                 smem-derive.workspace = true\nsmem-layout.workspace = true\n"
            );
            create(&folder.path().join(member).join("Cargo.toml"), &manifest);
            create(&folder.path().join(member).join("src/lib.rs"), &source);
            members.push(member);
        }
        let manifest = format!(
            "[workspace]\nresolver = \"3\"\nmembers = {members:?}\n\n[workspace.dependencies]\n\
             smem-derive = {{ path = {:?} }}\nsmem-layout = {{ path = {:?} }}\n",
            project.join("smem-derive"),
            project.join("smem-layout"),
        );
        create(&folder.path().join("Cargo.toml"), &manifest);
        // Without a lock file (it is missing in a published crate) Cargo chooses the versions.
        let _ = fs::copy(project.join("Cargo.lock"), folder.path().join("Cargo.lock"));
        Self { folder, incremental }
    }

    /// Returns the median time of each crate's check, in turns so that other work on the machine falls on all.
    pub(crate) fn medians<const N: usize>(&self, members: [&str; N], samples: u32) -> [Duration; N] {
        for member in members {
            self.check(member);
        }
        let mut times = members.map(|_| Vec::new());
        for _ in 0..samples {
            for (member, times) in members.iter().zip(&mut times) {
                self.forget(member);
                times.push(self.check(member));
            }
        }
        times.map(|mut times| {
            times.sort_unstable();
            times[times.len() / 2]
        })
    }

    fn check(&self, member: &str) -> Duration {
        let start = Instant::now();
        self.cargo(&["check", "--quiet", "--package", member]);
        start.elapsed()
    }

    /// Makes the next check of `member` its first.
    fn forget(&self, member: &str) {
        self.cargo(&["clean", "--quiet", "--package", member]);
    }

    fn cargo(&self, arguments: &[&str]) {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(arguments).current_dir(&self.folder);
        // The crates are built by themselves, as a user's are.
        cargo.env("CARGO_TARGET_DIR", self.folder.path().join("target")).env("CARGO_INCREMENTAL", self.incremental);
        assert!(cargo.status().expect("Cargo runs").success(), "`cargo {}`", arguments.join(" "));
    }
}

fn create(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder of the crates");
    fs::write(path, text).expect("a file of the crates");
}
