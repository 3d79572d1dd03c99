import type { HistoryLine } from '../../api/account.ts'
import { accountWords } from '#words/account'

const { operations, withFile, page, due, repaid } = accountWords.history

/** Describes a movement: the operation, its file while that is kept, and the credits owed. */
export function describeMovement({ kind, file, owed }: Pick<HistoryLine, 'kind' | 'file' | 'owed'>): string {
  const name = file && (file.page > 1 ? page(file.name, file.page) : file.name)
  const operation = name === null ? operations[kind] : withFile(operations[kind], name)
  if (owed === 0) return operation
  return withFile(operation, owed > 0 ? due(owed) : repaid(-owed))
}
