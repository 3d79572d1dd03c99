import { readAddress } from '@equerre/contract/language'
import { safeNext } from '@equerre/contract/next-path'
import { Navigate, useSearchParams } from 'react-router'
import { SignIn } from '../account/SignIn.tsx'
import { returnPath } from '../account/return-path.ts'
import { meQuery } from '../api/queries.ts'
import { useAnswer } from '../api/use-answer.ts'
import { accountWords } from '#words/account'

/** Where « Se connecter » and « S'inscrire » lead; redirects users who are already signed in. */
export default function SignInPage({ mode }: { mode: 'login' | 'register' }) {
  const user = useAnswer(meQuery)
  const [query] = useSearchParams()
  const wanted = query.get('next')
  const next = wanted === null ? null : readAddress(safeNext(wanted)).path
  if (user) return <Navigate to={next ?? returnPath()} replace />
  return (
    <SignIn title={mode === 'login' ? accountWords.signIn.title : accountWords.signIn.register} next={next} />
  )
}
