import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { queryClient } from './api/queries.ts'
import { AppRoutes, loadPage } from './routes.tsx'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/shell.css'
import './styles/dialogs.css'
import './styles/print.css'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html holds no #root')

const app = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>
)

// Not awaited at the top: the page's scripts import this one, and would wait for it to end.
void loadPage(location.pathname)
  .catch(() => {})
  .then(() => createRoot(root).render(app))
