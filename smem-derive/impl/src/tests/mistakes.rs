//! A table of mistakes: each gives one message, and what the message proposes builds.

use crate::message::source;
use crate::message::span::Errors;
use crate::parse::args;
use crate::parse::tokens;
use crate::{Library, expand};
use proc_macro2::{TokenStream, TokenTree};
use proptest::prelude::*;
use proptest::sample::select;
use quote::ToTokens;
use std::fs;
use std::path::Path;

/// An attribute and its item.
struct Mistake {
    args: String,
    item: String,
}

/// Returns the messages of an expansion.
fn messages(args: &str, item: &str) -> Vec<String> {
    let tokens = expand(args.parse().unwrap(), item.parse().unwrap(), Library::SmemLayout);
    let items = syn::parse2::<syn::File>(tokens).unwrap().items;
    let errors = items.into_iter().filter_map(|item| match item {
        syn::Item::Macro(call) if call.mac.path.segments.last()?.ident == "compile_error" => Some(call.mac),
        _ => None,
    });
    errors.map(|error| error.parse_body::<syn::LitStr>().unwrap().value()).collect()
}

/// Reads a table with a mistake per line, `args ;; struct`. Lines that begin with `#` are headings.
fn of(table: &str) -> Vec<Mistake> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let parts = lines.filter_map(|line| line.split_once(" ;; "));
    parts.map(|(args, item)| Mistake { args: args.into(), item: item.into() }).collect()
}

const TABLE: &str = include_str!("mistakes.txt");

#[test]
fn each_mistake_has_its_message() {
    let mut said = String::new();
    for Mistake { args, item } in of(TABLE) {
        said.push_str(&format!("\n#[smem_tile({args})] {item}\n"));
        for message in messages(&args, &item) {
            said.push_str(&format!("    error: {}\n", message.replace('\n', "\n           ")));
        }
    }
    insta::assert_snapshot!(said);
}

#[test]
fn one_mistake_gives_one_message() {
    for Mistake { args, item } in of(TABLE) {
        assert_eq!(messages(&args, &item).len(), 1, "{args} ;; {item}");
    }
}

/// Messages for one-dimensional tiles count elements.
#[test]
fn a_line_has_no_rows_and_no_columns() {
    for Mistake { args, item } in of(TABLE) {
        let tokens = tokens::flat(args.parse().unwrap());
        let is_line = tokens::items(&tokens).iter().filter(|item| matches!(item, [TokenTree::Literal(_)])).count() == 1;
        for message in messages(&args, &item).iter().filter(|_| is_line) {
            // Proposals and quotations may have both.
            let own = message.lines().filter(|line| !line.starts_with("help: "));
            for word in ["row 0", "column", "1 row"] {
                assert!(own.clone().all(|line| !line.contains(word)), "{args}: {message}");
            }
        }
    }
}

#[test]
fn what_is_proposed_builds() {
    let mut checked = 0;
    for mistake in of(TABLE).into_iter().chain(of_ui()) {
        for message in messages(&mistake.args, &mistake.item) {
            checked += mistake.check(&message, true);
        }
    }
    assert!(checked > 100, "{checked} proposals were found");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Several mistakes at once: the one that the message is about goes away, and another may come to light.
    #[test]
    fn what_is_proposed_removes_its_mistake(
        shape in select(&["32, 32", "64, 64", "12, 40", "1024", "33", "4, 32", "5, 7", "256, 256", "100000", "128, 96", "3, 3"][..]),
        layout in select(&[
            "", ", pad = auto", ", pad = 1", ", swizzle = auto", ", swizzle = (3, 0, 3)", ", swizzle = (2, 1, -4)",
            ", layout = plain", ", swizzle = tma128", ", swizzle = tma32",
        ][..]),
        access in select(&[
            "", ", access(row(vec = 4), col)", ", access(ldmatrix, col)", ", access(stride(6))", ", access(block(40, 1))",
            ", access(lanes(|lane| (lane % 3, lane)), row(vec = 2))", ", access(window(5, 5), col)", ", access(row(vec = 2), col)",
            ", access(lanes(|lane| (lane % 3, 0)), row, col)", ", access(fragment(m16n8k8, b), row(vec = 4))",
            ", access(transposed(fragment(m16n8k16, a)))", ", access(transposed(row(vec = 2)))", ", access(stride(6, aligned))",
        ][..]),
        rest in select(&[
            "", ", arch = sm_80", ", arch = sm_70, memory = dynamic", ", memory = dynamic", ", stages = 50",
            ", arch = sm_35(bank_bytes = 8)", ", arch = sm_13",
        ][..]),
        elem in select(&["f32", "u8", "u16", "[f64; 4]", "bool", "half::f16", "[f32; 32]", "usize", "(u8, u8)"][..]),
    ) {
        let mistake = Mistake { args: format!("{shape}{layout}{access}{rest}"), item: format!("struct T({elem});") };
        for message in messages(&mistake.args, &mistake.item) {
            mistake.check(&message, false);
        }
    }
}

/// Reads the mistakes of the ui tests.
fn of_ui() -> Vec<Mistake> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ui");
    let mut found = Vec::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        for item in syn::parse_file(&fs::read_to_string(&path).unwrap()).unwrap().items {
            let tokens: Vec<TokenTree> = item.to_token_stream().into_iter().collect();
            let [TokenTree::Punct(hash), TokenTree::Group(attribute), rest @ ..] = tokens.as_slice() else { continue };
            let inside: Vec<TokenTree> = attribute.stream().into_iter().collect();
            let is_ours = hash.as_char() == '#' && inside.first().is_some_and(|name| name.to_string() == "smem_tile");
            if let (true, TokenTree::Group(args)) = (is_ours, inside.last().unwrap()) {
                let item = rest.iter().cloned().collect::<TokenStream>();
                found.push(Mistake { args: args.stream().to_string(), item: item.to_string() });
            }
        }
    }
    assert!(found.len() > 80, "{} mistakes were found", found.len());
    found
}

/// A change that a message proposes.
#[derive(Clone)]
enum Change {
    Option(String),
    Struct(String),
    Attribute(String),
}

impl Change {
    /// Reads a proposal. `None` if it is not a whole option, struct or attribute, or has a placeholder.
    fn of(text: &str) -> Option<Change> {
        let placeholders = ["..", "= N", "my::", "(rows, columns)", "(B, M, S)"];
        if placeholders.iter().any(|placeholder| text.contains(placeholder)) {
            return None;
        }
        if let Some(args) = text.strip_prefix("#[smem_tile(").and_then(|text| text.strip_suffix(")]")) {
            return Some(Change::Attribute(args.into()));
        }
        if text.starts_with("struct ") && text.ends_with(';') {
            return Some(Change::Struct(text.into()));
        }
        let option = [
            "pad =",
            "swizzle =",
            "layout =",
            "access(",
            "conflicts =",
            "arch =",
            "memory =",
            "stages =",
            "cuda =",
            "elem(",
        ];
        option.iter().any(|option| text.starts_with(option)).then(|| Change::Option(text.into()))
    }

    /// Changes with the same key exclude each other.
    fn key(&self) -> String {
        match self {
            Change::Struct(_) => "struct".into(),
            Change::Attribute(_) => "attribute".into(),
            Change::Option(text) => key_of(text),
        }
    }
}

/// Returns the name of an option; the three that choose the layout share one.
fn key_of(option: &str) -> String {
    let name: String = option.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    if ["pad", "swizzle", "layout"].contains(&name.as_str()) { "layout".into() } else { name }
}

impl Mistake {
    /// Checks every change that a line of help proposes, and counts them.
    ///
    /// With `alone`, the change leaves no other mistake.
    fn check(&self, message: &str, alone: bool) -> usize {
        let before = messages(&self.args, &self.item);
        let mut count = 0;
        for help in message.lines().filter_map(|line| line.strip_prefix("help: ")) {
            // Not a proposal: `layout = auto` fails with the reason there.
            let help = help.split("`layout = auto` says why").next().unwrap();
            let quoted = || help.split('`').skip(1).step_by(2);
            // Only the user can fill it in.
            if quoted().any(|text| text.starts_with("elem(") && Change::of(text).is_none()) {
                continue;
            }
            let changes: Vec<Change> = quoted().filter_map(Change::of).collect();
            let mut together: Vec<Vec<Change>> = if changes.is_empty() { Vec::new() } else { vec![Vec::new()] };
            let mut keys: Vec<String> = changes.iter().map(Change::key).collect();
            keys.sort();
            keys.dedup();
            // Those of one key are alternatives, those of several go together; but `conflicts` stands on its own.
            for key in keys {
                let choices: Vec<&Change> = changes.iter().filter(|change| change.key() == key).collect();
                together = together
                    .iter()
                    .flat_map(|before| choices.iter().map(|choice| [&before[..], &[(*choice).clone()]].concat()))
                    .collect();
            }
            for changes in together {
                let Mistake { args, item } = self.with(&changes, message);
                let after = messages(&args, &item);
                let new: Vec<&String> = after.iter().filter(|message| !before.contains(message)).collect();
                assert!(!after.contains(&message.to_string()), "{message}\nstays with {args} ;; {item}");
                // Where only a word was misspelt, what it then means may be wrong.
                let respelt = ["cannot be", "is not an option by itself", "are not options", "needs a value"];
                let is_respelt = respelt.iter().any(|words| message.lines().next().unwrap().contains(words));
                assert!(
                    !alone || new.is_empty() || is_respelt,
                    "{message}\nproposes {args} ;; {item}\nwhich says {new:?}"
                );
                count += 1;
            }
        }
        count
    }

    /// Applies `changes`.
    fn with(&self, changes: &[Change], message: &str) -> Mistake {
        let tokens = tokens::flat(self.args.parse().unwrap());
        // The proposal replaces what is not an option.
        let first = message.lines().next().unwrap_or_default();
        let most = if first.ends_with("are not options") { usize::MAX } else { 1 };
        let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).take(most).collect();
        let items = args::arguments(&tokens, &mut Errors::default())
            .into_iter()
            .map(tokens::text)
            .filter(|item| !quoted.contains(&item.as_str()));
        let mut args: Vec<String> = items.collect();
        let mut item = self.item.clone();
        for change in changes {
            match change {
                Change::Struct(text) => item = text.clone(),
                Change::Attribute(text) => args = vec![text.clone()],
                Change::Option(text) => {
                    args.retain(|arg| key_of(arg) != key_of(text));
                    args.push(text.clone());
                }
            }
        }
        Mistake { args: args.join(", "), item }
    }
}

#[test]
fn changes_are_made_where_they_belong() {
    let mistake = Mistake { args: "32, 32, pad = 0, arch = sm_80".into(), item: "struct T(f32);".into() };
    let change = |text| Change::of(text).unwrap();
    let changed = mistake.with(&[change("swizzle = auto"), change("access(row)")], "");
    assert_eq!(changed.args, "32, 32, arch = sm_80, swizzle = auto, access(row)");
    assert!(Change::of("stages = N").is_none() && Change::of("vec = 4").is_none() && Change::of("col").is_none());
    assert_eq!(source::text(&"half :: f16".parse::<TokenStream>().unwrap()), "half::f16");
}
