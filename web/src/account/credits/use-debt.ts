import { useQuery } from '@tanstack/react-query'
import { debtQuery } from '../../api/account.ts'
import { creditsQuery, meQuery } from '../../api/queries.ts'
import { useAnswer } from '../../api/use-answer.ts'

/** Credits the account owes; 0 until known. Fetched for empty accounts only: one with credits owes nothing. */
export function useDebt(): number {
  const signedIn = useAnswer(meQuery) != null
  const empty = useAnswer(creditsQuery) === 0
  const { data = 0 } = useQuery({ ...debtQuery, enabled: signedIn && empty })
  return signedIn && empty ? data : 0
}
