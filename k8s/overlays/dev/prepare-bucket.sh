#!/bin/sh
# Makes the bucket at versitygw ($S3_ENDPOINT) and the keys of gateway, workers and courier, with the rights that the files
# *-policy.json give them. May run again: it then sets the keys' secrets and rights anew. Needs curl and sed.
set -eu
here=$(dirname "$0")
bucket=${S3_BUCKET:-equerre}
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT
umask 077
: >"$scratch/none"
# In a file, so that no list of processes shows the password.
printf 'user = "%s:%s"\naws-sigv4 = "aws:amz:us-east-1:s3"\nsilent\nshow-error\n' \
  "$S3_ADMIN_ACCESS_KEY_ID" "$S3_ADMIN_SECRET_ACCESS_KEY" >"$scratch/curl"

# Prints the status that the server answers to METHOD PATH [FILE]; what it says else goes to the log if it is neither success nor 409.
ask() {
  body=${3:-$scratch/none}
  hash=$(sha256sum "$body" | cut -d ' ' -f 1)
  status=$(curl --config "$scratch/curl" --request "$1" --data-binary "@$body" --header "x-amz-content-sha256: $hash" \
    --output "$scratch/answer" --write-out '%{http_code}' "$S3_ENDPOINT/$2")
  case $status in 2?? | 409) echo "$status" ;; *) echo "$1 $2: $status $(cat "$scratch/answer")" >&2 && return 1 ;; esac
}

# A key that exists (409) gets its secret anew.
set_key() {
  printf '<Account><Access>%s</Access><Secret>%s</Secret><Role>user</Role></Account>' "$1" "$2" >"$scratch/create"
  printf '<MutableProps><Secret>%s</Secret></MutableProps>' "$2" >"$scratch/update"
  created=$(ask PATCH create-user "$scratch/create")
  if [ "$created" = 409 ]; then ask PATCH "update-user?access=$1" "$scratch/update"; fi
}

# The statements of an IAM policy, as those of a bucket policy for one key.
statements() {
  sed -e '1,/"Statement": \[/d' -e '/^  \]/,$d' -e "s/\"Effect\": \"Allow\"/&, \"Principal\": \"$2\"/; s/:::equerre/:::$bucket/" "$here/$1-policy.json"
}

ask PUT "$bucket"
set_key "$S3_ACCESS_KEY_ID" "$S3_SECRET_ACCESS_KEY"
set_key "$S3_WORKER_ACCESS_KEY_ID" "$S3_WORKER_SECRET_ACCESS_KEY"
set_key "$S3_COURIER_ACCESS_KEY_ID" "$S3_COURIER_SECRET_ACCESS_KEY"
printf '{"Version":"2012-10-17","Statement":[%s,%s,%s]}' \
  "$(statements gateway "$S3_ACCESS_KEY_ID")" "$(statements worker "$S3_WORKER_ACCESS_KEY_ID")" \
  "$(statements courier "$S3_COURIER_ACCESS_KEY_ID")" >"$scratch/policy"
ask PUT "$bucket?policy=" "$scratch/policy"
