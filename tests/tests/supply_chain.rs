//! Hashes fix each download of a page, a script or a workflow: lock files, hashes of wheels, commits, digests of images.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use smem_tests::readme::{blocks, workspace};
use smem_tests::sources::{named, rust_files};

/// Returns the files below the top level with one of these endings, and the scripts of CI.
fn files(endings: &[&str]) -> Vec<(String, String)> {
    let scripts = workspace().join(".ci");
    let (mut files, mut folders) = (Vec::new(), vec![workspace().to_owned()]);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                if name != "target" && name != ".git" {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) || path.parent() == Some(scripts.as_path()) {
                files.push(path);
            }
        }
    }
    files.sort();
    // The changelog quotes older versions.
    files.retain(|path| !path.ends_with("CHANGELOG.md") && path.metadata().unwrap().len() < 300_000);
    files.iter().map(|path: &PathBuf| named(path)).collect()
}

/// Returns the commands in a shell's text: lines without comments, and with the lines that a backslash adds to them.
fn commands(text: &str) -> Vec<String> {
    let joined = text.replace("\\\n", " ");
    joined
        .lines()
        .map(|line| line.split(" # ").next().unwrap().trim())
        .filter(|line| !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

/// Returns the rest of a command from each place where `words` begins in it, up to the command's end.
fn calls<'a>(command: &'a str, words: &str) -> Vec<&'a str> {
    let ends = |rest: &'a str| rest.split(['`', ';', '&', '|', ')']).next().unwrap();
    command.match_indices(words).map(|(at, _)| ends(&command[at..])).collect()
}

const BUILDS: [&str; 13] = [
    "cargo build",
    "cargo check",
    "cargo clippy",
    "cargo doc",
    "cargo fetch",
    "cargo install",
    "cargo metadata",
    "cargo package",
    "cargo run",
    "cargo rustc",
    "cargo test",
    "cargo tree",
    "maturin build",
];

/// Options after `--` are those of another program.
fn keeps_to_the_lock_file(call: &str) -> bool {
    call.split(" -- ").next().unwrap().split_whitespace().any(|word| word == "--locked")
}

/// Returns the rule that a command in a script or a workflow breaks.
fn wrong_in_a_script(command: &str) -> Option<&'static str> {
    // A script also prints commands that a person may type.
    let said = ["echo ", "printf ", ".ci/not-run "].iter().any(|word| command.starts_with(word))
        || command.contains("echo \"error");
    let has = |word: &str| command.contains(word);
    if !said && BUILDS.iter().flat_map(|build| calls(command, build)).any(|call| !keeps_to_the_lock_file(call)) {
        return Some("Cargo without `--locked`");
    }
    let hashed = |call: &&str| ["--require-hashes", "--no-index"].iter().any(|word| call.contains(word));
    if !said
        && !["pip install", "pip download"].iter().flat_map(|words| calls(command, words)).all(|call| hashed(&call))
    {
        return Some("pip without `--require-hashes`");
    }
    if ["npm install", "npm i ", "npx ", "pnpm ", "yarn "].iter().any(|word| has(word)) {
        return Some("packages of npm without a lock file: `npm ci`");
    }
    if !said
        && ["curl ", "wget ", "git clone", "git pull"]
            .iter()
            .any(|word| calls(command, word).iter().any(|call| call.len() > word.len()))
    {
        return Some("a download without a hash: `git fetch` of a commit");
    }
    wrong_name_of_a_commit(command)
}

/// Actions and images are named by their hashes.
fn wrong_name_of_a_commit(line: &str) -> Option<&'static str> {
    let word = |key: &str| {
        line.trim_start_matches("- ").strip_prefix(key).map(|rest| rest.split_whitespace().next().unwrap_or(""))
    };
    let is_hash = |text: &str, length: usize| text.len() == length && text.chars().all(|c| c.is_ascii_hexdigit());
    if word("uses:").is_some_and(|action| !action.split_once('@').is_some_and(|(_, commit)| is_hash(commit, 40))) {
        return Some("an action without the hash of its commit");
    }
    let images = ["image:", "FROM ", "docker run ", "docker pull "].iter().find_map(|key| word(key));
    let is_pinned = |image: &str| image.split_once("@sha256:").is_some_and(|(_, digest)| is_hash(digest, 64));
    images.is_some_and(|image| !is_pinned(image)).then_some("an image without its digest")
}

/// Returns the rule that a line of a page breaks. Pages also say how to try an example, which is not an installation.
fn wrong_on_a_page(line: &str) -> Option<&'static str> {
    let installs =
        |call: &&str| ["smem-tile-cli", "smem-libcuda", "crates/smem-cli"].iter().any(|package| call.contains(package));
    let builds = ["cargo build", "cargo rustc"].iter().flat_map(|build| calls(line, build)).filter(installs);
    // `cargo install` as a name, without arguments, is a program and not a command.
    let all = calls(line, "cargo install").into_iter().filter(|call| call.len() > "cargo install".len());
    builds.chain(all).any(|call| !keeps_to_the_lock_file(call)).then_some("Cargo without `--locked`")
}

#[test]
fn each_rule_finds_what_breaks_it() {
    let hash = "3d3c42e5aac5ba805825da76410c181273ba90b1";
    for command in [
        "cargo test -p smem-layout",
        "cargo install cargo-deny",
        "step cargo doc --workspace",
        "cargo test -- --locked_up",
        "X=1 cargo build",
        "python -m pip install pytest",
        "pip install .",
        "pip install ./smem-tile",
        "\"$1\" -m pip install --quiet -r a.txt",
        "npm install",
        "npx zx",
        "curl -O https://a",
        "if ! curl x; then",
        "git clone --depth 1 https://a",
        "uses: actions/checkout@v4",
        "- uses: actions/checkout",
        "image: rust:1",
        "docker run debian",
        "FROM rust:1@sha256:12",
    ] {
        assert!(wrong_in_a_script(command).is_some(), "`{command}`");
    }
    for command in [
        "cargo test --locked -p smem-layout",
        "cargo fmt --all",
        "python -m pip install --require-hashes -r a.txt",
        "pip install --no-index ./a.whl",
        "git fetch --depth 1 https://a COMMIT",
        "npm ci",
        &format!("- uses: actions/checkout@{hash} # v7.0.1"),
        &format!("image: rust:1@sha256:{hash}{}", &hash[..24]),
    ] {
        assert_eq!(wrong_in_a_script(command), None, "`{command}`");
    }
    for line in [
        "`cargo install --path crates/smem-cli`.",
        "cargo install smem-tile-cli",
        "`cargo build --release -p smem-libcuda`",
    ] {
        assert!(wrong_on_a_page(line).is_some(), "{line}");
    }
    for line in [
        "`cargo install` installs programs only",
        "cargo run -p smem-examples --bin tile",
        "`cargo install --locked --path crates/smem-cli`",
    ] {
        assert_eq!(wrong_on_a_page(line), None, "{line}");
    }
}

#[test]
fn scripts_and_workflows_download_nothing_without_a_hash() {
    let mut count = 0;
    for (name, text) in files(&[".yml", ".yaml", ".sh", "Dockerfile"]) {
        for command in commands(&text) {
            assert_eq!(wrong_in_a_script(&command), None, "{name}: {command}");
            count += BUILDS.iter().chain(&["pip install", "uses:"]).flat_map(|word| calls(&command, word)).count();
        }
    }
    assert!(count >= 50, "the commands were not found: {count}");
}

#[test]
fn pages_and_messages_install_with_the_lock_file() {
    let sources = rust_files(&workspace().join("crates"), |_| true);
    let texts = files(&[".md", ".ipynb", ".toml", ".py"]).into_iter().chain(sources.iter().map(|file| named(file)));
    let mut count = 0;
    for (name, text) in texts {
        // A command of several lines in prose or in a string.
        for line in text.replace("\\\n", " ").lines() {
            assert_eq!(wrong_on_a_page(line), None, "{name}: {line}");
            count += usize::from(line.contains("cargo install --locked"));
        }
        let of_fences = blocks(&text).filter(|block| ["sh", "console", "yaml"].contains(&block.language));
        for command in of_fences.flat_map(|block| commands(block.code)) {
            // The sources of smem-tile, whose build backend keeps to the lock file and names one version of what it needs.
            let is_own = |call: &&str| call.trim_end() == "pip install .";
            let is_hashed = |call: &&str| call.contains("--require-hashes") || call.contains("--no-index");
            let calls = calls(&command, "pip install");
            assert!(calls.iter().all(|call| is_own(call) || is_hashed(call)), "{name}: {command}");
        }
    }
    assert!(count >= 2, "the commands were not found");
}

#[test]
fn each_program_that_calls_pip_has_it_compare_hashes() {
    let files: Vec<_> = ["crates", "tests", "examples"]
        .iter()
        .flat_map(|folder| rust_files(&workspace().join(folder), |_| true))
        .collect();
    let calling: Vec<_> =
        files.iter().map(|file| named(file)).filter(|(_, text)| text.contains("\"pip\", \"install\"")).collect();
    assert!(calling.len() >= 2, "the calls were not found");
    for (name, text) in calling.iter().filter(|(name, _)| !name.ends_with("supply_chain.rs")) {
        let calls: Vec<&str> = text.split("\"pip\", \"install\"").skip(1).collect();
        assert!(calls.iter().all(|call| call.starts_with(", \"--require-hashes\"")), "{name}");
    }
}

#[test]
fn each_wheel_of_a_list_of_requirements_has_its_hashes() {
    let is_list = |name: &str| name.ends_with("/requirements.txt") || name.starts_with(".ci/requirements/");
    let lists: Vec<_> =
        files(&[".txt"]).into_iter().filter(|(name, _)| is_list(name) && name.ends_with(".txt")).collect();
    assert!(lists.len() >= 8, "the lists were not found: {}", lists.len());
    for (name, text) in &lists {
        let lines = commands(text);
        let entries: Vec<&String> = lines.iter().filter(|line| !line.is_empty()).collect();
        assert!(!entries.is_empty(), "{name} is empty");
        for entry in entries {
            assert!(entry.contains("==") && entry.contains("--hash=sha256:"), "{name}: {entry}");
        }
        let input = fs::read_to_string(workspace().join(name.replace(".txt", ".in"))).unwrap();
        for line in input.lines().filter(|line| line.contains("==")) {
            let wanted = line.split('[').next().unwrap().split("==").next().unwrap().to_lowercase().replace('_', "-");
            let version = line.split("==").nth(1).unwrap();
            assert!(
                lines.iter().any(|entry| entry.starts_with(&format!("{wanted}=={version} "))),
                "{name} has no `{line}`: `.ci/lock`"
            );
        }
    }
}

#[test]
fn the_wheel_is_built_by_one_version_of_its_backend_and_from_the_lock_file() {
    let (project, build) = (read("pyproject.toml"), read(".ci/requirements/build.in"));
    assert!(
        project.contains(&format!("requires = [\"{}\"]", build.trim())),
        "pyproject.toml requires other versions than build.in"
    );
    assert!(project.contains("\nlocked = true\n"));
}

fn read(file: impl AsRef<Path>) -> String {
    fs::read_to_string(workspace().join(file)).unwrap()
}

#[test]
fn each_workflow_on_a_page_is_a_file_that_ci_checks() {
    let mut workflows: Vec<_> =
        files(&[".yml"]).into_iter().filter(|(name, _)| name.starts_with("docs/workflows/")).collect();
    assert!(workflows.len() >= 5, "the workflows were not found");
    for (page, text) in files(&[".md"]) {
        for block in
            blocks(&text).filter(|block| block.language.starts_with("yaml") || block.language.starts_with("yml"))
        {
            let at = workflows.iter().position(|(_, file)| file.trim_end() == block.code.trim_end());
            workflows.remove(
                at.unwrap_or_else(|| panic!("{page} has a workflow that is not in docs/workflows:\n{}", block.code)),
            );
        }
    }
    assert!(workflows.is_empty(), "no page shows {workflows:?}");
    assert!(
        read(".ci/run").contains("\nstep .ci/workflows\n") && read(".ci/workflows").contains("docs/workflows/*.yml")
    );
}

#[test]
fn a_check_that_did_not_run_has_not_passed() {
    let list = tempfile::NamedTempFile::new().unwrap();
    let said = |all: &str| {
        let mut command = Command::new(workspace().join(".ci/not-run"));
        command
            .args(["the advisories", "no network", "use one"])
            .env("SMEM_NOT_RUN", list.path())
            .env("SMEM_REQUIRE_ALL", all);
        let output = command.output().unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    let line = "NOT RUN: the advisories: no network; to run it: use one\n";
    assert_eq!(said(""), (true, line.to_owned()));
    assert_eq!(said("1"), (false, line.to_owned()));
    assert_eq!(fs::read_to_string(list.path()).unwrap(), line.repeat(2));
    for (name, text) in files(&[]) {
        assert!(!text.to_lowercase().contains("echo \"skipped"), "{name} skips without `.ci/not-run`");
    }
    assert!(read(".ci/run").contains("cat \"$SMEM_NOT_RUN\""));
}
