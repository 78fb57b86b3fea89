"""What a kernel's code is: CUDA C++, PTX or machine code; text, bytes or a file."""

import os
import re

from smem_tile._native import InputError

_MACHINE_CODE = (b"\x7fELF", b"\x50\xed\x55\xba")
_PTX = re.compile(r"^\s*\.version\s+\d+\.\d+", re.MULTILINE)


class KernelCode:
    """The code of a kernel and its name in reports."""

    def __init__(self, file, text=None, binary=None, machine_code=None):
        self.file, self.text, self.binary, self.machine_code = file, text, binary, machine_code
        self.is_cuda = binary is None and not str(file).lower().endswith(".ptx")

    @classmethod
    def of(cls, kernel, file=None):
        if isinstance(kernel, (str, bytes)) and not kernel.strip():
            raise InputError("the kernel's text is empty")
        if isinstance(kernel, os.PathLike):
            return cls._of_file(os.fspath(kernel))
        if isinstance(kernel, str):
            return cls._of_text(kernel, file) if _is_text(kernel) else cls._of_file(kernel)
        if isinstance(kernel, (bytes, bytearray, memoryview)):
            data = bytes(kernel)
            if data[:4] in _MACHINE_CODE:
                return cls(file or "kernel.cubin", binary=data)
            return cls._of_text(data.rstrip(b"\0").decode(errors="replace"), file)
        raise InputError(f"a kernel is text, bytes or the path of a file, and not of the type `{type(kernel).__name__}`")

    @classmethod
    def _of_text(cls, text, file):
        if not _PTX.search(text):
            return cls(file or "kernel.cu", text=text)
        name = str(file or "kernel.ptx")
        return cls(name if name.lower().endswith(".ptx") else name + ".ptx", text=text)

    @classmethod
    def _of_file(cls, path):
        with open(path, "rb") as file:
            is_machine_code = file.read(4) in _MACHINE_CODE
        code = cls(path)
        code.is_cuda = code.is_cuda and not is_machine_code
        return code

    def request(self):
        return {"file": self.file, "text": self.text, "binary": self.binary, "machine_code": self.machine_code}


def _is_text(kernel):
    """Whether a string is code. The name of a file has neither a line's end nor a block."""
    return "\n" in kernel or "{" in kernel
