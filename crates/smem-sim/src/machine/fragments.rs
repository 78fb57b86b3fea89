//! Divergence: a warp is a list of fragments, each a set of lanes with one program counter.
//!
//! A branch that splits a fragment makes a join at the branch's post-dominator, and each part waits there for the
//! others. A lane that exits is no longer waited for.

use crate::isa::NOWHERE;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Ready,
    /// Waits at this barrier of the block.
    Barrier(u32),
    /// Waits at the barrier of the cluster.
    Cluster,
    /// Waits at a warp-wide instruction for the other lanes that it names.
    Gathering,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WarpFragment {
    pub(super) pc: u32,
    pub(super) mask: u32,
    /// Index of the join, or `NOWHERE`.
    join: u32,
    pub(super) state: State,
    /// Calls that the lanes are in.
    depth: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Join {
    pc: u32,
    expected: u32,
    arrived: u32,
    parent: u32,
    /// Calls that the lanes are in when they meet.
    depth: u32,
    /// True when lanes no longer wait here.
    broken: bool,
}

#[derive(Debug, Default, Clone)]
pub(super) struct WarpFragments {
    pub(super) list: Vec<WarpFragment>,
    joins: Vec<Join>,
    unused: Vec<u32>,
    /// Turns since lanes last reconverged.
    lonely: u32,
}

/// After this many turns without a reconvergence, waiting lanes continue by themselves. Lanes may wait for one another through
/// memory (a lock that one of them holds), and every lane must then make progress.
const PATIENCE: u32 = 128;

impl WarpFragments {
    pub(super) fn reset(&mut self, mask: u32) {
        self.list.clear();
        self.joins.clear();
        self.unused.clear();
        self.lonely = 0;
        self.list.push(WarpFragment { pc: 0, mask, join: NOWHERE, state: State::Ready, depth: 0 });
    }

    /// Whether the lanes are where they were.
    pub(super) fn are_where(&self, before: &Self) -> bool {
        (&self.list, &self.joins, &self.unused) == (&before.list, &before.joins, &before.unused)
    }

    /// The next fragment to run.
    pub(super) fn ready(&self) -> Option<usize> {
        self.list.iter().rposition(|f| f.state == State::Ready)
    }

    /// Lanes that have not exited.
    pub(super) fn alive(&self) -> u32 {
        let running = self.list.iter().fold(0, |m, f| m | f.mask);
        self.joins.iter().fold(running, |m, j| m | j.arrived)
    }

    /// Returns the instruction at which fragment `f` reconverges, or `NOWHERE`.
    pub(super) fn meets_at(&self, f: usize) -> u32 {
        match self.list[f].join {
            NOWHERE => NOWHERE,
            // Deeper calls of a function pass the place where its lanes meet.
            join if self.joins[join as usize].depth != self.list[f].depth => NOWHERE,
            join => self.joins[join as usize].pc,
        }
    }

    /// Lets the others of the warp run first.
    pub(super) fn send_back(&mut self, f: usize) {
        let fragment = self.list.remove(f);
        self.list.insert(0, fragment);
        self.lonely += 1;
        if self.lonely < PATIENCE {
            return;
        }
        self.lonely = 0;
        for join in self.joins.iter_mut().filter(|j| j.arrived != 0) {
            join.broken = true;
            join.expected &= !join.arrived;
            let mask = std::mem::take(&mut join.arrived);
            let (pc, parent, depth) = (join.pc, join.parent, join.depth);
            self.list.push(WarpFragment { pc, mask, join: parent, state: State::Ready, depth });
        }
    }

    /// Splits fragment `f`: `taken` goes to `target`, the rest to `next`.
    pub(super) fn split(&mut self, f: usize, taken: u32, target: u32, next: u32, meet: u32) {
        self.meet(f, meet);
        let fragment = &mut self.list[f];
        let other = WarpFragment { pc: target, mask: taken, ..*fragment };
        fragment.mask &= !taken;
        fragment.pc = next;
        self.list.push(other);
    }

    /// Makes the lanes of `f` reconverge at `meet`.
    pub(super) fn meet(&mut self, f: usize, meet: u32) {
        if meet != NOWHERE && meet != self.meets_at(f) {
            self.join_at(f, meet);
        }
    }

    /// Lets the lanes of `f` begin a call, after which they meet again. Then some of them may be sent to the function.
    pub(super) fn call(&mut self, f: usize, after: u32) {
        self.join_at(f, after);
    }

    /// The lanes of `f` are in a function that `f` has called, or back from it.
    pub(super) fn change_depth(&mut self, f: usize, calls: i32) {
        self.list[f].depth = self.list[f].depth.saturating_add_signed(calls);
    }

    fn join_at(&mut self, f: usize, meet: u32) {
        let fragment = self.list[f];
        let WarpFragment { mask, join: parent, depth, .. } = fragment;
        let join = Join { pc: meet, expected: mask, arrived: 0, parent, depth, broken: false };
        let index = match self.unused.pop() {
            Some(index) => {
                self.joins[index as usize] = join;
                index
            }
            None => {
                self.joins.push(join);
                self.joins.len() as u32 - 1
            }
        };
        self.list[f].join = index;
    }

    /// Adds a fragment beside `f`, with the same join.
    pub(super) fn beside(&mut self, f: usize, mask: u32, pc: u32) {
        let fragment = WarpFragment { pc, mask, state: State::Ready, ..self.list[f] };
        self.list.push(fragment);
    }

    /// Parts `f`: each group of lanes of `go_on` goes on at `next`, and each of `wait` waits for the other lanes that it names.
    pub(super) fn wait(&mut self, f: usize, go_on: &[u32], next: u32, wait: &[u32]) {
        let fragment = self.list.remove(f);
        for &mask in wait {
            self.list.push(WarpFragment { mask, state: State::Gathering, ..fragment });
        }
        for &mask in go_on.iter().filter(|mask| **mask != 0) {
            self.list.push(WarpFragment { mask, pc: next, ..fragment });
        }
    }

    /// Moves fragment `f`, which has reached its join, to the lanes that wait there.
    pub(super) fn arrive(&mut self, f: usize) {
        let mut fragment = self.list.remove(f);
        let index = fragment.join;
        let join = &mut self.joins[index as usize];
        if join.broken {
            join.expected &= !fragment.mask;
            fragment.join = join.parent;
            self.list.push(WarpFragment { pc: join.pc, ..fragment });
        } else {
            join.arrived |= fragment.mask;
        }
        self.complete(index);
    }

    fn complete(&mut self, index: u32) {
        let join = self.joins[index as usize];
        if join.arrived != join.expected {
            return;
        }
        self.joins[index as usize].arrived = 0;
        self.unused.push(index);
        self.lonely = 0;
        if join.arrived != 0 {
            let Join { pc, arrived: mask, parent, depth, .. } = join;
            self.list.push(WarpFragment { pc, mask, join: parent, state: State::Ready, depth });
        }
    }

    /// Removes exited `lanes` from fragment `f`. Returns whether none of it is left.
    pub(super) fn exit(&mut self, f: usize, lanes: u32) -> bool {
        let mut index = self.list[f].join;
        self.list[f].mask &= !lanes;
        let gone = self.list[f].mask == 0;
        if gone {
            self.list.remove(f);
        }
        // No join waits for these lanes any more.
        while index != NOWHERE {
            let join = &mut self.joins[index as usize];
            join.expected &= !lanes;
            let parent = join.parent;
            self.complete(index);
            index = parent;
        }
        for fragment in self.list.iter_mut().filter(|f| f.state == State::Gathering) {
            fragment.state = State::Ready;
        }
        gone
    }

    /// Merges fragments with the same program counter and the same join.
    pub(super) fn merge(&mut self) {
        let mut at = 0;
        while at < self.list.len() {
            let f = self.list[at];
            let twin = self.list[..at].iter().position(|o| {
                (o.pc, o.join, o.state, o.depth) == (f.pc, f.join, f.state, f.depth) && f.state == State::Ready
            });
            match twin {
                Some(twin) => {
                    self.list[twin].mask |= f.mask;
                    self.list.remove(at);
                }
                None => at += 1,
            }
        }
    }
}
