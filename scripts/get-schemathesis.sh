#!/bin/sh
# Installs schemathesis, which tests the API against its description, into .cache. Needs Python 3.10 or newer with venv.
set -eu
cd "$(dirname "$0")/.."
target="$PWD/.cache/schemathesis"
wanted=tests/api-docs/requirements.txt
if cmp -s "$wanted" "$target/installed.txt" && "$target/bin/schemathesis" --version >/dev/null 2>&1; then exit 0; fi

rm -rf "$target"
python3 -m venv "$target"
"$target/bin/pip" install -q --disable-pip-version-check -r "$wanted"
cp "$wanted" "$target/installed.txt"
