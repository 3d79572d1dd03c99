import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, type ReactNode } from 'react'
import { queryClient } from './api/queries.ts'
import { AppRoutes } from './routes.tsx'

/** The whole app inside the given `router`: the browser's or the server's. */
export function App({ router: Router }: { router: (props: { children: ReactNode }) => ReactNode }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Router>
          <AppRoutes />
        </Router>
      </QueryClientProvider>
    </StrictMode>
  )
}
