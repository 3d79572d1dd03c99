/*
 * Sample programs to copy. Tests run each one unchanged against the real service, with the key in the environment
 * variable that the texts name.
 */

import { accountWords } from '#words/account'
import { chainFlow, oneShotFlow, type SampleWords } from './n8n-flows.ts'

export const languages = ['curl', 'Python', 'JavaScript', 'PHP', 'n8n'] as const
export type Language = (typeof languages)[number]

const { samples: ours } = accountWords.api
type Sample = (origin: string, words?: SampleWords) => string

/** One upload to the service at `origin`. */
export function uploadSample(origin: string, words = ours): string {
  return `curl -X POST ${origin}/api/v1/detourage/ingest \\
  -H "X-API-Key: $${words.key}" \\
  -F "file=@${words.photo}"`
}

/** The upload's answer, cut down to its main fields. */
export const uploadAnswer = `{
  "ingestion_id": "7b1c0d5e-2f6a-4c1b-9a57-3c1f0a9e4d21",
  "status": "OK",
  "mime": "image/jpeg",
  "width": 4032,
  "height": 3024
}`

/** All steps of a photo: upload, detection, straightening, and saving the picture to a file. */
export const chainSamples: Readonly<Record<Language, Sample>> = {
  curl: (origin, words = ours) => `API=${origin}

ID=$(curl -sS -X POST "$API/api/v1/detourage/ingest" \\
  -H "X-API-Key: $${words.key}" \\
  -F "file=@${words.photo}" | jq -r '.ingestion_id // error(.detail)') &&

curl -sS -X POST "$API/api/v1/detourage/detect" \\
  -H "X-API-Key: $${words.key}" \\
  -F "ingestion_id=$ID" &&

IMAGE=$(curl -sS -X POST "$API/api/v1/detourage/rectify" \\
  -H "X-API-Key: $${words.key}" \\
  -H "Idempotency-Key: $ID-1" \\
  -F "ingestion_id=$ID" \\
  -F 'options={"relighting":false,"dpi":300}' |
  jq -r '.artifacts.warped_path // error(.detail // "${words.nothingFound}")') &&

curl -fsS "$API$IMAGE" -H "X-API-Key: $${words.key}" -o ${words.result}`,

  Python: (origin, words = ours) => `# pip install equerre
import os
from equerre import Equerre, ProblemError

try:
    with Equerre(os.environ["${words.key}"], "${origin}") as equerre:
        photo = equerre.ingest("${words.photo}")["ingestion_id"]

        found = equerre.detect(photo)
        print(found["status"], found["confidence"])

        page = equerre.rectify(photo, relighting=False, dpi=300)
        if not page.path:
            raise SystemExit("${words.nothingFound}")
        equerre.save(page.path, "${words.result}")
        print(page.credits_remaining)
except ProblemError as problem:
    raise SystemExit(problem.detail)`,

  JavaScript: (origin, words = ours) => `// npm install @equerre/client
import { Equerre } from '@equerre/client'
import { file, save } from '@equerre/client/node'

const equerre = new Equerre({ baseUrl: '${origin}', apiKey: process.env.${words.key} })

const { ingestion_id } = await equerre.ingest(await file('${words.photo}'))

const { status, confidence } = await equerre.detect(ingestion_id)
console.log(status, confidence)

const page = await equerre.rectify(ingestion_id, { relighting: false, dpi: 300 })
await save(await equerre.download(page), '${words.result}')`,

  PHP: (origin, words = ours) => `<?php
$api = '${origin}';

function call(string $url, array $fields = [], array $headers = []): string {
    $curl = curl_init($url);
    curl_setopt_array($curl, [
        CURLOPT_HTTPHEADER => ['X-API-Key: ' . getenv('${words.key}'), ...$headers],
        CURLOPT_RETURNTRANSFER => true,
    ]);
    if ($fields) curl_setopt($curl, CURLOPT_POSTFIELDS, $fields);
    $answer = curl_exec($curl);
    if ($answer === false) throw new RuntimeException(curl_error($curl));
    $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
    if ($status >= 400) throw new RuntimeException(json_decode($answer)->detail);
    return $answer;
}

$file = curl_file_create('${words.photo}');
$id = json_decode(call("$api/api/v1/detourage/ingest", ['file' => $file]))->ingestion_id;

$found = json_decode(call("$api/api/v1/detourage/detect", ['ingestion_id' => $id]));
echo $found->status, ' ', $found->confidence, "\\n";

$fields = ['ingestion_id' => $id, 'options' => '{"relighting":false,"dpi":300}'];
$result = json_decode(call("$api/api/v1/detourage/rectify", $fields, ["Idempotency-Key: $id-1"]));
$path = $result->artifacts->warped_path;
if ($path === null) throw new RuntimeException('${words.nothingFound}');
file_put_contents('${words.result}', call($api . $path));`,

  n8n: chainFlow,
}

/** The same in one call that returns the straightened page. */
export const oneShotSamples: Readonly<Record<Language, Sample>> = {
  curl: (origin, words = ours) => `STATUS=$(curl -sS -X POST ${origin}/api/v1/detourage \\
  -H "X-API-Key: $${words.key}" \\
  -H "Accept: image/png" \\
  -F "file=@${words.photo}" \\
  -o ${words.answer} -w '%{http_code}')

if [ "$STATUS" = 200 ]; then mv ${words.answer} ${words.result}
else jq -r .detail ${words.answer}; false; fi`,

  Python: (origin, words = ours) => `# pip install equerre
import os
from equerre import Equerre, ProblemError

try:
    with Equerre(os.environ["${words.key}"], "${origin}") as equerre:
        page = equerre.straighten("${words.photo}", to="${words.result}")
except ProblemError as problem:
    raise SystemExit(problem.detail)
if not page.made:
    raise SystemExit("${words.nothingFound}")
print(page.status, page.confidence, page.credits_remaining)`,

  JavaScript: (origin, words = ours) => `// npm install @equerre/client
import { Equerre } from '@equerre/client'
import { file, save } from '@equerre/client/node'

const equerre = new Equerre({ baseUrl: '${origin}', apiKey: process.env.${words.key} })
const page = await equerre.straighten(await file('${words.photo}'))
await save(await equerre.download(page), '${words.result}')
console.log(page.status, page.confidence)`,

  PHP: (origin, words = ours) => `<?php
$curl = curl_init('${origin}/api/v1/detourage');
curl_setopt_array($curl, [
    CURLOPT_HTTPHEADER => ['X-API-Key: ' . getenv('${words.key}'), 'Accept: image/png'],
    CURLOPT_POSTFIELDS => ['file' => curl_file_create('${words.photo}')],
    CURLOPT_RETURNTRANSFER => true,
]);
$image = curl_exec($curl);
if ($image === false) throw new RuntimeException(curl_error($curl));
$status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
if ($status >= 400) throw new RuntimeException(json_decode($image)->detail);
file_put_contents('${words.result}', $image);`,

  n8n: oneShotFlow,
}
