//! The arguments of `#[shared_block]`: `arch`, `memory`, `cuda` and `crate`, read as those of `#[smem_tile]` are.

use crate::message::span::{Errors, Located, SourceSpan};
use crate::message::suggest;
use crate::parse::option::example;
use crate::parse::{arch, choice, krate, tokens};
use proc_macro2::{TokenStream, TokenTree};
use smem_layout::Arch;

const NAMES: [&str; 4] = ["arch", "memory", "cuda", "crate"];

/// The arguments of the attribute.
#[derive(Debug, Default)]
pub(crate) struct BlockArgs {
    pub(crate) arch: Option<Located<Arch>>,
    pub(crate) dynamic: bool,
    pub(crate) cuda: Option<Located<String>>,
    pub(crate) krate: Option<TokenStream>,
}

impl BlockArgs {
    pub(crate) fn parse(stream: TokenStream, errors: &mut Errors) -> BlockArgs {
        let mut args = BlockArgs::default();
        let mut seen = Vec::new();
        let tokens = tokens::flat(stream);
        for item in tokens::items(&tokens) {
            let result = args.option(item, &mut seen);
            errors.keep(result);
        }
        args
    }

    fn option(&mut self, item: &[TokenTree], seen: &mut Vec<String>) -> syn::Result<()> {
        let span = SourceSpan::of(item, SourceSpan::call_site());
        let (name, value) = match item {
            [] => return Err(span.error("expected an argument between two commas\nhelp: leave one comma out")),
            [TokenTree::Ident(name), equals, value @ ..] if tokens::is_punct(equals, '=') => (name.to_string(), value),
            [TokenTree::Ident(name), ..] if NAMES.iter().any(|option| name == option) => {
                let example = example(&name.to_string());
                return Err(span.error(format!("`{name}` takes `=` and a value\nhelp: write `{example}`")));
            }
            [TokenTree::Ident(name)] if name == "dynamic" => {
                return Err(
                    span.error("`dynamic` is not an option by itself\nhelp: write `memory = dynamic`".to_string())
                );
            }
            [TokenTree::Ident(name)] if name.to_string().starts_with("sm_") => {
                return Err(span.error(format!("`{name}` is not an option by itself\nhelp: write `arch = {name}`")));
            }
            other => {
                let text = tokens::text(other);
                return Err(span.error(format!(
                    "expected an option, found `{text}`\nhelp: {}, as in `{}`",
                    suggest::there_are(&NAMES),
                    example("arch")
                )));
            }
        };
        if !NAMES.contains(&name.as_str()) {
            let help = suggest::help(&name, &NAMES);
            return Err(
                SourceSpan::of(&item[..1], span).error(format!("`shared_block` has no option `{name}`\n{help}"))
            );
        }
        if seen.contains(&name) {
            return Err(span.error(format!("`{name}` is given twice\nhelp: keep one")));
        }
        seen.push(name.clone());
        if value.is_empty() {
            return Err(span.error(format!("`{name}` needs a value\nhelp: write `{}`", example(&name))));
        }
        match name.as_str() {
            "arch" => self.arch = Some(Located { value: arch::parse(value, span)?, span }),
            "memory" => self.dynamic = choice::word(&name, value, &["dynamic", "static"], span)? == "dynamic",
            "cuda" => self.cuda = Some(tokens::string(value, span, "cuda = \"Smem\"")?),
            _ => self.krate = Some(krate::parse(value, span)?),
        }
        Ok(())
    }
}
