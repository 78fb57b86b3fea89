//! `RESULTS.md` and the pages of `results`: links lead somewhere, each page is linked to, and the launches that are shown are those of the
//! data file.

use std::fs;
use std::path::Path;

use smem_hardware::wavefronts::{RecordedLaunch, WavefrontData};

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(page: &str) -> String {
    fs::read_to_string(folder().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// The pages, by their paths below the folder of the crate.
fn pages() -> Vec<String> {
    let files = fs::read_dir(folder().join("results")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut pages: Vec<String> = files.map(|name| format!("results/{}", name.to_str().unwrap())).collect();
    pages.push("RESULTS.md".to_owned());
    pages
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

/// The anchors of the headings of a page.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#').trim_start())).collect()
}

#[test]
fn every_link_leads_to_a_section_or_a_file() {
    let mut count = 0;
    for page in pages() {
        let text = read(&page);
        // Pages of others are not fetched here.
        for link in links(&text).into_iter().filter(|link| !link.starts_with("https://")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let path = folder().join(&page).parent().unwrap().join(file);
            let target = if file.is_empty() { text.clone() } else { fs::read_to_string(path).unwrap_or_default() };
            assert!(!target.is_empty(), "{page} links to `{link}`, which is not a file");
            assert!(heading.is_empty() || anchors(&target).contains(&heading.to_owned()), "{page} links to `{link}`");
            count += 1;
        }
    }
    assert!(count > 60, "the links were not found: {count}");
}

#[test]
fn findings_come_first_fit_on_a_page_and_lead_to_every_page() {
    let text = read("RESULTS.md");
    let (before, after) = text.split_once("\n## Findings\n").unwrap();
    let (findings, _) = after.split_once("\n## ").unwrap();
    assert!(!before.contains("\n## "), "something comes before the findings");
    assert!(findings.lines().count() < 70, "{} lines", findings.lines().count());
    // Each with its figure and a link to its page.
    for finding in findings.split("\n- ").skip(1) {
        let has_figure = finding.contains(|character: char| character.is_ascii_digit());
        assert!(finding.contains("](results/") && has_figure, "{finding}");
    }
    for page in pages().iter().filter(|page| page.starts_with("results/")) {
        assert!(text.contains(&format!("]({page})")), "RESULTS.md does not link to {page}");
        assert!(read(page).starts_with("# "), "{page} has no title");
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
    let text = read("results/kernels.md");
    let shown: Vec<&str> = text.lines().filter(|line| line.starts_with("| `scan_tiles` |")).collect();
    assert_eq!(shown.len(), 6);
    for line in shown {
        assert!(known.iter().any(|known| known == line), "{line}");
    }
}
