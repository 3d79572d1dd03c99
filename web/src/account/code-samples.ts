/* Programs that a reader copies into a terminal; a browser test runs the script as it stands in the page. */

/** One upload to the service at `origin`. */
export function uploadSample(origin: string): string {
  return `curl -X POST ${origin}/api/v1/detourage/ingest \\
  -H "X-API-Key: $CLE" \\
  -F "file=@facture.jpg"`
}

/** What the upload answers, shortened to the fields that matter first. */
export const uploadAnswer = `{
  "ingestion_id": "7b1c0d5e-2f6a-4c1b-9a57-3c1f0a9e4d21",
  "status": "OK",
  "mime": "image/jpeg",
  "width": 4032,
  "height": 3024
}`

/** The whole way of a photo: upload, detection, squaring up, and the picture in a file. */
export function chainSample(origin: string): string {
  return `API=${origin}

ID=$(curl -fsS -X POST "$API/api/v1/detourage/ingest" \\
  -H "X-API-Key: $CLE" \\
  -F "file=@facture.jpg" | jq -r .ingestion_id)

curl -fsS -X POST "$API/api/v1/detourage/detect" \\
  -H "X-API-Key: $CLE" \\
  -F "ingestion_id=$ID"

IMAGE=$(curl -fsS -X POST "$API/api/v1/detourage/rectify" \\
  -H "X-API-Key: $CLE" \\
  -H "Idempotency-Key: $ID-1" \\
  -F "ingestion_id=$ID" \\
  -F 'options={"relighting":false,"dpi":300}' | jq -r .artifacts.warped_path)

curl -fsS "$API$IMAGE" -H "X-API-Key: $CLE" -o facture_recadree.png`
}
