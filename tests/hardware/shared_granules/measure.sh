#!/bin/sh
# Measures where shared memory ends, on the GPU of this machine: sh measure.sh [OUT]
#
# Needs nvcc. Each probe is a process of its own, since a fault ends the context; several run at once. One or two minutes.

set -u
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-granules.tsv}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for folder in /usr/local/cuda/bin; do
    [ -d "$folder" ] && PATH=$PATH:$folder
done
if [ -d /usr/local/nvidia/lib64 ]; then
    LD_LIBRARY_PATH=/usr/local/nvidia/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    export LD_LIBRARY_PATH
fi
nvcc -arch=native -O2 -o "$work/probe" "$here/probe.cu" || exit 1
"$work/probe" device >"$work/head" || exit 1
{
    for size in 0 4 12 16 100 124 128 129 132 240 256 257 300 384 388 512 516 1000 1024 1028 2000 4096 4100 8192 8196 10000 16384 16388 33000 49148 49152; do
        for kind in lds sts ld st; do
            echo "end $kind $size 0"
        done
    done
    for kind in lds128 atoms cpasync; do
        for size in 4 12 100 128 132 1000 4100; do echo "end $kind $size 0"; done
    done
    for dynamic in 1 4 12 100 128 129 132 256 300 1000 1024 4096 4100 10000 49152; do
        for kind in lds sts ld; do echo "end $kind 0 $dynamic"; done
    done
    for pair in "4 4" "12 12" "100 28" "100 32" "128 4" "1000 24" "1000 100" "2000 4100" "33000 10000"; do
        for kind in lds sts; do echo "end $kind $pair"; done
    done
    for size in 4 128 1000; do
        for kind in lds sts ld st; do echo "start $kind $size 0"; done
    done
} >"$work/probes"
# shellcheck disable=SC2016
xargs -P 8 -L 1 sh -c 'timeout 120 "$0" "$@" || echo "failed: $*"' "$work/probe" <"$work/probes" >"$work/edges" 2>"$work/errors"
"$work/probe" occupancy >"$work/occupancy"
{
    cat "$work/head"
    sort "$work/edges"
    cat "$work/occupancy" "$work/errors"
} >"$out"
wc -l "$out"
