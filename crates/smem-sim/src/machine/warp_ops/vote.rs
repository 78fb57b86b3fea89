//! Votes of the lanes of a warp.

/// The votes of the lanes of a warp that vote together.
#[derive(Debug, Clone, Copy)]
pub(in crate::machine) struct LaneVotes {
    /// The lanes that vote yes.
    pub(in crate::machine) yes: u32,
    members: u32,
}

impl LaneVotes {
    /// The votes of `members`, of which those in `predicate` vote yes.
    pub(in crate::machine) fn of(predicate: u32, members: u32) -> Self {
        Self { yes: predicate & members, members }
    }

    /// Returns true if every member votes yes.
    pub(in crate::machine) fn all(self) -> bool {
        self.yes == self.members
    }

    /// Returns true if a member votes yes.
    pub(in crate::machine) fn any(self) -> bool {
        self.yes != 0
    }

    /// Returns true if all members vote the same.
    pub(in crate::machine) fn uniform(self) -> bool {
        self.all() || !self.any()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::lanes;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_vote_is_what_counting_its_members_gives(
            predicate in prop_oneof![any::<u32>(), Just(0), Just(u32::MAX)], members in 1u32..,
        ) {
            let votes = LaneVotes::of(predicate, members);
            let said: Vec<bool> = lanes(members).map(|lane| predicate >> lane & 1 == 1).collect();
            prop_assert_eq!(votes.all(), said.iter().all(|&yes| yes));
            prop_assert_eq!(votes.any(), said.iter().any(|&yes| yes));
            prop_assert_eq!(votes.uniform(), said.iter().all(|&yes| yes == said[0]));
            prop_assert_eq!(votes.yes.count_ones() as usize, said.iter().filter(|&&yes| yes).count());
        }
    }
}
