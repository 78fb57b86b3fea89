//! The arrays of a kernel in shared memory: their bytes, their extents, and where the source declares them.

use smem_cuda::{CudaText, Scalar, SharedDeclaration, SharedPart, SharedParts};
use smem_sim::{Module, SharedVariable};

use super::dynamic_array::DynamicArray;
use super::names::{LocalName, arguments, element, entry_of, function_of};
use super::probe::ProbedArray;

/// An array in the shared memory of a kernel.
#[derive(Debug, Clone)]
pub(crate) struct SharedArray {
    /// As the source names it.
    pub(crate) name: String,
    /// Bytes from the start of the block's shared memory.
    pub(crate) offset: u32,
    pub(crate) bytes: u32,
    pub(crate) is_dynamic: bool,
    /// Of those that the user names.
    pub(crate) is_named: bool,
    pub(crate) declaration: Option<SharedDeclaration>,
    /// The type of an element, of a template the one of the instance.
    pub(crate) element: Option<String>,
    /// Rows, columns, .. in elements; empty where they are unknown.
    pub(crate) dims: Vec<u32>,
    /// Bytes of an element, where the source says.
    pub(crate) elem_bytes: Option<u32>,
    /// The arguments of the template that it is declared in; empty where that is not one.
    pub(crate) arguments: Vec<String>,
    /// The names of the arrays that it holds or may hold, where their places are not known.
    pub(crate) holds: Vec<String>,
}

impl SharedArray {
    pub(crate) fn end(&self) -> u32 {
        self.offset + self.bytes
    }

    /// Whether its declaration has several dimensions whose numbers are not known.
    pub(crate) fn has_unknown_dims(&self) -> bool {
        self.dims.is_empty() && self.source_dims() > 1
    }

    /// Returns the number of indices after its name in the source.
    pub(crate) fn source_dims(&self) -> usize {
        let of = |declared: &SharedDeclaration| declared.dims.len() + usize::from(declared.is_pointer());
        self.declaration.as_ref().map_or(1, |declared| of(declared).max(1))
    }

    /// Whether it cannot become larger: it is a part of other memory.
    pub(crate) fn is_part(&self) -> bool {
        self.is_named || self.declaration.as_ref().is_some_and(SharedDeclaration::is_pointer)
    }
}

/// The known arrays of a program.
#[derive(Debug)]
pub(crate) struct ArraySources<'a> {
    /// The PTX of the same source.
    pub(crate) module: Option<&'a Module>,
    pub(crate) probed: &'a [ProbedArray],
    pub(crate) declarations: &'a [SharedDeclaration],
    /// The pointers that kernels declare.
    pub(crate) pointers: &'a [SharedDeclaration],
    /// The source.
    pub(crate) text: &'a CudaText,
    /// Those that the user names.
    pub(crate) dynamic: &'a [DynamicArray],
}

/// The arrays of a kernel.
#[derive(Debug)]
pub(crate) struct KernelArrays {
    /// By their places.
    pub(crate) arrays: Vec<SharedArray>,
    /// Why static arrays are not told apart, if they are not.
    pub(crate) note: Option<String>,
}

impl ArraySources<'_> {
    /// Returns the arrays of `kernel`, which is `entry` in PTX and whose blocks have so many bytes of shared memory, static and dynamic.
    ///
    /// # Errors
    /// An array of the user's that is not in dynamic shared memory.
    pub(crate) fn arrays(
        &self,
        kernel: &str,
        entry: &str,
        static_bytes: u32,
        dynamic_bytes: u32,
    ) -> Result<KernelArrays, String> {
        let entry = self.module.and_then(|module| entry_of(module, entry)).unwrap_or(entry);
        let variables = self.module.map_or(&[][..], |module| module.shared_variables(entry));
        let ptx_bytes = self.module.and_then(|module| module.static_shared_bytes(entry));
        let (mut arrays, mut note) = (Vec::new(), None);
        if ptx_bytes == Some(static_bytes) {
            let known = variables.iter().filter_map(|variable| Some((variable, variable.bytes?)));
            arrays.extend(known.flat_map(|(variable, bytes)| self.of_variable(entry, variable, bytes)));
        } else if static_bytes > 0 {
            let why = match ptx_bytes {
                Some(bytes) => format!("its machine code has {static_bytes} bytes of them, and its PTX {bytes}"),
                None => {
                    "there is no PTX of it that the simulator reads, and machine code has no names of them".to_string()
                }
            };
            // Their names, if it has any.
            let function = function_of(entry);
            let is_here = |declared: &&SharedDeclaration| {
                !declared.is_dynamic() && declared.function.as_ref().is_none_or(|name| *name == function)
            };
            let holds = self.declarations.iter().filter(is_here).map(|declared| declared.name.clone()).collect();
            note = Some(format!("the static arrays of `{kernel}` are not told apart: {why}"));
            arrays.push(SharedArray {
                name: "shared".to_string(),
                offset: 0,
                bytes: static_bytes,
                is_dynamic: false,
                is_named: false,
                declaration: None,
                element: None,
                dims: Vec::new(),
                elem_bytes: None,
                arguments: Vec::new(),
                holds,
            });
        }
        if dynamic_bytes > 0 {
            let unsized_variable = variables.iter().find(|variable| variable.bytes.is_none());
            arrays.extend(self.dynamic(entry, unsized_variable, static_bytes, dynamic_bytes)?);
        } else if let Some(array) = self.dynamic.first() {
            return Err(format!(
                "`--array {}` is a part of dynamic shared memory, and `{kernel}` has none",
                array.name
            ));
        }
        arrays.sort_by_key(|array| array.offset);
        Ok(KernelArrays { arrays, note })
    }

    /// An array, or those of a struct.
    fn of_variable(&self, entry: &str, variable: &SharedVariable, bytes: u32) -> Vec<SharedArray> {
        let LocalName { name, function, number } = LocalName::of(&variable.name);
        let is_it = |declared: &&SharedDeclaration| declared.name == name && !declared.is_dynamic();
        let here = |declared: &&SharedDeclaration| is_it(declared) && declared.function == function;
        let declaration = self.declarations.iter().filter(here).nth(number);
        if let Some(pointer) = declaration.and_then(|declared| self.text.only_access(declared, self.pointers)) {
            return vec![self.of_pointer(pointer, entry, variable.offset, bytes, false)];
        }
        let held = declaration.map(|declared| {
            let function = declared.function.clone().unwrap_or_else(|| function_of(entry));
            (self.parts(declared, &function, &variable.name, bytes), declared)
        });
        if let Some((SharedParts::Known(parts), _)) = held.filter(|(_, declared)| declared.dims.len() == 1) {
            return self.of_parts(&parts, entry, variable.offset, bytes, false);
        }
        let in_struct = declaration.map(|declared| self.of_struct(declared, entry, variable)).unwrap_or_default();
        if !in_struct.is_empty() {
            return in_struct;
        }
        let fits = |probed: &&ProbedArray| {
            probed.name == name
                && declaration.is_none_or(|declared| declared.line == probed.line)
                && probed.dims.iter().product::<u32>().checked_mul(probed.elem_bytes) == Some(bytes)
        };
        let of_kernel = self.probed.iter().filter(|probed| probed.entry == entry).find(fits);
        let probed = of_kernel.or_else(|| self.probed.iter().find(fits));
        let of_text = || declaration.and_then(|declared| self.of_text(declared, bytes));
        let extents = probed.map(|probed| (probed.dims.clone(), probed.elem_bytes)).or_else(of_text);
        vec![SharedArray {
            name,
            offset: variable.offset,
            bytes,
            is_dynamic: false,
            is_named: false,
            element: declaration.map(|declared| self.element(declared, &variable.name)),
            arguments: declaration.map(|declared| arguments(declared, &variable.name, entry)).unwrap_or_default(),
            holds: Vec::new(),
            declaration: declaration.cloned(),
            elem_bytes: extents.as_ref().map(|(_, elem_bytes)| *elem_bytes),
            dims: extents.map(|(dims, _)| dims).unwrap_or_default(),
        }]
    }

    /// The arrays in a variable that is a struct.
    fn of_struct(&self, declaration: &SharedDeclaration, entry: &str, variable: &SharedVariable) -> Vec<SharedArray> {
        if !declaration.dims.is_empty() {
            return Vec::new();
        }
        let array = |member: SharedDeclaration| {
            let name = format!("{}.{}", declaration.name, member.name);
            let is_it = |probed: &&ProbedArray| probed.name == name && probed.line == declaration.line;
            let of_kernel = self.probed.iter().filter(|probed| probed.entry == entry).find(is_it);
            let probed = of_kernel.or_else(|| self.probed.iter().find(is_it))?;
            let bytes = probed.dims.iter().try_fold(probed.elem_bytes, |bytes, dim| bytes.checked_mul(*dim))?;
            Some(SharedArray {
                offset: variable.offset + probed.offset,
                bytes,
                is_dynamic: false,
                is_named: false,
                element: Some(self.element(&member, entry)),
                dims: probed.dims.clone(),
                elem_bytes: Some(probed.elem_bytes),
                arguments: Vec::new(),
                holds: Vec::new(),
                declaration: Some(member),
                name,
            })
        };
        let members = self.text.array_members(&self.element(declaration, &variable.name));
        members.into_iter().filter_map(array).collect()
    }

    /// The extents and the bytes of an element, where the text fixes the numbers of a declaration.
    fn of_text(&self, declaration: &SharedDeclaration, bytes: u32) -> Option<(Vec<u32>, u32)> {
        let value = |dim: &String| {
            self.text.integer_at(dim, declaration.statement.start).and_then(|value| u32::try_from(value).ok())
        };
        let dims = declaration.dims.iter().map(value).collect::<Option<Vec<u32>>>()?;
        let elements = dims.iter().try_fold(1_u32, |product, dim| product.checked_mul(*dim)).filter(|all| *all > 0)?;
        (!dims.is_empty() && bytes.is_multiple_of(elements)).then(|| (dims, bytes / elements))
    }

    /// An array that is accessed through a pointer.
    fn of_pointer(
        &self,
        pointer: &SharedDeclaration,
        entry: &str,
        offset: u32,
        bytes: u32,
        is_dynamic: bool,
    ) -> SharedArray {
        let element = self.element(pointer, entry);
        let elem_bytes = bytes_of(&element).filter(|elem_bytes| bytes.is_multiple_of(*elem_bytes));
        let value = |dim: &String| {
            self.text.integer_at(dim, pointer.statement.start).and_then(|value| u32::try_from(value).ok())
        };
        let inner: Option<Vec<u32>> = pointer.dims.iter().map(value).collect();
        let rows = || {
            let (inner, elem_bytes) = (inner.filter(|inner| !inner.is_empty())?, elem_bytes?);
            let row_bytes = inner.iter().try_fold(elem_bytes, |bytes, dim| bytes.checked_mul(*dim))?;
            (row_bytes > 0 && bytes >= row_bytes).then(|| [vec![bytes / row_bytes], inner].concat())
        };
        SharedArray {
            name: pointer.name.clone(),
            offset,
            bytes,
            is_dynamic,
            is_named: false,
            dims: rows().unwrap_or_default(),
            arguments: arguments(pointer, entry, entry),
            holds: Vec::new(),
            declaration: Some(pointer.clone()),
            element: Some(element),
            elem_bytes,
        }
    }

    /// Dynamic shared memory: the arrays that the user names, or one.
    fn dynamic(
        &self,
        entry: &str,
        variable: Option<&SharedVariable>,
        start: u32,
        bytes: u32,
    ) -> Result<Vec<SharedArray>, String> {
        let function = function_of(entry);
        // Kernels may have different ones of one name; a function that the kernel calls may have it, too.
        let dynamic = || self.declarations.iter().filter(|declared| declared.is_dynamic());
        let is_own = |declared: &&SharedDeclaration| declared.function.as_ref() == Some(&function);
        let declared = |name: &str| {
            let mut of_name = dynamic().filter(|declared| declared.name == name);
            of_name.clone().find(is_own).or_else(|| of_name.next())
        };
        let only = || dynamic().find(is_own).or_else(|| dynamic().next());
        let declaration = variable.and_then(|variable| declared(&LocalName::of(&variable.name).name)).or_else(only);
        if self.dynamic.is_empty() {
            let held = declaration.map(|declared| self.parts(declared, &function, entry, bytes));
            let holds = match held {
                Some(SharedParts::Known(parts)) => return Ok(self.of_parts(&parts, entry, start, bytes, true)),
                Some(SharedParts::Unknown(pointers)) => pointers.iter().map(|pointer| pointer.name.clone()).collect(),
                _ => Vec::new(),
            };
            let pointer = declaration.and_then(|declared| {
                let only = self.text.only_access(declared, self.pointers);
                only.or_else(|| self.text.through_class(declared, &function, self.pointers))
            });
            if let Some(pointer) = pointer {
                return Ok(vec![self.of_pointer(pointer, entry, start, bytes, true)]);
            }
            // An array that a struct hands out is not changed where it is declared, which other kernels use.
            let declaration = declaration.filter(|declared| declared.class.is_none());
            let name = declaration.map(|declared| declared.name.clone());
            let name = name.or_else(|| variable.map(|variable| LocalName::of(&variable.name).name));
            let element = declaration.map(|declared| self.element(declared, entry));
            return Ok(vec![SharedArray {
                name: name.unwrap_or_else(|| "dynamic".to_string()),
                offset: start,
                bytes,
                is_dynamic: true,
                is_named: false,
                arguments: declaration.map(|declared| arguments(declared, entry, entry)).unwrap_or_default(),
                holds,
                declaration: declaration.cloned(),
                dims: Vec::new(),
                elem_bytes: element
                    .as_deref()
                    .and_then(bytes_of)
                    .filter(|elem_bytes| bytes.is_multiple_of(*elem_bytes)),
                element,
            }]);
        }
        self.dynamic.iter().map(|array| self.named(array, entry, start, bytes)).collect()
    }

    /// The arrays that a block of shared memory holds, each to where the next one begins.
    fn of_parts(
        &self,
        parts: &[SharedPart<'_>],
        entry: &str,
        start: u32,
        bytes: u32,
        is_dynamic: bool,
    ) -> Vec<SharedArray> {
        let ends = parts.iter().skip(1).map(|part| part.offset).chain([bytes]);
        let array = |(part, end): (&SharedPart<'_>, u32)| {
            self.of_pointer(part.pointer, entry, start + part.offset, end - part.offset, is_dynamic)
        };
        parts.iter().zip(ends).map(array).collect()
    }

    /// The pointers through which a function accesses a block of shared memory.
    fn parts(&self, declared: &SharedDeclaration, function: &str, entry: &str, bytes: u32) -> SharedParts<'_> {
        // An array that a struct hands out has no name of its own in the kernel.
        if declared.class.is_some() {
            return SharedParts::One;
        }
        let elem_bytes = bytes_of(&self.element(declared, entry)).unwrap_or(0);
        self.text.shared_parts(declared, elem_bytes, bytes, function, self.pointers)
    }

    /// A part of dynamic shared memory that the user names.
    fn named(&self, array: &DynamicArray, entry: &str, start: u32, bytes: u32) -> Result<SharedArray, String> {
        if array.to > bytes {
            let (name, to) = (&array.name, array.to);
            return Err(format!("the array `{name}` ends at byte {to} of dynamic shared memory, which has {bytes}"));
        }
        let bytes = array.to - array.from;
        let dims = array.shape.map(Vec::from).unwrap_or_default();
        let elements: u32 = dims.iter().fold(1, |product, dim| product.saturating_mul(*dim));
        let elem_bytes = if dims.is_empty() { None } else { Some(bytes / elements) };
        if elem_bytes.is_some_and(|elem| elem == 0 || elem * elements != bytes) {
            return Err(format!(
                "the array `{}` has {bytes} bytes, which {} x {} elements do not fill",
                array.name, dims[0], dims[1]
            ));
        }
        let function = function_of(entry);
        let is_here = |pointer: &SharedDeclaration| pointer.function.as_deref() == Some(&function);
        let of_name = || self.pointers.iter().filter(|pointer| pointer.name == array.name);
        // With several pointers of one name in a kernel it is unknown which is meant.
        let here: Vec<&SharedDeclaration> = of_name().filter(|pointer| is_here(pointer)).collect();
        let pointer = if let [only] = here[..] { Some(only) } else { None };
        let of_pointer = pointer.map(|pointer| self.of_pointer(pointer, entry, start + array.from, bytes, true));
        let plain = SharedArray {
            name: array.name.clone(),
            offset: start + array.from,
            bytes,
            is_dynamic: true,
            is_named: true,
            declaration: None,
            element: None,
            dims: Vec::new(),
            elem_bytes: None,
            arguments: Vec::new(),
            holds: Vec::new(),
        };
        let found = of_pointer.unwrap_or(plain);
        let is_shaped = !dims.is_empty();
        Ok(SharedArray {
            is_named: true,
            dims: if is_shaped { dims } else { found.dims },
            elem_bytes: elem_bytes.or(found.elem_bytes),
            ..found
        })
    }

    /// The type of an element: of a parameter of the template what the linker name has for it, of a name for a type that type.
    fn element(&self, declaration: &SharedDeclaration, symbol: &str) -> String {
        let element = element(declaration, symbol);
        self.text.element_type(&element).unwrap_or(element)
    }
}

/// The bytes of a type that the language has.
fn bytes_of(element: &str) -> Option<u32> {
    Scalar::of_cuda(element).map(|scalar| scalar.bytes() as u32)
}
