//! Tests of the whole expansion, tokens to tokens.

mod any_input;
mod blocks;
mod constants;
mod expansion;
mod mistakes;
mod open_tiles;
