"""Mends schemathesis 4.32.5: it rewrites tuples in replies for old drafts, and its validator for OpenAPI 3.1 refuses them."""

import functools

from schemathesis.specs.openapi.adapter import responses

responses.to_json_schema = functools.partial(responses.to_json_schema, convert_prefix_items=False)
