//! The colours of the banks: from dark to bright in the order of the banks, so that they differ without hue too, by blue and yellow
//! first, which few eyes confuse.

/// A colour: red, green, blue.
pub(super) type Rgb = [u8; 3];

/// The colours on light paper, dark text on them.
const LIGHT: [Rgb; 4] = [[126, 164, 232], [138, 206, 206], [190, 226, 150], [255, 246, 178]];

/// The colours on dark paper, bright text on them.
const DARK: [Rgb; 4] = [[24, 40, 104], [16, 76, 104], [34, 104, 82], [118, 112, 34]];

/// The same in the 256 colours of terminals, dark text on them.
const TERMINAL: [u8; 8] = [111, 117, 116, 115, 151, 150, 192, 229];

/// Returns the colour of `bank` of `banks` on light paper and on dark paper.
pub(super) fn colors(bank: u32, banks: u32) -> (Rgb, Rgb) {
    (mixed(&LIGHT, bank, banks), mixed(&DARK, bank, banks))
}

/// Returns the number of the colour of `bank` of `banks` among the 256 of terminals.
pub(super) fn terminal_color(bank: u32, banks: u32) -> u8 {
    TERMINAL[bank as usize * TERMINAL.len() / banks as usize]
}

/// Returns the colour at `bank` of `banks` on the way through `stops`.
fn mixed(stops: &[Rgb; 4], bank: u32, banks: u32) -> Rgb {
    let last = (banks - 1).max(1);
    let along = bank * 3;
    let stop = (along / last).min(2);
    let (from, to, part) = (stops[stop as usize], stops[stop as usize + 1], along - stop * last);
    let channel = |index: usize| {
        let (from, to) = (u32::from(from[index]), u32::from(to[index]));
        ((from * (last - part) + to * part + last / 2) / last) as u8
    };
    [channel(0), channel(1), channel(2)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of a colour, by WCAG's definition.
    fn luminance(color: Rgb) -> f64 {
        extern crate std;
        let linear = |channel: u8| {
            let part = f64::from(channel) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { f64::powf((part + 0.055) / 1.055, 2.4) }
        };
        let [red, green, blue] = color.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    #[test]
    fn banks_are_brighter_in_their_order_and_text_on_them_is_readable() {
        let (dark_text, bright_text) = (luminance([22, 32, 44]), luminance([242, 245, 248]));
        for banks in [16, 32] {
            for bank in 0..banks {
                let (light, dark) = colors(bank, banks);
                assert!((luminance(light) + 0.05) / (dark_text + 0.05) >= 4.5, "bank {bank} on light paper");
                assert!((bright_text + 0.05) / (luminance(dark) + 0.05) >= 4.5, "bank {bank} on dark paper");
                if bank > 0 {
                    let (light_before, dark_before) = colors(bank - 1, banks);
                    assert!(luminance(light) > luminance(light_before) && luminance(dark) > luminance(dark_before));
                }
            }
        }
    }
}
