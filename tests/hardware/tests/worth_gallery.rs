//! The sentence that `profile` prints for each kernel of the gallery, beside the times of an H200.

use smem_examples::gallery::{EXHIBITS, ProblemSize, run};
use smem_hardware::worth::WorthRow;
use smem_launch::{Device, Install, Isa};
use smem_profile::{LaunchTime, WORTH_IT};

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
        // Padding is the cure that changes least but the conflicts; of the grid that fills the GPU.
        let is_its = |[_, cured]: &&[&WorthRow; 2]| {
            cured.file == format!("gallery_{}_padded", exhibit.name) && cured.launch == 0
        };
        let [dense, cured] = pairs.iter().find(is_its).unwrap();
        let [dense, cured] = [dense, cured].map(|row| row.of("sm__cycles_elapsed.max"));
        let measured = dense / cured;
        assert_eq!(time.is_worth_a_cure(), measured >= WORTH_IT, "{}: {measured}: {sentence}", exhibit.name);
        if time.is_worth_a_cure() {
            worth_it.push(exhibit.name);
            assert!(sentence.contains(&format!("{:.1} times as fast", cure.gain)), "{sentence}");
            assert!((cure.least..=cure.most).contains(&measured), "{}: {measured}: {sentence}", exhibit.name);
        } else {
            others.push(exhibit.name);
            assert!(sentence.contains("not worth a cure"), "{sentence}");
        }
    }
    assert_eq!((worth_it.len(), others), (6, vec!["stencil"]));
}
