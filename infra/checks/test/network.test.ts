import { visionQueues } from '@equerre/contract/jobs'
import { beforeEach, expect, it } from 'vitest'
import { findKustomize, renderOverlay, type Manifest } from '../deployment/manifests.ts'

type Labels = Readonly<Record<string, string>>
type Selector = {
  readonly matchLabels?: Labels
  readonly matchExpressions?: readonly { key: string; operator: 'In'; values: readonly string[] }[]
}
type Target = {
  readonly podSelector?: Selector
  readonly namespaceSelector?: Selector
  readonly ipBlock?: { readonly cidr: string }
}
type Rule = {
  readonly from?: readonly Target[]
  readonly to?: readonly Target[]
  readonly ports: readonly { readonly port: number }[]
}
type Policy = Manifest & {
  readonly spec: {
    readonly podSelector: Selector
    readonly policyTypes: readonly string[]
    readonly ingress?: readonly Rule[]
    readonly egress?: readonly Rule[]
  }
}
type Workload = Manifest & {
  readonly spec: {
    readonly template: {
      readonly metadata: { readonly labels: Labels }
      readonly spec: {
        readonly containers: readonly { readonly ports?: readonly { containerPort: number }[] }[]
      }
    }
  }
}
/** One of our pods, another namespace, or addresses outside the cluster. */
type End = {
  readonly name: string
  readonly ports: readonly number[]
  readonly labels?: Labels
  readonly namespace?: string
  readonly cidr?: string
}

const kustomize = findKustomize()
beforeEach(({ skip }) => {
  if (!kustomize)
    skip('neither kustomize nor kubectl is on PATH, and Go, which could build kustomize, is not there')
})

function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  const byLabel = Object.entries(matchLabels).every(([key, value]) => labels[key] === value)
  return byLabel && matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
}

function matches({ podSelector, namespaceSelector, ipBlock }: Target, end: End): boolean {
  if (ipBlock) return ipBlock.cidr === end.cidr
  if (end.cidr) return false
  if (
    namespaceSelector &&
    !selects(namespaceSelector, { 'kubernetes.io/metadata.name': end.namespace ?? '' })
  )
    return false
  if (!namespaceSelector && end.namespace) return false
  return podSelector ? selects(podSelector, end.labels ?? {}) : true
}

/**
 * Every connection allowed to or from one of our pods, as `from → to:port`; our policies do not restrict the
 * other ends.
 */
function allowedConnections(manifests: readonly Manifest[], others: readonly End[]): string[] {
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy') as Policy[]
  const pods = (manifests as readonly Workload[])
    .filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job'].includes(kind))
    .map(({ metadata, spec: { template } }): End => {
      const all = template.spec.containers.flatMap(({ ports = [] }) => ports)
      const ports = all.map(({ containerPort }) => containerPort)
      return { name: metadata.name, ports, labels: template.metadata.labels }
    })
  const open = (pod: End, type: 'Ingress' | 'Egress', { other, port }: { other: End; port: number }) =>
    !pods.includes(pod) ||
    policies
      .filter(({ spec }) => spec.policyTypes.includes(type) && selects(spec.podSelector, pod.labels!))
      .flatMap(({ spec }) => (type === 'Ingress' ? spec.ingress : spec.egress) ?? [])
      .some(({ from = [], to = [], ports }) => {
        const ends = type === 'Ingress' ? from : to
        return ports.some((each) => each.port === port) && ends.some((end) => matches(end, other))
      })
  const between = (from: End, to: End) =>
    to.ports
      .filter((port) => open(from, 'Egress', { other: to, port }))
      .filter((port) => open(to, 'Ingress', { other: from, port }))
      .map((port) => `${from.name} → ${to.name}:${port}`)
  return [
    ...pods.flatMap((from) => [...pods, ...others].flatMap((to) => between(from, to))),
    ...others.flatMap((from) => pods.flatMap((to) => between(from, to))),
  ].toSorted()
}

const neighbour = (namespace: string): End => ({ name: namespace, namespace, labels: {}, ports: [443, 4318] })
const around: readonly End[] = [
  { name: 'internet', cidr: '0.0.0.0/0', ports: [80, 443] },
  { name: 'internet6', cidr: '::/0', ports: [80, 443] },
  { name: 'global6', cidr: '2000::/3', ports: [22, 80, 443] },
  { name: 'dns', namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' }, ports: [53] },
  { name: 'dns-on-node', cidr: '169.254.20.10/32', ports: [53, 80] },
  ...['traefik', 'monitoring', 'keda', 'default'].map(neighbour),
]
const lanes: readonly string[] = visionQueues
const services = ['gateway', 'auth', 'billing', 'courier', ...lanes]
const connections = (froms: readonly string[], ...tos: string[]) =>
  froms.flatMap((from) => tos.map((to) => `${from} → ${to}`))
/** Independent of where the stores are. */
const ofServices = [
  ...connections(['gateway'], 'auth:8081', 'billing:8082'),
  ...connections(['auth', 'billing'], 'internet:443', 'internet6:443'),
  ...connections(['courier'], 'internet:80', 'internet:443', 'global6:80', 'global6:443'),
  ...connections([...services, 'migrate'], 'dns:53', 'dns-on-node:53'),
  ...connections(['traefik'], 'gateway:8080'),
  ...connections(['monitoring'], ...services.map((name) => `${name}:9464`)),
]

it('with its own stores, every pod reaches what it needs and nothing else', () => {
  const stores = ['postgres', 'redis', 'storage']
  expect(allowedConnections(renderOverlay(kustomize!, 'dev'), around)).toEqual(
    [
      ...ofServices,
      ...connections(['gateway', 'auth', 'billing', 'migrate'], 'postgres:5432'),
      ...connections([...services, 'keda'], 'redis:6379'),
      ...connections(['gateway', 'courier', ...lanes, 'bucket'], 'storage:7070'),
      ...connections([...stores, 'bucket'], 'dns:53', 'dns-on-node:53'),
    ].toSorted(),
  )
})

it('with managed stores, every pod reaches what it needs and nothing else, plus a collector with tracing', () => {
  const stores: readonly End[] = [
    { name: 'postgres', cidr: '10.20.0.0/24', ports: [5432, 22] },
    { name: 'redis', cidr: '10.20.1.0/24', ports: [6379, 22] },
    { name: 'objects', cidr: '10.20.2.0/24', ports: [443, 80] },
  ]
  const production = renderOverlay(kustomize!, 'production')
  const expected = [
    ...ofServices,
    ...connections(['gateway', 'auth', 'billing', 'migrate'], 'postgres:5432'),
    ...connections(services, 'redis:6379'),
    ...connections(['gateway', 'courier', ...lanes], 'objects:443'),
  ]
  expect(allowedConnections(production, [...around, ...stores])).toEqual(expected.toSorted())
  const withTraces = [...production, ...renderOverlay(kustomize!, '../traces')]
  const traced = [...expected, ...connections(services, 'monitoring:4318')]
  expect(allowedConnections(withTraces, [...around, ...stores])).toEqual(traced.toSorted())
})
