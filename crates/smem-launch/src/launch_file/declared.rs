//! The buffers and textures that arguments declare, and pointers to them.

use std::collections::BTreeMap;

use super::arg::FileArg;
use super::buffer::{FileBuffer, InitialContents};
use super::buffer_pointer::BufferPointer;
use super::number::ElementType;
use super::short::ShortArg;
use super::tensor_map::FileTensorMap;
use super::texture::FileTexture;
use super::value::WrittenAt;
use crate::Error;

/// Buffers and textures by their names.
#[derive(Debug, Default)]
pub(super) struct DeclaredMemory {
    pub(super) buffers: BTreeMap<String, FileBuffer>,
    pub(super) textures: BTreeMap<String, FileTexture>,
    /// Tensor maps, whose buffers may be declared behind them.
    maps: Vec<(FileTensorMap, Option<String>)>,
}

impl DeclaredMemory {
    /// Buffers and textures that are declared elsewhere.
    pub(super) fn of(buffers: BTreeMap<String, FileBuffer>, textures: BTreeMap<String, FileTexture>) -> DeclaredMemory {
        DeclaredMemory { buffers, textures, maps: Vec::new() }
    }

    /// Takes what an argument declares, and returns the argument of the launch.
    pub(super) fn declare(&mut self, arg: ShortArg, place: &WrittenAt) -> Result<FileArg, Error> {
        let taken = |name: &str, what: &str| place.error(format!("there is {what} `{name}` already"));
        match arg {
            ShortArg::Arg(arg) => Ok(arg),
            ShortArg::Struct(arg, buffers) => {
                for (name, buffer) in buffers {
                    if self.buffers.insert(name.clone(), buffer).is_some() {
                        return Err(taken(&name, "a buffer"));
                    }
                }
                if let FileArg::Bytes { maps, .. } = &arg {
                    self.maps.extend(maps.iter().map(|(_, map)| (map.clone(), None)));
                }
                Ok(arg)
            }
            ShortArg::Buffer(name, buffer) => {
                let pointer = BufferPointer::of_text(&name, place.clone())?;
                match self.buffers.insert(name.clone(), buffer) {
                    Some(_) => Err(taken(&name, "a buffer")),
                    None => Ok(FileArg::Pointer(pointer)),
                }
            }
            ShortArg::Texture { name, texture, texels } => {
                let pointer = BufferPointer::of_text(&name, place.clone())?;
                if let Some(buffer) = texels {
                    self.buffers.insert(texture.texels.buffer.clone(), buffer);
                }
                if self.buffers.contains_key(&name) || self.textures.insert(name.clone(), *texture).is_some() {
                    return Err(taken(&name, "a buffer or a texture"));
                }
                Ok(FileArg::Pointer(pointer))
            }
            ShortArg::Map(map, contents) => {
                self.maps.push(((*map).clone(), contents));
                Ok(FileArg::of_map(*map))
            }
        }
    }

    /// Makes the buffers of tensor maps that nothing else declares: as large as the largest of their tensors.
    pub(super) fn make_tensors(&mut self) -> Result<(), Error> {
        let mut own: BTreeMap<String, (ElementType, u64, Option<String>, WrittenAt)> = BTreeMap::new();
        for (map, contents) in std::mem::take(&mut self.maps) {
            let (name, place) = (&map.tensor.buffer, map.tensor.place.clone());
            if self.buffers.contains_key(name) || self.textures.contains_key(name) {
                if contents.is_some() {
                    return Err(
                        place.error(format!("there is a buffer `{name}` already, which has contents of its own"))
                    );
                }
                continue;
            }
            let (element, count) = map.elements();
            let element =
                ElementType::named(element).ok_or_else(|| place.error(format!("`{element}` is not a type")))?;
            let count = count.saturating_add(map.tensor.offset.div_ceil(element.size as u64));
            match own.get_mut(name) {
                None => drop(own.insert(name.clone(), (element, count, contents, place))),
                Some((_, _, Some(_), _)) if contents.is_some() => {
                    return Err(place.error(format!("the buffer `{name}` has contents already")));
                }
                Some((first, most, given, _)) => {
                    *most = (*most).max((count * element.size as u64).div_ceil(first.size as u64));
                    *given = given.take().or(contents);
                }
            }
        }
        for (name, (element, count, contents, place)) in own {
            let init = contents.as_deref().unwrap_or("zeros");
            let contents = InitialContents::parse_short(element, &count.to_string(), init, &name, &place)?;
            self.buffers.insert(name, FileBuffer::without_pointers(contents));
        }
        Ok(())
    }
}
