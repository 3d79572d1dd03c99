import type * as core from 'n8n-core'
import type * as shared from 'n8n-workflow'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type {
  ICredentialsHelper,
  IDataObject,
  IHttpRequestOptions,
  INode,
  INodeExecutionData,
  INodeParameters,
  INodeType,
  IWorkflowExecuteAdditionalData,
  Workflow,
} from 'n8n-workflow'
import { vi } from 'vitest'
import { buildPackage } from './package.ts'

type Core = typeof core
type Shared = typeof shared
type Secret = { readonly url: string; readonly apiKey: string }
type Loader = InstanceType<Core['PackageDirectoryLoader']>
type Placed = { readonly node: INode; readonly nodeType: INodeType; readonly workflow: Workflow }

/** n8n's own runtime (n8n-core): its loader, its execution of declarative routing, its requests, its contexts of webhooks. */
export class N8n {
  readonly core: Core
  readonly additional: IWorkflowExecuteAdditionalData
  readonly loader: Loader
  readonly #shared: Shared
  readonly #folder: string

  private constructor(folder: string, secret: Secret) {
    const built = buildPackage(folder)
    const require = createRequire(path.join(built, 'package.json'))
    this.#folder = folder
    this.core = require('n8n-core') as Core
    this.#shared = require('n8n-workflow') as Shared
    this.loader = new this.core.PackageDirectoryLoader(built)
    const waiting = 'http://n8n.test/waiting'
    this.additional = {
      credentialsHelper: credentialsOf(this.loader, secret),
      executionId: 'execution-1',
      webhookWaitingBaseUrl: waiting,
      formWaitingBaseUrl: waiting,
    } as unknown as IWorkflowExecuteAdditionalData
  }

  /** @param secret what a user enters as credentials */
  static async load(secret: Secret): Promise<N8n> {
    const folder = mkdtempSync(path.join(tmpdir(), 'n8n-'))
    vi.stubEnv('N8N_USER_FOLDER', folder)
    const n8n = new N8n(folder, secret)
    await n8n.loader.loadAll()
    return n8n
  }

  /** A workflow of one node. */
  place(type: string, asked: INodeParameters): Placed {
    const nodeType = this.loader.getNode(type).type as INodeType
    const node: INode = {
      id: type,
      name: type,
      type,
      typeVersion: 1,
      position: [0, 0],
      parameters: asked,
      credentials: { equerreApi: { id: '1', name: 'mine' } },
    }
    const { properties } = nodeType.description
    const { getNodeParameters } = this.#shared.NodeHelpers
    node.parameters = getNodeParameters(properties, asked, true, false, node, nodeType.description)!
    const known = () => nodeType
    const nodeTypes = { getByName: known, getByNameAndVersion: known, getKnownTypes: () => ({}) }
    const parts = { id: 'w', nodes: [node], connections: {}, active: true, nodeTypes }
    return { node, nodeType, workflow: new this.#shared.Workflow(parts) }
  }

  /** Runs the node on these items. @throws what n8n shows */
  async run(asked: INodeParameters, items: INodeExecutionData[] = [{ json: {} }]) {
    const { node, nodeType, workflow } = this.place('equerre', asked)
    const data = { main: [items] }
    const state = this.#shared.createRunExecutionData({})
    const { ExecuteContext, RoutingNode } = this.core
    const context = new ExecuteContext(
      ...([workflow, node, this.additional, 'trigger', state, 0, items, data] as const),
      { node, data, source: null },
      [],
    )
    const [made] = (await new RoutingNode(context, nodeType).runNode())!
    return made!
  }

  stop(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Credentials are not in n8n's runtime but in its server, which evaluates `authenticate` in this way. */
function credentialsOf(loader: Loader, secret: Secret): ICredentialsHelper {
  const helper: Partial<ICredentialsHelper> = {
    getParentTypes: () => [],
    isCredentialUsableByNode: () => true,
    preAuthentication: async () => undefined,
    getDecrypted: async () => ({ ...secret }),
    authenticate: async (...[credentials, type, request, workflow, node]) => {
      const { authenticate } = loader.getCredential(type).type
      const { headers = {} } = (authenticate as { properties: { headers?: IDataObject } }).properties
      const evaluate = (value: unknown) =>
        workflow!.expression.getSimpleParameterValue(node!, value as string, 'internal', {
          $credentials: credentials,
        })
      const added = Object.entries(headers).map(([name, value]) => [name, evaluate(value)] as const)
      return {
        ...(request as IHttpRequestOptions),
        headers: { ...request.headers, ...Object.fromEntries(added) },
      }
    },
  }
  return helper as ICredentialsHelper
}
