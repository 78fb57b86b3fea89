//! The sentence that `profile` prints for each kernel of the gallery, beside the times of an H200.

use smem_examples::gallery::{EXHIBITS, ProblemSize, run};
use smem_hardware::worth::WorthRow;
use smem_launch::{Device, Install, Isa};
use smem_profile::LaunchTime;

use super::worth_rows::{pairs, rows};

#[test]
fn profile_says_of_each_kernel_what_its_times_say() {
    let device = Device::simulator(Isa::Sass, Install::Allowed).unwrap();
    let rows = rows();
    let pairs = pairs(&rows);
    let (mut worth_it, mut others) = (Vec::new(), Vec::new());
    // The product on tensor cores was not measured.
    for exhibit in EXHIBITS.iter().filter(|exhibit| exhibit.name != "wmma") {
        let small = run(&device, None, exhibit, &(exhibit.problem)(ProblemSize::Small), None).unwrap();
        let profile = small.variants[0].profile.as_ref().unwrap();
        let time = LaunchTime::of(profile, device.arch(), false).unwrap();
        let (sentence, cure) = (time.sentence(), time.cure.unwrap());
        // The best cure, of the grid that fills the GPU.
        let is_its = |[dense, _]: &&[&WorthRow; 2]| {
            dense.file == format!("gallery_{}_dense", exhibit.name) && dense.launch == 0
        };
        let gains = pairs.iter().filter(is_its).map(|[dense, cured]| {
            dense.of("sm__cycles_elapsed.max") / cured.of("sm__cycles_elapsed.max")
        });
        let measured = gains.fold(0.0, f64::max);
        println!("{}: {measured:.3}: {:.3} {sentence}", exhibit.name, cure.gain);
        if time.is_worth_a_cure() {
            worth_it.push(exhibit.name);
            assert!(sentence.contains(&format!("{:.1} times as fast", cure.gain)), "{sentence}");
            assert!((cure.least..=cure.most).contains(&measured), "{}: {measured}: {sentence}", exhibit.name);
        } else {
            others.push(exhibit.name);
            assert!(sentence.contains("not worth a cure"), "{sentence}");
        }
    }
    println!("{worth_it:?} {others:?}");
}
