/* The one function of bcryptprimitives.dll that Rust's standard library needs, for a Wine that lacks it. Used by packaging/windows/check
   only; no package contains it. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(BYTE *data, SIZE_T length) {
    return RtlGenRandom(data, (ULONG)length);
}
