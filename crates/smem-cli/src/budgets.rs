//! Budgets of excess wavefronts, for a kernel or for each one.

use std::str::FromStr;

use smem_driver::is_kernel;
use smem_launch::readable_name;
use smem_profile::program::{are, excess_wavefronts};

use crate::config::Config;

/// The most excess wavefronts, of one kernel or of each: `scan=0` or `0`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ExcessBudget {
    kernel: Option<String>,
    most: u64,
}

impl FromStr for ExcessBudget {
    type Err = String;

    fn from_str(text: &str) -> Result<ExcessBudget, String> {
        // The last `=`: the name of an instance may have some.
        let (kernel, number) = text.rsplit_once('=').map_or((None, text), |(kernel, number)| (Some(kernel), number));
        let kernel = kernel.map(|kernel| kernel.trim().to_owned());
        let most = number.trim().parse().ok().filter(|_| kernel.as_deref() != Some(""));
        let most =
            most.ok_or_else(|| format!("`{text}` is not a number of wavefronts, or a kernel and one, as `scan=0` is"))?;
        Ok(ExcessBudget { kernel, most })
    }
}

/// The budgets of a command: those that it was given, then those of the configuration.
#[derive(Debug, Clone, Default)]
pub(crate) struct Budgets {
    given: Vec<ExcessBudget>,
    configured: Vec<ExcessBudget>,
}

impl Budgets {
    pub(crate) fn of(given: &[ExcessBudget], config: &Config) -> Budgets {
        let named = |(kernel, most): (&str, u64)| ExcessBudget { kernel: Some(kernel.to_owned()), most };
        let all = config.checks.max_excess.map(|most| ExcessBudget { kernel: None, most });
        Budgets { given: given.to_vec(), configured: config.budgets().map(named).chain(all).collect() }
    }

    /// The most excess wavefronts that a kernel may have; `None` where there is no budget. What was given comes before the configuration, and
    /// the kernel's own budget before the one of each kernel.
    pub(crate) fn of_kernel(&self, entry: &str) -> Option<u64> {
        [&self.given, &self.configured].into_iter().find_map(|budgets| {
            let own =
                budgets.iter().rev().find(|budget| budget.kernel.as_deref().is_some_and(|name| is_kernel(entry, name)));
            own.or_else(|| budgets.iter().rev().find(|budget| budget.kernel.is_none())).map(|budget| budget.most)
        })
    }

    /// A sentence where a kernel has more excess wavefronts than it may have.
    pub(crate) fn exceeded(&self, entry: &str, excess: u64) -> Option<String> {
        let most = self.of_kernel(entry).filter(|most| excess > *most)?;
        let name = readable_name(entry);
        Some(format!("`{name}` has {}, and at most {most} {} accepted", excess_wavefronts(excess), are(most)))
    }

    /// A sentence for each kernel that was given a budget and did not run. Those of the configuration may be of other programs.
    pub(crate) fn unused<'a>(&self, ran: impl Iterator<Item = &'a str> + Clone) -> Vec<String> {
        let named = self.given.iter().filter_map(|budget| budget.kernel.as_deref());
        let unused = named.filter(|name| !ran.clone().any(|entry| is_kernel(entry, name)));
        unused.map(|name| format!("no launch of `{name}`, which --max-excess names")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_a_number_or_a_kernel_and_one() {
        let read = |text: &str| text.parse::<ExcessBudget>().map(|budget| (budget.kernel, budget.most));
        assert_eq!(read("0"), Ok((None, 0)));
        assert_eq!(read("scan<int, 256u>=31"), Ok((Some("scan<int, 256u>".to_owned()), 31)));
        assert_eq!(read("a<(b=1)>=2"), Ok((Some("a<(b=1)>".to_owned()), 2)));
        for wrong in ["", "scan", "scan=", "=1", "scan=-1", "1.5", "scan=1=x"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_budget_of_a_kernel_comes_before_that_of_all_and_the_command_line_before_the_file() {
        let budget = |text: &str| text.parse::<ExcessBudget>().unwrap();
        let configured = vec![budget("scan=7"), budget("9")];
        let budgets = Budgets { given: vec![budget("scan=3")], configured: configured.clone() };
        assert_eq!((budgets.of_kernel("_Z4scanPf"), budgets.of_kernel("other")), (Some(3), Some(9)));
        let budgets = Budgets { given: vec![budget("0")], configured };
        assert_eq!((budgets.of_kernel("scan"), budgets.of_kernel("other")), (Some(0), Some(0)));
        assert_eq!(Budgets::default().of_kernel("scan"), None);
    }

    #[test]
    fn a_budget_of_a_kernel_that_did_not_run_is_a_failed_check() {
        let budgets = Budgets { given: vec!["scam=0".parse().unwrap()], configured: Vec::new() };
        assert_eq!(budgets.unused(["scan"].into_iter()), ["no launch of `scam`, which --max-excess names"]);
        assert_eq!(budgets.unused(["_Z4scamPf"].into_iter()), Vec::<String>::new());
    }
}
