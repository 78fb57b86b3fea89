/* A program that asks about devices before it uses CUDA, and then asks for a private table as NVIDIA's own runtime does. */
#include <dlfcn.h>
#include <stdio.h>

typedef unsigned (*function)();

int main(void) {
    void *management = dlopen("libnvidia-ml.so.1", RTLD_NOW), *driver = dlopen("libcuda.so.1", RTLD_NOW);
    if (!management || !driver) return puts(dlerror()), 1;
#define ASK(name) ((function)dlsym(management, name))
    unsigned count = 0;
    unsigned long long memory[3] = {0};
    void *device = 0;
    char text[96] = "", bus[80] = "";
    int capability[2] = {0};
    printf("before: %u\n", ASK("nvmlDeviceGetCount_v2")(&count));
    printf("begin: %u", ASK("nvmlInit_v2")());
    printf(", count: %u", ASK("nvmlDeviceGetCount_v2")(&count));
    printf(", %u\n", count);
    printf("of device 9: %u", ASK("nvmlDeviceGetHandleByIndex_v2")(9, &device));
    printf(", handle: %u\n", ASK("nvmlDeviceGetHandleByIndex_v2")(0, &device));
    printf("name: %u", ASK("nvmlDeviceGetName")(device, text, (unsigned)sizeof text));
    printf(", %s; short: %u\n", text, ASK("nvmlDeviceGetName")(device, text, 4u));
    printf("memory: %u", ASK("nvmlDeviceGetMemoryInfo")(device, memory));
    printf(", %llu of %llu\n", memory[2], memory[0]);
    printf("uuid: %u", ASK("nvmlDeviceGetUUID")(device, text, (unsigned)sizeof text));
    printf(", %.8s\n", text);
    printf("bus: %u", ASK("nvmlDeviceGetPciInfo_v3")(device, bus));
    printf(", %s\n", bus);
    printf("capability: %u", ASK("nvmlDeviceGetCudaComputeCapability")(device, &capability[0], &capability[1]));
    printf(", %d.%d\n", capability[0], capability[1]);
    printf("power: %u, %s\n", ASK("nvmlDeviceGetPowerUsage")(device, &count),
           ((const char *(*)(unsigned))dlsym(management, "nvmlErrorString"))(3));
    printf("end: %u", ASK("nvmlShutdown")());
    printf(", again: %u\n", ASK("nvmlShutdown")());
    const void *table = 0;
    static const unsigned char identity[16] = {0xf8, 0xcf, 0xf9, 0x51, 0x21, 0x46, 0x8b, 0x4e, 0xb9, 0xe2, 0xfb, 0x46, 0x9e, 0x7c, 0x0d, 0xd9};
    function tables = (function)dlsym(driver, "cuGetExportTable");
    printf("tables: %u %u\n", tables(&table, identity), tables(&table, identity));
    return 0;
}
