//! The parts of a tile's code, and how they become a struct with its storage and the call of the macro of `smem-layout` that writes
//! the rest.
//!
//! Every path is absolute, so that the code means the same everywhere: without a prelude, beside a `struct u32`, in
//! `no_std`.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use smem_layout::{Arch, Layout, NoPitch, layout_constant};
use syn::ext::IdentExt;
use syn::{Field, Type};

use crate::model::item::Item;

/// The version of the macro, which the library compares with its own.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The module of the library with the functions that the code calls. It is named for the version.
pub(crate) fn private() -> Ident {
    Ident::new(&format!("__private_{}", VERSION.replace(['.', '-', '+'], "_")), Span::call_site())
}

/// The parts of a tile's code. A solved tile and the [fallback](crate::expand::fallback) state where theirs differ from
/// [`TileCode::plain`].
pub(crate) struct TileCode<'a> {
    pub(crate) krate: &'a TokenStream,
    pub(crate) item: &'a Item,
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
    pub(crate) stages: Option<StageSizes>,
    /// The value of `CUtensorMapSwizzle`, if the bulk tensor copy fills the tile.
    pub(crate) tensor_map_swizzle: Option<u32>,
    /// The functions of the index that CubeCL reads.
    pub(crate) cubecl: Option<TokenStream>,
}

/// The number of tiles back to back, if the attribute says `stages`, and the elements of each.
#[derive(Clone, Copy)]
pub(crate) struct StageSizes {
    pub(crate) count: u32,
    pub(crate) len: usize,
}

impl<'a> TileCode<'a> {
    /// Returns the parts for a plain layout in rows, with the sizes of the type that the compiler finds, no CUDA text and no checks.
    pub(crate) fn plain(item: &'a Item, elem: &'a Type, krate: &'a TokenStream, layout: Layout) -> Self {
        TileCode {
            krate,
            item,
            elem,
            arch: Arch::DEFAULT,
            layout,
            len: layout.len(),
            bytes: quote!(::core::mem::size_of::<Self>()),
            align: quote!(::core::mem::align_of::<Self>()),
            elem_bytes: quote!(1),
            cuda: "",
            planes: None,
            index: quote!(row * Self::COLS + col),
            stages: None,
            tensor_map_swizzle: None,
            cubecl: None,
        }
    }

    /// Returns the struct as the user wrote it, with an array in place of the element.
    pub(crate) fn storage(&self, field: &Field, ours: &TokenStream) -> TokenStream {
        let (Item { attrs, vis, name, generics, .. }, elem) = (self.item, self.elem);
        let (field_attrs, field_vis) = (&field.attrs, &field.vis);
        let where_clause = &generics.where_clause;
        let len = Literal::usize_unsuffixed(self.len);
        let parameters = self.parameters();
        quote! {
            #(#attrs)*
            #ours
            #vis struct #name #generics (#(#field_attrs)* #field_vis [#elem; #len] #parameters) #where_clause;
        }
    }

    /// Returns a field that mentions the lifetimes and types of a struct that is wrong because it has them: that they are unused would be
    /// a second error.
    fn parameters(&self) -> Option<TokenStream> {
        let generics = &self.item.generics;
        let lifetimes = generics.lifetimes().map(|parameter| {
            let lifetime = &parameter.lifetime;
            quote!(& #lifetime ())
        });
        let types = generics.type_params().map(|parameter| {
            let name = &parameter.ident;
            quote!(*const #name)
        });
        let mentioned: Vec<TokenStream> = lifetimes.chain(types).collect();
        (!mentioned.is_empty()).then(|| quote!(, ::core::marker::PhantomData<(#(#mentioned,)*)>))
    }

    /// Returns the call of the macro that writes the inherent items and the trait.
    pub(crate) fn methods(&self) -> TokenStream {
        let TileCode { krate, elem, bytes, align, elem_bytes, cuda, index, .. } = self;
        let Item { vis, name, .. } = self.item;
        let (generics, arguments, bounds) = self.item.generics.split_for_impl();
        let solved = &self.layout;
        let rows = solved.rows() / self.planes.unwrap_or(1);
        let [rows, cols] = [rows, solved.cols()].map(Literal::u32_unsuffixed);
        let pitch = self.pitch();
        let lines = self.lines();
        let planes = self.planes.map(|planes| {
            let planes = Literal::u32_unsuffixed(planes);
            quote!([plane #planes #rows])
        });
        let cubecl = self.cubecl.as_ref();
        // Under `cubecl` it is `#[cube]` that writes them.
        let public = cubecl.is_none().then(|| public_functions(self.planes.is_some(), self.stages.is_some()));
        let len = Literal::usize_unsuffixed(self.len);
        let layout = rust(&layout_constant(&self.layout));
        let arch = arch(self.arch, krate).map(|arch| quote!(arch(#arch)));
        let stages = self.stages.map(|stages| {
            let (count, len) = (Literal::u32_unsuffixed(stages.count), Literal::usize_unsuffixed(stages.len));
            quote!(stages(#count, #len))
        });
        let tensor_map_swizzle = self.tensor_map_swizzle.map(Literal::u32_unsuffixed);
        let tensor_map_swizzle = tensor_map_swizzle.map(|value| quote!(tensor_map_swizzle(#value)));
        quote! {
            #krate::__smem_tile! {
                #VERSION [#generics] [#vis struct #name] [#arguments] [#bounds] [#elem]
                #rows #cols #pitch #len [#bytes] [#align] [#elem_bytes] [#layout] #cuda
                index(#planes row, col) { #index }
                #arch #public #stages #tensor_map_swizzle #lines
            }
            #cubecl
        }
    }

    /// Returns the pitch, or an expression whose evaluation is an error that says why there is none.
    fn pitch(&self) -> TokenStream {
        match self.layout.row_pitch() {
            Ok(pitch) => Literal::u32_unsuffixed(pitch).to_token_stream(),
            Err(why) => {
                let message = no_pitch(&self.item.name, why);
                quote!({ ::core::panic!(#message) })
            }
        }
    }

    /// Returns the elements between two paddings and the unused ones after each, where the layout is padded inside its rows.
    fn lines(&self) -> Option<TokenStream> {
        let is_padded_inside = self.layout.row_pitch() == Err(NoPitch::PaddedInside);
        let [line, pad] = [self.layout.line(), self.layout.pad()].map(Literal::u32_unsuffixed);
        is_padded_inside.then(|| quote!(lines(#line, #pad)))
    }

    /// Returns assertions of the sizes that the layout was solved for, for an element whose size the user stated.
    pub(crate) fn checks(&self, elem_bytes: u32, at: Span) -> TokenStream {
        let (TileCode { elem, bytes, .. }, name) = (self, &self.item.name);
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

/// Returns the error of a use of `PITCH` where there is none.
pub(crate) fn no_pitch(name: &Ident, why: NoPitch) -> String {
    let name = name.unraw();
    format!("`{name}` has no `PITCH`: {why}\nhelp: `{name}::index` says where an element is")
}

/// Returns the part of the call of the macro that asks for the public functions of the index.
pub(crate) fn public_functions(has_planes: bool, has_stages: bool) -> TokenStream {
    let plane = has_planes.then(|| quote!([plane]));
    let stage_index = has_stages.then(|| quote!(stage_index(stage, #plane row, col)));
    quote!(public_index(#plane row, col) #stage_index)
}

/// Returns the tokens of an expression that `smem-layout` wrote.
pub(crate) fn rust(expression: &str) -> TokenStream {
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
