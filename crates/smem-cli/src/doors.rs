//! The options of a job at each door: the command line, `smem-tile.toml`, and the environment of `run`. Python has a test of its own, from the
//! same list.

use clap::{CommandFactory, Parser};
use smem_driver::{CheckModes, DriverOptions, ScheduleSpec, option_names};
use smem_profile::{JobSpec, LaunchSpec, LimitSpec, SourceSpec};

use crate::arguments::Arguments;
use crate::config::Config;

/// A value of each option: as the command line has it, and as TOML does.
const VALUES: [(&str, &str, &str); 31] = [
    ("allow-files", "data", "[\"data\"]"),
    ("arch", "sm_80", "\"sm_80\""),
    ("args", "u32:1", "[\"u32:1\"]"),
    ("block", "32", "[32, 8]"),
    ("blocks", "4", "4"),
    ("cache", "", "false"),
    ("cluster", "2", "2"),
    ("compile-commands", "c.json", "\"c.json\""),
    ("compiler", "nvrtc", "\"nvrtc\""),
    ("compiler-option", "--use_fast_math", "[\"--use_fast_math\"]"),
    ("define", "N=1", "[\"N=1\"]"),
    ("global-races", "", "true"),
    ("gpu", "l4", "\"l4\""),
    ("grid", "4,4", "[4, 4]"),
    ("include", "include", "[\"include\"]"),
    ("isa", "ptx", "\"ptx\""),
    ("kernel", "k", "\"k\""),
    ("launch", "l.toml", "\"l.toml\""),
    ("max-instructions", "5M", "\"5M\""),
    ("max-memory", "1G", "1073741824"),
    ("merged", "", "true"),
    ("offline", "", "true"),
    ("overruns", "", "true"),
    ("race-check", "", "false"),
    ("remedies", "", "false"),
    ("schedule-seed", "7", "7"),
    ("schedules", "3", "3"),
    ("set", "n=1", "[\"n=1\"]"),
    ("shared", "64", "64"),
    ("source", "src", "[\"src\"]"),
    ("std", "c++20", "\"c++20\""),
];

/// The words of an option: its own name, or `--no-NAME` of a check that is on by default.
fn words(name: &str, value: &str) -> Vec<String> {
    let word = if value.is_empty() && ["cache", "race-check", "remedies"].contains(&name) { "no-" } else { "" };
    let needed = if name == "allow-files" { &["--launch", "l.toml"][..] } else { &[] };
    let own = [format!("--{word}{name}{}{value}", if value.is_empty() { "" } else { "=" })];
    own.into_iter().chain(needed.iter().map(|word| (*word).to_owned())).collect()
}

fn accepts(command: &str, file: &str, name: &str) -> Result<Arguments, clap::Error> {
    let value = VALUES.iter().find(|(known, ..)| *known == name).unwrap().1;
    let words = words(name, value);
    Arguments::try_parse_from(["smem-tile", command, file].into_iter().chain(words.iter().map(String::as_str)))
}

#[test]
fn every_option_of_a_job_has_a_value_here() {
    let known: Vec<&str> = VALUES.iter().map(|(name, ..)| *name).collect();
    assert_eq!(known, option_names::<JobSpec>());
}

#[test]
fn every_option_of_a_job_is_on_the_command_line() {
    Arguments::command().debug_assert();
    for name in option_names::<JobSpec>() {
        accepts("profile", "a.cu", &name).unwrap_or_else(|error| panic!("profile, {name}: {error}"));
    }
    let parts = [option_names::<SourceSpec>(), option_names::<LimitSpec>()].concat();
    for name in [option_names::<LaunchSpec>(), parts.clone()].concat() {
        accepts("fix", "a.cu", &name).unwrap_or_else(|error| panic!("fix, {name}: {error}"));
    }
    for name in [parts, option_names::<ScheduleSpec>()].concat() {
        accepts("check", "a.cu", &name).unwrap_or_else(|error| panic!("check, {name}: {error}"));
    }
}

#[test]
fn every_option_of_a_job_is_in_smem_tile_toml() {
    let empty = Config::parse("[[launch]]\nfile = \"a.cu\"").unwrap();
    for (name, _, value) in VALUES {
        let config = Config::parse(&format!("[[launch]]\nfile = \"a.cu\"\n{name} = {value}")).unwrap();
        assert_ne!(config.launches[0].spec, empty.launches[0].spec, "{name}");
    }
}

#[test]
fn every_option_of_checks_and_orders_is_of_run_its_environment_and_smem_tile_toml() {
    let names = [option_names::<CheckModes>(), option_names::<ScheduleSpec>()].concat();
    let value = |name: &str| match name {
        "schedules" | "schedule-seed" => ("7", "7"),
        "global-races" => ("", "true"),
        _ => ("deny", "\"deny\""),
    };
    for name in names {
        let ((word, toml), default) = (value(&name), DriverOptions::default());
        let typed = ["smem-tile".to_owned(), "run".to_owned()].into_iter().chain(words(&name, word));
        let typed = Arguments::try_parse_from(typed.chain(["true".to_owned()]));
        typed.unwrap_or_else(|error| panic!("run, {name}: {error}"));
        let config = Config::parse(&format!("[checks]\n{name} = {toml}")).unwrap();
        assert_ne!(format!("{:?}", config.checks), format!("{:?}", Config::default().checks), "{name}");
        let variable = format!("SMEM_TILE_{}", name.to_uppercase().replace('-', "_"));
        let of_environment = |own: &str| (own == variable).then(|| toml.trim_matches('"').to_owned());
        assert_ne!(DriverOptions::from_variables(of_environment), Ok(default), "{variable}");
    }
}
