import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { api, bodyOf, type Entry } from '../api/client.ts'
import { ownScope, useMe } from '../session.tsx'
import { Loading } from '../ui/states.tsx'
import { usePath } from '../ui/url-state.ts'
import { type Scope, scopeOf } from '../urls.ts'

export type Site = Entry<'listSites'>

/** Whose pages these are, with the sites of a merchant. */
export type ScopeFacts = {
  scope: Scope
  name: string | undefined
  sites: readonly Site[]
  /** The address is of pages of somebody else, which the person may not see. */
  isForeign: boolean
}

const ScopeContext = createContext<ScopeFacts | undefined>(undefined)

export function ScopeProvider({ children }: { children: ReactNode }) {
  const me = useMe()
  const path = usePath()
  const asked = scopeOf(path)
  const own = ownScope(me)
  const isForeign = asked !== undefined && own.kind !== 'platform' && JSON.stringify(asked) !== JSON.stringify(own)
  const scope = asked === undefined || isForeign ? own : asked
  const key = JSON.stringify(scope)
  const { data: sites = noSites, isLoading } = useQuery({
    queryKey: ['sites'],
    queryFn: async () => (await bodyOf(api.GET('/sites', { params: { query: { size: 100 } } }))).data,
    enabled: scope.kind === 'merchant',
  })
  const { data: partner } = useQuery({
    queryKey: ['partners', key],
    queryFn: () =>
      bodyOf(
        api.GET('/partners/{partnerId}', { params: { path: { partnerId: scope.kind === 'partner' ? scope.id : '' } } }),
      ),
    enabled: scope.kind === 'partner',
  })
  const facts = useMemo((): ScopeFacts => {
    const known = JSON.parse(key) as Scope
    if (known.kind !== 'merchant') return { scope: known, name: partner?.name, sites: noSites, isForeign }
    const of = sites.filter(({ merchantId }) => String(merchantId) === known.id)
    return { scope: known, name: of[0]?.merchantName, sites: of, isForeign }
  }, [key, partner, sites, isForeign])
  // What a page asks for depends on the sites.
  if (isLoading) return <Loading />
  return <ScopeContext value={facts}>{children}</ScopeContext>
}
const noSites: readonly Site[] = []

export function useScope(): ScopeFacts {
  const facts = useContext(ScopeContext)
  if (!facts) throw new Error('useScope is for pages inside of the shell')
  return facts
}
