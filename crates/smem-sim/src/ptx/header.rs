//! The head of PTX text: what it says about itself before any code.

use super::parse::words_until_error;

/// The head of PTX text. A text that the simulator cannot read has a header, too.
///
/// ```
/// use smem_sim::PtxHeader;
///
/// let header = PtxHeader::read("// .target sm_75\n.version 8.8 .target sm_90a, debug .address_size 64 .entry k() { ret; }");
/// assert_eq!((header.version, header.target.as_deref()), (Some([8, 8]), Some("sm_90a")));
/// assert_eq!((header.capability(), header.has_source_lines), (Some(90), false));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PtxHeader {
    /// The version of PTX, major and minor number.
    pub version: Option<[u32; 2]>,
    /// The architecture, `sm_90a`.
    pub target: Option<String>,
    /// Whether the code has lines of a source, `.loc`.
    pub has_source_lines: bool,
}

impl PtxHeader {
    /// Reads the header of a text, as far as the text is PTX.
    pub fn read(ptx: &str) -> PtxHeader {
        let words = words_until_error(ptx);
        let behind = |directive: &str| words.windows(2).find(|two| two[0] == directive).map(|two| two[1]);
        let version = behind(".version").and_then(|version| {
            let (major, minor) = version.split_once('.').unwrap_or((version, "0"));
            Some([major.parse().ok()?, minor.parse().ok()?])
        });
        let target = behind(".target").filter(|target| target.starts_with("sm_")).map(str::to_owned);
        PtxHeader { version, target, has_source_lines: words.contains(&".loc") }
    }

    /// The compute capability of the target, as 90 for `sm_90a`.
    pub fn capability(&self) -> Option<u32> {
        let number = self.target.as_ref()?.strip_prefix("sm_")?;
        number.trim_end_matches(|mark: char| mark.is_ascii_alphabetic()).parse().ok()
    }

    /// Returns true for a target of this compute capability with a letter: its features are those of one architecture, or of a family.
    ///
    /// ```
    /// let header = smem_sim::PtxHeader::read(".version 8.0 .target sm_90a");
    /// assert!(header.needs_features_of(90) && !header.needs_features_of(100));
    /// ```
    pub fn needs_features_of(&self, capability: u32) -> bool {
        let has_letter =
            self.target.as_ref().is_some_and(|name| name.ends_with(|mark: char| mark.is_ascii_alphabetic()));
        has_letter && self.capability() == Some(capability)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_read_behind_comments_and_before_what_is_unknown() {
        let read = |ptx: &str| {
            let header = PtxHeader::read(ptx);
            (header.version, header.capability(), header.has_source_lines)
        };
        assert_eq!(
            read("/* .version 1.0 .target sm_20 */ .version 9.4\n.target  sm_120f\n é"),
            (Some([9, 4]), Some(120), false)
        );
        assert_eq!(read(".version 7.0\n.entry k() {\n\t.loc\t1 2 3\n}"), (Some([7, 0]), None, true));
        assert_eq!(read(".version 8 .target sm_90").0, Some([8, 0]));
        assert_eq!(read("int target; .target compute_90"), (None, None, false));
        for text in ["", ".version", ".version .target sm_", "\"", ".target sm_a"] {
            assert_eq!(read(text).1, None, "{text}");
        }
        assert!(!PtxHeader::read(".target sm_90").needs_features_of(90));
        assert!(PtxHeader::read(".target sm_100f").needs_features_of(100));
    }
}
