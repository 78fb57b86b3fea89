//! Dominators of instructions or of blocks of them: the nodes that every path from the start, or to the end, passes.

/// No instruction.
const NONE: u32 = u32::MAX;

/// The immediate dominator of each node: the nearest other node that every path from one of the `roots` to it passes.
///
/// By the iteration of Cooper, Harvey and Kennedy, with a root of its own in front of all.
pub fn dominators(next: &[Vec<u32>], roots: &[u32]) -> Vec<Option<u32>> {
    let count = next.len();
    let root = count as u32;
    let mut before = vec![Vec::new(); count + 1];
    for (from, to) in next.iter().enumerate().flat_map(|(from, next)| next.iter().map(move |to| (from, *to))) {
        before[to as usize].push(from as u32);
    }
    roots.iter().for_each(|&to| before[to as usize].push(root));
    let order = post_order(next, roots);
    let mut place = vec![NONE; count + 1];
    order.iter().enumerate().for_each(|(at, &node)| place[node as usize] = at as u32);
    let mut dominator = vec![NONE; count + 1];
    dominator[count] = root;
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for &node in order.iter().rev().filter(|&&node| node != root) {
            let known = before[node as usize].iter().copied().filter(|&from| dominator[from as usize] != NONE);
            let Some(new) = known.reduce(|one, other| common(&dominator, &place, one, other)) else { continue };
            has_changed |= dominator[node as usize] != new;
            dominator[node as usize] = new;
        }
    }
    dominator[..count].iter().map(|&by| (by < root).then_some(by)).collect()
}

/// The nodes that can be reached, each after those that it leads to, with the root of its own at the end.
fn post_order(next: &[Vec<u32>], roots: &[u32]) -> Vec<u32> {
    let (mut order, mut seen) = (Vec::new(), vec![false; next.len()]);
    for &start in roots {
        let mut path = Vec::new();
        if !std::mem::replace(&mut seen[start as usize], true) {
            path.push((start, 0));
        }
        while let Some((node, at)) = path.pop() {
            let Some(&to) = next[node as usize].get(at) else {
                order.push(node);
                continue;
            };
            path.push((node, at + 1));
            if !std::mem::replace(&mut seen[to as usize], true) {
                path.push((to, 0));
            }
        }
    }
    order.push(next.len() as u32);
    order
}

fn common(dominator: &[u32], place: &[u32], mut one: u32, mut other: u32) -> u32 {
    while one != other {
        while place[one as usize] < place[other as usize] {
            one = dominator[one as usize];
        }
        while place[other as usize] < place[one as usize] {
            other = dominator[other as usize];
        }
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Whether every path from the root to a node passes another one, by leaving that one out.
    fn is_passed(next: &[Vec<u32>], root: u32, by: u32, node: u32) -> bool {
        let (mut seen, mut left) = (vec![false; next.len()], vec![root]);
        while let Some(at) = left.pop() {
            if at != by && !std::mem::replace(&mut seen[at as usize], true) {
                left.extend(&next[at as usize]);
            }
        }
        !seen[node as usize]
    }

    proptest! {
        #[test]
        fn the_dominators_of_a_node_are_those_that_every_path_to_it_passes(
            next in prop::collection::vec(prop::collection::vec(0..12_u32, 0..3), 12),
        ) {
            let found = dominators(&next, &[0]);
            let is_reached = |node: u32| node == 0 || !is_passed(&next, 0, NONE, node);
            for node in (0..12).filter(|node| is_reached(*node)) {
                let chain: Vec<u32> = std::iter::successors(Some(node), |at| found[*at as usize]).collect();
                for by in 0..12 {
                    prop_assert_eq!(chain.contains(&by), is_passed(&next, 0, by, node), "{} by {}", node, by);
                }
            }
        }
    }
}
