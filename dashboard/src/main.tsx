import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError } from './api/client.ts'
import { reportFault } from './api/report-fault.ts'
import { LanguageProvider } from './i18n/language.tsx'
import { router } from './router.tsx'
import { meKey } from './session.tsx'
import { applyTheme } from './theme.ts'
import { changeDensity } from './ui/density.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/parts.css'
import './styles/print.css'

applyTheme()
changeDensity()

/** The address of the page without what it names: `/m/$scopeId/payments/$id`. */
const pattern = (): string => router.state.matches.at(-1)?.fullPath || '/'
const report = (error: unknown) => reportFault(error, pattern())

/** A session that ended is noticed wherever it was used, and so is a reply that the pages cannot read. */
const noticeEnd = (error: unknown) => {
  report(error)
  if (error instanceof ApiError && error.status === 401) void queries.invalidateQueries({ queryKey: meKey })
}
const isFinal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { queryKey }) => queryKey[0] !== meKey[0] && noticeEnd(error) }),
  mutationCache: new MutationCache({ onError: noticeEnd }),
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (count, error) => !isFinal(error) && count < 2, refetchOnWindowFocus: true },
  },
})

for (const kind of ['error', 'unhandledrejection'] as const)
  window.addEventListener(kind, (event) => report(event instanceof PromiseRejectionEvent ? event.reason : event.error))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root"')
createRoot(root, { onCaughtError: report, onUncaughtError: report }).render(
  <StrictMode>
    <LanguageProvider>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </LanguageProvider>
  </StrictMode>,
)
