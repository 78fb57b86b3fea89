//! The arguments of the attribute: tokens in, options out, each with its place in the source.

pub(crate) mod access;
pub(crate) mod arch;
pub(crate) mod args;
pub(crate) mod block_args;
pub(crate) mod choice;
pub(crate) mod constant;
pub(crate) mod every;
pub(crate) mod expr;
pub(crate) mod fragment;
pub(crate) mod given;
pub(crate) mod include;
pub(crate) mod krate;
pub(crate) mod lanes;
pub(crate) mod lone_word;
pub(crate) mod nesting;
pub(crate) mod option;
pub(crate) mod shape;
pub(crate) mod tokens;
pub(crate) mod wmma;
