// A picture that JavaScript hands over as an object of `data`, `width` and `height`.
#pragma once
#include <napi.h>

#include <cstdint>

struct Image {
  uint8_t* data = nullptr;
  int width = 0, height = 0;
};

// Of so many bytes a pixel, with the length that its size asks for and at most so many pixels; otherwise empty.
inline Image imageOf(const Napi::Value& value, int channels, int64_t pixelsMax) {
  if (!value.IsObject()) return {};
  const auto object = value.As<Napi::Object>();
  const Napi::Value data = object.Get("data"), width = object.Get("width"), height = object.Get("height");
  if (!data.IsTypedArray() || data.As<Napi::TypedArray>().TypedArrayType() != napi_uint8_array) return {};
  if (!width.IsNumber() || !height.IsNumber()) return {};
  auto bytes = data.As<Napi::Uint8Array>();
  const int64_t w = width.As<Napi::Number>().Int64Value(), h = height.As<Napi::Number>().Int64Value();
  if (w < 1 || h < 1 || w > pixelsMax / h || static_cast<int64_t>(bytes.ByteLength()) != w * h * channels) return {};
  return {bytes.Data(), static_cast<int>(w), static_cast<int>(h)};
}
