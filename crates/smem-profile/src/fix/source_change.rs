//! The file that `fix` changes: as it is, and as it is to be.

use super::change::edit::{TextEdit, edited};

/// A source, and what of it changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceChange {
    before: String,
    edits: Vec<TextEdit>,
    /// The first byte in front of which the header of the tiles is to be included; `None` where the source takes none.
    place_of_header: Option<usize>,
}

impl SourceChange {
    pub(super) fn new(before: &str, edits: &[TextEdit], place_of_header: Option<usize>) -> Self {
        Self { before: before.to_owned(), edits: edits.to_vec(), place_of_header }
    }

    /// The text as it is.
    pub fn before(&self) -> &str {
        &self.before
    }

    /// Whether it takes the header of the tiles.
    pub fn has_header(&self) -> bool {
        self.place_of_header.is_some()
    }

    /// Returns the changed text, which includes the header of the tiles by this name where there is one.
    pub fn after(&self, header: Option<&str>) -> String {
        let (Some(header), Some(place)) = (header, self.place_of_header) else {
            return edited(&self.before, &self.edits);
        };
        let include = if self.before[..place].ends_with('\n') || place == 0 {
            format!("#include \"{header}\"\n")
        } else {
            format!("\n#include \"{header}\"\n")
        };
        // In front of the edits there: the first of those at one place is made first.
        let edits: Vec<TextEdit> =
            [TextEdit::insert(place, include)].into_iter().chain(self.edits.iter().cloned()).collect();
        edited(&self.before, &edits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_included_in_front_of_its_first_use() {
        let change =
            SourceChange::new("struct Pixel {};\nPixel p;\n", &[TextEdit::replace(17..22, "Tile".into())], Some(17));
        assert_eq!(change.after(None), "struct Pixel {};\nTile p;\n");
        assert_eq!(change.after(Some("t.cuh")), "struct Pixel {};\n#include \"t.cuh\"\nTile p;\n");
        let first = SourceChange::new("Pixel p;", &[], Some(0));
        assert_eq!(first.after(Some("t.cuh")), "#include \"t.cuh\"\nPixel p;");
        let behind = SourceChange::new("struct Pixel {}; Pixel p;", &[], Some(16));
        assert_eq!(behind.after(Some("t.cuh")), "struct Pixel {};\n#include \"t.cuh\"\n Pixel p;");
    }
}
