//! Completions and manual pages.

use crate::call::{Folder, call};

#[test]
fn there_are_completions_for_each_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let answer = call(&["completions", shell]);
        assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{shell}");
        assert!(answer.out.contains("max-excess"), "{shell}: {}", answer.out);
    }
}

#[test]
fn the_manual_is_a_page_or_a_page_for_each_command() {
    let page = call(&["man"]).out;
    assert!(page.contains(".TH smem-tile 1") && page.contains("explain"), "{page}");
    let folder = Folder::with(&[]);
    assert_eq!(folder.call(&["man", "."]).code, 0);
    assert!(folder.names().contains(&"smem-tile-explain.1".to_string()), "{:?}", folder.names());
    assert!(folder.text("smem-tile-explain.1").contains("max\\-excess"));
    folder.call(&["man", "missing"]).is_refusal();
}
