import { safeNext } from '@equerre/contract/next-path'
import { Navigate, useSearchParams } from 'react-router'
import { SignIn } from '../account/SignIn.tsx'
import { wayBack } from '../account/way-back.ts'
import { meQuery } from '../api/queries.ts'
import { useAnswer } from '../api/use-answer.ts'
import { frAccount } from '../messages-account.fr.ts'

/** Where « Se connecter » and « S'inscrire » lead; whoever is signed in goes straight on. */
export default function SignInPage({ mode }: { mode: 'login' | 'register' }) {
  const user = useAnswer(meQuery)
  const [query] = useSearchParams()
  const wanted = query.get('next')
  const next = wanted === null ? null : safeNext(wanted)
  if (user) return <Navigate to={next ?? wayBack()} replace />
  return <SignIn title={mode === 'login' ? frAccount.signIn.title : frAccount.signIn.register} next={next} />
}
