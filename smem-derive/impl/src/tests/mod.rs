//! Tests of the whole expansion, tokens to tokens.

mod any_input;
mod expansion;
mod mistakes;
