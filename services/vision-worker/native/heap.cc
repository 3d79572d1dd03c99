// Returns to the kernel what C++ has freed. With one arena (infra/decisions/0031-one-arena-of-memory.md) glibc keeps it for
// what comes, and pictures are too large to be put there.
#include <napi.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace {

Napi::Value trimCalled(const Napi::CallbackInfo& info) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
  return info.Env().Undefined();
}

Napi::Object initialise(Napi::Env env, Napi::Object exports) {
  exports.Set("trim", Napi::Function::New(env, trimCalled));
  return exports;
}

}  // namespace

NODE_API_MODULE(heap, initialise)
