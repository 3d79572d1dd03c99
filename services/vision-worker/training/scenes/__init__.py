"""Draws photographs of documents from seeds: pages and backgrounds, the camera, hands and shadows, the sensor."""
