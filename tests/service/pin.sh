#!/bin/sh
# Writes requirements.txt: Bugsink and all that it needs, with the hashes of their wheels for each Python that scripts/test/bugsink.ts
# accepts. All of these Pythons get the same versions, or this fails.  sh tests/service/pin.sh 2.6.1
set -eu
wheels=$(mktemp -d)
trap 'rm -r "$wheels"' EXIT
for python in 3.11 3.12 3.13 3.14; do
  for machine in x86_64 aarch64; do
    python3 -m pip download -q --only-binary=:all: --implementation cp --python-version $python -d "$wheels" \
      --platform manylinux_2_28_$machine --platform manylinux2014_$machine --platform manylinux2010_$machine "bugsink==$1"
  done
done
cd "$wheels"
python3 -m pip hash -- *.whl | awk '
  /:$/ { split($1, part, "-"); name = tolower(part[1]); gsub("_", "-", name); package = name "==" part[2] }
  /^--hash/ {
    if (name in version && version[name] != package) { print name " has two versions" > "/dev/stderr"; exit 1 }
    if (!(name in version)) names[++count] = name
    version[name] = package
    hashes[name] = hashes[name] " " $1
  }
  END { for (i = 1; i <= count; i++) print version[names[i]] hashes[names[i]] }
' >"$OLDPWD/requirements.new"
cd "$OLDPWD"
mv requirements.new "$(dirname "$0")/requirements.txt"
