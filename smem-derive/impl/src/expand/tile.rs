//! The code of a tile: the struct with its storage, and the call of the macro of `smem-layout` that writes the rest.
//!
//! Every path is absolute, so that the code means the same everywhere: without a prelude, beside a `struct u32`, in
//! `no_std`.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use smem_layout::{Arch, Dialect, Layout, index_expression, layout_constant};
use syn::{Attribute, Field, Generics, Type, Visibility};

use crate::expand::text;
use crate::message::source;
use crate::model::item::Item;
use crate::model::primitive;
use crate::model::tile::SolvedTile;

/// The version of the macro, which the library compares with its own.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The module of the library with the functions that the code calls. It is named for the version.
pub(crate) fn private() -> Ident {
    Ident::new(&format!("__private_{}", VERSION.replace(['.', '-', '+'], "_")), Span::call_site())
}

/// The parts of the code. The [fallback](crate::expand::fallback) fills it too.
pub(crate) struct Code<'a> {
    pub(crate) krate: &'a TokenStream,
    pub(crate) vis: &'a Visibility,
    pub(crate) name: &'a Ident,
    pub(crate) generics: &'a Generics,
    pub(crate) elem: &'a Type,
    pub(crate) arch: Arch,
    pub(crate) layout: Layout,
    /// Elements of storage.
    pub(crate) len: usize,
    pub(crate) bytes: TokenStream,
    pub(crate) align: TokenStream,
    pub(crate) elem_bytes: TokenStream,
    pub(crate) cuda: &'a str,
    pub(crate) planes: Option<u32>,
    /// The body of `index`, of `row` and `col`, and of `plane` where there are planes.
    pub(crate) index: TokenStream,
    pub(crate) stages: Option<Stages>,
    /// The value of `CUtensorMapSwizzle`, if the bulk tensor copy fills the tile.
    pub(crate) tensor_map_swizzle: Option<u32>,
}

/// The number of tiles back to back, if the attribute says `stages`, and the elements of each.
#[derive(Clone, Copy)]
pub(crate) struct Stages {
    pub(crate) count: u32,
    pub(crate) len: usize,
}

/// Returns the struct with its storage, the methods, and the checks of the sizes that the macro assumed.
pub(crate) fn code(tile: &SolvedTile, item: &Item, field: &Field, krate: &TokenStream) -> TokenStream {
    let SolvedTile { shape, solution, .. } = tile;
    let (rows, cols) = (Literal::u32_unsuffixed(shape.rows), Literal::u32_unsuffixed(shape.cols));
    let offset = rust(&index_expression(solution.layout(), Dialect::Rust));
    let align = Literal::u32_unsuffixed(solution.align()).to_token_stream();
    let cuda = text::cuda(tile);
    let elem = primitive::absolute(&field.ty).unwrap_or_else(|| field.ty.clone());
    let code = Code {
        krate,
        vis: &item.vis,
        name: &item.name,
        generics: &item.generics,
        elem: &elem,
        arch: tile.arch,
        layout: *solution.layout(),
        len: solution.len(),
        bytes: Literal::usize_unsuffixed(solution.bytes()).to_token_stream(),
        align: align.clone(),
        elem_bytes: Literal::u32_unsuffixed(tile.elem.bytes).to_token_stream(),
        cuda: &cuda,
        planes: shape.planes.map(|planes| planes.value),
        index: {
            let private = private();
            match shape.planes {
                None => quote!(#krate::#private::check(row, col, #rows, #cols); #offset),
                Some(planes) => {
                    let planes = Literal::u32_unsuffixed(planes.value);
                    quote! {
                        #krate::#private::check_in_planes(plane, row, col, #planes, #rows, #cols);
                        let row = plane * #rows + row;
                        #offset
                    }
                }
            }
        },
        stages: tile.stages.map(|count| Stages { count, len: solution.stage_len() }),
        tensor_map_swizzle: tile.tensor_map_swizzle,
    };
    let docs = text::docs(tile, &source::text(&field.ty));
    let storage = code.storage(&item.attrs, field, &quote!(#[doc = #docs] #[repr(C, align(#align))]));
    let methods = code.methods();
    let checks = tile.elem_span.filter(|_| tile.elem.is_stated).map(|span| code.checks(tile.elem.bytes, span.first()));
    quote!(#storage #methods #checks)
}

impl Code<'_> {
    /// Returns the struct as the user wrote it, with an array in place of the element.
    pub(crate) fn storage(&self, attrs: &[Attribute], field: &Field, ours: &TokenStream) -> TokenStream {
        let Code { vis, name, generics, elem, .. } = self;
        let (field_attrs, field_vis) = (&field.attrs, &field.vis);
        let where_clause = &generics.where_clause;
        let len = Literal::usize_unsuffixed(self.len);
        quote! {
            #(#attrs)*
            #ours
            #vis struct #name #generics (#(#field_attrs)* #field_vis [#elem; #len]) #where_clause;
        }
    }

    /// Returns the call of the macro that writes the inherent items and the trait.
    pub(crate) fn methods(&self) -> TokenStream {
        let Code { krate, vis, name, elem, bytes, align, elem_bytes, cuda, index, .. } = self;
        let (generics, arguments, bounds) = self.generics.split_for_impl();
        let solved = &self.layout;
        let rows = solved.rows() / self.planes.unwrap_or(1);
        let [rows, cols, pitch] = [rows, solved.cols(), solved.pitch()].map(Literal::u32_unsuffixed);
        let planes = self.planes.map(|planes| {
            let planes = Literal::u32_unsuffixed(planes);
            quote!([plane #planes #rows])
        });
        let len = Literal::usize_unsuffixed(self.len);
        let layout = rust(&layout_constant(&self.layout));
        let arch = arch(self.arch, krate).map(|arch| quote!(arch(#arch)));
        let stages = self.stages.map(|stages| {
            let (count, len) = (Literal::u32_unsuffixed(stages.count), Literal::usize_unsuffixed(stages.len));
            let plane = self.planes.map(|_| quote!([plane]));
            quote!(stages(#plane #count, #len))
        });
        let tensor_map_swizzle = self.tensor_map_swizzle.map(Literal::u32_unsuffixed);
        let tensor_map_swizzle = tensor_map_swizzle.map(|value| quote!(tensor_map_swizzle(#value)));
        quote! {
            #krate::__smem_tile! {
                #VERSION [#generics] [#vis struct #name] [#arguments] [#bounds] [#elem]
                #rows #cols #pitch #len [#bytes] [#align] [#elem_bytes] [#layout] #cuda
                index(#planes row, col) { #index }
                #arch #stages #tensor_map_swizzle
            }
        }
    }

    /// Returns assertions of the sizes that the layout was solved for, for an element whose size the user stated.
    fn checks(&self, elem_bytes: u32, at: proc_macro2::Span) -> TokenStream {
        let Code { name, elem, bytes, .. } = self;
        let expected = Literal::u32_unsuffixed(elem_bytes);
        let message = format!(
            "`{name}` is laid out for elements of {elem_bytes} bytes, as `elem(bytes = {elem_bytes})` says, and its element \
             type has another size\nhelp: write the type's `size_of` for `bytes`"
        );
        quote_spanned! {at=>
            const _: () = {
                ::core::assert!(::core::mem::size_of::<#elem>() == #expected, #message);
                ::core::assert!(::core::mem::size_of::<#name>() == #bytes);
            };
        }
    }
}

/// Returns the tokens of an expression that `smem-layout` wrote.
fn rust(expression: &str) -> TokenStream {
    expression.parse().unwrap_or_else(|error| syn::Error::from(error).to_compile_error())
}

/// Returns the architecture as a constant expression, or `None` for the default.
pub(crate) fn arch(arch: Arch, krate: &TokenStream) -> Option<TokenStream> {
    if arch == Arch::DEFAULT {
        return None;
    }
    let (major, minor) = (Literal::u32_unsuffixed(arch.number() / 10), Literal::u32_unsuffixed(arch.number() % 10));
    let named = quote!(#krate::Arch::from_compute_capability(#major, #minor).unwrap());
    let eight_byte_banks = arch.with_eight_byte_banks() == Some(arch);
    Some(if eight_byte_banks { quote!(#named.with_eight_byte_banks().unwrap()) } else { named })
}
