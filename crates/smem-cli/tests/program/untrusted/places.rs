//! Folders that other users own or may write.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown};

use super::loader::{library, profile_fresh};
use crate::call::Folder;

/// Another user, who has nothing.
const NOBODY: u32 = 65534;

#[test]
fn a_cache_of_another_user_is_passed_over() {
    if !fs::metadata("/proc/self").is_ok_and(|data| std::os::unix::fs::MetadataExt::uid(&data) == 0) {
        eprintln!("SKIPPED: only root gives files to another user");
        return;
    }
    let folder = Folder::with(&[]);
    let working = Folder::with(&[("k.cu", "__global__ void k(float* a) { a[threadIdx.x] = 1; }")]);
    let library = library(&folder);
    let cache = folder.path("cache");
    let place = cache.join("nvidia/cuda_nvrtc/lib/libnvrtc.so.12");
    fs::create_dir_all(place.parent().unwrap()).unwrap();
    fs::copy(&library, &place).unwrap();
    let answer = || {
        let answer = profile_fresh(&working, &["nvrtc", "--offline"], |program| {
            program.env("SMEM_TILE_CACHE", &cache);
        });
        assert!(!format!("{answer:?}").contains("CODE_OF_THE_CHECKOUT_RAN"), "{answer:?}");
        answer.err
    };
    // All of it is theirs.
    chown(&cache, Some(NOBODY), None).unwrap();
    assert!(answer().contains("belongs to another user"));
    // They may write it.
    chown(&cache, Some(0), None).unwrap();
    for mode in [0o777, 0o1777] {
        fs::set_permissions(&cache, Permissions::from_mode(mode)).unwrap();
        assert!(answer().contains("other users can write"), "{mode:o}");
    }
    // A file or folder in it is theirs, at any depth.
    fs::set_permissions(&cache, Permissions::from_mode(0o755)).unwrap();
    for part in ["nvidia/cuda_nvrtc", "nvidia/cuda_nvrtc/lib", "nvidia/cuda_nvrtc/lib/libnvrtc.so.12", "nvidia"] {
        chown(cache.join(part), Some(NOBODY), None).unwrap();
        let told = answer();
        assert!(told.contains("belongs to another user"), "{part}: {told}");
        chown(cache.join(part), Some(0), None).unwrap();
    }
}
