import { sql } from 'kysely'
import type { Conn } from './schema.ts'

/** A process that says nothing for this long while it has a turn has lost it. */
const silentSeconds = 300
const turnEnd = sql<Date>`now() + make_interval(secs => ${silentSeconds})`

/** Takes the turn of a task that one process does for all. @returns whether nobody has it, nor has had it for `pauseS` */
export async function takeTurn(db: Conn, task: string, pauseS: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('turns')
    .values({ task, taken_until: turnEnd, done_at: null })
    .onConflict((conflict) =>
      conflict
        .column('task')
        .doUpdateSet({ taken_until: turnEnd })
        .where('turns.taken_until', '<=', sql<Date>`now()`)
        .where(
          sql<boolean>`coalesce(turns.done_at, '-infinity') <= now() - make_interval(secs => ${pauseS})`,
        ),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function keepTurn(db: Conn, task: string): Promise<void> {
  await db.updateTable('turns').set({ taken_until: turnEnd }).where('task', '=', task).execute()
}

export async function endTurn(db: Conn, task: string): Promise<void> {
  const now = sql<Date>`now()`
  await db.updateTable('turns').set({ taken_until: now, done_at: now }).where('task', '=', task).execute()
}

/** When a process last came to the end of its turn; 1970 if none ever has. */
export async function lastTurn(db: Conn, task: string): Promise<Date> {
  const row = await db.selectFrom('turns').select('done_at').where('task', '=', task).executeTakeFirst()
  return row?.done_at ?? new Date(0)
}
