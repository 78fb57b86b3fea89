//! The buffers of a launch file whose contents nothing gives, and the same launches with other ones.

use std::collections::BTreeSet;

use super::file::LaunchFile;
use super::other_contents::OtherContents;

impl LaunchFile {
    /// Returns the buffers whose contents nothing gives. With `is_invented` those that are described by a name, as `random`, were made up as well.
    ///
    /// ```
    /// # use smem_launch::{LaunchShape, LaunchFile};
    /// let launch = LaunchShape::of([1, 1, 1], [64, 1, 1]);
    /// let file = LaunchFile::of_arguments("k", launch, &["in:i32[64]", "table:i32[3]=1,2,3", "by:i32[64]=random"])?;
    /// assert_eq!(file.synthetic_buffers(false).collect::<Vec<_>>(), ["in"]);
    /// assert_eq!(file.synthetic_buffers(true).collect::<Vec<_>>(), ["by", "in"]);
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    pub fn synthetic_buffers(&self, is_invented: bool) -> impl Iterator<Item = &str> {
        let synthetic = self.buffers.iter().filter(move |(_, buffer)| buffer.is_synthetic(is_invented));
        synthetic.map(|(name, _)| &name[..])
    }

    /// Returns the same launches with other contents in these buffers.
    ///
    /// ```
    /// # use smem_launch::{LaunchShape, LaunchFile, OtherContents};
    /// let file = LaunchFile::of_arguments("k", LaunchShape::of([1, 1, 1], [64, 1, 1]), &["in:i32[64]"])?;
    /// let other = file.with_contents(&["in".to_owned()].into(), OtherContents::Few);
    /// assert_eq!((file.contents_name("in").unwrap(), other.contents_name("in").unwrap()), ("zeros".into(), "random(0, 3)".into()));
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    #[must_use]
    pub fn with_contents(&self, buffers: &BTreeSet<String>, contents: OtherContents) -> LaunchFile {
        let mut other = self.clone();
        for (name, buffer) in other.buffers.iter_mut().filter(|(name, _)| buffers.contains(*name)) {
            *buffer = buffer.with_contents(name, contents);
        }
        other
    }

    /// Returns how an argument declares a buffer: `i32[64]`. `None` for an unknown name.
    pub fn buffer_declaration(&self, buffer: &str) -> Option<String> {
        self.buffers.get(buffer).map(|buffer| buffer.declaration())
    }

    /// Returns how an argument names the contents of a buffer: `zeros`. `None` for an unknown name.
    pub fn contents_name(&self, buffer: &str) -> Option<String> {
        self.buffers.get(buffer).map(|buffer| buffer.contents_name())
    }
}
