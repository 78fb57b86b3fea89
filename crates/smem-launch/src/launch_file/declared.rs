//! The buffers and textures that arguments declare, and pointers to them.

use std::collections::BTreeMap;

use super::arg::FileArg;
use super::buffer::{FileBuffer, InitialContents};
use super::launch_arg::{LaunchArg, NamedMemory};
use super::number::ElementType;
use super::tensor_map::FileTensorMap;
use super::texture::FileTexture;
use super::value::WrittenAt;
use crate::Error;

/// Buffers and textures by their names.
#[derive(Debug, Default)]
pub(super) struct DeclaredMemory {
    pub(super) buffers: BTreeMap<String, FileBuffer>,
    pub(super) textures: BTreeMap<String, FileTexture>,
    /// Tensor maps, whose buffers may be declared after them.
    maps: Vec<(FileTensorMap, Option<String>)>,
}

impl DeclaredMemory {
    /// Takes what an argument declares, and returns the argument of the launch.
    pub(super) fn declare(&mut self, arg: LaunchArg) -> Result<FileArg, Error> {
        let LaunchArg { value, declares, contents, place, .. } = arg;
        for (name, memory) in declares {
            match memory {
                NamedMemory::Buffer(buffer) => self.add_buffer(name, buffer, &place)?,
                NamedMemory::Texture(texture) => self.add_texture(name, texture, &place)?,
            }
        }
        self.maps.extend(value.maps.iter().map(|(_, map)| (map.clone(), contents.clone())));
        Ok(value)
    }

    /// Adds a buffer, which has a name of its own.
    pub(super) fn add_buffer(&mut self, name: String, buffer: FileBuffer, place: &WrittenAt) -> Result<(), Error> {
        self.check_free(&name, place)?;
        self.buffers.insert(name, buffer);
        Ok(())
    }

    /// Adds a texture, whose handle may be wherever a pointer may: it has a name of its own, too.
    pub(super) fn add_texture(&mut self, name: String, texture: FileTexture, place: &WrittenAt) -> Result<(), Error> {
        self.check_free(&name, place)?;
        self.textures.insert(name, texture);
        Ok(())
    }

    fn check_free(&self, name: &str, place: &WrittenAt) -> Result<(), Error> {
        match self.kind_of(name) {
            Some(kind) => Err(place.error(format!("there is a {kind} `{name}` already"))),
            None => Ok(()),
        }
    }

    /// The kind of what has a name: a buffer or a texture.
    fn kind_of(&self, name: &str) -> Option<&'static str> {
        let is_texture = || self.textures.contains_key(name).then_some("texture");
        self.buffers.contains_key(name).then_some("buffer").or_else(is_texture)
    }

    /// Makes the buffers of tensor maps, and checks that everything that has a pointer has one to what is declared. Returns the names of all
    /// buffers and textures.
    pub(super) fn finish<'a>(&mut self, args: impl Iterator<Item = &'a FileArg>) -> Result<Vec<String>, Error> {
        self.make_tensors()?;
        let mut names: Vec<String> = self.buffers.keys().cloned().collect();
        self.textures.values().try_for_each(|texture| texture.texels.check(&names))?;
        names.extend(self.textures.keys().cloned());
        self.buffers.values().flat_map(FileBuffer::pointers).try_for_each(|pointer| pointer.check(&names))?;
        args.flat_map(FileArg::pointers).try_for_each(|pointer| pointer.check(&names))?;
        Ok(names)
    }

    /// Makes the buffers of tensor maps that nothing else declares: as large as the largest of their tensors.
    fn make_tensors(&mut self) -> Result<(), Error> {
        let mut own: BTreeMap<String, (ElementType, u64, Option<String>, WrittenAt)> = BTreeMap::new();
        for (map, contents) in std::mem::take(&mut self.maps) {
            let (name, place) = (&map.tensor.buffer, map.tensor.place.clone());
            if let Some(kind) = self.kind_of(name) {
                if contents.is_some() {
                    return Err(
                        place.error(format!("there is a {kind} `{name}` already, which has contents of its own"))
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
            let contents = InitialContents::of_count(element, count, contents.as_deref(), &name, &place)?;
            self.buffers.insert(name, FileBuffer::without_pointers(contents));
        }
        Ok(())
    }
}
