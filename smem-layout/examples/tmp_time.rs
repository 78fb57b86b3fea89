use smem_layout::*;
fn cpu() -> u64 {
    std::fs::read_to_string("/proc/self/schedstat").unwrap().split(' ').next().unwrap().parse().unwrap()
}
fn lanes(at: impl Fn(u32) -> (u32, u32)) -> Access {
    Access::lanes(LaneTable::new(vec![std::array::from_fn(|l| at(l as u32))]).unwrap())
}
fn time(what: &str, spec: TileSpecBuilder<'_>) {
    let spec = spec.build().unwrap();
    let mut best = u64::MAX;
    let mut f = String::new();
    let mut bf = u64::MAX;
    for _ in 0..5 {
        let s = std::time::Instant::now();
        let r = find(&spec);
        bf = bf.min(s.elapsed().as_nanos() as u64);
        let s = std::time::Instant::now();
        let q = solve(&spec);
        best = best.min(s.elapsed().as_nanos() as u64);
        f = format!(
            "{} | {}",
            r.unwrap().map(|l| l.to_string()).unwrap_or("none".into()),
            q.map(|l| l.layout().to_string()).unwrap_or("none".into())
        );
    }
    println!("{what:<50} find {:>9.3} ms  solve {:>9.3} ms   {f}", bf as f64 / 1e6, best as f64 / 1e6);
}
fn main() {
    let (r, c) = (Access::row(), Access::col());
    let pad = LayoutChoice::Pad(AutoOr::Auto);
    time("32x32", TileSpec::builder(32, 32, 4, &[r.clone(), c.clone()]));
    time("32x32 pad", TileSpec::builder(32, 32, 4, &[r.clone(), c.clone()]).choice(pad));
    let eight = [
        r.clone(),
        c.clone(),
        Access::block(2, 16),
        Access::block(4, 8),
        Access::block(8, 4),
        Access::block(16, 2),
        lanes(|l| (l, l)),
        lanes(|l| (l, 31 - l)),
    ];
    time("128x128 eight auto", TileSpec::builder(128, 128, 4, &eight).arch(Arch::SM_90).dynamic(true));
    let many =
        [r.clone(), c.clone(), Access::window(1, 32), Access::window(32, 1), lanes(|l| (l, 5)), lanes(|l| (7, l))];
    time("128x128 six pad", TileSpec::builder(128, 128, 4, &many).arch(Arch::SM_90).dynamic(true).choice(pad));
    time("none 32x32 row(vec4) col", TileSpec::builder(32, 32, 4, &[r.clone().vec(4), c.clone()]));
    time("none 64x64 half ldmatrix col", TileSpec::builder(64, 64, 2, &[Access::ldmatrix(), c.clone()]));
    time(
        "none pad 32x32 diagonals",
        TileSpec::builder(32, 32, 4, &[r.clone(), c.clone(), lanes(|l| (l, l)), lanes(|l| (l, 31 - l))]).choice(pad),
    );
    time("none 26x32", TileSpec::builder(26, 32, 4, &[r.clone(), c.clone()]));
    time("20x20", TileSpec::builder(20, 20, 4, &[r.clone(), c.clone()]));
    time("66x66", TileSpec::builder(66, 66, 4, &[r.clone(), c.clone()]));
    time("96x96 u8", TileSpec::builder(96, 96, 1, &[r.clone(), c.clone()]));
    time("90x90 u8", TileSpec::builder(90, 90, 1, &[r.clone(), c.clone()]));
    time("221x221 u8", TileSpec::builder(221, 221, 1, &[r.clone(), c.clone()]));
    time("101x101 f32", TileSpec::builder(101, 101, 4, &[r.clone(), c.clone()]));
    time("18x34 halo", TileSpec::builder(18, 34, 4, &[r.clone(), Access::window(3, 8)]));
    time("49152 u8 strides", TileSpec::builder(1, 49152, 1, &[r.clone(), Access::stride(7), Access::stride(12)]));
    time(
        "100x120 u16 windows",
        TileSpec::builder(100, 120, 2, &[Access::window(3, 9), Access::window(7, 4), c.clone()]),
    );
}
