import { useQuery } from '@tanstack/react-query'
import { debtQuery } from '../../api/account.ts'
import { creditsQuery, meQuery } from '../../api/queries.ts'
import { useAnswer } from '../../api/use-answer.ts'

/** Credits that the account owes; 0 while that is not known. Only an empty account is asked: who can spend owes nothing. */
export function useDebt(): number {
  const signedIn = useAnswer(meQuery) != null
  const empty = useAnswer(creditsQuery) === 0
  const { data = 0 } = useQuery({ ...debtQuery, enabled: signedIn && empty })
  return signedIn && empty ? data : 0
}
