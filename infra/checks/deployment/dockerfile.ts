import { readFileSync } from 'node:fs'
import path from 'node:path'
import { cloneFolder } from '@equerre/local/tools'

type Instruction =
  | { readonly kind: 'ENV'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'COPY'; readonly from: string | null; readonly sources: string[]; readonly to: string }
  | { readonly kind: 'RUN'; readonly command: string }
  | { readonly kind: 'CMD'; readonly command: readonly string[] }
  | { readonly kind: 'WORKDIR'; readonly folder: string }
  | { readonly kind: 'USER'; readonly user: string }
  | { readonly kind: 'EXPOSE' | 'HEALTHCHECK'; readonly text: string }

export type Stage = { readonly name: string; readonly base: string; readonly instructions: Instruction[] }

/** The stages of our Dockerfile, in order. @throws for an unknown instruction */
export function readDockerfile(): Stage[] {
  const text = readFileSync(path.join(cloneFolder, 'infra/docker/Dockerfile'), 'utf8')
  const stages: Stage[] = []
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const [, base, name] = /^FROM (\S+) AS (\S+)$/.exec(line) ?? []
    if (base && name) stages.push({ base, name, instructions: [] })
    else stages.at(-1)!.instructions.push(instructionOf(line))
  }
  return stages
}

const readers: Readonly<Record<string, (rest: string) => Instruction>> = {
  ENV: (rest) => ({
    kind: 'ENV',
    values: Object.fromEntries(rest.split(' ').map((pair) => pair.split('=', 2))),
  }),
  COPY: (rest) => {
    const [, from = null, paths = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(rest) ?? []
    const words = paths.split(' ')
    return { kind: 'COPY', from, sources: words.slice(0, -1), to: words.at(-1)! }
  },
  RUN: (command) => ({ kind: 'RUN', command }),
  CMD: (rest) => ({ kind: 'CMD', command: JSON.parse(rest) }),
  WORKDIR: (folder) => ({ kind: 'WORKDIR', folder }),
  USER: (user) => ({ kind: 'USER', user }),
  EXPOSE: (text) => ({ kind: 'EXPOSE', text }),
  HEALTHCHECK: (text) => ({ kind: 'HEALTHCHECK', text }),
}

function instructionOf(line: string): Instruction {
  const [, kind = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
  const read = readers[kind]
  if (!read) throw new Error(`not understood: ${line}`)
  return read(rest)
}

/** All instructions that make the image `target`: those of the stages it is based on, then its own. */
export function instructionsOf(stages: readonly Stage[], target: string): Instruction[] {
  const stage = stages.find(({ name }) => name === target)
  return stage ? [...instructionsOf(stages, stage.base), ...stage.instructions] : []
}

/** The variables that an image sets. */
export function imageEnvironment(stages: readonly Stage[], target: string): Record<string, string> {
  const environments = instructionsOf(stages, target).flatMap((step) =>
    step.kind === 'ENV' ? [step.values] : [],
  )
  return Object.assign({}, ...environments)
}
