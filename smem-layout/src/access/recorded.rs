//! Requests that a kernel made on a dense array, laid out otherwise.

use smem_banks::{LANES, WarpRequest};

use crate::layout::Layout;

impl Layout {
    /// Returns a request on a dense array as it is where this layout stores the elements: the addresses of `dense` count from the start of an
    /// array of elements of `elem_bytes` bytes, row after row, and those of the result from the start of the storage.
    ///
    /// `None` if a lane is outside the array, if an element has no bytes, or if the layout takes the bytes of a lane apart or misaligns them. So a layout is judged
    /// on accesses that were recorded, whatever their pattern:
    ///
    /// ```
    /// use smem_layout::{Arch, Layout, WarpRequest};
    ///
    /// let model = Arch::SM_90.bank_model();
    /// let column = WarpRequest::from_fn(4, |lane| Some(128 * lane))?;
    /// let padded = Layout::padded(32, 32, 1)?.relaid(&column, 4).unwrap();
    /// assert_eq!((model.cost(&column).wavefronts, model.cost(&padded).wavefronts), (32, 1));
    ///
    /// // The rows of `float4` that a pitch of 33 misaligns.
    /// let rows = WarpRequest::from_fn(16, |lane| Some(16 * lane))?;
    /// assert_eq!(Layout::padded(32, 32, 1)?.relaid(&rows, 4), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn relaid(&self, dense: &WarpRequest, elem_bytes: u32) -> Option<WarpRequest> {
        if elem_bytes == 0 {
            return None;
        }
        let elements = self.rows() * self.cols();
        let place = |address: u32| {
            let element = address / elem_bytes;
            let inside = element < elements;
            let index = || self.index(element / self.cols(), element % self.cols());
            inside.then(|| index() * elem_bytes + address % elem_bytes)
        };
        let mut addresses = [0; LANES];
        for (lane, slot) in (0u32..).zip(&mut addresses) {
            let Some(address) = dense.address(lane) else { continue };
            *slot = place(address)?;
            // The elements of a vector, each after the one before.
            let next = address - address % elem_bytes + elem_bytes;
            for other in (next..address + dense.bytes()).step_by(elem_bytes as usize) {
                if place(other)? != *slot + (other - address) {
                    return None;
                }
            }
        }
        WarpRequest::new(dense.bytes(), addresses, dense.active()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smem_banks::Cute;

    use crate::layout::{Rotation, Swizzle};
    use alloc::vec::Vec;

    /// Byte by byte, what a machine with that layout would do.
    fn by_bytes(request: &WarpRequest, layout: &Layout, elem_bytes: u32) -> Option<Vec<(u32, u32)>> {
        let mut places = Vec::new();
        for lane in (0..32).filter(|lane| request.is_active(*lane)) {
            let bytes: Option<Vec<u32>> = (0..request.bytes())
                .map(|byte| {
                    let address = request.address(lane).unwrap() + byte;
                    let (row, col) = (address / elem_bytes / layout.cols(), address / elem_bytes % layout.cols());
                    (row < layout.rows()).then(|| layout.index(row, col) * elem_bytes + address % elem_bytes)
                })
                .collect();
            let bytes = bytes?;
            let together = bytes.iter().zip(bytes[0]..).all(|(byte, place)| *byte == place);
            if !together || !bytes[0].is_multiple_of(request.bytes()) {
                return None;
            }
            places.push((lane, bytes[0]));
        }
        Some(places)
    }

    #[test]
    fn a_request_is_laid_out_as_its_bytes_are() {
        let dense = |rows, cols| Layout::plain(rows, cols).unwrap();
        let cute = |bits, base, shift| Swizzle::Cute(Cute::new(bits, base, shift).unwrap());
        let layouts = [
            dense(16, 32),
            dense(1, 512),
            Layout::padded(16, 32, 1).unwrap(),
            Layout::padded(16, 32, 4).unwrap(),
            Layout::padded_every(16, 32, 4, 16).unwrap(),
            Layout::lines(512, 32, 1).unwrap(),
            dense(16, 32).with_swizzle(cute(3, 2, 3)).unwrap(),
            dense(16, 32).with_swizzle(cute(4, 0, 5)).unwrap(),
            dense(16, 32).with_swizzle(Swizzle::Rotate(Rotation::new(4, 1).unwrap())).unwrap(),
        ];
        let (mut together, mut apart, mut state) = (0, 0, 7u32);
        for layout in &layouts {
            for (elem_bytes, bytes) in
                [(2, 1), (2, 2), (2, 16), (4, 1), (4, 4), (4, 8), (4, 16), (8, 4), (8, 16), (16, 4)]
            {
                for _ in 0..50 {
                    let mut random = |below: u32| {
                        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        (state >> 8) % below
                    };
                    let active = (random(2) * 0xffff_0000) | random(1 << 16);
                    // Now and then a lane is just outside.
                    let units = 512 * elem_bytes / bytes + u32::from(random(8) == 0);
                    let request =
                        WarpRequest::new(bytes, core::array::from_fn(|_| random(units) * bytes), active).unwrap();
                    let expected = by_bytes(&request, layout, elem_bytes);
                    let laid_out = layout.relaid(&request, elem_bytes).map(|laid_out| {
                        assert_eq!((laid_out.bytes(), laid_out.active()), (bytes, active));
                        (0..32).filter_map(|lane| Some((lane, laid_out.address(lane)?))).collect::<Vec<_>>()
                    });
                    assert_eq!(laid_out, expected, "{layout} of {elem_bytes} bytes, {request:?}");
                    *(if laid_out.is_some() { &mut together } else { &mut apart }) += 1;
                }
            }
        }
        assert!(together > 500 && apart > 500, "{together} {apart}");
    }
}
