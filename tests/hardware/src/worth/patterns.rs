//! The places that the probes of global memory access.

/// Returns the place of each lane in each pattern, in elements: strides of 0 to 33 elements and of powers of two, offsets, permutations and random places.
pub fn patterns() -> Vec<[u32; 32]> {
    let of = |place: &dyn Fn(u32) -> u32| std::array::from_fn(|lane| place(lane as u32));
    let mut all: Vec<[u32; 32]> = (0..=33).map(|stride| of(&|lane| stride * lane)).collect();
    all.extend([36, 40, 48, 64, 65, 96, 128, 129, 256, 512, 1024].map(|stride| of(&|lane| stride * lane)));
    all.extend([1, 2, 3, 4, 7, 8, 16, 24, 31].map(|offset| of(&|lane| lane + offset)));
    all.extend([4, 8, 16].map(|group| of(&|lane| lane / group * 64 + lane % group)));
    all.extend([4, 8, 16].map(|group| of(&|lane| lane % group * 64 + lane / group)));
    all.extend([1, 5, 16, 31].map(|mask| of(&|lane| lane ^ mask)));
    let mut state = 1_u32;
    let mut random = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    };
    for range in [32, 64, 96, 128, 192, 256, 384, 512, 1024, 2048, 4096, 8192, 16384, 65536] {
        for _ in 0..2 {
            all.push(std::array::from_fn(|_| random(range)));
        }
    }
    // Lines that differ, with places of one bank or of all banks.
    all.push(of(&|lane| 32 * lane + lane));
    all.push(of(&|lane| 64 * lane + lane));
    all.push(of(&|lane| 32 * (lane / 2) + lane % 2));
    all.push(of(&|lane| 32 * (lane % 2) + lane / 2));
    all
}
