import { useQuery } from '@tanstack/react-query'
import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react'
import { ApiError, api, bodyOf, type Reply } from './api/client.ts'
import { ErrorPanel, Loading } from './ui/states.tsx'
import type { Scope } from './urls.ts'

export type Me = Reply<'getMe'>
const MeContext = createContext<Me | undefined>(undefined)

/** Who is logged in does not wait for it. */
const LoginPage = lazy(() => import('./pages/login.tsx').then(({ LoginPage: page }) => ({ default: page })))
const LogInAgain = lazy(() => import('./pages/log-in-again.tsx').then(({ LogInAgain: page }) => ({ default: page })))
/** Few people see it, and once. */
const Enrol = lazy(() => import('./pages/me/enrol.tsx').then(({ Enrol: page }) => ({ default: page })))

export const meKey = ['me'] as const

/**
 * Who is logged in; null when a log-in is needed. That is a reply and no error: a query without data waits again whenever it is
 * asked again, and what somebody has typed to log in would be gone with the form.
 */
export const askMe = (): Promise<Me | null> =>
  bodyOf(api.GET('/me')).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  })

/**
 * Asks who is there. A person who is not logged in stays at the address; whose session ends logs in on top of the page, which
 * keeps what was typed and cannot be read meanwhile.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const { data, error, refetch, isPending } = useQuery({ queryKey: meKey, queryFn: askMe })
  const [known, setKnown] = useState<Me>()
  if (data && data !== known) setKnown(data)
  const me = data ?? (data === null && !known?.secondFactorMissing ? known : undefined)
  if (data === null && !me)
    return (
      <Suspense fallback={<Loading />}>
        <LoginPage />
      </Suspense>
    )
  if (isPending) return <Loading />
  if (!me) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (me.secondFactorMissing)
    return (
      <Suspense fallback={<Loading />}>
        <Enrol />
      </Suspense>
    )
  return (
    <MeContext value={me}>
      {children}
      {data === null && (
        <Suspense>
          <LogInAgain whose={me.id} />
        </Suspense>
      )}
    </MeContext>
  )
}

export function useMe(): Me {
  const me = useContext(MeContext)
  if (!me) throw new Error('useMe is for pages inside of SessionGate')
  return me
}

/** Of which organization the person is; undefined before anybody has logged in. */
export const usePersonScope = (): Me['scope'] | undefined => useContext(MeContext)?.scope

/** Whether the person may do this; the server decides again at each call. */
export function useMay(): (permission: string) => boolean {
  const { permissions } = useMe()
  return (permission) => permissions.includes(permission)
}

/** Where a person begins. */
export const ownScope = ({ scope: { kind, id } }: Me): Scope => (kind === 'platform' ? { kind } : { kind, id })
