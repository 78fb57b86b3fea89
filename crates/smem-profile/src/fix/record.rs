//! The requests of a run, each once with how often it came.

use std::collections::{BTreeMap, HashMap};

use smem_layout::WarpRequest;
use smem_sim::{CostRule, Observer, SharedAccess, SharedOp};

/// The most different requests that a host thread keeps, of about 200 bytes each.
const MOST: usize = 1 << 16;

/// Receives the requests of a run.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    requests: HashMap<RequestKey, (CostRule, u64)>,
    /// The kind of access of each instruction, by its line.
    instructions: BTreeMap<u32, SharedOp>,
    /// Requests beyond those that are kept.
    dropped: u64,
}

/// The key that makes two requests one: the instruction and the addresses of its lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct RequestKey {
    /// Line of the PTX, or of the listing of machine code.
    line: u32,
    bytes: u32,
    active: u32,
    addresses: [u32; 32],
}

/// A request that came once or more.
#[derive(Debug, Clone)]
pub(crate) struct RecordedRequest {
    /// At addresses from the start of the block's shared memory.
    pub(crate) request: WarpRequest,
    pub(crate) rule: CostRule,
    /// The number of its instruction.
    pub(crate) line: u32,
    pub(crate) times: u64,
}

/// The requests of a launch.
#[derive(Debug, Default)]
pub(crate) struct Recording {
    /// The same in every run, whichever host thread saw them.
    pub(crate) requests: Vec<RecordedRequest>,
    /// The kind of access of each instruction, by its line.
    pub(crate) instructions: BTreeMap<u32, SharedOp>,
    /// Requests that are missing, because there were too many different ones.
    pub(crate) dropped: u64,
}

impl Observer for Recorder {
    fn shared(&mut self, access: &SharedAccess<'_>) {
        let (mut addresses, mut active) = ([0; 32], 0);
        for (lane, address) in access.lanes() {
            addresses[lane as usize] = address;
            active |= 1 << lane;
        }
        let (line, bytes) = (access.line(), access.bytes());
        self.instructions.insert(line, access.op());
        let key = RequestKey { line, bytes, active, addresses };
        if let Some((_, times)) = self.requests.get_mut(&key) {
            *times += 1;
        } else if self.requests.len() < MOST {
            self.requests.insert(key, (access.rule(), 1));
        } else {
            self.dropped += 1;
        }
    }
}

impl Recording {
    /// Adds what observers of one launch saw.
    pub(crate) fn merged(all: Vec<Recorder>) -> Recording {
        let mut merged: BTreeMap<RequestKey, (CostRule, u64)> = BTreeMap::new();
        let mut recording = Recording::default();
        for recorder in all {
            recording.dropped += recorder.dropped;
            recording.instructions.extend(recorder.instructions);
            for (key, (rule, times)) in recorder.requests {
                merged.entry(key).or_insert((rule, 0)).1 += times;
            }
        }
        for (RequestKey { line, bytes, active, addresses }, (rule, times)) in merged {
            // Wider accesses than 16 bytes, which PTX of newer architectures has, come as pieces.
            let piece = bytes.min(16);
            for offset in (0..bytes).step_by(piece.max(1) as usize) {
                let addresses = addresses.map(|address| address + offset);
                if let Ok(request) = WarpRequest::new(piece, addresses, active) {
                    recording.requests.push(RecordedRequest { request, rule, line, times });
                }
            }
        }
        recording
    }
}
