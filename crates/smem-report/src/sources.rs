//! The texts of the files that a report names.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::file_text::FileText;
use crate::place::LinePlace;

/// The texts of the files that a report names, as they were when it was made.
#[derive(Debug, Clone, Default)]
pub struct SourceTexts {
    texts: BTreeMap<String, Arc<FileText>>,
    unread: Vec<String>,
}

impl SourceTexts {
    /// Takes the texts of the files of some places. `read` gives that of a file, by its name in the report, and `unread`, asked after them,
    /// sentences about files that were asked for and not read.
    pub fn of(
        places: impl Iterator<Item = LinePlace>,
        read: impl Fn(&str) -> Option<Arc<FileText>>,
        unread: impl FnOnce() -> Vec<String>,
    ) -> SourceTexts {
        let mut texts = BTreeMap::new();
        for LinePlace { file, .. } in places {
            if !texts.contains_key(&file)
                && let Some(text) = read(&file)
            {
                texts.insert(file, text);
            }
        }
        SourceTexts { texts, unread: unread() }
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
