//! Random requests of every kind: nothing in the table of alternatives comes before the layout that was chosen, under each preference,
//! and the table never denies a layout that the solver has. `SMEM_SEEDS=1000` tries more of them.

use std::{collections::BTreeMap, env};

use smem_layout::{
    Access, Alternative, Arch, AutoOr, ConflictPolicy, LayoutChoice, LayoutClass, Outcome, Prefer, Solution, TileSpec,
    alternatives, index_cost, solve,
};

use crate::emitted_index::{
    accesses::Drawn,
    tile::{Numbers, Tile},
};

const PREFERENCES: [Prefer; 3] = [Prefer::Balance, Prefer::Bytes, Prefer::Index];
const CHOICES: [LayoutChoice; 4] =
    [LayoutChoice::Auto, LayoutChoice::Auto, LayoutChoice::Pad(AutoOr::Auto), LayoutChoice::Swizzle(AutoOr::Auto)];
const ARCHES: [Arch; 6] = [Arch::DEFAULT, Arch::SM_90, Arch::SM_90, Arch::SM_80, Arch::SM_35, Arch::SM_13];

/// Returns true if `choice` takes a layout of this class.
fn allows(choice: LayoutChoice, class: LayoutClass) -> bool {
    match choice {
        LayoutChoice::Auto => true,
        LayoutChoice::Pad(_) => matches!(class, LayoutClass::Dense | LayoutClass::Padding | LayoutClass::PaddingInside),
        _ => matches!(class, LayoutClass::Dense | LayoutClass::XorOfColumn | LayoutClass::XorOfOffset),
    }
}

/// Returns the bytes as stored and the halves of an instruction, in the order of the preference: by default an instruction is worth 0.5 % of
/// the bytes.
fn rank(solution: &Solution, prefer: Prefer) -> (usize, usize) {
    let halves = (2.0 * index_cost(solution.layout())) as usize;
    match prefer {
        Prefer::Bytes => (solution.bytes(), halves),
        Prefer::Index => (halves, solution.bytes()),
        _ => (solution.bytes() * (400 + halves), halves),
    }
}

/// Returns the first of the table that `choice` allows and whose conflicts are accepted.
fn first(table: &[Alternative], choice: LayoutChoice, prefer: Prefer) -> Option<(&Solution, LayoutClass)> {
    let free = table.iter().filter_map(|alternative| match &alternative.outcome {
        Outcome::Found { solution, .. } if solution.report().is_accepted() => Some((&**solution, alternative.class)),
        _ => None,
    });
    free.filter(|(_, class)| allows(choice, *class)).min_by_key(|(solution, _)| rank(solution, prefer))
}

#[test]
fn nothing_in_the_table_comes_before_the_layout_that_is_chosen() {
    let seeds: u64 = env::var("SMEM_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(2);
    let (mut none, mut wrong, mut classes) = (0, Vec::new(), BTreeMap::<String, u32>::new());
    for (seed, number) in (0..seeds).flat_map(|seed| (0..80).map(move |number| (seed, number))) {
        let mut numbers = Numbers(1_000_000 * (seed + 1) + number);
        let tile = Tile::draw(&mut numbers);
        let drawn: Vec<Drawn> = (0..1 + numbers.below(3)).map(|_| Drawn::draw(&mut numbers, tile)).collect();
        let accesses: Vec<Access> = drawn.into_iter().map(|drawn| drawn.access).collect();
        let (choice, arch) = (numbers.of(&CHOICES), numbers.of(&ARCHES));
        let dynamic = arch != Arch::DEFAULT && numbers.below(2) == 0;
        let prefer = numbers.of(&PREFERENCES);
        let policy = numbers.of(&[ConflictPolicy::Deny, ConflictPolicy::Deny, ConflictPolicy::Least]);
        let Tile { rows, cols, elem } = tile;
        let spec = TileSpec::builder(rows, cols, elem, &accesses).choice(choice).prefer(prefer).arch(arch);
        let spec = spec.dynamic(dynamic).stages(1 + numbers.below(2)).conflicts(policy).build();
        // A swizzle has no pitch for a matrix, and early architectures do not have every access.
        let Ok(spec) = spec else { continue };
        let names: Vec<String> = accesses.iter().map(Access::to_string).collect();
        let what = format!("seed {seed}.{number}: {tile}, {}, {choice}, {prefer}, {arch}", names.join(", "));
        let table = alternatives(&spec);
        let best = first(&table, choice, prefer);
        match (solve(&spec), best) {
            (Ok(chosen), best) if chosen.report().is_accepted() => {
                let own = rank(&chosen, prefer);
                let best_rank = best.map(|(solution, _)| rank(solution, prefer));
                // Of one option's classes the table may have a better one than of several together; `auto` is the first.
                let agrees = match choice {
                    LayoutChoice::Auto => best_rank == Some(own),
                    _ => best_rank.is_none_or(|best| own <= best),
                };
                match best.filter(|_| agrees) {
                    Some((_, class)) => *classes.entry(class.to_string()).or_default() += 1,
                    None if agrees => {}
                    None => wrong.push(format!("{what}: {}, {own:?}, and {best:?}", chosen.layout())),
                }
            }
            (_, Some(best)) => wrong.push(format!("{what}: conflicts, and {best:?}")),
            (_, None) => none += 1,
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    let each = LayoutClass::ALL.iter().all(|class| classes.contains_key(&class.to_string()));
    assert!(each && none > 10, "{classes:?}, and {none} without a layout");
}
