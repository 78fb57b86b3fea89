"""Links what Numba compiles, with line information and without a driver, whose version the linker of Numba asks for."""

import contextlib
import types


@contextlib.contextmanager
def without_driver():
    """Gives Numba a compiler and a linker that need no driver, and afterwards what it had."""
    from numba.cuda.cudadrv import driver, nvrtc

    linker, program = driver._Linker, getattr(nvrtc, "Program", None)
    driver._Linker = _linker(linker)
    if program is not None:
        nvrtc.Program = _Program
    try:
        yield
    finally:
        driver._Linker = linker
        if program is not None:
            nvrtc.Program = program


def _linker(linker):
    class Linker(linker):
        info_log = error_log = ""

        def __init__(self, *args, **options):
            super().__init__(*args, **{**options, "lineinfo": True})

        def complete(self):
            # The code of LLVM is not for a driver to link.
            return super().complete() if self.lto else _linked(self._object_codes, self.arch, self.max_registers)

    return Linker


def _linked(codes, arch, max_registers):
    """Links PTX and objects to machine code."""
    from cuda.bindings import nvjitlink

    options = [f"-arch={arch}", "-lineinfo", *([f"-maxrregcount={max_registers}"] if max_registers else [])]
    handle = nvjitlink.create(len(options), options)
    try:
        for code in codes:
            nvjitlink.add_data(handle, getattr(nvjitlink.InputType, code.code_type.upper()), *_sized(code.code), "numba")
        nvjitlink.complete(handle)
        machine_code = bytearray(nvjitlink.get_linked_cubin_size(handle))
        nvjitlink.get_linked_cubin(handle, machine_code)
        return bytes(machine_code)
    finally:
        nvjitlink.destroy(handle)


def _sized(code):
    """The bytes of code, which may be the path of a file, and their number."""
    if isinstance(code, str):
        with open(code, "rb") as file:
            code = file.read()
    return code, len(code)


class _Program:
    """A program in CUDA C++, as Numba compiles one."""

    def __init__(self, text, _language, options):
        self._text, self._options = text, options

    def compile(self, kind, logs=None):
        from cuda.bindings import nvrtc

        arch, folders = self._options.arch.replace("sm_", "compute_"), self._options.include_path
        folders = [folders] if isinstance(folders, str) else folders
        options = [f"-arch={arch}", "-rdc=true", "-lineinfo", *(f"-I{folder}" for folder in folders)]
        if kind == "ltoir":
            options.append("-dlto")
        program = _checked(nvrtc.nvrtcCreateProgram(self._text.encode(), b"numba.cu", 0, [], []))
        failed = nvrtc.nvrtcCompileProgram(program, len(options), [option.encode() for option in options])[0]
        log = bytearray(_checked(nvrtc.nvrtcGetProgramLogSize(program)))
        _checked(nvrtc.nvrtcGetProgramLog(program, log))
        if failed.value != 0:
            raise RuntimeError(f"Numba's CUDA C++ does not compile:\n{log.decode(errors='replace').rstrip(chr(0))}")
        size, get = (nvrtc.nvrtcGetLTOIRSize, nvrtc.nvrtcGetLTOIR) if kind == "ltoir" else (nvrtc.nvrtcGetPTXSize, nvrtc.nvrtcGetPTX)
        code = bytearray(_checked(size(program)))
        _checked(get(program, code))
        return types.SimpleNamespace(code=bytes(code), code_type=kind)


def _checked(returned):
    """The result of a call of NVRTC."""
    error, *results = returned
    if error.value != 0:
        raise RuntimeError(f"NVRTC: {error.name}")
    return results[0] if results else None
