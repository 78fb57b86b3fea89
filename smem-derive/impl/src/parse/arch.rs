//! `arch = sm_90`, and `sm_35(bank_bytes = 8)`.

use crate::message::span::SourceSpan;
use crate::message::suggest;
use crate::parse::tokens;
use proc_macro2::TokenTree;
use smem_layout::Arch;

pub(crate) fn parse(tokens: &[TokenTree], after: SourceSpan) -> syn::Result<Arch> {
    let span = SourceSpan::of(tokens, after);
    let (name, mode) = match tokens {
        [TokenTree::Ident(name)] => (name.to_string(), None),
        [TokenTree::Ident(name), mode @ TokenTree::Group(_)] => (name.to_string(), Some(std::slice::from_ref(mode))),
        tokens => {
            let text = tokens::text(tokens);
            return Err(span
                .error(format!("expected an architecture, found `{text}`\nhelp: write `arch = {}`", nearest(&text))));
        }
    };
    let arch = Arch::from_name(&name).ok_or_else(|| {
        let help = nearest(&name);
        let at = SourceSpan::of(&tokens[..1], span);
        if name.to_lowercase().starts_with("gfx") {
            return at.error(format!(
                "`{name}` is an architecture of AMD, and the banks are those of NVIDIA's\nhelp: write one of them, as in `arch = sm_90`"
            ));
        }
        at.error(format!("there is no architecture `{name}`\nhelp: the nearest is `arch = {help}`"))
    })?;
    match mode {
        Some(mode) => with_mode(arch, &name, mode, span),
        None => Ok(arch),
    }
}

fn with_mode(arch: Arch, name: &str, mode: &[TokenTree], span: SourceSpan) -> syn::Result<Arch> {
    let inner = tokens::in_parentheses(mode).map(|group| tokens::flat(group.stream())).unwrap_or_default();
    let bytes = match inner.as_slice() {
        [TokenTree::Ident(key), equals, number @ ..] if key == "bank_bytes" && tokens::is_punct(equals, '=') => {
            tokens::integer(number, span)?
        }
        _ => {
            return Err(SourceSpan::of(mode, span)
                .error("an architecture has one option\nhelp: write `arch = sm_35(bank_bytes = 8)`"));
        }
    };
    match bytes.value {
        4 => Ok(arch),
        8 => arch.with_eight_byte_banks().ok_or_else(|| {
            let help = "help: only compute capability 3.x has eight-byte banks, as in `arch = sm_35(bank_bytes = 8)`";
            SourceSpan::of(mode, span).error(format!("the banks of `{name}` have 4 bytes\n{help}"))
        }),
        other => Err(bytes
            .span
            .error(format!("a bank has 4 or 8 bytes, not {other}\nhelp: write `arch = {name}(bank_bytes = 4)`"))),
    }
}

/// NVIDIA's names of generations, and an architecture of each.
const GENERATIONS: [(&str, &str); 10] = [
    ("fermi", "sm_20"),
    ("kepler", "sm_35"),
    ("maxwell", "sm_52"),
    ("pascal", "sm_60"),
    ("volta", "sm_70"),
    ("turing", "sm_75"),
    ("ampere", "sm_80"),
    ("ada", "sm_89"),
    ("hopper", "sm_90"),
    ("blackwell", "sm_100"),
];

/// Returns the architecture that was probably meant.
fn nearest(written: &str) -> String {
    let digits: String = written.chars().filter(char::is_ascii_digit).take(9).collect();
    let by_name = || {
        let names: Vec<String> = Arch::ALL.iter().map(Arch::to_string).collect();
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        suggest::nearest(written, &words).unwrap_or("sm_90").to_string()
    };
    let lower = written.to_lowercase();
    if let Some((_, named)) = GENERATIONS.iter().find(|(generation, _)| lower.contains(generation)) {
        return (*named).to_string();
    }
    match digits.parse::<u32>() {
        Ok(number) => {
            // `sm_9` is the beginning of `sm_90`.
            let number = if number < 10 { 10 * number } else { number };
            let near = Arch::ALL.iter().min_by_key(|arch| arch.number().abs_diff(number));
            near.map_or_else(by_name, Arch::to_string)
        }
        Err(_) => by_name(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Arch, String> {
        let tokens: Vec<TokenTree> = text.parse::<proc_macro2::TokenStream>().unwrap().into_iter().collect();
        parse(&tokens, SourceSpan::call_site()).map_err(|error| error.to_string())
    }

    #[test]
    fn names_and_modes_are_read() {
        assert_eq!(parsed("sm_90"), Ok(Arch::SM_90));
        assert_eq!(parsed("sm_90a"), Ok(Arch::SM_90));
        assert_eq!(parsed("sm_35(bank_bytes = 4)"), Ok(Arch::SM_35));
        assert_eq!(parsed("sm_35(bank_bytes = 8)"), Ok(Arch::SM_35.with_eight_byte_banks().unwrap()));
    }

    #[test]
    fn the_nearest_architecture_is_proposed() {
        for (wrong, near) in
            [("sm_91", "sm_90"), ("\"sm_80\"", "sm_80"), ("90", "sm_90"), ("9.0", "sm_90"), ("hopper", "sm_90")]
        {
            assert!(parsed(wrong).unwrap_err().contains(&format!("`arch = {near}`")), "{wrong}: {:?}", parsed(wrong));
        }
    }

    #[test]
    fn wrong_modes_are_refused() {
        for wrong in ["sm_90(bank_bytes = 8)", "sm_35(bank_bytes = 16)", "sm_35(8)", "sm_35()", "sm_35[bank_bytes = 8]"]
        {
            assert!(parsed(wrong).is_err(), "{wrong}");
        }
    }
}
