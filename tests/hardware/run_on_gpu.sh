#!/bin/sh
# Everything that needs a GPU, without a Rust toolchain.
#
#     sh run_on_gpu.sh BIN OUT [MINUTES [PART ..]]
#
# BIN      folder with the programs built elsewhere: calibrate, wavefronts, scan2d, gallery, block_scan, index_cost, random_tiles, bench; and
#          kernels.ptx, the kernels in Rust, as examples/device-rust/README.md makes them. The programs, built:
#          cargo build --release -p smem-examples -p smem-hardware --features smem-hardware/gpu
# OUT      folder for the results: summary.txt, results.tar.gz and what was measured as data files: <arch>.txt, further.txt,
#          generic.txt, control.txt, wavefronts.tsv
# MINUTES  when to stop starting things (default 30)
# PART     what to do, one or more of: wavefronts times gallery bench kinds shapes index-cost random-tiles sanitizers limits
#          further generic calibrate (default: all)
#
# On an H200 calibrate takes seven minutes, further and generic four each, and the rest together three.
# Kernels are compiled with the NVRTC of this machine. Each step has a time limit and a log of its own. The summary says which steps
# failed or lack a tool; the others run all the same. The summary and the archive are written after each step, so that an interrupted
# run keeps what it has.

set -u

if [ $# -lt 2 ]; then
    echo "usage: sh run_on_gpu.sh BIN OUT [MINUTES [PART ..]]" >&2
    exit 2
fi
bin=$(cd "$1" && pwd) || exit 2
mkdir -p "$2" || exit 2
out=$(cd "$2" && pwd) || exit 2
case ${3:-30} in
*[!0-9]*)
    echo "error: \`$3\` is not a number of minutes" >&2
    exit 2
    ;;
esac
end=$(($(date +%s) + 60 * ${3:-30}))
all="wavefronts times gallery bench kinds shapes index-cost random-tiles sanitizers limits further generic calibrate"
[ $# -ge 3 ] && shift 3 || shift 2
parts=${*:-$all}
for part in $parts; do
    case " $all " in
    *" $part "*) ;;
    *)
        echo "error: there is no part \`$part\`; the parts are: $all" >&2
        exit 2
        ;;
    esac
done
work=$(mktemp -d) || exit 2
summary=$out/summary.txt
: >"$summary"
failed=0

# Some containers keep the driver's libraries here and say so only in the variable.
if [ -d /usr/local/nvidia/lib64 ]; then
    LD_LIBRARY_PATH=/usr/local/nvidia/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    export LD_LIBRARY_PATH
fi
for folder in /usr/local/cuda/bin /opt/nvidia/nsight-compute/*; do
    [ -d "$folder" ] && PATH=$PATH:$folder
done
export PATH

say() {
    echo "$*" | tee -a "$summary"
}

pack() {
    cp "$work"/calibrate/sm_*.txt "$work"/further/further.txt "$work"/generic/generic.txt \
        "$work"/control/control.txt "$work"/wavefronts/wavefronts.tsv "$out"/ 2>/dev/null
    cp "$summary" "$work"/
    # Reports are large, and their pages are here as text.
    tar -C "$work" --exclude='*.ncu-rep' -czf "$out/.results.tar.gz" . && mv "$out/.results.tar.gz" "$out/results.tar.gz"
}

trap 'pack; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# step NAME SECONDS COMMAND..: runs it, its output in NAME.log.
step() {
    name=$1
    limit=$2
    shift 2
    left=$((end - $(date +%s)))
    if [ "$left" -lt 5 ]; then
        say "skipped  $name: no time left"
        failed=$((failed + 1))
        return 1
    fi
    [ "$limit" -gt "$left" ] && limit=$left
    started=$(date +%s)
    echo "\$ $*" >"$work/$name.log"
    timeout -k 5 "$limit" "$@" >>"$work/$name.log" 2>&1
    code=$?
    took=$(($(date +%s) - started))
    case $code in
    0) say "ok       $name, $took s" ;;
    124 | 137) say "timeout  $name after $took s" ;;
    *) say "FAILED   $name with exit code $code after $took s: $(grep -v '^ *$' "$work/$name.log" | tail -n 1)" ;;
    esac
    [ "$code" -eq 0 ] || failed=$((failed + 1))
    pack
    return "$code"
}

has() {
    command -v "$1" >/dev/null 2>&1 && return 0
    say "missing  $1: $2"
    failed=$((failed + 1))
    return 1
}

machine() {
    date -u '+%Y-%m-%d %H:%M UTC'
    nvidia-smi
    nvcc --version
    ncu --version
    compute-sanitizer --version
    nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.mem,clocks.max.sm,clocks.max.mem --format=csv
    return 0
}

say "$(date -u '+%Y-%m-%d %H:%M UTC') on $(uname -srm)"
machine >"$work/machine.log" 2>&1
if has nvidia-smi "the driver's version is unknown"; then
    say "$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>&1 | head -n 1)"
fi

wanted() {
    case " $parts " in
    *" $1 "*) return 0 ;;
    esac
    return 1
}

# Kernel totals: every kernel in every layout, predicted, simulated and counted.
rust=
[ -f "$bin/kernels.ptx" ] && rust="--device-rust $bin/kernels.ptx"
if wanted wavefronts; then
    [ -z "$rust" ] && say "missing  kernels.ptx: the kernels in Rust are left out"
    # shellcheck disable=SC2086
    step wavefronts 240 "$bin/wavefronts" --device gpu --offline --out "$work/wavefronts" \
        --data "$work/wavefronts/wavefronts.tsv" $rust
fi

# Times by events, three rounds over the sizes, so that rounds show the spread.
if wanted times; then
    for round in 1 2 3; do
        for side in 1024 4096 8192; do
            step "time-$side-$round" 40 "$bin/scan2d" --device gpu --offline --size "${side}x${side}"
        done
    done
    for round in 1 2; do
        step "time-16384-$round" 60 "$bin/scan2d" --device gpu --offline --size 16384x16384 --repeat 100
    done
fi

# The kernels of the gallery: their times, and at a small size their wavefronts by the counters.
if wanted gallery; then
    step gallery 60 "$bin/gallery" --device gpu --offline
    counters=
    for op in ld st atom; do counters=$counters,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_$op.sum; done
    if has ncu "the gallery's wavefronts are not counted"; then
        step gallery-counters 60 ncu --clock-control none --csv --page raw --print-units base --metrics "${counters#,}" \
            "$bin/gallery" --device gpu --offline --size small --once
    fi
fi

# The single pass beside its roofs and the libraries, which nvcc and python3 bring.
if wanted bench; then
    step bench 240 "$bin/bench" --device gpu --offline --sides 1024,2048,4096,8192,16384 --out "$work/bench"
fi

# The single pass for other pixels, integrals, widths and starts, and for batches, each beside a roof of its own.
if wanted kinds; then
    step kinds 120 "$bin/bench" --device gpu --offline --kinds --sides 4096,8192 --out "$work/kinds"
    step batches 60 "$bin/bench" --device gpu --offline --batches --out "$work/batches"
fi

# Other tile shapes and elements.
if wanted shapes; then
    step shapes 120 "$bin/block_scan" --device gpu --offline --size 8192x8192
fi

# Index cost on the device, and its instructions.
if wanted index-cost; then
    step index-cost 90 "$bin/index_cost" --device gpu --offline --instructions --out "$work/index_cost"
fi

# Random tiles of every class of layouts, by the counters.
if wanted random-tiles; then
    step random-tiles 300 "$bin/random_tiles" --device gpu --offline --out "$work/random_tiles"
fi

# memcheck counts API calls that fail; the programs ask for one parameter too many on purpose.
api() {
    [ "$1" = memcheck ] && echo "--report-api-errors no"
}

# Sanitizers. `wavefronts --launch` runs every kernel but those of calibrate. racecheck leaves those out: stores of several lanes to
# one address are what they measure.
if wanted sanitizers && has compute-sanitizer "nothing is checked"; then
    for tool in memcheck racecheck initcheck synccheck; do
        check="compute-sanitizer --tool $tool --error-exitcode 1 $(api "$tool")"
        # shellcheck disable=SC2086
        {
            step "$tool-wavefronts" 150 $check "$bin/wavefronts" --launch --offline $rust
            step "$tool-scan2d" 45 $check "$bin/scan2d" --device gpu --offline --size 300x200 --once
            # One for each plan: tiles of 64 x 128, 256 x 128 and 256 x 256, and look-back.
            for size in 301x141 1501x300 2301x441 4301x300; do
                step "$tool-single-$size" 45 $check "$bin/scan2d" --device gpu --offline --method single --size $size --once
            done
            # The roofs, and every kind of scan beside them.
            step "$tool-roofs" 60 $check "$bin/bench" --device gpu --offline --no-peers --sides 301 --repeat 1
            step "$tool-kinds" 60 $check "$bin/bench" --device gpu --offline --kinds --sides 301 --repeat 1
            step "$tool-block_scan" 60 $check "$bin/block_scan" --device gpu --offline --size 300x200 --once
        }
        case $tool in
        memcheck | initcheck | synccheck)
            # shellcheck disable=SC2086
            step "$tool-calibrate" 30 $check "$bin/calibrate" --launch source --offline --requests 500
            ;;
        esac
    done
fi

# What limits the block scans: throughput of each unit, what warps wait for, occupancy.
metrics=gpu__time_duration.sum,sm__cycles_active.avg,dram__throughput.avg.pct_of_peak_sustained_elapsed
metrics=$metrics,lts__throughput.avg.pct_of_peak_sustained_elapsed,l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed
metrics=$metrics,l1tex__data_pipe_lsu_wavefronts.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared.sum
metrics=$metrics,l1tex__lsuin_requests.avg.pct_of_peak_sustained_elapsed,smsp__issue_active.avg.pct_of_peak_sustained_active
metrics=$metrics,sm__warps_active.avg.pct_of_peak_sustained_active,launch__registers_per_thread
metrics=$metrics,launch__occupancy_limit_registers,launch__occupancy_limit_shared_mem
for stall in barrier short_scoreboard long_scoreboard mio_throttle lg_throttle wait not_selected; do
    metrics=$metrics,smsp__average_warps_issue_stalled_${stall}_per_issue_active.ratio
done
if wanted limits && has ncu "what limits the scan is not measured"; then
    for side in 1024 4096 16384; do
        step "limits-scan2d-$side" 60 ncu --clock-control none --csv --page raw --print-units base --kernel-name scan_tiles \
            --metrics "$metrics" "$bin/scan2d" --device gpu --offline --size "${side}x$side" --once
    done
    for side in 1024 4096 8192 16384; do
        step "limits-single-$side" 60 ncu --clock-control none --csv --page raw --print-units base --kernel-name scan2d_single \
            --launch-count 1 --metrics "$metrics,dram__bytes_read.sum,dram__bytes_write.sum" \
            "$bin/scan2d" --device gpu --offline --method single --size "${side}x$side" --once
    done
    step limits-block_scan 120 ncu --clock-control none --csv --page raw --print-units base --kernel-name 'regex:^block_' \
        --metrics "$metrics" "$bin/block_scan" --device gpu --offline --size 4096x4096 --once
fi

# The model against the counters, request by request.
if wanted further; then
    step further 330 "$bin/calibrate" --device gpu --offline --minutes 5 --further --requests 5000 --out "$work/further" \
        --data "$work/further/further.txt"
fi
# Generic addresses; and as a control the first requests of the first data file once more.
if wanted generic; then
    step generic 330 "$bin/calibrate" --device gpu --offline --minutes 5 --generic --requests 5000 --out "$work/generic" \
        --data "$work/generic/generic.txt"
    step control 150 "$bin/calibrate" --device gpu --offline --minutes 2 --requests 1500 --out "$work/control" \
        --data "$work/control/control.txt"
fi
if wanted calibrate; then
    step calibrate 560 "$bin/calibrate" --device gpu --offline --minutes 8 --out "$work/calibrate"
    if [ -f "$work/calibrate/machine.txt" ] && [ -z "$(ls "$work"/calibrate/sm_*.txt 2>/dev/null)" ]; then
        # It was stopped: what it has measured counts.
        step calibrate-from 20 "$bin/calibrate" --from "$work/calibrate"
    fi
fi

for log in "$work"/wavefronts.log "$work"/time-*.log "$work"/gallery.log "$work"/bench.log "$work"/kinds.log "$work"/batches.log "$work"/shapes.log "$work"/index-cost.log "$work"/random-tiles.log "$work"/calibrate.log; do
    [ -f "$log" ] && { echo; cat "$log"; } >>"$summary"
done
say ""
say "$failed steps failed or were skipped; all logs are in results.tar.gz"
[ "$failed" -eq 0 ]
