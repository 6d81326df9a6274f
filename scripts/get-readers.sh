#!/bin/sh
# Installs into .cache what analysts read the published data with: DuckDB with its HTTP reader, and pyarrow. Needs
# Python 3.10 or newer with venv.
set -eu
cd "$(dirname "$0")/.."
target="$PWD/.cache/readers"
wanted=tests/published-data/requirements.txt
if cmp -s "$wanted" "$target/installed.txt" && "$target/bin/python" -c 'import duckdb, pyarrow' 2>/dev/null; then exit 0; fi

rm -rf "$target"
python3 -m venv "$target"
"$target/bin/pip" install -q --disable-pip-version-check -r "$wanted"
cp "$wanted" "$target/installed.txt"
