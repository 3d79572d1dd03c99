"""What a page costs with OpenCV on one thread: started by bench.ts, which reads the last line."""

import json
import sys
import time

import cv2
import numpy

cv2.setNumThreads(1)
work, folder, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
encoded = numpy.fromfile(f"{folder}/photo.jpg", dtype=numpy.uint8)
with open(f"{folder}/corners.json") as file:
    quad = json.load(file)
page, photo = (2480, 3508), (3000, 4000)


def found(image):
    """The usual recipe: Canny on a small copy, the largest contour that four corners describe."""
    scale = 800 / max(image.shape)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    edges = cv2.Canny(cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (5, 5), 0), 75, 200)
    contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for contour in sorted(contours, key=cv2.contourArea, reverse=True)[:5]:
        corners = cv2.approxPolyDP(contour, 0.02 * cv2.arcLength(contour, True), True)
        if len(corners) == 4:
            return numpy.float32(corners[:, 0] / scale)
    return numpy.float32(quad)


def warped(image, corners, size):
    width, height = size
    target = numpy.float32([[0, 0], [width, 0], [width, height], [0, height]])
    matrix = cv2.getPerspectiveTransform(target, numpy.float32(corners))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpPerspective(image, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)


def rectify():
    straight = warped(cv2.imdecode(encoded, cv2.IMREAD_COLOR), quad, page)
    cv2.imencode(".jpg", straight, [cv2.IMWRITE_JPEG_QUALITY, 90])


def detect():
    found(cv2.imdecode(encoded, cv2.IMREAD_COLOR))


def whole():
    image = cv2.imdecode(encoded, cv2.IMREAD_COLOR)
    found(image)
    cv2.imencode(".jpg", warped(image, quad, page), [cv2.IMWRITE_JPEG_QUALITY, 90])


def warp_of(channels):
    random = numpy.random.default_rng(1)
    image = random.integers(0, 255, (photo[1], photo[0], channels), dtype=numpy.uint8)
    return lambda: warped(image, quad, photo)


makers = {
    "rectify": lambda: rectify,
    "detect": lambda: detect,
    "whole": lambda: whole,
    "warp-rgb": lambda: warp_of(3),
    "warp-rgba": lambda: warp_of(4),
}
run = makers[work]()
times = []
for _ in range(rounds + 1):
    start = time.process_time()
    run()
    times.append((time.process_time() - start) * 1000)
print(json.dumps(times[1:]))
