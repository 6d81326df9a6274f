#!/bin/sh
# Builds versitygw, the S3 server of the tests, into .cache. Needs any version of Go, which downloads a newer one if
# necessary.
set -eu
cd "$(dirname "$0")/../.."
version=v1.8.0 # also in s3.ts
newer=1.26.8
target="$PWD/.cache/versitygw-$version"
[ ! -x "$target/versitygw" ] || exit 0

go=go
case "$(go env GOVERSION)" in
go1.[0-9] | go1.[0-9].* | go1.1[0-9] | go1.1[0-9].* | go1.20*)
  # Before 1.21 Go does not download newer toolchains itself, but they are available as a module.
  scratch=$(mktemp -d)
  trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
  export GOPATH="$scratch/path" GOCACHE="$scratch/cache"
  module="golang.org/toolchain@v0.0.1-go$newer.$(go env GOOS)-$(go env GOARCH)"
  go mod download "$module"
  chmod -R u+w "$GOPATH/pkg/mod/golang.org"
  chmod +x "$GOPATH/pkg/mod/$module"/bin/* "$GOPATH/pkg/mod/$module"/pkg/tool/*/*
  unset GOROOT
  go="$GOPATH/pkg/mod/$module/bin/go"
  ;;
esac
# Without optimisation and debug information, which reduces 174 s of build time to 100. Builds into a temporary name, so
# that an interrupted build is not used.
export GOBIN="$target.part" GOTOOLCHAIN=auto GOFLAGS= CGO_ENABLED=0
"$go" install -ldflags='-s -w' -gcflags='all=-N -l -dwarf=false' "github.com/versity/versitygw/cmd/versitygw@$version"
mv "$GOBIN" "$target"
