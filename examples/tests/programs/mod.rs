//! `scan2d` from the outside: what it prints, and what it refuses.

mod bad_input;
mod call;
mod install;
mod output;
mod scan2d;
mod table;
