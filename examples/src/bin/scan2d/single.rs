//! The scan by one launch.

use smem_examples::scan2d::difference;
use smem_examples::single_pass::{self, BlockShape, Plan, Power, SinglePass, View};
use smem_examples::{Error, Picture, TimingOptions, progress_bar, squared_integral};
use smem_launch::Device;

use crate::finished::Finished;

/// Scans by the one launch: with the plan for the picture's size, with tiles of sums in three layouts, and as every type of pixels.
pub(crate) fn single(timing: &TimingOptions<200>, device: &Device, picture: &Picture) -> Result<Finished, Error> {
    let (width, height) = (picture.width(), picture.height());
    let plans: Vec<Plan> = [Plan::for_size(width, height)].into_iter().chain(BlockShape::WORDS.map(Plan::of)).collect();
    let bar = progress_bar(plans.len() as u64);
    bar.set_message("the CPU's reference");
    let expected = squared_integral(picture);
    let (source, mut sums) = (device.upload(picture.pixels())?, device.zeros::<u64>(expected.len())?);
    let pitch = width as usize;
    let (mut passes, mut rows, mut differences) = (Vec::new(), Vec::new(), Vec::new());
    for plan in &plans {
        bar.set_message(plan.shape.name);
        let pass = SinglePass::new(device, plan, &[Power::Two], (width, height))?;
        // Results of another variant must not pass for this one's.
        device.clear(&mut sums)?;
        let from = View { buffer: &source, start: 0, pitch };
        let profile = pass.run(&from, &[View { buffer: &sums, start: 0, pitch }])?;
        let found = difference(&device.download(&sums)?, &expected, pitch);
        let row = single_pass::PassResult::new(&pass, profile.as_ref(), found.map_or(0, |found| found.wrong));
        differences.extend(found.map(|found| (row.name, found)));
        rows.push(row);
        passes.push(pass);
        bar.inc(1);
    }
    bar.set_message("every type of pixels");
    let timed: Vec<_> = rows.iter().map(|row| row.name).collect();
    for (row, found) in single_pass::scan_every_type(device, picture)? {
        differences.extend(found.map(|found| (row.name, found)));
        rows.push(row);
    }
    bar.set_message("timing");
    let mut text = single_pass::table(&rows);
    if !timing.once && differences.is_empty() {
        let from = View { buffer: &source, start: 0, pitch };
        let to = View { buffer: &sums, start: 0, pitch };
        let calls = passes.iter().map(|pass| Ok(vec![pass.call(&from, &[to])?])).collect::<Result<Vec<_>, Error>>()?;
        // SAFETY: `call` checks that its views hold the picture.
        if let Some(times) = unsafe { device.time_in_turn(&calls, timing.runs.repeat)? } {
            let named: Vec<_> = timed.into_iter().zip(times).collect();
            text.push('\n');
            text.push_str(&single_pass::times_table(&named));
        }
    }
    bar.finish_and_clear();
    Ok((text, differences))
}
