//! Objects of programs that graphs keep: each is counted, and destroyed by the program's own function when nothing keeps it.

use parking_lot::{Mutex, MutexGuard};
use std::collections::BTreeMap;

use smem_driver::DriverError;

use crate::foreign::{Data, HostFunction, Out};
use crate::process::driver;

/// An object: what it is destroyed by, and how often it is kept.
struct UserObject {
    data: Data,
    destroy: extern "C" fn(Data),
    kept: u64,
}

#[derive(Default)]
struct ObjectTable {
    objects: BTreeMap<u64, UserObject>,
    /// How often a graph, or an executable one, keeps an object.
    by_graph: BTreeMap<(u64, u64), u64>,
    last: u64,
}

static TABLE: Mutex<ObjectTable> =
    Mutex::new(ObjectTable { objects: BTreeMap::new(), by_graph: BTreeMap::new(), last: 0 });

fn table() -> MutexGuard<'static, ObjectTable> {
    TABLE.lock()
}

/// The only flag, which programs have to set: the destruction is not waited for.
const NO_WAIT: u32 = 1;
/// The flag by which a graph takes over what the caller keeps.
const MOVE: u32 = 1;

fn retain(object: u64, count: u32) -> Result<(), DriverError> {
    if count == 0 {
        return Err(DriverError::InvalidValue);
    }
    let mut table = table();
    let object = table.objects.get_mut(&object).ok_or(DriverError::InvalidValue)?;
    object.kept += u64::from(count);
    Ok(())
}

/// Ends some of what keeps an object, and destroys it where nothing does any more.
fn release(object: u64, count: u64) -> Result<(), DriverError> {
    let mut table = table();
    let known = table.objects.get_mut(&object).ok_or(DriverError::InvalidValue)?;
    known.kept = known.kept.checked_sub(count).ok_or(DriverError::InvalidValue)?;
    let ended = if known.kept == 0 { table.objects.remove(&object) } else { None };
    drop(table);
    // The program's function may come back to this table.
    ended.iter().for_each(|object| (object.destroy)(object.data));
    Ok(())
}

/// Lets an executable graph keep what the graph keeps that it was made of.
pub(crate) fn share(graph: u64, executable: u64) {
    let mut table = table();
    let kept: Vec<u64> = table.by_graph.keys().filter(|key| key.0 == graph).map(|key| key.1).collect();
    for object in kept {
        table.by_graph.insert((executable, object), 1);
        if let Some(object) = table.objects.get_mut(&object) {
            object.kept += 1;
        }
    }
}

/// Ends what a graph keeps, since it is destroyed.
pub(crate) fn release_all(graph: u64) {
    let kept: Vec<(u64, u64)> = {
        let mut table = table();
        let of_graph = table.by_graph.iter().filter(|(key, _)| key.0 == graph);
        let kept = of_graph.map(|(key, count)| (key.1, *count)).collect();
        table.by_graph.retain(|key, _| key.0 != graph);
        kept
    };
    kept.into_iter().for_each(|(object, count)| {
        let _ = release(object, count);
    });
}

functions! {
    fn cuUserObjectCreate(object: Out<u64>, data: Data, destroy: HostFunction, count: u32, flags: u32) {
        object.check()?;
        let destroy = destroy.ok_or(DriverError::InvalidValue)?;
        if count == 0 || flags != NO_WAIT {
            return Err(DriverError::InvalidValue);
        }
        driver()?.device_count()?;
        let mut table = table();
        table.last += 16;
        let handle = 0x6000_0000 + table.last;
        table.objects.insert(handle, UserObject { data, destroy, kept: count.into() });
        object.set(handle)
    }

    fn cuUserObjectRetain(object: u64, count: u32) {
        retain(object, count)
    }

    fn cuUserObjectRelease(object: u64, count: u32) {
        release(object, count.into())
    }

    fn cuGraphRetainUserObject(graph: u64, object: u64, count: u32, flags: u32) {
        driver()?.graph_nodes(graph)?;
        if count == 0 || flags & !MOVE != 0 {
            return Err(DriverError::InvalidValue);
        }
        if flags & MOVE == 0 {
            retain(object, count)?;
        }
        let mut table = table();
        if !table.objects.contains_key(&object) {
            return Err(DriverError::InvalidValue);
        }
        *table.by_graph.entry((graph, object)).or_default() += u64::from(count);
        Ok(())
    }

    fn cuGraphReleaseUserObject(graph: u64, object: u64, count: u32) {
        {
            let mut table = table();
            let kept = table.by_graph.get_mut(&(graph, object)).ok_or(DriverError::InvalidValue)?;
            *kept = kept.checked_sub(u64::from(count)).ok_or(DriverError::InvalidValue)?;
            if *kept == 0 {
                table.by_graph.remove(&(graph, object));
            }
        }
        release(object, count.into())
    }
}
