//! The texts of the files that a report names.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::file_text::FileText;
use super::files::Files;
use super::place::LinePlace;

/// The texts of the files that a report names, as they were when it was made.
#[derive(Debug, Clone, Default)]
pub struct SourceTexts {
    texts: BTreeMap<String, Arc<FileText>>,
    unread: Vec<String>,
}

impl SourceTexts {
    /// Reads the files of some places.
    pub(super) fn of(places: impl Iterator<Item = LinePlace>, files: &Files) -> SourceTexts {
        let mut texts = BTreeMap::new();
        for LinePlace { file, .. } in places {
            if !texts.contains_key(&file)
                && let Some(text) = files.file(&file)
            {
                texts.insert(file, text);
            }
        }
        SourceTexts { texts, unread: files.notes() }
    }

    /// Returns the text of a file, by its name in the report; `None` where it was not read.
    pub fn file(&self, name: &str) -> Option<&str> {
        self.texts.get(name).map(|text| &*text.whole)
    }

    /// Returns the text of a line, without its end.
    pub fn line(&self, place: &LinePlace) -> Option<&str> {
        self.texts.get(&place.file)?.line(place.line)
    }

    /// Returns a sentence for each file that the input names and that was not read, such as one outside of the folders that may be shown.
    pub fn unread(&self) -> &[String] {
        &self.unread
    }
}
