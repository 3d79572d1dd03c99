import { safeNext } from '@equerre/contract/next-path'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router'
import { SignIn } from '../account/SignIn.tsx'
import { meQuery } from '../api/queries.ts'
import { frAccount } from '../messages-account.fr.ts'
import '../styles/pages.css'
import '../styles/account.css'

/** Where « Se connecter » and « S'inscrire » lead; whoever is signed in goes straight on. */
export default function SignInPage({ mode }: { mode: 'login' | 'register' }) {
  const { data: user } = useQuery(meQuery)
  const [query] = useSearchParams()
  const next = safeNext(query.get('next') ?? undefined)
  if (user) return <Navigate to={next} replace />
  return <SignIn title={mode === 'login' ? frAccount.signIn.title : frAccount.signIn.register} next={next} />
}
