use smem_layout::*;
use std::time::Instant;
fn main() {
    let lanes = |f: &dyn Fn(u32) -> (u32, u32)| {
        Access::lanes(LaneTable::new(vec![std::array::from_fn(|l| f(l as u32))]).unwrap())
    };
    let rc = [Access::row(), Access::col()];
    let vc = [Access::row().vec(4), Access::col()];
    let v8 = [Access::row().vec(8), Access::col()];
    let w = [Access::row(), Access::window(3, 5), Access::col()];
    let d = [Access::row(), Access::col(), lanes(&|l| (l, 31 - l)), lanes(&|l| (l, l))];
    let m = [Access::row().vec(4), Access::col().max_ways(2), Access::block(4, 8)];
    let s = [Access::stride(8), Access::stride(2).vec(2)];
    let s2 = [Access::row(), Access::stride(8), Access::stride(32)];
    let cases: Vec<(&str, u32, u32, u32, &[Access])> = vec![
        ("20x20", 20, 20, 4, &rc),
        ("24", 24, 24, 4, &rc),
        ("40", 40, 40, 4, &rc),
        ("66", 66, 66, 4, &rc),
        ("95", 95, 95, 4, &rc),
        ("66b1", 66, 66, 1, &rc),
        ("66b2", 66, 66, 2, &rc),
        ("50b16", 50, 50, 16, &rc),
        ("vc32", 32, 32, 4, &vc),
        ("vc64", 64, 64, 4, &vc),
        ("vc 64x128", 64, 128, 4, &vc),
        ("v8 half", 64, 64, 2, &v8),
        ("w", 18, 34, 4, &w),
        ("w", 34, 66, 4, &w),
        ("d", 32, 32, 4, &d),
        ("m", 32, 32, 4, &m),
        ("s142", 1, 142, 4, &s),
        ("s2", 1, 1024, 4, &s2),
        ("s2", 1, 12288, 4, &s2),
        ("vc 96", 96, 96, 4, &vc),
        ("vc100", 100, 100, 4, &vc),
    ];
    for (n, r, c, e, a) in cases.into_iter().filter(|c| std::env::args().nth(1).is_none_or(|a| a == c.0)) {
        for ch in [LayoutChoice::Auto, LayoutChoice::Pad(AutoOr::Auto), LayoutChoice::Swizzle(AutoOr::Auto)] {
            let t = Instant::now();
            let sp = TileSpec::builder(r, c, e, a).choice(ch).conflicts(ConflictPolicy::Least).build().unwrap();
            match solve(&sp) {
                Ok(s) => println!(
                    "{n} {ch}: {} {}B {:?} {:?} ms {}",
                    s.layout(),
                    s.bytes(),
                    s.left().map(|l| (l.excess(), l.is_proven())),
                    s.report().accesses.iter().map(|a| a.excess).collect::<Vec<_>>(),
                    t.elapsed().as_millis()
                ),
                Err(e) => println!("{n} {ch}: {e} {}", t.elapsed().as_millis()),
            }
        }
    }
}
