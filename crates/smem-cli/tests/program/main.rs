//! The program as users call it: what it prints, and its exit codes.

mod bad_input;
mod call;
mod check;
mod cmake;
mod compilers;
mod cute;
mod documents;
mod explain;
mod explain_sentences;
mod fix;
mod generate;
mod header;
mod header_compiles;
mod header_product;
mod library;
mod map;
mod pairs;
mod planted;
mod profile;
mod questions;
mod readme;
mod run;
mod schema;
mod untrusted;
