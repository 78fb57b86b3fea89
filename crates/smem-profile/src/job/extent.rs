//! How many blocks or threads there are along x, y and z.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Blocks or threads along x, y and z: a number, or one to three of them.
///
/// ```
/// use smem_profile::Extent;
///
/// assert_eq!(Extent::from(64).0, [64, 1, 1]);
/// assert_eq!(Extent::from([4, 2]), "4,2".parse()?);
/// assert!("4,0".parse::<Extent>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "WrittenExtent")]
pub struct Extent(pub [u32; 3]);

impl From<u32> for Extent {
    fn from(x: u32) -> Extent {
        Extent([x, 1, 1])
    }
}

impl From<[u32; 2]> for Extent {
    fn from([x, y]: [u32; 2]) -> Extent {
        Extent([x, y, 1])
    }
}

impl From<[u32; 3]> for Extent {
    fn from(extent: [u32; 3]) -> Extent {
        Extent(extent)
    }
}

/// Reads `4`, `4,4` or `4x4x2`.
impl FromStr for Extent {
    type Err = String;

    fn from_str(text: &str) -> Result<Extent, String> {
        let wrong = || "expected one to three numbers from 1, as in `4,4`".to_string();
        let (mut extent, mut count) = ([1; 3], 0);
        for part in text.split([',', 'x']) {
            let place = extent.get_mut(count).ok_or_else(wrong)?;
            *place = part.trim().parse().ok().filter(|number| *number > 0).ok_or_else(wrong)?;
            count += 1;
        }
        Ok(Extent(extent))
    }
}

/// An extent in a file of options: `64` or `[4, 4]`.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected one to three numbers from 1")]
enum WrittenExtent {
    One(u32),
    Several(Vec<u32>),
}

impl TryFrom<WrittenExtent> for Extent {
    type Error = &'static str;

    fn try_from(written: WrittenExtent) -> Result<Extent, &'static str> {
        let given = match &written {
            WrittenExtent::One(one) => std::slice::from_ref(one),
            WrittenExtent::Several(several) => several,
        };
        if given.is_empty() || given.len() > 3 || given.contains(&0) {
            return Err("expected one to three numbers from 1");
        }
        let mut extent = [1; 3];
        extent[..given.len()].copy_from_slice(given);
        Ok(Extent(extent))
    }
}
