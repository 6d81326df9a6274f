"""Reads published files as an analyst does, with DuckDB over HTTP and with pyarrow. Takes a job as JSON on stdin, answers with JSON.

{"queries": [sql, …], "files": [path, …]} -> {"rows": [[row, …], …], "files": [{"types": {…}, "nulls": {…}, "rows": n}, …]}
"""
import importlib.util
import json
import pathlib
import sys

import duckdb
import pyarrow.parquet

job = json.load(sys.stdin)
package = pathlib.Path(importlib.util.find_spec("duckdb_extension_httpfs").origin).parent
[extension] = package.glob("extensions/*/httpfs.duckdb_extension")
connection = duckdb.connect(config={"autoinstall_known_extensions": False})
connection.execute(f"load '{extension}'")


def describe(path):
    table = pyarrow.parquet.read_table(path)
    return {
        "types": {field.name: str(field.type) for field in table.schema},
        "nulls": {name: table[name].null_count for name in table.column_names},
        "rows": table.num_rows,
    }


answer = {
    "rows": [connection.execute(sql).fetchall() for sql in job["queries"]],
    "files": [describe(path) for path in job["files"]],
}
json.dump(answer, sys.stdout, default=str)
