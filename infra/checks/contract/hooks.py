"""Mends schemathesis 4.32.5: it rewrites tuples in replies for old drafts, which its validator for 3.1 then refuses."""

import functools

from schemathesis.specs.openapi.adapter import responses

responses.to_json_schema = functools.partial(responses.to_json_schema, convert_prefix_items=False)
