//! The scan by one launch.

use smem_examples::scan2d::{SumDifference, difference};
use smem_examples::single_pass::{self, Batch, BlockShape, Plan, Power, SinglePass, View};
use smem_examples::{Error, Picture, TimingOptions, progress_bar, squared_integral};
use smem_launch::Device;

use crate::finished::Finished;

/// Scans pictures of one size by one launch: with the plan for them, with tiles of sums in three layouts, and as every type of
/// pixels.
pub(crate) fn single(timing: &TimingOptions<200>, device: &Device, pictures: &[Picture]) -> Result<Finished, Error> {
    let (width, height, count) = (pictures[0].width(), pictures[0].height(), pictures.len() as u32);
    let plan = Plan::for_batch::<u8>(width, height, count, 1);
    let plans: Vec<Plan> = [plan].into_iter().chain(BlockShape::WORDS.map(Plan::of)).collect();
    let bar = progress_bar(plans.len() as u64);
    bar.set_message("the CPU's reference");
    let expected: Vec<u64> = pictures.iter().flat_map(squared_integral).collect();
    let pixels: Vec<u8> = pictures.iter().flat_map(Picture::pixels).copied().collect();
    let (source, mut sums) = (device.upload(&pixels)?, device.zeros::<u64>(expected.len())?);
    let (pitch, step) = (width as usize, width as usize * height as usize);
    let from = Batch { first: View { buffer: &source, start: 0, pitch }, step };
    let (mut passes, mut rows, mut differences) = (Vec::new(), Vec::new(), Vec::new());
    for plan in &plans {
        bar.set_message(plan.shape.name);
        let pass = SinglePass::batch(device, plan, &[Power::Two], (width, height), count)?;
        // Results of another variant must not pass for this one's.
        device.clear(&mut sums)?;
        let to = Batch { first: View { buffer: &sums, start: 0, pitch }, step };
        let profile = pass.run_batch(&from, &[to])?;
        let found = difference(&device.download(&sums)?, &expected, pitch);
        let row = single_pass::PassResult::new(&pass, profile.as_ref(), found.map_or(0, |found| found.wrong));
        differences.extend(found.map(|found| (row.name, words(found, height as usize, pictures.len()))));
        rows.push(row);
        passes.push(pass);
        bar.inc(1);
    }
    bar.set_message("every type of pixels");
    let timed: Vec<_> = rows.iter().map(|row| row.name).collect();
    for (row, found) in single_pass::scan_every_type(device, pictures)? {
        differences.extend(found.map(|found| (row.name, words(found, height as usize, pictures.len()))));
        rows.push(row);
    }
    bar.set_message("timing");
    let mut text = single_pass::table(&rows);
    if !timing.once && differences.is_empty() {
        let to = Batch { first: View { buffer: &sums, start: 0, pitch }, step };
        let calls = passes.iter().map(|pass| Ok(vec![pass.call_batch(&from, &[to])?]));
        let calls = calls.collect::<Result<Vec<_>, Error>>()?;
        // SAFETY: `call_batch` checks that its buffers hold the pictures.
        if let Some(times) = unsafe { device.time_in_turn(&calls, timing.runs.repeat)? } {
            let named: Vec<_> = timed.into_iter().zip(times).collect();
            text.push('\n');
            text.push_str(&single_pass::times_table(&named));
        }
    }
    bar.finish_and_clear();
    Ok((text, differences))
}

/// A difference, whose row is counted through all pictures, with the picture and the row in it.
fn words(found: SumDifference, height: usize, pictures: usize) -> String {
    let (x, y) = found.first;
    let of_picture = SumDifference { first: (x, y % height), ..found };
    match pictures {
        1 => of_picture.to_string(),
        _ => format!("{of_picture}; the first is in picture {} of {pictures}", y / height + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_in_a_batch_names_the_picture_and_its_own_row() {
        let found = difference(&[1, 1, 1, 1, 1, 7], &[1; 6], 1).unwrap();
        let expected = "1 pixels differ, first x = 0, y = 1: 7 instead of 1";
        assert_eq!(words(found, 2, 3), format!("{expected}; the first is in picture 3 of 3"));
        let found = difference(&[1, 7], &[1; 2], 1).unwrap();
        assert_eq!(words(found, 2, 1), expected);
    }
}
