//! The program as users call it: what it prints, and its exit codes.

mod bad_input;
mod call;
mod explain;
mod generate;
