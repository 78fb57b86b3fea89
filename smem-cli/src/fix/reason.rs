//! Why an array has no better layout, and what would help instead.

use smem_layout::BankModel;

use super::judge::ArrayRequests;

/// Returns the sentence for an array whose best layout leaves `left` excess wavefronts, of `now` that it has.
pub(crate) fn reason(
    requests: &ArrayRequests,
    banks: &BankModel,
    now: u64,
    left: u64,
    is_refused: bool,
) -> Option<String> {
    if now == 0 || left == 0 {
        return None;
    }
    let turns = requests.taking_turns(banks);
    let share = |part: u64| if part == left { format!("all {left}") } else { format!("{part} of the {left}") };
    if turns >= left {
        return Some(format!(
            "{left} excess wavefronts are of atomics whose lanes take turns on one word, wherever it is: the access itself has to change: \
             let each warp add up its values first (`__reduce_add_sync`, shuffles), or give each warp or lane a copy of the word"
        ));
    }
    if is_refused {
        return Some("its elements have a size that no tile has".to_string());
    }
    let mut sentence = String::new();
    if turns > 0 {
        sentence = format!("{} excess wavefronts are of atomics whose lanes take turns on one word; ", share(turns));
    }
    let lines = requests.lines.len() as u64;
    let distinct = requests.requests.len() as u64;
    let times: u64 = requests.requests.iter().map(|request| request.times).sum();
    let conflicting = requests.requests.iter().filter(|request| request.excess(banks) > 0).count() as u64;
    // Addresses that depend on data repeat rarely, and conflict now here and now there.
    let is_scattered = conflicting >= 64 * lines.max(1) && distinct * 2 > times;
    let searched = "no padding, XOR or rotation that was searched";
    let what = if is_scattered {
        "the addresses differ from request to request, as those that depend on data do: no layout frees them all; spread the accesses \
         instead, for example with a copy of the array for each warp or lane"
    } else if narrow(requests) {
        "lanes access neighbours of 1 or 2 bytes in several words of one bank: let each lane access the 4 bytes of a word"
    } else {
        "change which elements the lanes of a warp access together"
    };
    Some(format!(
        "{sentence}{searched} takes away {}: {what}",
        if left == now { "any of it".to_string() } else { format!("the last {left}") }
    ))
}

/// Whether all requests with conflicts are narrower than a word.
fn narrow(requests: &ArrayRequests) -> bool {
    requests.widest() < 4
}
