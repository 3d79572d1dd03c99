#!/bin/sh
# versitygw knows no lifecycle rules: this does with its folder of buckets ($1), by the age of files, what bucket-lifecycle.json
# asks of other servers. For busybox, which its image has.
set -eu
older() {
  [ -d "$1" ] || return 0
  # Sorted, so that all are listed before the first goes, which would make its folder new, and what is inside a folder comes before it.
  find "$1" -mindepth 1 -mmin "+$2" | sort -r | while read -r each; do
    # A folder that holds something newer stays.
    if [ -d "$each" ]; then rmdir "$each" 2>/dev/null || true; else rm -f "$each"; fi
  done
}
for bucket in "$1"/*/; do
  older "${bucket}ingestions" 4320
  older "${bucket}.sgwtmp/multipart" 1440
done
