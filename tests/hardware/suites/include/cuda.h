// In place of the header of that name that GPUVerify brings: what its suites take from it.
#pragma once
#include "annotations.h"
typedef unsigned int uint;
typedef unsigned char uchar;
typedef unsigned short ushort;
