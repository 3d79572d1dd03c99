import { pagePaths } from '@equerre/contract/pages'
import { lazy } from 'react'
import { Route, Routes } from 'react-router'
import HomePage from './pages/HomePage.tsx'
import { Layout } from './pages/Layout.tsx'
import NotFoundPage from './pages/NotFoundPage.tsx'

const CamscanPage = lazy(() => import('./pages/CamscanPage.tsx'))
const ApiPage = lazy(() => import('./pages/ApiPage.tsx'))
const AccountPage = lazy(() => import('./pages/AccountPage.tsx'))
const SignInPage = lazy(() => import('./pages/SignInPage.tsx'))
const PricingPage = lazy(() => import('./pages/PricingPage.tsx'))
const WithdrawalPage = lazy(() => import('./pages/WithdrawalPage.tsx'))
const LegalPage = lazy(() => import('./pages/LegalPage.tsx'))

/** Every page of the product, on one screen. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path={pagePaths.home} element={<HomePage />} />
        <Route path={pagePaths.camscan} element={<CamscanPage />} />
        <Route path={pagePaths.api} element={<ApiPage />} />
        <Route path={pagePaths.account} element={<AccountPage />} />
        <Route path={pagePaths.pricing} element={<PricingPage />} />
        <Route path={pagePaths.login} element={<SignInPage mode="login" />} />
        <Route path={pagePaths.register} element={<SignInPage mode="register" />} />
        <Route path={pagePaths.legalNotice} element={<LegalPage text="notice" />} />
        <Route path={pagePaths.terms} element={<LegalPage text="terms" />} />
        <Route path={pagePaths.withdrawal} element={<WithdrawalPage />} />
        <Route path={pagePaths.privacy} element={<LegalPage text="privacy" />} />
        <Route path={pagePaths.cookies} element={<LegalPage text="cookies" />} />
        <Route path={pagePaths.accessibility} element={<LegalPage text="accessibility" />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}
