//! The two forms of the struct of a tile, and a writer that knows which of them it writes.
//!
//! A header may come after `#define ROWS 32`, and NVRTC has no `push_macro`. So a name that only the struct uses ends in `_` there, which no
//! macro has, and a name for users is left out where a macro has it: they could not use it then.

use crate::text::TextWriter;

/// Where the struct is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum StructForm {
    /// In the text of a kernel: for device code, after nothing that the tile does not know.
    Kernel,
    /// In a header: for device and host, from C++11 on, beside any macros.
    #[cfg_attr(not(feature = "alloc"), expect(dead_code, reason = "headers need `alloc`"))]
    Header,
}

/// Writes the struct in one of its forms. `put!` takes it as a text, in which `~ "row"` is a name that only the struct uses.
pub(super) struct StructWriter<'a, 'b> {
    pub(super) form: StructForm,
    pub(super) text: &'a mut TextWriter<'b>,
}

impl StructWriter<'_, '_> {
    pub(super) const fn is_header(&self) -> bool {
        matches!(self.form, StructForm::Header)
    }

    pub(super) const fn push(&mut self, text: &str) {
        self.text.push(text);
    }

    pub(super) const fn number(&mut self, number: u64) {
        self.text.number(number);
    }

    /// Writes a name that only the struct uses.
    pub(super) const fn name(&mut self, name: &str) {
        self.text.push(name);
        if self.is_header() {
            self.text.push("_");
        }
    }

    /// Returns the specifiers of a function.
    pub(super) const fn function(&self) -> &'static str {
        match self.form {
            StructForm::Kernel => "__device__ __forceinline__ ",
            StructForm::Header => "SMEM_TILE_FUNCTION ",
        }
    }

    /// Begins a part that is left out where a macro has the name.
    pub(super) const fn unless_macro(&mut self, name: &str) {
        if self.is_header() {
            self.text.push("#ifndef ");
            self.text.push(name);
            self.text.push("\n");
        }
    }

    /// Begins a part for device code that is left out where a macro has the name.
    pub(super) const fn on_device_unless_macro(&mut self, name: &str) {
        if self.is_header() {
            self.text.push("#if defined(__CUDACC__) && !defined(");
            self.text.push(name);
            self.text.push(")\n");
        }
    }

    /// Ends such a part.
    pub(super) const fn end_if(&mut self) {
        if self.is_header() {
            self.text.push("#endif\n");
        }
    }

    /// Writes what the text of a kernel has alone.
    pub(super) const fn in_kernel(&mut self, text: &str) {
        if !self.is_header() {
            self.text.push(text);
        }
    }
}
