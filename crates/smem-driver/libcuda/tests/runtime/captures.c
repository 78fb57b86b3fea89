/* Asks the driver about captured streams, and for what it does not have. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static void *library;
#define ASK(name) ((int (*)())dlsym(library, name))

int main(void) {
    void *context, *stream, *graph, *link, *array, *named;
    void **nodes;
    unsigned status, answer, mode = 2;
    unsigned long long number, place, texture;
    size_t count;
    library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library) return 1;
    ASK("cuInit")(0);
    ASK("cuDevicePrimaryCtxRetain")(&context, 0);
    ASK("cuCtxSetCurrent")(context);
    ASK("cuMemAlloc_v2")(&place, (size_t)64);
    ASK("cuStreamCreate")(&stream, 1);
    ASK("cuStreamBeginCapture_v2")(stream, 0);
    ASK("cuMemsetD32Async")(place, 1, (size_t)1, stream);
    ASK("cuMemsetD32Async")(place + 4, 2, (size_t)1, stream);
    printf("second form: %d", ASK("cuStreamGetCaptureInfo_v2")(stream, &status, &number, &graph, &nodes, &count));
    printf(", status %u, %zu node\n", status, count);
    void *second = nodes[0], *all[2];
    count = 2;
    ASK("cuGraphGetNodes")(graph, all, &count);
    printf("the graph has %zu, the last is the one: %d\n", count, all[1] == second);
    printf("update: %d\n", ASK("cuStreamUpdateCaptureDependencies")(stream, all, (size_t)1, 1));
    ASK("cuGetProcAddress_v2")("cuStreamGetCaptureInfo", &named, 12030, 0ull, &answer);
    int third = ((int (*)())named)(stream, &status, &number, &graph, &nodes, NULL, &count);
    printf("third form: %d, %zu node, the first: %d\n", third, count, nodes[0] == all[0]);
    printf("flags 2: %d\n", ASK("cuStreamUpdateCaptureDependencies")(stream, all, (size_t)1, 2));
    ASK("cuStreamEndCapture")(stream, &graph);
    ASK("cuStreamGetCaptureInfo_v2")(stream, &status, NULL, NULL, NULL, &count);
    printf("after it: status %u, %zu nodes\n", status, count);
    printf("mode: %d", ASK("cuThreadExchangeStreamCaptureMode")(&mode));
    printf(", was %u", mode);
    ASK("cuThreadExchangeStreamCaptureMode")(&mode);
    printf(", is %u\n", mode);

    /* CUDA_ARRAY3D_DESCRIPTOR of two layers of cubes, CUDA_RESOURCE_DESC of mipmaps, CUmemAllocationProp for other processes. */
    size_t cubes[5] = {8, 8, 12, 0x20 | 1ull << 32, 5};
    size_t memory[18] = {1, 7}, view[16] = {0};
    unsigned read[32] = {0}, shared[8] = {1, 1, 1, 0}, handle[16];
    printf("refused: %d", ASK("cuArray3DCreate_v2")(&array, cubes));
    printf(" %d", ASK("cuTexObjectCreate")(&texture, memory, read, NULL));
    printf(" %d", ASK("cuTexObjectCreate")(&texture, memory, read, view));
    printf(" %d", ASK("cuMemCreate")(&number, (size_t)2 << 20, shared, 0ull));
    printf(" %d", ASK("cuIpcGetMemHandle")(handle, place));
    printf(" %d", ASK("cuMipmappedArrayCreate")(&array, cubes, 2));
    ASK("cuLinkCreate_v2")(0, NULL, NULL, &link);
    ASK("cuLinkAddData_v2")(link, 1, ".version 8.0 .target sm_70 .address_size 64", (size_t)44, "a", 0, NULL, NULL);
    printf(" %d", ASK("cuLinkAddData_v2")(link, 0, "\x7f" "ELF", (size_t)4, "b", 0, NULL, NULL));
    printf(" %d\n", ASK("cuLinkAddData_v2")(link, 3, "!<arch>", (size_t)7, "c", 0, NULL, NULL));
    return 0;
}
