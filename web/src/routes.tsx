import { pagePaths } from '@equerre/contract/pages'
import { lazy, useState, type ComponentType } from 'react'
import { matchPath, Route, Routes } from 'react-router'
import HomePage from './pages/HomePage.tsx'
import { Layout } from './shell/Layout.tsx'
import NotFoundPage from './pages/NotFoundPage.tsx'

const camscan = lazyPage(() => import('./pages/CamscanPage.tsx'))
const api = lazyPage(() => import('./pages/ApiPage.tsx'))
const account = lazyPage(() => import('./pages/AccountPage.tsx'))
const signIn = lazyPage(() => import('./pages/SignInPage.tsx'))
const pricing = lazyPage(() => import('./pages/PricingPage.tsx'))
const withdrawal = lazyPage(() => import('./pages/WithdrawalPage.tsx'))
const legal = lazyPage(() => import('./pages/LegalPage.tsx'))

/** Every page of the product, on one screen. */
const pages = [
  { path: pagePaths.home, element: <HomePage /> },
  { path: pagePaths.camscan, element: <camscan.Page />, load: camscan.load },
  { path: pagePaths.api, element: <api.Page />, load: api.load },
  { path: pagePaths.account, element: <account.Page />, load: account.load },
  { path: pagePaths.pricing, element: <pricing.Page />, load: pricing.load },
  { path: pagePaths.login, element: <signIn.Page mode="login" />, load: signIn.load },
  { path: pagePaths.register, element: <signIn.Page mode="register" />, load: signIn.load },
  { path: pagePaths.legalNotice, element: <legal.Page text="notice" />, load: legal.load },
  { path: pagePaths.terms, element: <legal.Page text="terms" />, load: legal.load },
  { path: pagePaths.withdrawal, element: <withdrawal.Page />, load: withdrawal.load },
  { path: pagePaths.privacy, element: <legal.Page text="privacy" />, load: legal.load },
  { path: pagePaths.cookies, element: <legal.Page text="cookies" />, load: legal.load },
  { path: pagePaths.accessibility, element: <legal.Page text="accessibility" />, load: legal.load },
]

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        {pages.map(({ path, element }) => (
          <Route key={path} path={path} element={element} />
        ))}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

/** Loads the module of the page at `path`, so that the first render shows the page and not a placeholder. */
export async function loadPage(path: string): Promise<void> {
  await pages.find((page) => matchPath(page.path, path))?.load?.()
}

/** A page with its own script. Once loaded it renders synchronously: `lazy` can leave it blank for 300 ms. */
function lazyPage<Props extends object>(fetchModule: () => Promise<{ default: ComponentType<Props> }>) {
  let Loaded: ComponentType<Props> | null = null
  const load = async () => {
    const module = await fetchModule()
    Loaded = module.default
    return module
  }
  const Awaited = lazy(load)
  function Page(props: Props) {
    // Chosen once: swapping the component later would reset the page's state.
    const [Drawn] = useState<ComponentType<Props>>(() => Loaded ?? Awaited)
    return <Drawn {...props} />
  }
  return { Page, load }
}
