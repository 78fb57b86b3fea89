//! The Rust that comes out.
//!
//! Every path is absolute and every name is the macro's own, so that the code means the same wherever it lands: without
//! a prelude, beside a `struct u32`, in `no_std`.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use smem_layout::{Arch, Dialect, Layout, Swizzle};
use syn::{Attribute, Field, Generics, Type, Visibility};

use crate::item::Item;
use crate::spot::Spot;
use crate::tile::Tile;

/// All that the code is made of. The [fallback](crate::fallback) fills it too.
pub(crate) struct Code<'a> {
    pub(crate) krate: &'a TokenStream,
    pub(crate) vis: &'a Visibility,
    pub(crate) name: &'a Ident,
    pub(crate) generics: &'a Generics,
    pub(crate) elem: &'a Type,
    pub(crate) arch: Arch,
    pub(crate) layout: Layout,
    pub(crate) stages: u32,
    /// Elements of one stage.
    pub(crate) stage_len: usize,
    pub(crate) bytes: TokenStream,
    pub(crate) align: TokenStream,
    pub(crate) cuda: &'a str,
    /// The value of `CUtensorMapSwizzle`, where the bulk tensor copy is to fill the tile.
    pub(crate) tensor_map_swizzle: Option<u32>,
    /// The arithmetic of `index` on `row` and `col`, after its check.
    pub(crate) index: TokenStream,
}

/// The struct with its storage, the methods, and the checks of what the macro assumed.
pub(crate) fn tile(tile: &Tile, item: &Item, field: &Field, krate: &TokenStream) -> TokenStream {
    let Tile { shape, solution, stages, .. } = tile;
    let (rows, cols) = (Literal::u32_unsuffixed(shape.rows), Literal::u32_unsuffixed(shape.cols));
    let arithmetic: TokenStream =
        solution.layout.index_expression(Dialect::Rust).parse().expect("smem-layout writes Rust");
    let bytes = Literal::usize_unsuffixed(solution.bytes).to_token_stream();
    let align = Literal::u32_unsuffixed(solution.align).to_token_stream();
    let cuda = tile.cuda();
    let code = Code {
        krate,
        vis: &item.vis,
        name: &item.name,
        generics: &item.generics,
        elem: &field.ty,
        arch: tile.arch,
        layout: solution.layout,
        stages: *stages,
        stage_len: solution.stage_len,
        bytes: bytes.clone(),
        align: align.clone(),
        cuda: &cuda,
        tensor_map_swizzle: tile.tensor_map_swizzle,
        index: quote! {
            ::core::debug_assert!(row < #rows && col < #cols, "row or column outside the tile");
            #arithmetic
        },
    };
    let docs = tile.docs(&field.ty.to_token_stream().to_string());
    let storage = storage(&code, &item.attrs, field, solution.len, &quote!(#[doc = #docs] #[repr(C, align(#align))]));
    let code_tokens = code.tokens();
    let checks = checks(&code, tile.elem.bytes, tile.elem_spot);
    quote!(#storage #code_tokens #checks)
}

/// The struct as the user wrote it, with an array in place of the element.
pub(crate) fn storage(
    code: &Code<'_>,
    attrs: &[Attribute],
    field: &Field,
    len: usize,
    ours: &TokenStream,
) -> TokenStream {
    let Code { vis, name, generics, elem, .. } = code;
    let (field_attrs, field_vis) = (&field.attrs, &field.vis);
    let where_clause = &generics.where_clause;
    let len = Literal::usize_unsuffixed(len);
    quote! {
        #(#attrs)*
        #ours
        #vis struct #name #generics (#(#field_attrs)* #field_vis [#elem; #len]) #where_clause;
    }
}

/// The sizes that the layout was solved for, whatever the names in the struct turn out to mean.
fn checks(code: &Code<'_>, elem_bytes: u32, elem_spot: Spot) -> TokenStream {
    let Code { name, elem, .. } = code;
    let bytes = Literal::u32_unsuffixed(elem_bytes);
    let message = format!(
        "`smem_tile` laid `{name}` out for elements of {elem_bytes} bytes, and its element type has another size"
    );
    quote_spanned! {elem_spot.span()=>
        const _: () = {
            ::core::assert!(::core::mem::size_of::<#elem>() == #bytes, #message);
            ::core::assert!(::core::mem::size_of::<#name>() == #name::BYTES);
        };
    }
}

impl Code<'_> {
    /// The inherent methods, and the trait in terms of them.
    pub(crate) fn tokens(&self) -> TokenStream {
        let Code { krate, name, elem, .. } = self;
        let (impl_generics, ty_generics, where_clause) = self.generics.split_for_impl();
        let consts = self.consts();
        let functions = self.functions();
        quote! {
            impl #impl_generics #name #ty_generics #where_clause {
                #consts
                #functions
            }

            #[automatically_derived]
            impl #impl_generics #krate::SmemTile for #name #ty_generics #where_clause {
                type Elem = #elem;
                const ROWS: ::core::primitive::u32 = Self::ROWS;
                const COLS: ::core::primitive::u32 = Self::COLS;
                const PITCH: ::core::primitive::u32 = Self::PITCH;
                const STAGES: ::core::primitive::u32 = Self::STAGES;
                const LEN: ::core::primitive::usize = Self::LEN;
                const BYTES: ::core::primitive::usize = Self::BYTES;
                const LAYOUT: #krate::Layout = Self::LAYOUT;
                const CUDA: &'static ::core::primitive::str = Self::CUDA;
                #[inline(always)]
                fn index(row: ::core::primitive::u32, col: ::core::primitive::u32) -> ::core::primitive::u32 {
                    Self::index(row, col)
                }
                #[inline(always)]
                fn bank(row: ::core::primitive::u32, col: ::core::primitive::u32) -> ::core::primitive::u32 {
                    Self::bank(row, col)
                }
            }
        }
    }

    fn consts(&self) -> TokenStream {
        let Code { krate, vis, bytes, align, cuda, .. } = self;
        let [rows, cols, pitch, stages] =
            [self.layout.rows, self.layout.cols, self.layout.pitch, self.stages].map(Literal::u32_unsuffixed);
        let layout = layout(&self.layout, krate);
        let stage_len = Literal::usize_unsuffixed(self.stage_len);
        let tensor_map_swizzle = self.tensor_map_swizzle.map(Literal::u32_unsuffixed).map(|value| {
            quote! {
                /// The `CUtensorMapSwizzle` with which the bulk tensor copy fills the tile as `index` reads it.
                #vis const TENSOR_MAP_SWIZZLE: ::core::primitive::u32 = #value;
            }
        });
        quote! {
            /// Rows of the tile.
            #vis const ROWS: ::core::primitive::u32 = #rows;
            /// Columns of the tile, in elements.
            #vis const COLS: ::core::primitive::u32 = #cols;
            /// Elements from a row to the next.
            #vis const PITCH: ::core::primitive::u32 = #pitch;
            /// Tiles back to back in the storage.
            #vis const STAGES: ::core::primitive::u32 = #stages;
            /// Elements from a stage to the next.
            #vis const STAGE_LEN: ::core::primitive::usize = #stage_len;
            /// Elements of storage, padding and all stages included.
            #vis const LEN: ::core::primitive::usize = Self::STAGE_LEN * Self::STAGES as ::core::primitive::usize;
            /// Bytes of storage: the size of the type.
            #vis const BYTES: ::core::primitive::usize = #bytes;
            /// Alignment of the storage, in bytes.
            #vis const ALIGN: ::core::primitive::usize = #align;
            /// Where each element is stored.
            #vis const LAYOUT: #krate::Layout = #layout;
            /// The same tile as CUDA C++ source.
            #vis const CUDA: &'static ::core::primitive::str = #cuda;
            #tensor_map_swizzle
        }
    }

    fn functions(&self) -> TokenStream {
        let Code { krate, vis, elem, index, .. } = self;
        let arch = arch(self.arch, krate);
        quote! {
            /// The offset of element (`row`, `col`) from the start of the tile, in elements.
            ///
            /// Outside the tile it panics in const evaluation and with debug assertions, and is meaningless otherwise.
            #[inline(always)]
            #[track_caller]
            #vis const fn index(row: ::core::primitive::u32, col: ::core::primitive::u32) -> ::core::primitive::u32 {
                #index
            }
            /// The offset of element (`row`, `col`) of a stage from the start of the storage, in elements.
            #[inline(always)]
            #[track_caller]
            #vis const fn stage_index(
                stage: ::core::primitive::u32,
                row: ::core::primitive::u32,
                col: ::core::primitive::u32,
            ) -> ::core::primitive::u32 {
                ::core::debug_assert!(stage < Self::STAGES, "stage outside the storage");
                stage * (Self::STAGE_LEN as ::core::primitive::u32) + Self::index(row, col)
            }
            /// The bank that the first byte of element (`row`, `col`) falls in.
            #[inline(always)]
            #[track_caller]
            #vis const fn bank(row: ::core::primitive::u32, col: ::core::primitive::u32) -> ::core::primitive::u32 {
                let bytes = ::core::mem::size_of::<#elem>() as ::core::primitive::u32;
                #arch.bank_model().bank(Self::index(row, col) * bytes)
            }
            /// The place of element (`row`, `col`).
            ///
            /// # Safety
            ///
            /// `this` points to a tile in one allocation, and `row` and `col` are inside the tile.
            #[inline(always)]
            #[track_caller]
            #vis const unsafe fn at(
                this: *mut Self,
                row: ::core::primitive::u32,
                col: ::core::primitive::u32,
            ) -> *mut #elem {
                // SAFETY: the index is less than `LEN`, the elements of the array that the type begins with.
                unsafe { this.cast::<#elem>().add(Self::index(row, col) as ::core::primitive::usize) }
            }
        }
    }
}

/// The layout as a constant expression.
fn layout(layout: &Layout, krate: &TokenStream) -> TokenStream {
    let [rows, cols, pitch, line] = [layout.rows, layout.cols, layout.pitch, layout.line].map(Literal::u32_unsuffixed);
    let swizzle = match layout.swizzle {
        Swizzle::None => quote!(None),
        Swizzle::Cute(cute) => {
            let [bits, base] = [cute.bits(), cute.base()].map(Literal::u32_unsuffixed);
            let shift = Literal::i32_unsuffixed(cute.shift());
            quote!(Cute(#krate::Cute::new(#bits, #base, #shift).unwrap()))
        }
        Swizzle::Matrix(matrix) => {
            let columns = matrix.columns().iter().map(|column| Literal::u8_unsuffixed(*column));
            let base = Literal::u32_unsuffixed(matrix.base());
            quote!(Matrix(#krate::Matrix::new(&[#(#columns),*], #base)))
        }
    };
    quote! {
        #krate::Layout { rows: #rows, cols: #cols, pitch: #pitch, line: #line, swizzle: #krate::Swizzle::#swizzle }
    }
}

/// The architecture as a constant expression.
fn arch(arch: Arch, krate: &TokenStream) -> TokenStream {
    if arch == Arch::DEFAULT {
        return quote!(#krate::Arch::DEFAULT);
    }
    let (major, minor) = (Literal::u32_unsuffixed(arch.number() / 10), Literal::u32_unsuffixed(arch.number() % 10));
    let named = quote!(#krate::Arch::from_compute_capability(#major, #minor).unwrap());
    if arch.with_eight_byte_banks() == Some(arch) { quote!(#named.with_eight_byte_banks().unwrap()) } else { named }
}
