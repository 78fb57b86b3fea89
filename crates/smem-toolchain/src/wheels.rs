//! The wheels that may be installed: exact versions, and the SHA-256 of each platform's file.
//!
//! A wheel that is not in this table is not installed, so what a package index, a mirror or a network in between hands out is either this
//! file or refused. The hashes are those of PyPI's files for Linux on x86-64, Linux on ARM and Windows on x86-64, as far as a version has
//! them: there is none for Linux on ARM before CUDA 12.3.

/// A version of a package on PyPI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PinnedWheel {
    /// The package and its version, as pip takes them.
    pub(super) requirement: &'static str,
    /// SHA-256 of the file of each platform, in hexadecimal.
    pub(super) sha256: &'static [&'static str],
}

/// Returns the wheel of a package with this version, or the one of the table where `version` is a beginning of its own: `12.8`.
pub(super) const fn pinned(package: &str, version: &str) -> Option<PinnedWheel> {
    let mut at = 0;
    while at < WHEELS.len() {
        let requirement = WHEELS[at].requirement.as_bytes();
        if matches(requirement, package.as_bytes(), version.as_bytes()) {
            return Some(WHEELS[at]);
        }
        at += 1;
    }
    None
}

/// Whether a requirement is `package==version`, or `package==version.more`.
const fn matches(requirement: &[u8], package: &[u8], version: &[u8]) -> bool {
    let equal = package.len() + 2;
    let end = equal + version.len();
    begins(requirement, 0, package)
        && begins(requirement, package.len(), b"==")
        && begins(requirement, equal, version)
        && (requirement.len() == end || requirement[end] == b'.')
}

/// Whether `part` is in `whole` at a place.
const fn begins(whole: &[u8], place: usize, part: &[u8]) -> bool {
    if whole.len() < place + part.len() {
        return false;
    }
    let mut at = 0;
    while at < part.len() {
        if whole[place + at] != part[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// The newest of each minor version of CUDA.
const WHEELS: [PinnedWheel; 38] = [
    PinnedWheel {
        requirement: "nvidia-cuda-nvrtc-cu12==12.9.86",
        sha256: &[
            "210cf05005a447e29214e9ce50851e83fc5f4358df8b453155d5e1918094dcb4",
            "096d4de6bda726415dfaf3198d4f5c522b8e70139c97feef5cd2ca6d4cd9cead",
            "72972ebdcf504d69462d3bcd67e7b81edd25d0fb85a2c46d3ea3517666636349",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-nvdisasm==13.5.37",
        sha256: &[
            "d3fdbdd49fa53e2e4aacd3db8259d052bd2b049ececdcb69e92e083c6728e7ca",
            "a3a8248074edb9fba63b74c38a5416b712a91ab09e70b8ab37186c3d293fc605",
            "aa42a3ecda8c58ff6ff2f9cbe1fc905d7f797a1ca4071941349fda114bf2a628",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-cccl-cu12==12.9.27",
        sha256: &[
            "37869e17ce2e1ecec6eddf1927cca0f8c34e64fd848d40453df559091e2d7117",
            "d7898b38aa68beaa234d48f0868273702342a196d6e2e9d0ef058dca2390ebea",
            "72106f95a9bb3be18472806b4f663ebf0f9248a86d14b4ae3305725b855d9d92",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-cccl==13.3.5.0.6",
        sha256: &[
            "d5230098fa2df5021e1a00c0c4eee41797671a91119d31e892463e5ccf3ee326",
            "6f30b8076b3e69951c459c94ae190bde51924b320076ebaec376d36848b4c76e",
            "6e1f96b71d582171cebd9ae1d7ffbfc726e112a0a41aef77b9ead500aad7e0a2",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-curand-cu12==10.3.10.19",
        sha256: &[
            "49b274db4780d421bd2ccd362e1415c13887c53c214f0d4b761752b8f9f6aa1e",
            "de663377feb1697e1d30ed587b07d5721fdd6d2015c738d7528a6002a6134d37",
            "e8129e6ac40dc123bd948e33d3e11b4aa617d87a583fa2f21b3210e90c743cde",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-curand==10.4.5.25",
        sha256: &[
            "22bb226a857e5888fe6b54ae465fc4371296bcff13a35f79e19691bcf454f529",
            "07c75d8ba14b627d1a01d2c1bfa1eece88f25d564d3aae7e6b6fb44f7bbec9c1",
            "f6a02a70f5b9715235df31a164a4bf3237a45be1600a5f435f5e4a0d8682eb22",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-runtime-cu12==12.9.79",
        sha256: &[
            "25bba2dfb01d48a9b59ca474a1ac43c6ebf7011f1b0b8cc44f54eb6ac48a96c3",
            "83469a846206f2a733db0c42e223589ab62fd2fabac4432d2f8802de4bded0a4",
            "8e018af8fa02363876860388bd10ccb89eb9ab8fb0aa749aaf58430a9f7c4891",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-runtime-cu12==12.8.90",
        sha256: &[
            "adade8dcbd0edf427b7204d480d6066d33902cab2a4707dcfc48a2d0fd44ab90",
            "52bf7bbee900262ffefe5e9d5a2a69a30d97e2bc5bb6cc866688caa976966e3d",
            "c0c6027f01505bfed6c3b21ec546f69c687689aad5f1a377554bc6ca4aa993a8",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-runtime-cu12==12.6.77",
        sha256: &[
            "ba3b56a4f896141e25e19ab287cd71e52a6a0f4b29d0d31609f60e3b4d5219b7",
            "6116fad3e049e04791c0256a9778c16237837c08b27ed8c8401e2e45de8d60cd",
            "86c58044c824bf3c173c49a2dbc7a6c8b53cb4e4dca50068be0bf64e9dab3f7f",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-runtime-cu12==12.5.82",
        sha256: &[
            "3e79a060e126df40fd3a068f3f787eb000fa51b251ec6cd97d09579632687115",
            "71f015dbf9df05dd71f7480132c6ebf47a6ceb2ab53d7db8e08e4b30ebb87e14",
            "0fd5fbca289bceb9f0690aa9858f06187b554fdeb7e2711dfd5bb3ce58900b46",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-runtime-cu12==12.4.127",
        sha256: &[
            "64403288fa2136ee8e467cdc9c9427e0434110899d07c779f25b5c068934faa5",
            "961fe0e2e716a2a1d967aab7caee97512f71767f852f67432d572e36cb3a11f3",
            "09c2e35f48359752dfa822c09918211844a3d93c100a715d79b59591130c5e1e",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-runtime-cu12==12.3.101",
        sha256: &[
            "04604679ddca6acb96c76a7a9306282cddc16981f92e148e2dfe227078883cda",
            "fbbfb8f2b933cfbd33461cc5401cbeafb8b0a05cc18ec8070c10352c9b1b0d57",
            "8a91b2284458643233097d10887b93dc4e8085d49228e228db698ec4bcf5ac3f",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-runtime-cu12==12.2.140",
        sha256: &[
            "acb9cb7e44594a3512533497ea790d9f0b0e399abcc888584c157d1ffa080e41",
            "3f35d098455efb847acdc5e6345b2943c6d570296d1b265adb97a500ce3ab941",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-runtime-cu12==12.1.105",
        sha256: &[
            "6e258468ddf5796e25f1dc591a31029fa317d97a0a94ed93468fc86301d61e40",
            "dfb46ef84d73fababab44cf03e3b83f80700d27ca300e537f85f636fac474344",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-runtime-cu12==12.0.146",
        sha256: &[
            "18c038592af387684812fa712642aa9a26c12da80acb488b6709f7cced147f71",
            "2f94f9032850043bc091c441f1a1658bb695d8fdc2d81cdf850b742514e432ae",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-runtime==13.5.37",
        sha256: &[
            "df2b79a8852f10d1fef8c848489c49eebb5754051bf870202a862831412b179d",
            "de2dc5a7367974228b0a69588a9acc9340d3768bef1bf38bf0801eb08497cd2d",
            "f225d3fa5ea6bfbb58fc4979ef72375cbe661d9107f0d8a4ff22cc151525e4a9",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-runtime==13.4.92",
        sha256: &[
            "9641f797da20ce1dd8e779b6e96d08cf9ba564cec8e8225458811ee26423f3a5",
            "bef071788589550ab02846fcbc732a2b88c2b16f2cd8a0f45d98e68e8c5fb0c8",
            "08dca5e4aba480c2fd5b55075c0fa71b84ef9dcf0521f2d58baa14a803a7311c",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-runtime==13.3.29",
        sha256: &[
            "e04420616e72f563167a7733272992d7e6df6dc5cb54b2f94f9f1520ea9e30c1",
            "73291e19c9dd919c140c91bda2f80b0eca487da5ee30a086ef7bc4918ecb90ea",
            "0667ec61c3d897388efa305ed4f7609ace88849a753ba9c6311d06dca55fff4f",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-runtime==13.2.86",
        sha256: &[
            "3498247680dfddce31bad102af7e3e26fc795342a3cac64722bb0fa95e7f60f0",
            "37844957894bfdecf90243568d21a2cb251b66106915b71459a23c8e6ef2da69",
            "b26f5dd86e67f0eb404ae679185e1c49fe546fa9a47b32dee31312f65ccfe764",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-runtime==13.1.80",
        sha256: &[
            "dac25b52e69050e5a7a84957e6df470a85b185f8f648a99a1ab1dfce027576cf",
            "5f1aa8fd779cae1a78aa8fdbaa5e4f245300baff120099d9b5ee84e3f4506a29",
            "00db7158108d3ec7fe213fa78e2640d664b5b1b6b85485007dde29ccaa6abef6",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-runtime==13.0.96",
        sha256: &[
            "7f82250d7782aa23b6cfe765ecc7db554bd3c2870c43f3d1821f1d18aebf0548",
            "ef9bcbe90493a2b9d810e43d249adb3d02e98dd30200d86607d8d02687c43f55",
            "f79298c8a098cec150a597c8eba58ecdab96e3bdc4b9bc4f9983635031740492",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-nvcc-cu12==12.9.86",
        sha256: &[
            "5d6a0d32fdc7ea39917c20065614ae93add6f577d840233237ff08e9a38f58f0",
            "44e1eca4d08926193a558d2434b1bf83d57b4d5743e0c431c0c83d51da1df62b",
            "8ed7f0b17dea662755395be029376db3b94fed5cbb17c2d35cc866c5b1b84099",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-nvcc-cu12==12.8.93",
        sha256: &[
            "2d6dc36fb7cb5ac9c0b8825bc13d193c35487a315664007287d0126531238011",
            "2b35ada240938d19398119ca596faaf626ba5e729511be9715842a29d112926d",
            "bb9dc7c291cd105d14f9b220bdcdf6ce6063c2d6ff01a505e358471530a8d226",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-nvcc-cu12==12.6.85",
        sha256: &[
            "d75d9d74599f4d7c0865df19ed21b739e6cb77a6497a3f73d6f61e8038a765e4",
            "5d2edd5531b13e3daac8ffee9fc2b70a147e6088b2af2565924773d63d36d294",
            "aa04742337973dcb5bcccabb590edc8834c60ebfaf971847888d24ffef6c46b5",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-nvcc-cu12==12.5.82",
        sha256: &[
            "b03e545b8e8c3ce7ebcd7fc44063180ff52ff01d064ece2127ed90a04ef12cd0",
            "ab02fe922cee01235b7950f045042219fe83e15aceb4cd3c1d36db30b034dec7",
            "6eaa264da57a893ae7606dd80b169d9783444af941697822cb82c8379ffc4957",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-nvcc-cu12==12.4.131",
        sha256: &[
            "e4c9a35435c3b0e36c6397c5696334c9ea6650e524736cbd1c5d345ea099bb04",
            "00ba32f3d7928548455baa877e748a4676ba0731cfc73d4213336fc67bdc87e9",
            "aadd9fb307352bbcd5bc89b5f98c10cd78000915094882d97321f5fe36441742",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-nvcc-cu12==12.3.107",
        sha256: &[
            "a3344b94f5e89023fa17e0bbf8fb0dd26d5ef6f4091a5aab08f215e4999eac62",
            "35de71d29aef2e8699f083e5ef604155a8e1ada614d3ccba796303e8d2252c61",
            "752f661c6ebf32bfb7e995f353a8de94c099ce6d2a8f2d747051d7e3806d9024",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-nvcc-cu12==12.2.140",
        sha256: &[
            "c6ff4ae7a636eb6cab7621191e19ac3779690686bbcf52c04d8b1ca2944e1e27",
            "af4bc842b603fe6d6a93ae779dd4d73bfac95c8aa08d3bbc285eaa7ec7fb854a",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-nvcc-cu12==12.1.105",
        sha256: &[
            "a0712a05ffd57d9f017580ffcc808b207f7f4ef7a5ca8ac1312318b153739a18",
            "87079d62e4507c7f60d355752edaceeaa2de762f69d8c914634655b6115f20af",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-nvcc-cu12==12.0.140",
        sha256: &[
            "958d54df87d0c0b7207e7fed403d6eeda0890a01cc44cfeaccf87c7f90e9b165",
            "d68aeab280171f5c518ae2eb479a206d0b247326f64ea0082778442ebf3cafee",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-crt==13.5.37",
        sha256: &[
            "e898b7f73d3035fa89915a3f7bf3b54a73e90249746111aed295822c4729bb29",
            "9ed2c565fdf3244fa6719769a80a466b85bfd4b1467ea339353bc91c971d09e0",
            "30cded98a895e80586b4e233afd4e09e511205c767f1921a28710900a2399818",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-crt==13.4.92",
        sha256: &[
            "731ce3de11df8add8306404417a1edaede225dbe27eb233aed37c8de9d4fe720",
            "212dbd6410b090f5c5b88e8671e44df5d43c591c12f232dae3197b137b616009",
            "12df5a6cae984e5fea929f20e26ac9d652720258673bb8c7d9b26d931b4d4554",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-crt==13.3.73",
        sha256: &[
            "df14a17ae1c5c3171265411212246654d780f89344ea85344466c6b955247543",
            "60aacc0b5e1e8b40c62abe4d1ab16440add91b99bd2f17f62dd091586b73d166",
            "af04e75148db1f0eea30958f33a9ec5a5a2dc2afa99ca4323f9a93b840602ca5",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-crt==13.2.86",
        sha256: &[
            "e3ab08801bf9b1e6dc979275d25e816bb5000521b648e19c324d5eef0c79f1da",
            "3294669c379ef3382804bc077fec22a48753a743c75c83c1ee3c224bb049423f",
            "a1c90081bef01c8688eaf24e8cfaef9b8a05175d761d5828262920cc8abf6561",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-crt==13.1.115",
        sha256: &[
            "53c9b03f804dc7e539dd11914ec3d3fd0849791d8cd6a73f0d4df984bb339916",
            "eefd71d80d296391b100ab61e44bfd924308e2685d382f33a24d5c59213b43da",
            "4f544e7e174a6e91c19f6a27a76222266bdd41e6da5f18f60ed4f7695414bb87",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-crt==13.0.88",
        sha256: &[
            "2c8043c7c9e02492716426e9919fc78d2c5b3b2a7a768a88e952676b08aa55a4",
            "ee2ea2a97073e02ee62bb27841f437332be2c248e3eac013df07997ada39c003",
            "31e02c52916804ca15e31f272a96181d8fadaf40c4c82a77a6f78071a22eccf3",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-cuda-nvcc==13.5.37",
        sha256: &[
            "f5c4f7ead5d964fb4af42bbf1e6d3ec3c1e6e9d83b53749f691d387e7fcaa3a7",
            "588eda18eb5076ae859fe272844b526459228af22df0b117f54eec3aa82bc9c8",
            "2e33114ed3109eabfaa820cf8ddd534d0b98c47065f8390a56e6eaae04dcca31",
        ],
    },
    PinnedWheel {
        requirement: "nvidia-nvvm==13.5.37",
        sha256: &[
            "c41bfa362e407405163f103c2229f0765f8cc2ed7d148b754dc77f228bf7e070",
            "b659bd3115b7ac7ec8931e67d0e2c0dd09cd35b08a6a7372df6f8f22c67da80a",
            "9422cd190cedabca85f88de6674e0ee16f508915698517e04bfaf193f1809c21",
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wheel_is_found_by_its_version_or_the_beginning_of_one() {
        let requirement = |package, version| pinned(package, version).map(|wheel| wheel.requirement);
        assert_eq!(requirement("nvidia-cuda-runtime-cu12", "12.8"), Some("nvidia-cuda-runtime-cu12==12.8.90"));
        assert_eq!(requirement("nvidia-cuda-runtime", "13.5"), Some("nvidia-cuda-runtime==13.5.37"));
        assert_eq!(requirement("nvidia-cuda-nvdisasm", "13.5.37"), Some("nvidia-cuda-nvdisasm==13.5.37"));
        assert_eq!(requirement("nvidia-cuda-runtime", "12.8"), None, "another package");
        assert_eq!(requirement("nvidia-cuda-runtime", "13.51"), None);
        assert_eq!(requirement("nvidia-cuda-runtime-cu12", "12.7"), None, "there is no CUDA 12.7");
    }

    #[test]
    fn every_wheel_has_hashes_that_are_its_own() {
        let mut all: Vec<&str> = WHEELS.iter().flat_map(|wheel| wheel.sha256).copied().collect();
        assert!(WHEELS.iter().all(|wheel| wheel.sha256.len() >= 2), "x86-64 on Linux and on Windows");
        assert!(all.iter().all(|hash| hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit())));
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
