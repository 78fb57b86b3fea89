//! The code of a tile whose numbers only the compiler knows: what the attribute computes for literals, const evaluation computes here.
//!
//! The hidden constant `__SMEM_TILE` holds the layout, and everything else is read from it. After a failure it holds a plain
//! layout, so that the message, which a constant without a name panics with, is the only one.

use crate::expand::tile_code::{VERSION, arch, no_pitch, private, public_functions};
use crate::message::span::SourceSpan;
use crate::model::constant::{ConstantAccess, ConstantTile, KnownElement};
use crate::model::item::Item;
use crate::model::primitive;
use crate::parse::constant::ConstantDimension;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use smem_layout::__private_0_1_0::constant::{BorrowedTable, ConstAccess, ConstPattern};
use smem_layout::{AutoOr, LayoutChoice, NoPitch, Prefer};
use syn::{Field, Type};

/// Returns the struct with its storage, the methods, and the constant that reports a failure.
pub(crate) fn code(tile: &ConstantTile, item: &Item, field: &Field, krate: &TokenStream) -> TokenStream {
    let private = private();
    let elem = primitive::absolute(&field.ty).unwrap_or_else(|| field.ty.clone());
    let code = ConstantTileCode { tile, item, elem: &elem, private: &quote!(#krate::#private), krate };
    let (storage, solved, methods) = (code.storage(field), code.solved(), code.methods());
    let failure = code.failure();
    quote!(#storage #solved #methods #failure)
}

struct ConstantTileCode<'a> {
    tile: &'a ConstantTile,
    item: &'a Item,
    elem: &'a Type,
    /// The module of the library with the functions that the code calls.
    private: &'a TokenStream,
    krate: &'a TokenStream,
}

impl ConstantTileCode<'_> {
    /// Returns the struct as the user wrote it, with an array in place of the element.
    fn storage(&self, field: &Field) -> TokenStream {
        let (Item { attrs, vis, name, .. }, elem) = (self.item, self.elem);
        let (field_attrs, field_vis) = (&field.attrs, &field.vis);
        let align = Literal::u32_unsuffixed(self.tile.align);
        let docs = self.docs();
        quote! {
            #(#attrs)*
            #[doc = #docs]
            #[repr(C, align(#align))]
            #vis struct #name (#(#field_attrs)* #field_vis [#elem; #name::LEN]);
        }
    }

    fn docs(&self) -> String {
        let accesses: Vec<String> = self.tile.accesses.iter().map(|of| format!("`{}`", of.access)).collect();
        let accesses = if accesses.is_empty() { "no access".into() } else { accesses.join(", ") };
        format!(
            "\n# Shared-memory layout\n\nComputed by the compiler from constants, with `{}`, for {accesses} on {}. This text is written before their \
             values are known, so it has no numbers: `LAYOUT` and `BYTES` have them, and `smem-tile explain` shows the wavefronts of \
             the tile with the numbers written out.\n",
            self.tile.choice, self.tile.arch
        )
    }

    /// Returns the constants that hold the layout and the index.
    fn solved(&self) -> TokenStream {
        let (ConstantTileCode { tile, elem, private, krate, .. }, name) = (self, &self.item.name);
        let size = match &tile.dimensions[..] {
            [cols] => {
                let cols = self.dimension(cols);
                quote!(#private::constant::Dimensions::Line(#cols))
            }
            // A mistake in both sides of a square is one mistake.
            [side, other] if side.expression.to_string() == other.expression.to_string() => {
                let side = self.dimension(side);
                quote!({ let side = #side; #private::constant::Dimensions::Rows(side, side) })
            }
            dimensions => {
                let name = Ident::new(if dimensions.len() == 2 { "Rows" } else { "Planes" }, Span::call_site());
                let dimensions = dimensions.iter().map(|dimension| self.dimension(dimension));
                quote!(#private::constant::Dimensions::#name(#(#dimensions),*))
            }
        };
        let element = match &tile.element {
            KnownElement { cuda: None, span, .. } => {
                quote_spanned!(span.first()=> #private::constant::element::<#elem>())
            }
            KnownElement { cuda: Some(cuda), .. } => quote!((::core::mem::size_of::<#elem>(), #cuda)),
        };
        let accesses = tile.accesses.iter().map(|access| self.access(access));
        let (choice, prefer) = (self.choice(), self.prefer());
        let arch = arch(tile.arch, krate).unwrap_or_else(|| quote!(#krate::Arch::DEFAULT));
        let stages = Literal::u32_unsuffixed(tile.stages.map_or(1, |(stages, _)| stages));
        let align = Literal::u32_unsuffixed(tile.align);
        let ConstantTile { is_shape_literal, allows_conflicts, is_dynamic, .. } = tile;
        // Inside the type of a constant: where an expression names a parameter of the function around it, the compiler then proposes no
        // parameter for the struct, and where it names a variable, a constant.
        quote! {
            #[allow(non_local_definitions)]
            const _: [(); { impl #name {
                // By itself, so that an expression that never ends is an error, and one that overflows is one error.
                #[doc(hidden)]
                #[allow(arithmetic_overflow, unconditional_panic)]
                const __SIZE: #private::constant::Dimensions = #size;
                // Bytes, and the name in CUDA C++.
                #[doc(hidden)]
                const __ELEMENT: (::core::primitive::usize, &'static ::core::primitive::str) = #element;
                // The search is bounded: it ends, with an error, after a few seconds.
                #[doc(hidden)]
                #[allow(long_running_const_eval)]
                const __SMEM_TILE: &'static #private::constant::SimpleSolution<'static> =
                    &#private::constant::solve(#private::constant::SimpleTileSpec {
                        size: Self::__SIZE,
                        is_shape_literal: #is_shape_literal,
                        elem_bytes: Self::__ELEMENT.0,
                        accesses: &[#(#accesses),*],
                        arch: #arch,
                        choice: #choice,
                        prefer: #prefer,
                        allows_conflicts: #allows_conflicts,
                        stages: #stages,
                        is_dynamic: #is_dynamic,
                        align: #align,
                    });
                #[doc(hidden)]
                const __INDEX: #private::constant::Index = Self::__SMEM_TILE.index;
            } 0 }] = [];
        }
    }

    /// Returns the value of a dimension, of any integer type.
    fn dimension(&self, dimension: &ConstantDimension) -> TokenStream {
        let (private, expression) = (self.private, &dimension.expression);
        quote_spanned! {dimension.span.first()=>
            {
                let value = #expression;
                #private::constant::dimension(value);
                value as ::core::primitive::i128
            }
        }
    }

    fn access(&self, access: &ConstantAccess) -> TokenStream {
        let private = self.private;
        let ConstAccess { pattern, vec, max_ways, transposed, .. } = access.simple();
        let pattern = self.pattern(pattern);
        quote! {
            #private::constant::ConstAccess::of(#private::constant::ConstPattern::#pattern, #vec, #max_ways, #transposed)
        }
    }

    fn pattern(&self, pattern: ConstPattern<'_>) -> TokenStream {
        let private = self.private;
        match pattern {
            ConstPattern::Row { wrap } => quote!(Row { wrap: #wrap }),
            ConstPattern::Col { wrap } => quote!(Col { wrap: #wrap }),
            ConstPattern::Depth { wrap } => quote!(Depth { wrap: #wrap }),
            ConstPattern::Block { height, width } => quote!(Block { height: #height, width: #width }),
            ConstPattern::Block3d { depth, height, width } => {
                quote!(Block3d { depth: #depth, height: #height, width: #width })
            }
            ConstPattern::Window { height, width } => quote!(Window { height: #height, width: #width }),
            ConstPattern::Stride { step, aligned } => quote!(Stride { step: #step, aligned: #aligned }),
            ConstPattern::LdMatrix { trans } => quote!(LdMatrix { trans: #trans }),
            ConstPattern::Fragment { shape, operand } => {
                let (shape, operand) = (variant(shape), variant(operand));
                quote!(Fragment { shape: #private::constant::MmaShape::#shape, operand: #private::constant::Operand::#operand })
            }
            ConstPattern::Wmma { shape, operand } => {
                let (shape, operand) = (variant(shape), variant(operand));
                quote!(Wmma { shape: #private::constant::WmmaShape::#shape, operand: #private::constant::Operand::#operand })
            }
            ConstPattern::Lanes(BorrowedTable { warps, plane_rows, text }) => {
                let plane_rows = match plane_rows {
                    Some(rows) => quote!(::core::option::Option::Some(#rows)),
                    None => quote!(::core::option::Option::None),
                };
                let warps = warps.iter().map(|lanes| {
                    let lanes = lanes.iter().map(|(row, col)| quote!((#row, #col)));
                    quote!([#(#lanes),*])
                });
                quote!(Lanes(#private::constant::BorrowedTable { warps: &[#(#warps),*], plane_rows: #plane_rows, text: #text }))
            }
            _ => quote!(::core::compile_error!("const evaluation does not know this access")),
        }
    }

    fn choice(&self) -> TokenStream {
        let (private, krate) = (self.private, self.krate);
        let choice = match self.tile.choice {
            LayoutChoice::Auto => quote!(Auto),
            LayoutChoice::Plain => quote!(Plain),
            LayoutChoice::Pad(AutoOr::Auto) => quote!(PadAuto),
            LayoutChoice::Pad(AutoOr::Exactly(pad)) => quote!(Pad(#pad)),
            LayoutChoice::Swizzle(AutoOr::Auto) => quote!(SwizzleAuto),
            LayoutChoice::Swizzle(AutoOr::Exactly(cute)) => {
                let (bits, base, shift) = (cute.bits(), cute.base(), cute.shift());
                quote!(Cute(#krate::Cute::new(#bits, #base, #shift).unwrap()))
            }
            // The model has refused it.
            _ => unsupported(),
        };
        quote!(#private::constant::SimpleChoice::#choice)
    }

    fn prefer(&self) -> TokenStream {
        let krate = self.krate;
        match self.tile.prefer {
            Prefer::Bytes => quote!(#krate::Prefer::Bytes),
            Prefer::Index => quote!(#krate::Prefer::Index),
            _ => quote!(#krate::Prefer::Balance),
        }
    }

    /// Returns the call of the macro that writes the inherent items and the trait.
    fn methods(&self) -> TokenStream {
        let ConstantTileCode { tile, elem, private, krate, .. } = self;
        let Item { vis, name, .. } = self.item;
        let align = Literal::u32_unsuffixed(tile.align);
        let (pitch, text, bound) = (self.pitch(), self.text(), self.most_cuda_bytes());
        let arch = arch(tile.arch, krate).map(|arch| quote!(arch(#arch)));
        let has_planes = tile.dimensions.len() == 3;
        let stages = tile.stages.map(|(stages, _)| {
            let stages = Literal::u32_unsuffixed(stages);
            quote!(stages(#stages, { #name::__SMEM_TILE.stage_len }))
        });
        let planes = quote!({ #name::__SMEM_TILE.plane_count() });
        let rows = quote!({ #name::__SMEM_TILE.layout.rows() / #name::__SMEM_TILE.plane_count() });
        let plane = has_planes.then(|| quote!([plane #planes #rows]));
        let index = match has_planes {
            false => quote! {
                #private::check(row, col, Self::ROWS, Self::COLS);
                Self::__INDEX.index(row, col)
            },
            true => quote! {
                #private::check_in_planes(plane, row, col, Self::PLANES, Self::ROWS, Self::COLS);
                Self::__INDEX.index(plane * Self::ROWS + row, col)
            },
        };
        let public = public_functions(has_planes, tile.stages.is_some());
        let is_line = tile.dimensions.len() == 1;
        let lines =
            is_line.then(|| quote!(lines({ #name::__SMEM_TILE.layout.line() }, { #name::__SMEM_TILE.layout.pad() })));
        quote! {
            #krate::__smem_tile! {
                #VERSION [] [#vis struct #name] [] [] [#elem]
                #rows { #name::__SMEM_TILE.layout.cols() } #pitch
                { #name::__SMEM_TILE.len }
                [#name::LEN * ::core::mem::size_of::<#elem>()] [#align] [::core::mem::size_of::<#elem>() as ::core::primitive::u32]
                [#name::__SMEM_TILE.layout] { #private::constant::cuda_text::<#bound, #name>() }
                index(#plane row, col) { #index }
                #arch #public #stages #lines
            }
            #text
        }
    }

    /// Returns the pitch, whose evaluation is an error where there is none.
    fn pitch(&self) -> TokenStream {
        let name = &self.item.name;
        let [swizzled, padded] = [NoPitch::Swizzled, NoPitch::PaddedInside].map(|why| no_pitch(name, why));
        quote_spanned!(name.span()=> { #name::__SMEM_TILE.pitch(#swizzled, #padded) })
    }

    /// Returns the implementation that has the CUDA text, which is computed where a program uses it.
    fn text(&self) -> TokenStream {
        let (ConstantTile { cuda_name, include, .. }, name) = (self.tile, &self.item.name);
        let (private, bound) = (self.private, self.most_cuda_bytes());
        let include = include.as_ref().map(|header| format!("#include \"{header}\"\n")).unwrap_or_default();
        quote! {
            #[doc(hidden)]
            impl #private::constant::ConstantText<#bound> for #name {
                const TEXT: #private::constant::Text<#bound> =
                    #name::__SMEM_TILE.cuda::<#bound>(#cuda_name, #name::__ELEMENT.1, #include);
            }
        }
    }

    /// Returns more bytes than the CUDA text has.
    fn most_cuda_bytes(&self) -> usize {
        let ConstantTile { cuda_name, include, element, .. } = self.tile;
        let elem = element.cuda.as_ref().map_or(LONGEST_KNOWN_NAME, String::len);
        5120 + 40 * cuda_name.len() + 16 * elem + include.as_ref().map_or(0, String::len)
    }

    /// Returns the constant that panics with the message of a failure, at the part of the attribute at fault, or where the element has another
    /// size than the user stated, or a larger alignment than the storage.
    ///
    /// Every part that a message may belong to is a call, which costs the compiler time: those that lie where the shape does are left out.
    fn failure(&self) -> TokenStream {
        let (ConstantTileCode { tile, elem, private, .. }, name) = (self, &self.item.name);
        let quoted = name.to_string();
        // More bytes than a message has.
        let spelled: usize = tile.accesses.iter().map(|of| of.access.to_string().len()).sum();
        let bound = 4096 + 16 * quoted.len() + 4 * spelled;
        // rustc shows what the whole call spans, its first name included.
        let refuse = |span: SourceSpan| {
            let mut name = name.clone();
            name.set_span(name.span().located_at(span.first()));
            let (bound, quoted) = (located(bound, span), located(quoted.as_str(), span));
            quote_spanned!(span.first()=> #name::__SMEM_TILE.refuse::<#bound>(#quoted))
        };
        let part = |part: &str, span: SourceSpan| {
            let (part, refuse) = (Ident::new(part, Span::call_site()), refuse(span));
            quote!(#private::constant::AttributePart::#part => #refuse,)
        };
        let dimensions = ["First", "Second", "Third"].into_iter().zip(&tile.dimensions);
        let dimensions = dimensions.map(|(name, dimension)| part(name, dimension.span));
        let choice = tile.is_choice_written.then(|| part("Choice", tile.choice_span));
        let stages = tile.stages.map(|(_, span)| part("Stages", span));
        let accesses = tile.accesses.iter().enumerate().map(|(number, access)| {
            let refuse = refuse(access.span);
            quote!(#private::constant::AttributePart::Access(#number) => #refuse,)
        });
        let (shape, element) = (refuse(tile.span), part("Element", tile.element.span));
        let stated = tile.element.stated.map(|(bytes, span)| {
            let message = format!(
                "`{name}` is laid out for elements of {bytes} bytes, as `elem(bytes = {bytes})` says, and its element type \
                 has another size\nhelp: write the type's `size_of` for `bytes`, or leave `bytes` out"
            );
            let bytes = Literal::u32_unsuffixed(bytes);
            quote_spanned!(span.first()=> ::core::assert!(::core::mem::size_of::<#elem>() == #bytes, #message);)
        });
        let message = format!(
            "the element of `{name}` has a larger alignment than {} bytes, which no access needs\n\
             help: take an element type without `repr(align)`",
            tile.align
        );
        let alignment = quote_spanned! {tile.element.span.first()=>
            ::core::assert!(::core::mem::size_of::<#name>() == #name::BYTES, #message)
        };
        quote! {
            const _: () = {
                #stated
                match #name::__SMEM_TILE.culprit() {
                    #private::constant::AttributePart::None => #alignment,
                    #(#dimensions)*
                    #element
                    #stages
                    #choice
                    #(#accesses)*
                    _ => #shape,
                }
            };
        }
    }
}

/// The bytes of the longest name in CUDA C++ of a type that `CudaElement` has: `unsigned long long`.
const LONGEST_KNOWN_NAME: usize = 18;

/// Returns the variant of a shape or an operand, which it is named for.
fn variant(name: impl ToString) -> Ident {
    Ident::new(&name.to_string().to_uppercase(), Span::call_site())
}

/// Returns a literal that rustc shows at `span`.
fn located(literal: impl ToTokens, span: SourceSpan) -> TokenStream {
    let located = |mut token: proc_macro2::TokenTree| {
        token.set_span(span.first());
        token
    };
    literal.into_token_stream().into_iter().map(located).collect()
}

/// Returns the code where the model let through what it should have refused.
fn unsupported() -> TokenStream {
    let name = Ident::new("Unsupported", Span::call_site());
    name.to_token_stream()
}
