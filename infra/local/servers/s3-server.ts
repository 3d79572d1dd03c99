import { findGoTool } from '../go-tools.ts'

/** The same as in docker-compose.yml, which a test checks. */
export const s3ServerVersion = 'v1.8.0'

/** versitygw, the S3 server of tests and of docker compose: from PATH, else built once if Go is installed; null if neither. */
export function findS3Server(): string | null {
  return findGoTool('versitygw', `github.com/versity/versitygw/cmd/versitygw@${s3ServerVersion}`)
}
