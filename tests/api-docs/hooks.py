"""What schemathesis can't know from the schemas."""

import json
import os

import schemathesis
from schemathesis import GenerationMode


@schemathesis.hook
def filter_body(context, body):
    """Names that reach into the prototypes of JavaScript are refused, wherever they are: no schema can say so."""
    try:
        text = json.dumps(body)
    except (TypeError, ValueError):
        return True
    return "__proto__" not in text and "constructor" not in text


@schemathesis.hook
def map_case(context, case):
    """The hash in a play's body is the one in the path. A read waits 2 s for a position that is not there, so it asks for one that is."""
    if case.operation.label == "POST /v1/chart/{hash}/play" and isinstance(case.body, dict) and "hash" in case.body:
        case.body["hash"] = case.path_parameters.get("hash")
    if case.meta is not None and case.meta.generation.mode == GenerationMode.POSITIVE:
        for name in case.headers:
            if name.lower() == "ledger-position":
                case.headers[name] = os.environ["POSITION"]
    return case
