//! The accesses, barriers and branches of a kernel that depend on the contents of global memory.

use super::Simulator;
use crate::machine::DataDependence;
use crate::module::Module;

impl Simulator {
    /// Returns the accesses, barriers and branches of a kernel that may depend on the contents of global memory, by the flow of values through its
    /// code. Loads that are volatile, relaxed or acquire are flags and not contents. `None` if the module has no such kernel, or cannot run it.
    ///
    /// ```
    /// # use smem_sim::*;
    /// // An element of a table in shared memory, chosen by a number in global memory.
    /// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64 .visible .entry k(.param .u64 from) {
    ///     .shared .align 4 .b8 a[1024]; .reg .b32 %r<4>; .reg .b64 %d;
    ///     ld.param.u64 %d, [from];
    ///     ld.global.u32 %r0, [%d];
    ///     mov.u32 %r1, a; mad.lo.u32 %r2, %r0, 4, %r1; ld.shared.u32 %r3, [%r2]; ret; }")?;
    /// let found = Simulator::new(Arch::SM_90).data_dependence(&module, "k").unwrap();
    /// assert_eq!(found.uses[0].kind, DependentKind::SharedAccess);
    /// assert_eq!((found.uses.len(), found.uses[0].line, &found.uses[0].by_value[..]), (1, 5, &[4][..]));
    /// # Ok::<(), ParseError>(())
    /// ```
    pub fn data_dependence(&self, module: &Module, kernel: &str) -> Option<DataDependence> {
        module.entry(kernel)?.runnable().map(DataDependence::of)
    }
}
