//! The source with the changes that were chosen for its variables.

use std::collections::BTreeMap;

use smem_cuda::{CudaText, SharedDeclaration};
use smem_layout::Arch;

use super::edit::{TextEdit, edited};
use super::instances::TileOfInstances;
use super::tile::{TileVariable, statement_of_tiles};
use super::variable::{ChangedVariable, VariablePlace};
use super::{Change, Way};
use crate::fix::kernels::{ArrayFix, KernelFix};
use crate::fix::tile_text::{TileText, UnnamedTile, header, tile_names};

/// A source with changes.
#[derive(Debug, Clone, Default)]
pub(crate) struct ChangedSource {
    /// All of it, with the tiles in it.
    pub(crate) text: String,
    /// The edits, without the header with the tiles.
    pub(crate) edits: Vec<TextEdit>,
    /// The tile of each array that has one.
    pub(crate) tiles: BTreeMap<VariablePlace, TileText>,
    /// The first byte in front of which the header has to be included, after the types of the source that the tiles name.
    pub(crate) place_of_header: usize,
}

/// Makes sources of one text.
#[derive(Debug)]
pub(crate) struct SourceWriter<'a> {
    pub(crate) text: &'a CudaText,
    pub(crate) kernels: &'a [KernelFix],
    pub(crate) arch: Arch,
}

impl SourceWriter<'_> {
    /// Makes the changes of some variables; `None` where a tile has no spelling.
    pub(crate) fn source(&self, chosen: &[(&ChangedVariable, &Change)]) -> Option<ChangedSource> {
        let mut source = ChangedSource { edits: self.declared(chosen)?, ..ChangedSource::default() };
        let mut variables: Vec<TileVariable<'_>> = Vec::new();
        for (variable, change) in chosen.iter().filter(|(_, change)| !change.way.is_declared()) {
            let declaration = variable.declaration(self.kernels)?;
            let tiles = self.tiles(variable, change, &source.tiles)?;
            let tile = match change.way {
                Way::TileOfInstances => {
                    let of_instances = self.of_instances(variable, declaration, &tiles, &variables)?;
                    source.edits.push(of_instances.template(self.text)?);
                    of_instances.type_name()
                }
                _ => tiles.values().next()?.name.clone(),
            };
            source.tiles.extend(tiles);
            source.edits.extend(change.edits.iter().cloned());
            variables.push(TileVariable { declaration, tile });
        }
        self.declare(&variables, &mut source.edits);
        source.place_of_header = self.place_of_header(&source.tiles);
        source.text = self.whole(&source);
        Some(source)
    }

    /// The changes that declare nothing new; `None` where two of them are different at one place.
    fn declared(&self, chosen: &[(&ChangedVariable, &Change)]) -> Option<Vec<TextEdit>> {
        let declared = chosen.iter().filter(|(_, change)| change.way.is_declared());
        let mut edits: Vec<TextEdit> = Vec::new();
        for edit in declared.flat_map(|(_, change)| &change.edits) {
            // One macro may be the length of rows of two arrays, and one layout that of two tensors.
            if edits.iter().any(|other| other.range == edit.range && other.new != edit.new) {
                return None;
            }
            if !edits.contains(edit) {
                edits.push(edit.clone());
            }
        }
        Some(edits)
    }

    /// The tile of each instance under the first name that nothing else has.
    fn tiles(
        &self,
        variable: &ChangedVariable,
        change: &Change,
        others: &BTreeMap<VariablePlace, TileText>,
    ) -> Option<BTreeMap<VariablePlace, TileText>> {
        let mut tiles: BTreeMap<VariablePlace, TileText> = BTreeMap::new();
        // Of one type there is one tile, whatever its instances access.
        let one = (change.way == Way::Tile).then(|| change.tiles.first().cloned().flatten());
        for (number, place) in variable.places.iter().enumerate() {
            let own = one.as_ref().unwrap_or_else(|| &change.tiles[number]);
            let Some(own) = own else { continue };
            let same = if one.is_some() { tiles.values().next().cloned() } else { None };
            let fix = ChangedVariable::array(self.kernels, *place);
            let tile = same.or_else(|| self.named(own, &fix.array.name, others.values().chain(tiles.values())))?;
            tiles.insert(*place, tile);
        }
        Some(tiles)
    }

    /// Returns the tile of an array with a layout that is not written, under the first name that nothing else has; `proposed` is that tile where
    /// it was read before.
    pub(crate) fn tile_of(
        &self,
        fix: &ArrayFix,
        proposed: Option<&UnnamedTile>,
        others: &BTreeMap<VariablePlace, TileText>,
    ) -> Option<TileText> {
        let read = || UnnamedTile::of(&fix.array, fix.found.as_ref()?, &fix.requests, self.arch);
        let tile = proposed.cloned().or_else(read)?;
        self.named(&tile, &fix.array.name, others.values())
    }

    /// The tile of an array under the first name that no other tile has.
    fn named<'t>(
        &self,
        tile: &UnnamedTile,
        array: &str,
        others: impl Iterator<Item = &'t TileText> + Clone,
    ) -> Option<TileText> {
        let is_free = |tile: &TileText| others.clone().all(|other| other.name != tile.name || other.line == tile.line);
        tile_names(array, self.text.source()).find_map(|name| tile.named(name).filter(is_free))
    }

    /// The template that has a tile for each instance.
    fn of_instances<'d>(
        &self,
        variable: &ChangedVariable,
        declaration: &'d SharedDeclaration,
        tiles: &BTreeMap<VariablePlace, TileText>,
        others: &[TileVariable<'_>],
    ) -> Option<TileOfInstances<'d>> {
        let mut instances: Vec<(Vec<String>, String)> = Vec::new();
        for place in &variable.places {
            let Some(tile) = tiles.get(place) else { continue };
            let arguments = ChangedVariable::array(self.kernels, *place).array.arguments.clone();
            if !instances.iter().any(|(known, _)| *known == arguments) {
                instances.push((arguments, tile.name.clone()));
            }
        }
        let is_free = |name: &String| !others.iter().any(|other| other.tile.contains(&format!("{name}<")));
        let name = tile_names(&declaration.name, self.text.source()).map(|name| format!("{name}Of")).find(is_free)?;
        Some(TileOfInstances { declaration, name, instances })
    }

    /// Adds the declarations of tiles, those of one statement together.
    fn declare(&self, variables: &[TileVariable<'_>], edits: &mut Vec<TextEdit>) {
        let mut statements: Vec<Vec<TileVariable<'_>>> = Vec::new();
        for variable in variables {
            let is_same =
                |known: &&mut Vec<TileVariable<'_>>| known[0].declaration.statement == variable.declaration.statement;
            match statements.iter_mut().find(is_same) {
                Some(known) => known.push(variable.clone()),
                None => statements.push(vec![variable.clone()]),
            }
        }
        for tiles in statements {
            let statement = tiles[0].declaration.statement.clone();
            let is_inside = |edit: &TextEdit| {
                statement.start <= edit.range.start && edit.range.end <= statement.end && !edit.range.is_empty()
            };
            let (inside, outside): (Vec<TextEdit>, Vec<TextEdit>) = edits.drain(..).partition(is_inside);
            *edits = outside;
            edits.extend(statement_of_tiles(self.text, &tiles, &inside));
        }
    }

    fn place_of_header(&self, tiles: &BTreeMap<VariablePlace, TileText>) -> usize {
        let outer = |(place, tile): (&VariablePlace, &TileText)| {
            let declaration = ChangedVariable::array(self.kernels, *place).array.declaration.as_ref()?;
            tile.needs_types.then_some(declaration.outer)
        };
        tiles.iter().filter_map(outer).min().unwrap_or(0)
    }

    /// The text with the tiles and all edits.
    fn whole(&self, source: &ChangedSource) -> String {
        let place = source.place_of_header;
        let line = 1 + self.text.source()[..place].matches('\n').count();
        // After the tiles lines count as before.
        let tiles = match header(source.tiles.values()) {
            Some(header) if place > 0 => format!("\n{header}\n#line {line}\n"),
            Some(header) => format!("{header}\n#line {line}\n"),
            None => String::new(),
        };
        let all: Vec<TextEdit> =
            std::iter::once(TextEdit::insert(place, tiles)).chain(source.edits.iter().cloned()).collect();
        edited(self.text.source(), &all)
    }
}
