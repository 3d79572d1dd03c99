// The image operations of detection (src/core/detect/operators.ts), to the bit as OpenCV 4.12 defines them. Where this was not
// compiled, OpenCV as WebAssembly does the same (src/adapters/opencv.ts), at three to ten times the cost; a test holds both together.
#include <napi.h>

#include "image.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace {

using Bytes = std::vector<uint8_t>;

// The index mirrored about the first and last one, without repeating them.
int mirrored(int at, int count) {
  if (count == 1) return 0;
  while (at < 0 || at >= count) at = at < 0 ? -at : 2 * (count - 1) - at;
  return at;
}

// A Gaussian of 3 or 5 taps across and down; `shift` is twice the logarithm of its weights' sum.
template <int taps>
void blur(const Image& from, const int (&weights)[taps], int shift, uint8_t* to) {
  constexpr int reach = taps / 2;
  const int width = from.width, height = from.height;
  std::vector<uint8_t> line(width + 2 * reach);
  std::vector<uint16_t> across(size_t(width) * height);
  for (int y = 0; y < height; y++) {
    const uint8_t* row = from.data + size_t(y) * width;
    std::copy_n(row, width, line.begin() + reach);
    for (int i = 1; i <= reach; i++) {
      line[reach - i] = row[mirrored(-i, width)];
      line[reach + width - 1 + i] = row[mirrored(width - 1 + i, width)];
    }
    uint16_t* out = across.data() + size_t(y) * width;
    for (int x = 0; x < width; x++) {
      int sum = 0;
      for (int i = 0; i < taps; i++) sum += weights[i] * line[x + i];
      out[x] = static_cast<uint16_t>(sum);
    }
  }
  for (int y = 0; y < height; y++) {
    const uint16_t* rows[taps];
    for (int i = 0; i < taps; i++) rows[i] = across.data() + size_t(mirrored(y + i - reach, height)) * width;
    for (int x = 0; x < width; x++) {
      int sum = 1 << (shift - 1);
      for (int i = 0; i < taps; i++) sum += weights[i] * rows[i][x];
      to[size_t(y) * width + x] = static_cast<uint8_t>(sum >> shift);
    }
  }
}

// The most extreme value of a square about each pixel, as far as it lies on the picture.
template <typename Pick>
void extremes(const Image& from, int size, Pick pick, uint8_t* to) {
  const int reach = size / 2, width = from.width, height = from.height;
  Bytes across(size_t(width) * height);
  for (int y = 0; y < height; y++) {
    const uint8_t* row = from.data + size_t(y) * width;
    uint8_t* out = across.data() + size_t(y) * width;
    std::copy_n(row, width, out);
    for (int i = 1; i <= std::min(reach, width - 1); i++) {
      for (int x = 0; x < width - i; x++) out[x] = pick(out[x], row[x + i]);
      for (int x = i; x < width; x++) out[x] = pick(out[x], row[x - i]);
    }
  }
  for (int y = 0; y < height; y++) {
    uint8_t* out = to + size_t(y) * width;
    std::copy_n(across.data() + size_t(y) * width, width, out);
    for (int other = std::max(0, y - reach); other <= std::min(height - 1, y + reach); other++) {
      const uint8_t* row = across.data() + size_t(other) * width;
      for (int x = 0; x < width; x++) out[x] = pick(out[x], row[x]);
    }
  }
}

void close(const Image& from, int size, uint8_t* to) {
  Bytes grown(size_t(from.width) * from.height);
  extremes(from, size, [](uint8_t a, uint8_t b) { return std::max(a, b); }, grown.data());
  extremes({grown.data(), from.width, from.height}, size, [](uint8_t a, uint8_t b) { return std::min(a, b); }, to);
}

// Sobel gradients with repeated borders, and their L1 size with a border of zeros.
struct Gradients {
  std::vector<int16_t> dx, dy;
  std::vector<int> size;
};

Gradients gradientsOf(const Image& image) {
  const int width = image.width, height = image.height, stride = width + 2;
  Gradients found{std::vector<int16_t>(size_t(width) * height), std::vector<int16_t>(size_t(width) * height),
                  std::vector<int>(size_t(stride) * (height + 2))};
  std::vector<int16_t> sum(stride), step(stride);
  for (int y = 0; y < height; y++) {
    const uint8_t* above = image.data + size_t(std::max(0, y - 1)) * width;
    const uint8_t* here = image.data + size_t(y) * width;
    const uint8_t* below = image.data + size_t(std::min(height - 1, y + 1)) * width;
    for (int x = 0; x < width; x++) {
      sum[x + 1] = static_cast<int16_t>(above[x] + 2 * here[x] + below[x]);
      step[x + 1] = static_cast<int16_t>(below[x] - above[x]);
    }
    sum[0] = sum[1], step[0] = step[1];
    sum[width + 1] = sum[width], step[width + 1] = step[width];
    int16_t* dx = found.dx.data() + size_t(y) * width;
    int16_t* dy = found.dy.data() + size_t(y) * width;
    int* size = found.size.data() + size_t(y + 1) * stride + 1;
    for (int x = 0; x < width; x++) {
      dx[x] = static_cast<int16_t>(sum[x + 2] - sum[x]);
      dy[x] = static_cast<int16_t>(step[x] + 2 * step[x + 1] + step[x + 2]);
      size[x] = std::abs(dx[x]) + std::abs(dy[x]);
    }
  }
  return found;
}

// Whether no neighbour along the gradient, rounded to 45 degrees, has a larger step.
bool isPeak(const int* size, int stride, int dx, int dy) {
  // The tangent of 22.5 degrees, in 15 bits.
  constexpr int tangent = 13573;
  const int across = std::abs(dx) * tangent, down = std::abs(dy) << 15;
  if (down < across) return *size > size[-1] && *size >= size[1];
  if (down > across + (std::abs(dx) << 16)) return *size > size[-stride] && *size >= size[stride];
  const int side = (dx ^ dy) < 0 ? -1 : 1;
  return *size > size[-stride - side] && *size > size[stride + side];
}

void edges(const Image& image, int low, int high, uint8_t* to) {
  const int width = image.width, height = image.height, stride = width + 2;
  const Gradients found = gradientsOf(image);
  // 1 for what may be an edge, 2 for what is one; with a border of zeros.
  Bytes state(found.size.size());
  std::vector<size_t> open;
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      const size_t at = size_t(y + 1) * stride + x + 1, here = size_t(y) * width + x;
      const int size = found.size[at];
      if (size <= low || !isPeak(found.size.data() + at, stride, found.dx[here], found.dy[here])) continue;
      state[at] = size > high ? 2 : 1;
      if (size > high) open.push_back(at);
    }
  }
  while (!open.empty()) {
    const size_t at = open.back();
    open.pop_back();
    for (int dy = -1; dy <= 1; dy++) {
      for (int dx = -1; dx <= 1; dx++) {
        const size_t next = at + dy * stride + dx;
        if (state[next] != 1) continue;
        state[next] = 2;
        open.push_back(next);
      }
    }
  }
  for (int y = 0; y < height; y++) {
    const uint8_t* row = state.data() + size_t(y + 1) * stride + 1;
    for (int x = 0; x < width; x++) to[size_t(y) * width + x] = row[x] == 2 ? 255 : 0;
  }
}

struct Point {
  int x, y;
};
using Points = std::vector<Point>;

// The eight neighbours, from the right one on, anticlockwise as seen.
constexpr Point neighbours[8] = {{1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}};

// A mask with a border of zeros: 1 for white, more or less once a border has been followed there.
struct Field {
  std::vector<int8_t> cells;
  int stride;
};
constexpr int8_t followed = 2, followedRight = -126;

// Follows one border, and marks it: S. Suzuki and K. Abe, Topological Structural Analysis (1985). Straight runs are reduced to their ends.
Points follow(Field& field, Point start, bool hole) {
  const auto at = [&](Point p) { return field.cells.data() + size_t(p.y) * field.stride + p.x; };
  const auto beside = [](Point p, int way) { return Point{p.x + neighbours[way].x, p.y + neighbours[way].y}; };
  const int first = hole ? 0 : 4;
  int way = first;
  do way = (way + 7) & 7;
  while (*at(beside(start, way)) == 0 && way != first);
  if (way == first) {
    *at(start) = followedRight;
    return {start};
  }
  Points points;
  const int8_t* end = at(beside(start, way));
  Point here = start;
  for (int before = way ^ 4;;) {
    const int from = way;
    Point next;
    do next = beside(here, ++way & 7);
    while (*at(next) == 0);
    way &= 7;
    if (static_cast<unsigned>(way - 1) < static_cast<unsigned>(from)) *at(here) = followedRight;
    else if (*at(here) == 1) *at(here) = followed;
    if (way != before) points.push_back(here);
    before = way;
    if (at(next) == at(start) && at(here) == end) return points;
    here = next;
    way = (way + 4) & 7;
  }
}

double lengthOf(const Points& points) {
  double length = 0;
  for (size_t i = 0; i < points.size(); i++) {
    const Point a = points[i], b = points[(i + 1) % points.size()];
    const float dx = static_cast<float>(b.x - a.x), dy = static_cast<float>(b.y - a.y);
    length += std::sqrt(dx * dx + dy * dy);
  }
  return length;
}

// Andrew's monotone chain (1979).
Points hullOf(Points points) {
  std::sort(points.begin(), points.end(), [](Point a, Point b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  Points hull;
  const auto add = [&hull](Point p, size_t least) {
    const auto turn = [](Point a, Point b, Point c) {
      return int64_t(b.x - a.x) * (c.y - a.y) - int64_t(b.y - a.y) * (c.x - a.x);
    };
    while (hull.size() >= least && turn(hull[hull.size() - 2], hull.back(), p) <= 0) hull.pop_back();
    hull.push_back(p);
  };
  for (const Point& p : points) add(p, 2);
  const size_t least = hull.size() + 1;
  for (size_t i = points.size() - 1; i-- > 0;) add(points[i], least);
  hull.pop_back();
  return hull;
}

// The hulls of all borders at least so long and of four points or more, each as its number of points and their coordinates.
std::vector<int32_t> hulls(const Image& mask, double lengthMin) {
  Field field{std::vector<int8_t>(size_t(mask.width + 2) * (mask.height + 2)), mask.width + 2};
  for (int y = 0; y < mask.height; y++)
    for (int x = 0; x < mask.width; x++)
      field.cells[size_t(y + 1) * field.stride + x + 1] = mask.data[size_t(y) * mask.width + x] ? 1 : 0;
  std::vector<int32_t> found;
  for (int y = 1; y <= mask.height; y++) {
    const int8_t* row = field.cells.data() + size_t(y) * field.stride;
    for (int x = 1; x <= mask.width; x++) {
      const bool outer = row[x - 1] == 0 && row[x] == 1;
      const bool hole = row[x - 1] >= 1 && row[x] == 0;
      if (!outer && !hole) continue;
      const Points points = follow(field, {hole ? x - 1 : x, y}, hole);
      if (points.size() < 4 || lengthOf(points) < lengthMin) continue;
      const Points hull = hullOf(points);
      found.push_back(static_cast<int32_t>(hull.size()));
      for (const Point& p : hull) found.insert(found.end(), {p.x - 1, p.y - 1});
    }
  }
  return found;
}

// A GrayImage of which a few numbers a pixel can be counted in 32 bits; otherwise empty.
Image grayOf(const Napi::Value& value) { return imageOf(value, 1, INT32_MAX / 8); }

Napi::Value refused(Napi::Env env) {
  Napi::RangeError::New(env, "operators: needs a grey image, and numbers in their range").ThrowAsJavaScriptException();
  return env.Undefined();
}

// Wraps an operator of one or two numbers that makes an image of the same size.
template <typename Operate>
Napi::Value filtered(const Napi::CallbackInfo& info, Operate operate) {
  const Image image = grayOf(info[0]);
  if (!image.data || !info[1].IsNumber()) return refused(info.Env());
  auto made = Napi::Uint8Array::New(info.Env(), size_t(image.width) * image.height);
  if (!operate(image, made.Data())) return refused(info.Env());
  return made;
}

double numberAt(const Napi::CallbackInfo& info, size_t at) { return info[at].As<Napi::Number>().DoubleValue(); }

// blur(image, size): of 3 or 5 pixels.
Napi::Value blurCalled(const Napi::CallbackInfo& info) {
  return filtered(info, [&](const Image& image, uint8_t* to) {
    const double size = numberAt(info, 1);
    if (size == 3) blur(image, {1, 2, 1}, 4, to);
    if (size == 5) blur(image, {1, 4, 6, 4, 1}, 8, to);
    return size == 3 || size == 5;
  });
}

// close(image, size): odd.
Napi::Value closeCalled(const Napi::CallbackInfo& info) {
  return filtered(info, [&](const Image& image, uint8_t* to) {
    const double size = numberAt(info, 1);
    if (!(size >= 1 && size <= 0x7fff) || std::fmod(size, 2) != 1) return false;
    close(image, static_cast<int>(size), to);
    return true;
  });
}

// edges(image, low, high)
Napi::Value edgesCalled(const Napi::CallbackInfo& info) {
  return filtered(info, [&](const Image& image, uint8_t* to) {
    if (!info[2].IsNumber()) return false;
    const double low = numberAt(info, 1), high = numberAt(info, 2);
    if (!(low >= 0 && low <= high && high <= 0xffff)) return false;
    edges(image, static_cast<int>(low), static_cast<int>(high), to);
    return true;
  });
}

// hulls(mask, lengthMin)
Napi::Value hullsCalled(const Napi::CallbackInfo& info) {
  const Image mask = grayOf(info[0]);
  if (!mask.data || !info[1].IsNumber()) return refused(info.Env());
  const std::vector<int32_t> found = hulls(mask, numberAt(info, 1));
  auto made = Napi::Int32Array::New(info.Env(), found.size());
  std::copy(found.begin(), found.end(), made.Data());
  return made;
}

Napi::Object initialise(Napi::Env env, Napi::Object exports) {
  exports.Set("blur", Napi::Function::New(env, blurCalled));
  exports.Set("close", Napi::Function::New(env, closeCalled));
  exports.Set("edges", Napi::Function::New(env, edgesCalled));
  exports.Set("hulls", Napi::Function::New(env, hullsCalled));
  return exports;
}

}  // namespace

NODE_API_MODULE(operators, initialise)
