//! A declaration at the level of a namespace, as it counts for device code.

use std::collections::BTreeSet;
use std::ops::Range;

/// The kind of a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnitKind {
    Function,
    Constant,
    Variable,
    Type,
    Alias,
    /// `using M::run;`
    UsingName,
    /// `using namespace std;`
    UsingNamespace,
    Assertion,
    /// The call of a macro.
    Invocation,
    Other,
}

/// Where a declaration is of use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CodeSide {
    /// It is device code, and stays.
    Device,
    /// It goes.
    Host,
    /// It stays if what it names stays.
    Either,
    /// It stays if, besides, device code names it: without need it may not compile.
    IfNamed,
}

/// A declaration.
#[derive(Debug)]
pub(super) struct Unit<'a> {
    /// Bytes of its text, with the macros and attributes in front.
    pub(super) span: Range<usize>,
    pub(super) kind: UnitKind,
    pub(super) side: CodeSide,
    /// The names that it declares, after those of their namespaces: `M::run`.
    pub(super) declares: Vec<String>,
    /// The words of its declaration, without the bodies of functions: what it depends on.
    pub(super) words: BTreeSet<&'a str>,
    /// All of its words.
    pub(super) all_words: BTreeSet<&'a str>,
    /// The functions that the initialiser of a constant calls.
    pub(super) calls: BTreeSet<&'a str>,
    /// The words of the template arguments that launches in it have.
    pub(super) launched: BTreeSet<&'a str>,
    /// The namespace that it names: `a::b` of `using namespace a::b;` or `namespace c = a::b;`.
    pub(super) namespace: Option<String>,
    /// Names that follow `std::`.
    pub(super) standard: BTreeSet<&'a str>,
    /// Whether members of it are the device's, whose bodies stay where it stays.
    pub(super) has_device_members: bool,
    /// Members that only the host can call.
    pub(super) host_members: Vec<Range<usize>>,
    /// The places of `constexpr` in functions that are marked for neither side.
    pub(super) constexpr_functions: Vec<usize>,
    /// The word `const` of a floating-point constant.
    pub(super) floating_const: Option<Range<usize>>,
}

impl Unit<'_> {
    pub(super) fn is_kept(&self) -> bool {
        self.side != CodeSide::Host
    }

    /// Returns true if it declares a name that is called `name`, from any namespace on.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.declares
            .iter()
            .any(|own| own == name || own.strip_suffix(name).is_some_and(|around| around.ends_with("::")))
    }

    /// Its own names, without namespaces.
    pub(super) fn own_names(&self) -> impl Iterator<Item = &str> {
        self.declares.iter().map(|path| path.rsplit("::").next().unwrap_or(path))
    }
}
