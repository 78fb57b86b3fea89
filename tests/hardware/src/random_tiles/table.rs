//! The table of a run: a line for each class of layouts.

use smem_examples::{columns, or_dash};

use super::draw::ClassOfLayout;
use super::walk::LoadsStores;

/// The sums over the walks of one class.
#[derive(Default)]
struct OfClass {
    walks: u64,
    agree: u64,
    requests: u64,
    predicted: u64,
    ideal: u64,
    counted: Option<u64>,
}

/// Returns the table, a line for each class with its tiles' walks: the requests, their wavefronts as predicted and as counted, and
/// the ideal; and whether every walk has as many instructions and wavefronts as predicted. `None` for the counts of a device
/// that counts nothing.
///
/// ```
/// use smem_hardware::random_tiles::{ClassOfLayout, LoadsStores, table};
///
/// let walk = LoadsStores { loads: 4, load_wavefronts: 4, stores: 4, store_wavefronts: 4 };
/// let (text, agree) = table(&[(ClassOfLayout::Dense, walk, walk, Some(walk))]);
/// assert!(agree && text.contains("dense"), "{text}");
/// ```
pub fn table(walks: &[(ClassOfLayout, LoadsStores, LoadsStores, Option<LoadsStores>)]) -> (String, bool) {
    let mut rows = Vec::new();
    let mut all_agree = true;
    for class in ClassOfLayout::ALL {
        let mut sum = OfClass::default();
        for (_, predicted, ideal, counted) in walks.iter().filter(|walk| walk.0 == class) {
            sum.walks += 1;
            sum.requests += predicted.loads + predicted.stores;
            sum.predicted += predicted.load_wavefronts + predicted.store_wavefronts;
            sum.ideal += ideal.load_wavefronts + ideal.store_wavefronts;
            if let Some(counted) = counted {
                *sum.counted.get_or_insert(0) += counted.load_wavefronts + counted.store_wavefronts;
                sum.agree += u64::from(counted == predicted);
            }
        }
        all_agree &= sum.counted.is_none() || sum.agree == sum.walks;
        rows.push([
            class.to_string(),
            sum.walks.to_string(),
            sum.requests.to_string(),
            sum.ideal.to_string(),
            sum.predicted.to_string(),
            or_dash(sum.counted),
            or_dash(sum.counted.map(|_| format!("{} of {}", sum.agree, sum.walks))),
        ]);
    }
    let head = ["layout", "walks", "requests", "ideal", "predicted", "counted", "as predicted"];
    (columns(&[head], &rows, [false, true, true, true, true, true, true]), all_agree)
}
