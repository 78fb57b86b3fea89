//! The text that the attribute expands to.

/// The members of a block: what `#[shared_block]` writes after the struct.
///
/// Paths are absolute, and no constant is in scope of the tokens of the user. The first token is the version of the macro, as in
/// `__smem_tile!`.
#[doc(hidden)]
#[macro_export]
macro_rules! __shared_block {
    (
        "0.1.0" [$vis:vis $kind:ident $name:ident] $cuda_name:literal [$($arch:expr)?]
        $($(#[$cfg:meta])* $offset:ident [$offset_doc:literal] $member:literal $field:ident: $type:ty;)*
    ) => {
        impl $name {
            /// Bytes of storage: the size of the type.
            $vis const BYTES: ::core::primitive::usize = ::core::mem::size_of::<Self>();
            /// Alignment of the storage, in bytes.
            $vis const ALIGN: ::core::primitive::usize = ::core::mem::align_of::<Self>();
            /// The same block as CUDA C++ source, after the types of its fields.
            $vis const CUDA: &'static ::core::primitive::str = <Self as $crate::SharedBlock>::CUDA;
            $(
                $(#[$cfg])*
                #[doc = $offset_doc]
                $vis const $offset: ::core::primitive::usize = ::core::mem::offset_of!(Self, $field);
            )*
        }

        #[automatically_derived]
        impl $crate::SharedField for $name {
            const DEFINITION: $crate::__private_0_1_0::block::Definition = {
                use $crate::__private_0_1_0::{block, constant::Text};
                const LEN: ::core::primitive::usize = block::own::<0, $name>().len();
                const OWN: &Text<LEN> = &block::own::<LEN, $name>();
                block::definition::<$name>(OWN.as_str())
            };
        }

        #[automatically_derived]
        impl $crate::SharedBlock for $name {
            const ARCH: $crate::Arch = $crate::__shared_block_arch!([$($arch)?]);
            const CUDA: &'static ::core::primitive::str = {
                use $crate::{SharedField, __private_0_1_0::{block, constant::Text}};
                const LEN: ::core::primitive::usize = block::whole::<0>(&<$name as SharedField>::DEFINITION).len();
                const WHOLE: &Text<LEN> = &block::whole::<LEN>(&<$name as SharedField>::DEFINITION);
                WHOLE.as_str()
            };
            const KIND: &'static ::core::primitive::str = ::core::stringify!($kind);
            const CUDA_NAME: &'static ::core::primitive::str = $cuda_name;
            const MEMBERS: &'static [$crate::__private_0_1_0::block::Member] = &[$(
                $(#[$cfg])*
                $crate::__private_0_1_0::block::Member::new::<$type>($member, ::core::mem::offset_of!(Self, $field)),
            )*];
        }
    };
    ($version:literal $($rest:tt)*) => {
        ::core::compile_error! { ::core::concat!(
            "`#[shared_block]` is from smem-derive ", $version, ", and the block's library is smem-layout 0.1.0\n",
            "help: use one version of both: depend on smem-tile alone, or on smem-derive and smem-layout of one version",
        ) }
    };
}

/// The architecture that a block names, or that its fields name.
#[doc(hidden)]
#[macro_export]
macro_rules! __shared_block_arch {
    ([]) => {
        $crate::__private_0_1_0::block::arch(<Self as $crate::SharedBlock>::MEMBERS)
    };
    ([$arch:expr]) => {
        $arch
    };
}
