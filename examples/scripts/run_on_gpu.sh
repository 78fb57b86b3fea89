#!/bin/sh
# Everything that needs a GPU, in one command, within ten minutes and without a Rust toolchain.
#
#     sh run_on_gpu.sh BIN OUT [MINUTES]
#
# BIN      folder with the programs built elsewhere: calibrate, scan2d and, if it is there, index_cost
# OUT      folder for the results: summary.txt, results.tar.gz and, if requests were measured, the data file <arch>.txt
# MINUTES  when to stop starting things (default 9)
#
# Kernels are compiled with the NVRTC of this machine. Each step has a time limit and a log of its own; one that fails or
# is missing its tool is told in the summary and costs no other step anything. The summary and the archive are renewed after
# each step, so that an interrupted run keeps what it has.

set -u

if [ $# -lt 2 ]; then
    echo "usage: sh run_on_gpu.sh BIN OUT [MINUTES]" >&2
    exit 2
fi
bin=$(cd "$1" && pwd) || exit 2
mkdir -p "$2" || exit 2
out=$(cd "$2" && pwd) || exit 2
end=$(($(date +%s) + 60 * ${3:-9}))
work=$(mktemp -d) || exit 2
summary=$out/summary.txt
: >"$summary"
failed=0

# Some containers keep the driver's libraries here and tell only the variable.
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
    cp "$work"/calibrate/sm_*.txt "$out"/ 2>/dev/null
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
if has nvidia-smi "the driver's version is not told"; then
    say "$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>&1 | head -n 1)"
fi

# 1. The model against the counters, 10000 requests.
step calibrate 330 "$bin/calibrate" --device gpu --offline --minutes 4 --out "$work/calibrate"
if [ -f "$work/calibrate/machine.txt" ] && [ -z "$(ls "$work"/calibrate/sm_*.txt 2>/dev/null)" ]; then
    # It was stopped: what it has measured counts.
    step calibrate-from 20 "$bin/calibrate" --from "$work/calibrate"
fi

# 2. Kernel totals of every layout: dense, padded, swizzled in this order, by kernel. Times mean nothing here.
shared=l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum
shared=$shared,smsp__inst_executed_op_shared_ld.sum,smsp__inst_executed_op_shared_st.sum
if has ncu "no kernel totals"; then
    step totals 60 ncu --clock-control none --csv --page raw --print-units base --metrics "$shared" \
        "$bin/scan2d" --device gpu --offline --repeat 1
fi

# 3. Times by events, three rounds over the sizes, so that rounds show the spread.
for round in 1 2 3; do
    for side in 1024 4096 8192; do
        step "time-$side-$round" 40 "$bin/scan2d" --device gpu --offline --size "${side}x${side}"
    done
done
for round in 1 2; do
    step "time-16384-$round" 60 "$bin/scan2d" --device gpu --offline --size 16384x16384 --repeat 100
done

# 4. Index cost on the device.
if [ -x "$bin/index_cost" ]; then
    step index-cost 60 "$bin/index_cost" --device gpu --offline
else
    say "missing  index_cost: no index cost"
fi

# memcheck counts API calls that fail; the programs ask for one parameter too many on purpose.
api() {
    [ "$1" = memcheck ] && echo "--report-api-errors no"
}

# 5. Sanitizers. Requests of one warp race by design, so racecheck is for the scan alone.
if has compute-sanitizer "nothing is checked"; then
    for tool in memcheck racecheck initcheck synccheck; do
        step "$tool-scan2d" 45 compute-sanitizer --tool "$tool" --error-exitcode 1 \
            $(api "$tool") "$bin/scan2d" --device gpu --offline --size 300x200 --repeat 1
    done
    for tool in memcheck synccheck; do
        step "$tool-calibrate" 30 compute-sanitizer --tool "$tool" --error-exitcode 1 \
            $(api "$tool") "$bin/calibrate" --launch source --offline --requests 500
    done
fi

# 6. What limits the block scan: throughput, stalls and occupancy of each layout.
if has ncu "nothing tells what limits the scan"; then
    step limits 60 ncu --clock-control none --csv --page details --kernel-name scan_tiles \
        --section SpeedOfLight --section MemoryWorkloadAnalysis --section WarpStateStats --section Occupancy \
        "$bin/scan2d" --device gpu --offline --size 4096x4096 --repeat 1
fi

for log in "$work"/calibrate.log "$work"/time-*.log; do
    [ -f "$log" ] && { echo; cat "$log"; } >>"$summary"
done
say ""
say "$failed steps failed or were skipped; all logs are in results.tar.gz"
[ "$failed" -eq 0 ]
