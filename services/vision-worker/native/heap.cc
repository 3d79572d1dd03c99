// Returns to the kernel what C++ has freed. With one arena (infra/decisions/0031-one-arena-of-memory.md) glibc keeps it for
// what comes, and pictures are too large to be put there.
#include <napi.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace {

// trim(): whether anything was returned.
Napi::Value trimCalled(const Napi::CallbackInfo& info) {
#if defined(__GLIBC__)
  return Napi::Boolean::New(info.Env(), malloc_trim(0) == 1);
#else
  return Napi::Boolean::New(info.Env(), false);
#endif
}

Napi::Object initialise(Napi::Env env, Napi::Object exports) {
  exports.Set("trim", Napi::Function::New(env, trimCalled));
  return exports;
}

}  // namespace

NODE_API_MODULE(heap, initialise)
