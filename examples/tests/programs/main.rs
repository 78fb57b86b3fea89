//! The programs as a user calls them: what they print, and what they refuse. One program, so that all tests share the helpers.

mod bad_input;
mod call;
mod install;
mod output;
mod scan2d;
