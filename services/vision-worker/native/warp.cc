// Resamples an image through a homography, and a lattice of shifts before it where the page is bent: bilinear, borders
// repeated, filtered where it reduces. The product's hot loop.
// src/core/rectify/warp.ts is its twin in TypeScript, for machines without a compiler; the same tests hold both to the
// same pixels.
#include <napi.h>

#include "image.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace {

// Where the flat page's positions lie on the straightened one: pairs of shifts in target pixels, row by row, at every
// latticeStep-th pixel, and interpolated between them. None for a page that is flat.
struct Lattice {
  const float* shifts = nullptr;
  int columns = 0, rows = 0;
};

struct Job {
  const uint8_t* source;
  int sourceWidth;
  int sourceHeight;
  uint8_t* target;
  int width;
  int height;
  // From target to source positions, in continuous pixels: a pixel's centre is at its index plus one half.
  double map[9];
  Lattice lattice;
};

// A part of the target whose pixels all take the same number of samples. Tiles rather than rows, so that reading a photograph
// taken sideways is cache-friendly too.
struct Tile {
  int left, top, right, bottom;
  // Samples per pixel, across and down.
  int across, down;
};

constexpr int channels = 3;
constexpr int tileSide = 64;
// A divisor of the tile's side, and a multiple of the eight pixels that are resampled at once.
constexpr int latticeStep = 16;
// Up to this reduction, interpolation alone shows no moiré on text.
constexpr double reductionMax = 1.5;
// Bounds the work a degenerate map can cause.
constexpr int samplesMax = 8;

int samplesFor(double reduction) {
  // Also true for NaN.
  if (!(reduction > reductionMax)) return 1;
  return static_cast<int>(std::min<double>(samplesMax, std::ceil(reduction)));
}

struct Position {
  double x, y;
};

// The lattice's shift at a position within the target, added to it.
Position bent(const Lattice& lattice, double x, double y) {
  const int column = std::min(static_cast<int>(x) / latticeStep, lattice.columns - 2);
  const int row = std::min(static_cast<int>(y) / latticeStep, lattice.rows - 2);
  const double u = x / latticeStep - column, v = y / latticeStep - row;
  const float* upper = lattice.shifts + 2 * (size_t(row) * lattice.columns + column);
  const float* lower = upper + 2 * size_t(lattice.columns);
  const auto mixed = [&](int i) {
    const double above = upper[i] + (upper[i + 2] - upper[i]) * u, below = lower[i] + (lower[i + 2] - lower[i]) * u;
    return above + (below - above) * v;
  };
  return {x + mixed(0), y + mixed(1)};
}

// Source pixels per target pixel, across and down, about a position of the straightened page.
Position reductionAt(const double* m, Position at) {
  const double w = m[6] * at.x + m[7] * at.y + m[8];
  const double sx = (m[0] * at.x + m[1] * at.y + m[2]) / w, sy = (m[3] * at.x + m[4] * at.y + m[5]) / w;
  return {std::hypot(m[0] - sx * m[6], m[3] - sy * m[6]) / std::abs(w),
          std::hypot(m[1] - sx * m[7], m[4] - sy * m[7]) / std::abs(w)};
}

// Chooses the tile's samples per pixel from the source pixels per target pixel, across and down.
Tile measured(const Job& job, int left, int top) {
  Tile tile{left, top, std::min(left + tileSide, job.width), std::min(top + tileSide, job.height), 1, 1};
  const double x = (tile.left + tile.right) / 2.0, y = (tile.top + tile.bottom) / 2.0;
  // A bent page is nowhere squeezed by so much that it would need more samples than the same page if it were flat.
  const Position reduction = reductionAt(job.map, job.lattice.shifts ? bent(job.lattice, x, y) : Position{x, y});
  tile.across = samplesFor(reduction.x);
  tile.down = samplesFor(reduction.y);
  return tile;
}

// Clamps a position to the image; NaN becomes its first pixel.
float clamped(float value, int size) {
  return value > 0 ? std::min(value, static_cast<float>(size - 1)) : 0;
}

// Portable version.
void warpTile(const Job& job, const Tile& tile) {
  const double* m = job.map;
  const float samples = static_cast<float>(tile.across * tile.down);
  for (int row = tile.top; row < tile.bottom; row++) {
    for (int column = tile.left; column < tile.right; column++) {
      float sum[channels] = {};
      for (int j = 0; j < tile.down; j++) {
        for (int i = 0; i < tile.across; i++) {
          const Position flat{column + (i + 0.5) / tile.across, row + (j + 0.5) / tile.down};
          const auto [x, y] = job.lattice.shifts ? bent(job.lattice, flat.x, flat.y) : flat;
          const double scale = 1 / (m[6] * x + m[7] * y + m[8]);
          const float sx = clamped(static_cast<float>((m[0] * x + m[1] * y + m[2]) * scale - 0.5), job.sourceWidth);
          const float sy = clamped(static_cast<float>((m[3] * x + m[4] * y + m[5]) * scale - 0.5), job.sourceHeight);
          const int x0 = static_cast<int>(sx), y0 = static_cast<int>(sy);
          const size_t right = x0 + 1 < job.sourceWidth ? channels : 0;
          const size_t below = y0 + 1 < job.sourceHeight ? size_t(job.sourceWidth) * channels : 0;
          const float u = sx - x0, v = sy - y0;
          const uint8_t* p = job.source + (size_t(y0) * job.sourceWidth + x0) * channels;
          for (int c = 0; c < channels; c++) {
            const float upper = p[c] + (p[c + right] - p[c]) * u;
            const float lower = p[c + below] + (p[c + below + right] - p[c + below]) * u;
            sum[c] += upper + (lower - upper) * v;
          }
        }
      }
      uint8_t* out = job.target + (size_t(row) * job.width + column) * channels;
      for (int c = 0; c < channels; c++) out[c] = static_cast<uint8_t>(sum[c] / samples + 0.5f);
    }
  }
}

#if defined(__x86_64__)
#define WITH_AVX2 __attribute__((target("avx2,fma")))

constexpr int lanes = 8;

// Constants shared by a tile's samples.
struct Lookup {
  const uint8_t* source;
  int stride;
  // Beyond this offset pixels are copied byte by byte, because an eight-byte load would leave the image.
  __m256i safeOffset;
  __m256 lastX, lastY;
  __m256i beforeLastX, beforeLastY;
};

template <bool safe>
WITH_AVX2 inline __m128i twoPairs(const uint8_t* first, const uint8_t* second) {
  if (safe) {
    const __m128i low = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(first));
    return _mm_castps_si128(_mm_loadh_pi(_mm_castsi128_ps(low), reinterpret_cast<const __m64*>(second)));
  }
  uint64_t pairs[2] = {};
  std::memcpy(&pairs[0], first, 2 * channels);
  std::memcpy(&pairs[1], second, 2 * channels);
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(pairs));
}

// Interpolates pixels 0, 1, 4, 5 (or with offset two further, 2, 3, 6, 7): each as red, green, blue and an unused value,
// minus 128, times 128.
template <bool safe>
WITH_AVX2 inline __m256i interpolated(const Lookup& look, const int* offset, __m256i across, __m256i down) {
  const auto pairs = [&](const uint8_t* from) WITH_AVX2 {
    const __m128i low = twoPairs<safe>(from + offset[0], from + offset[1]);
    const __m128i high = twoPairs<safe>(from + offset[4], from + offset[5]);
    const __m256i neighbours = _mm256_setr_epi8(0, 3, 1, 4, 2, 5, -1, -1, 8, 11, 9, 12, 10, 13, -1, -1,  //
                                                0, 3, 1, 4, 2, 5, -1, -1, 8, 11, 9, 12, 10, 13, -1, -1);
    const __m256i centred = _mm256_xor_si256(_mm256_setr_m128i(low, high), _mm256_set1_epi8(-128));
    return _mm256_maddubs_epi16(across, _mm256_shuffle_epi8(centred, neighbours));
  };
  const __m256i upper = pairs(look.source);
  const __m256i lower = pairs(look.source + look.stride);
  return _mm256_add_epi16(upper, _mm256_mulhrs_epi16(_mm256_sub_epi16(lower, upper), down));
}

struct Samples {
  __m256i first, second;
};

WITH_AVX2 inline Samples sampled(const Lookup& look, __m256 x, __m256 y) {
  // The order of the operands matters: NaN becomes zero.
  x = _mm256_min_ps(_mm256_max_ps(x, _mm256_setzero_ps()), look.lastX);
  y = _mm256_min_ps(_mm256_max_ps(y, _mm256_setzero_ps()), look.lastY);
  const __m256i x0 = _mm256_min_epi32(_mm256_cvttps_epi32(x), look.beforeLastX);
  const __m256i y0 = _mm256_min_epi32(_mm256_cvttps_epi32(y), look.beforeLastY);
  const __m256 u = _mm256_sub_ps(x, _mm256_cvtepi32_ps(x0)), v = _mm256_sub_ps(y, _mm256_cvtepi32_ps(y0));
  // Weights of the left and right pixel, adding up to 128, side by side in 16 bits.
  const __m256i right = _mm256_cvtps_epi32(_mm256_mul_ps(u, _mm256_set1_ps(128)));
  const __m256i across =
      _mm256_or_si256(_mm256_sub_epi32(_mm256_set1_epi32(128), right), _mm256_slli_epi32(right, 8));
  const __m256i down = _mm256_cvtps_epi32(_mm256_mul_ps(v, _mm256_set1_ps(32767)));
  const __m256i offsets = _mm256_add_epi32(_mm256_mullo_epi32(y0, _mm256_set1_epi32(look.stride)),
                                           _mm256_add_epi32(x0, _mm256_slli_epi32(x0, 1)));
  alignas(32) int offset[lanes];
  _mm256_store_si256(reinterpret_cast<__m256i*>(offset), offsets);
  const __m256i evens = _mm256_setr_epi8(0, 1, 0, 1, 0, 1, 0, 1, 4, 5, 4, 5, 4, 5, 4, 5,  //
                                         0, 1, 0, 1, 0, 1, 0, 1, 4, 5, 4, 5, 4, 5, 4, 5);
  const __m256i odds = _mm256_add_epi8(evens, _mm256_set1_epi8(8));
  const __m256i across1 = _mm256_shuffle_epi8(across, evens), across2 = _mm256_shuffle_epi8(across, odds);
  const __m256i down1 = _mm256_shuffle_epi8(down, evens), down2 = _mm256_shuffle_epi8(down, odds);
  const __m256i beyond = _mm256_cmpgt_epi32(offsets, look.safeOffset);
  if (_mm256_testz_si256(beyond, beyond))
    return {interpolated<true>(look, offset, across1, down1), interpolated<true>(look, offset + 2, across2, down2)};
  return {interpolated<false>(look, offset, across1, down1), interpolated<false>(look, offset + 2, across2, down2)};
}

// Writes eight interpolated pixels as 24 bytes, followed by four unused bytes.
WITH_AVX2 inline void store(uint8_t* out, Samples samples) {
  const __m256i half = _mm256_set1_epi16(64);
  const __m256i first = _mm256_srai_epi16(_mm256_add_epi16(samples.first, half), 7);
  const __m256i second = _mm256_srai_epi16(_mm256_add_epi16(samples.second, half), 7);
  const __m256i bytes = _mm256_xor_si256(_mm256_packs_epi16(first, second), _mm256_set1_epi8(-128));
  const __m256i three = _mm256_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1,  //
                                         0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
  const __m256i packed = _mm256_shuffle_epi8(bytes, three);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out), _mm256_castsi256_si128(packed));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out + 12), _mm256_extracti128_si256(packed, 1));
}

// The map along one line of samples, where only the column changes: slope and value at column zero of both numerators and
// the denominator.
struct Line {
  __m256 slope[3], start[3];
};

WITH_AVX2 inline Line lineAt(const double* map, double y) {
  Line line;
  for (int i = 0; i < 3; i++) {
    line.slope[i] = _mm256_set1_ps(float(map[3 * i]));
    line.start[i] = _mm256_set1_ps(float(map[3 * i + 1] * y + map[3 * i + 2]));
  }
  return line;
}

WITH_AVX2 inline Samples sampledAt(const Lookup& look, const Line& line, __m256 x) {
  const __m256 half = _mm256_set1_ps(0.5f);
  const __m256 scale =
      _mm256_div_ps(_mm256_set1_ps(1), _mm256_fmadd_ps(line.slope[2], x, line.start[2]));
  return sampled(look, _mm256_fmsub_ps(_mm256_fmadd_ps(line.slope[0], x, line.start[0]), scale, half),
                 _mm256_fmsub_ps(_mm256_fmadd_ps(line.slope[1], x, line.start[1]), scale, half));
}

// The lattice's shifts along one line of samples, within one cell: at its left border, and their slope.
struct Shifts {
  float left[2], slope[2];
};

inline Shifts shiftsAt(const Lattice& lattice, int cell, double y) {
  const int row = std::min(static_cast<int>(y) / latticeStep, lattice.rows - 2);
  const float v = static_cast<float>(y / latticeStep - row);
  const float* upper = lattice.shifts + 2 * (size_t(row) * lattice.columns + cell);
  const float* lower = upper + 2 * size_t(lattice.columns);
  Shifts shifts;
  for (int i = 0; i < 2; i++) {
    shifts.left[i] = upper[i] + (lower[i] - upper[i]) * v;
    shifts.slope[i] = (upper[i + 2] + (lower[i + 2] - upper[i + 2]) * v - shifts.left[i]) / latticeStep;
  }
  return shifts;
}

// As sampledAt, on a bent page; the eight positions lie in one cell of the lattice.
WITH_AVX2 inline Samples sampledBent(const Lookup& look, const Job& job, int cell, __m256 x, double y) {
  const Shifts shifts = shiftsAt(job.lattice, cell, y);
  const __m256 within = _mm256_sub_ps(x, _mm256_set1_ps(float(cell * latticeStep)));
  const auto shifted = [&](int i, __m256 flat) WITH_AVX2 {
    return _mm256_add_ps(
        flat, _mm256_fmadd_ps(_mm256_set1_ps(shifts.slope[i]), within, _mm256_set1_ps(shifts.left[i])));
  };
  const __m256 bentX = shifted(0, x), bentY = shifted(1, _mm256_set1_ps(float(y)));
  const double* m = job.map;
  const auto row = [&](int i) WITH_AVX2 {
    return _mm256_fmadd_ps(_mm256_set1_ps(float(m[3 * i])), bentX,
                           _mm256_fmadd_ps(_mm256_set1_ps(float(m[3 * i + 1])), bentY,
                                           _mm256_set1_ps(float(m[3 * i + 2]))));
  };
  const __m256 half = _mm256_set1_ps(0.5f), scale = _mm256_div_ps(_mm256_set1_ps(1), row(2));
  return sampled(look, _mm256_fmsub_ps(row(0), scale, half), _mm256_fmsub_ps(row(1), scale, half));
}

// Eight pixels of a bent page, each the mean of its samples.
WITH_AVX2 inline Samples averagedBent(const Lookup& look, const Job& job, const Tile& tile, int column, int row) {
  const __m256 columns = _mm256_add_ps(_mm256_set1_ps(float(column)), _mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7));
  const int cell = column / latticeStep;
  const int samples = tile.across * tile.down;
  const __m256 middle = _mm256_add_ps(columns, _mm256_set1_ps(0.5f));
  if (samples == 1) return sampledBent(look, job, cell, middle, row + 0.5);
  const __m256i share = _mm256_set1_epi16(static_cast<int16_t>(32768 / samples));
  Samples sum{_mm256_setzero_si256(), _mm256_setzero_si256()};
  for (int k = 0; k < samples; k++) {
    const __m256 x = _mm256_add_ps(columns, _mm256_set1_ps((k % tile.across + 0.5f) / tile.across));
    const Samples one = sampledBent(look, job, cell, x, row + (k / tile.across + 0.5) / tile.down);
    sum.first = _mm256_add_epi16(sum.first, _mm256_mulhrs_epi16(one.first, share));
    sum.second = _mm256_add_epi16(sum.second, _mm256_mulhrs_epi16(one.second, share));
  }
  return sum;
}

// Eight pixels, each the mean of its samples.
WITH_AVX2 inline Samples averaged(const Lookup& look, const Line* lines, const Tile& tile, int column) {
  const __m256 columns = _mm256_add_ps(_mm256_set1_ps(float(column)), _mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7));
  const __m256i share = _mm256_set1_epi16(static_cast<int16_t>(32768 / (tile.across * tile.down)));
  Samples sum{_mm256_setzero_si256(), _mm256_setzero_si256()};
  for (int j = 0; j < tile.down; j++) {
    for (int i = 0; i < tile.across; i++) {
      const __m256 x = _mm256_add_ps(columns, _mm256_set1_ps((i + 0.5f) / tile.across));
      const Samples one = sampledAt(look, lines[j], x);
      sum.first = _mm256_add_epi16(sum.first, _mm256_mulhrs_epi16(one.first, share));
      sum.second = _mm256_add_epi16(sum.second, _mm256_mulhrs_epi16(one.second, share));
    }
  }
  return sum;
}

// Eight pixels of one sample each.
WITH_AVX2 inline Samples single(const Lookup& look, const Line& line, int column) {
  const __m256 centres = _mm256_setr_ps(0.5f, 1.5f, 2.5f, 3.5f, 4.5f, 5.5f, 6.5f, 7.5f);
  return sampledAt(look, line, _mm256_add_ps(_mm256_set1_ps(float(column)), centres));
}

WITH_AVX2 void warpTileAvx2(const Job& job, const Tile& tile) {
  const int stride = job.sourceWidth * channels;
  const Lookup look{job.source,
                    stride,
                    _mm256_set1_epi32(stride * (job.sourceHeight - 1) - 8),
                    _mm256_set1_ps(float(job.sourceWidth - 1)),
                    _mm256_set1_ps(float(job.sourceHeight - 1)),
                    _mm256_set1_epi32(job.sourceWidth - 2),
                    _mm256_set1_epi32(job.sourceHeight - 2)};
  const bool one = tile.across * tile.down == 1;
  for (int row = tile.top; row < tile.bottom; row++) {
    uint8_t* out = job.target + size_t(row) * job.width * channels;
    Line lines[samplesMax];
    for (int j = 0; j < tile.down; j++) lines[j] = lineAt(job.map, row + (j + 0.5) / tile.down);
    for (int column = tile.left; column < tile.right; column += lanes) {
      const Samples samples = job.lattice.shifts ? averagedBent(look, job, tile, column, row)
                              : one              ? single(look, lines[0], column)
                                                 : averaged(look, lines, tile, column);
      // A store writes four bytes too many; the next store in the row overwrites them if there are at least two more pixels.
      if (column + lanes + 2 <= tile.right) {
        store(out + column * channels, samples);
      } else {
        uint8_t last[4 * lanes];
        store(last, samples);
        std::memcpy(out + column * channels, last, (tile.right - column) * channels);
      }
    }
  }
}
#endif

void warp(const Job& job) {
  void (*one)(const Job&, const Tile&) = warpTile;
#if defined(__x86_64__)
  // The AVX2 version needs two pixels in each direction.
  if (job.sourceWidth >= 2 && job.sourceHeight >= 2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    one = warpTileAvx2;
#endif
  for (int top = 0; top < job.height; top += tileSide) {
    for (int left = 0; left < job.width; left += tileSide) one(job, measured(job, left, top));
  }
}

// An RgbImage whose offsets fit into 32 bits; otherwise empty.
Image rgbOf(const Napi::Value& value) { return imageOf(value, channels, INT32_MAX / channels); }

// The lattice of a target, if there is one; `fits` tells whether it has the target's size.
struct Shape {
  Lattice lattice;
  bool fits;
};

Shape latticeOf(const Napi::Value& value, const Image& target) {
  if (value.IsUndefined()) return {{}, true};
  if (!value.IsTypedArray() || value.As<Napi::TypedArray>().TypedArrayType() != napi_float32_array) return {{}, false};
  auto shifts = value.As<Napi::Float32Array>();
  const int columns = (target.width + latticeStep - 1) / latticeStep + 1;
  const int rows = (target.height + latticeStep - 1) / latticeStep + 1;
  return {{shifts.Data(), columns, rows}, shifts.ElementLength() == size_t(2) * columns * rows};
}

// warp(image, target, map, lattice): fills the target's bytes; a flat page has no lattice.
Napi::Value warpCalled(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const Image image = rgbOf(info[0]), target = rgbOf(info[1]);
  const bool mapped = info[2].IsTypedArray() && info[2].As<Napi::TypedArray>().ElementLength() == 9 &&
                      info[2].As<Napi::TypedArray>().TypedArrayType() == napi_float64_array;
  const Shape shape = latticeOf(info[3], target);
  if (!image.data || !target.data || !mapped || !shape.fits) {
    Napi::RangeError::New(env, "warp: needs two images, nine numbers, and a lattice of the target's size or none")
        .ThrowAsJavaScriptException();
    return env.Undefined();
  }
  Job job{image.data, image.width, image.height, target.data, target.width, target.height, {}, shape.lattice};
  std::copy_n(info[2].As<Napi::Float64Array>().Data(), 9, job.map);
  warp(job);
  return env.Undefined();
}

Napi::Object initialise(Napi::Env env, Napi::Object exports) {
  exports.Set("warp", Napi::Function::New(env, warpCalled));
  return exports;
}

}  // namespace

NODE_API_MODULE(warp, initialise)
