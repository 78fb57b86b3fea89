//! `RESULTS.md`: its links lead somewhere, and the launches that it shows are those of the data file.

use std::fs;
use std::path::Path;

use smem_hardware::wavefronts::{RecordedLaunch, WavefrontData};

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn results() -> String {
    fs::read_to_string(folder().join("RESULTS.md")).unwrap()
}

/// Returns the targets of the links in a Markdown text.
fn links(text: &str) -> Vec<&str> {
    let after = text.split("](").skip(1);
    after.map(|rest| rest.split_once(')').expect("a link that ends").0).collect()
}

/// The name by which a link of the same page finds a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase().replace(' ', "-");
    kept.chars().filter(|character| character.is_alphanumeric() || matches!(character, '-' | '_')).collect()
}

#[test]
fn every_link_leads_to_a_section_or_a_file() {
    let text = results();
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchors: Vec<String> = headings.map(|line| anchor(line.trim_start_matches('#').trim_start())).collect();
    let links = links(&text);
    assert!(links.len() > 20, "{links:?}");
    for link in links {
        match link.strip_prefix('#') {
            // Pages of others are not fetched here.
            None if link.starts_with("https://") => {}
            Some(name) => assert!(anchors.iter().any(|anchor| anchor == name), "no section `{link}`: {anchors:?}"),
            None => assert!(folder().join(link).is_file(), "no file `{link}`"),
        }
    }
}

#[test]
fn findings_come_first_and_fit_on_a_page() {
    let text = results();
    let (_, after) = text.split_once("\n## Findings\n").unwrap();
    let (findings, _) = after.split_once("\n## ").unwrap();
    assert!(!text.split("\n## Findings\n").next().unwrap().contains("\n## "), "something comes before the findings");
    assert!(findings.lines().count() < 60, "{} lines", findings.lines().count());
    // Each with its figure and a link to its section.
    for finding in findings.split("\n- ").skip(1) {
        assert!(finding.contains("](#") && finding.contains(|character: char| character.is_ascii_digit()), "{finding}");
    }
}

#[test]
fn launches_that_are_shown_are_those_of_the_data_file() {
    let file = folder().join("wavefronts/sm_90.tsv");
    let data = WavefrontData::parse(&fs::read_to_string(file).unwrap()).unwrap();
    let line = |launch: &RecordedLaunch| {
        let RecordedLaunch { kernel, layout, size, requests, predicted, agreement, .. } = launch;
        let [instructions, simulated, counted] =
            [launch.instructions, launch.simulated, launch.counted].map(smem_examples::or_dash);
        format!(
            "| `{kernel}` | {layout} | {size} | {requests} | {instructions} | {predicted} | {simulated} | {counted} | {agreement} |"
        )
    };
    let known: Vec<String> = data.launches.iter().map(line).collect();
    let text = results();
    let shown: Vec<&str> = text.lines().filter(|line| line.starts_with("| `scan_tiles` |")).collect();
    assert_eq!(shown.len(), 6);
    for line in shown {
        assert!(known.iter().any(|known| known == line), "{line}");
    }
}
