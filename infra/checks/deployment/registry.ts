import { createHash } from 'node:crypto'

const timeoutMs = 15_000
/** An index first: its digest stands for every architecture. */
const manifestTypes = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')

/**
 * The digest behind `name:tag`, from the registry that the name says.
 * @throws if the registry does not answer, or answers bytes other than it says
 */
export async function digestOf(image: string): Promise<string> {
  const url = manifestUrl(image)
  const first = await ask(url)
  const answer = first.status === 401 ? await ask(url, await tokenFor(first)) : first
  if (!answer.ok) throw new Error(`${image}: the registry answers ${answer.status}`)
  // What is pinned is what was received, whatever the header says.
  const digest = `sha256:${createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')}`
  const stated = answer.headers.get('docker-content-digest')
  if (stated !== null && stated !== digest)
    throw new Error(`${image}: the registry says ${stated} and sends ${digest}`)
  return digest
}

/** As Docker reads names: without a host they are Docker Hub's, without a folder its official ones. */
export function manifestUrl(image: string): string {
  const tagAt = image.lastIndexOf(':')
  const [name, tag] = [image.slice(0, tagAt), image.slice(tagAt + 1)]
  const [first = '', ...rest] = name.split('/')
  const named = rest.length > 0 && /[.:]|^localhost$/.test(first)
  const host = named ? first : 'registry-1.docker.io'
  const repository = named ? rest.join('/') : rest.length > 0 ? name : `library/${name}`
  const scheme = /^(localhost|127\.)/.test(host) ? 'http' : 'https'
  return `${scheme}://${host}/v2/${repository}/manifests/${tag}`
}

function ask(url: string, token?: string): Promise<Response> {
  const headers = { Accept: manifestTypes, ...(token !== undefined && { Authorization: `Bearer ${token}` }) }
  return fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) })
}

/** Registries hand out a token to anybody, at the address that their refusal names. */
async function tokenFor(refusal: Response): Promise<string> {
  const challenge = refusal.headers.get('www-authenticate') ?? ''
  const { realm, ...parameters } = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  if (!realm) throw new Error(`a registry refuses without saying where tokens are: ${challenge}`)
  const url = `${realm}?${new URLSearchParams(parameters as Record<string, string>)}`
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  const { token, access_token: accessToken } = (await answer.json()) as Record<string, string | undefined>
  return token ?? accessToken ?? ''
}
