import { findGoTool, findOnPath } from '../go-tools.ts'

export type S3Server = { kind: 'versitygw' | 'minio'; command: string }

/** A real S3 server for tests of the S3 driver: from PATH, else built once if Go is installed. */
export function findS3Server(): S3Server | null {
  const minio = findOnPath('versitygw') ? null : findOnPath('minio')
  if (minio) return { kind: 'minio', command: minio }
  const command = findGoTool('versitygw', 'github.com/versity/versitygw/cmd/versitygw@v1.8.0')
  return command === null ? null : { kind: 'versitygw', command }
}
