//! The kernels for questions that people asked (`examples/kernels/questions`): their pages have the counts of a run.

use std::fs;
use std::path::{Path, PathBuf};

use crate::call::call;
use serde_json::Value;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn folder() -> PathBuf {
    workspace().join("examples/kernels/questions")
}

/// Returns the names of the kernels' files, without `.cu`.
fn names() -> Vec<String> {
    let entries = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let kernels = entries.filter(|path| path.extension().is_some_and(|extension| extension == "cu"));
    let mut names: Vec<String> = kernels.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Runs the launches of a file, or those of the TOML file beside it, and returns them.
fn launches(name: &str) -> Vec<Value> {
    let (kernel, launch) = (folder().join(format!("{name}.cu")), folder().join(format!("{name}.toml")));
    let mut arguments = vec!["profile", "--json", kernel.to_str().unwrap()];
    if launch.exists() {
        arguments.extend(["--launch", launch.to_str().unwrap()]);
    }
    let answer = call(&arguments);
    assert_eq!(answer.code, 0, "{name}: {answer:?}");
    let document: Value = serde_json::from_str(&answer.out).unwrap();
    let launches = document["launches"].as_array().unwrap().clone();
    assert!(launches.len() > 1, "{name} answers nothing");
    for launch in &launches {
        assert_eq!((&launch["exact"], &launch["isa"]), (&true.into(), &"sass".into()), "{name}: {launch}");
    }
    launches
}

/// Returns the rows of a file's table: each line with its counts, in the order of the source.
fn table(name: &str, launches: &[Value]) -> String {
    let mut table = format!("| `{name}.cu` | line | access | requests | wavefronts | ideal | ways |\n");
    table += "| --- | --- | --- | --- | --- | --- | --- |\n";
    for launch in launches {
        let mut lines = launch["lines"].as_array().unwrap().clone();
        lines.sort_by_key(|line| line["line"].as_u64());
        for line in lines {
            let counts = ["requests", "wavefronts", "ideal", "ways"].map(|field| line[field].to_string());
            let kernel = launch["kernel"].as_str().unwrap();
            let op = line["op"].as_str().unwrap();
            table += &format!("| `{kernel}` | {} | {op} | {} |\n", line["line"], counts.join(" | "));
        }
    }
    table
}

/// Returns the wavefronts of each kernel and what they would be without conflicts.
fn totals(launches: &[Value]) -> String {
    let sum = |launch: &Value, field: &str| {
        let kinds = ["loads", "stores", "atomics", "copies"];
        kinds.iter().map(|kind| launch[kind][field].as_u64().unwrap()).sum::<u64>()
    };
    let of_kernel = |launch: &Value| {
        let kernel = launch["kernel"].as_str().unwrap();
        format!("`{kernel}` {} / {}", sum(launch, "wavefronts"), sum(launch, "ideal"))
    };
    launches.iter().map(of_kernel).collect::<Vec<_>>().join(", ")
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn the_pages_of_the_questions_have_the_counts_of_a_run() {
    let page = fs::read_to_string(folder().join("README.md")).unwrap();
    let guide = fs::read_to_string(workspace().join("src/guide/questions.md")).unwrap();
    let names = names();
    for name in &names {
        let launches = launches(name);
        let (table, totals) = (table(name, &launches), totals(&launches));
        assert!(page.contains(&table), "README.md needs the table\n\n{table}");
        let row = format!("| `{name}` | {totals} |\n");
        assert!(guide.contains(&row), "questions.md needs a row that ends in\n\n{row}");
    }
    // No table of a file that is gone.
    assert_eq!(page.matches(".cu` | line |").count(), names.len());
    assert_eq!(guide.lines().filter(|line| line.contains("](https://")).count(), names.len());
}

#[test]
fn the_first_question_is_answered_with_the_lanes_that_meet() {
    let file = folder().join("stride_four.cu");
    let answer = call(&["profile", file.to_str().unwrap()]);
    let counts = |line: &str| line.split_whitespace().skip(1).take(6).collect::<Vec<_>>().join(" ");
    let guide = fs::read_to_string(workspace().join("src/guide/questions.md")).unwrap();
    for line in guide.lines().filter(|line| line.trim_start().starts_with("stride_four.cu:")) {
        assert!(answer.out.lines().any(|of_run| counts(of_run) == counts(line)), "{line}\n{}", answer.out);
    }
    assert!(answer.out.contains("lanes 0, 8, 16, 24 access 4 words of bank 0"), "{}", answer.out);
}
