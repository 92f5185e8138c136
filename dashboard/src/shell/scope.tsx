import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { api, bodyOf, type Entry } from '../api/client.ts'
import { ownScope, useMe } from '../session.tsx'
import { Loading } from '../ui/states.tsx'
import { usePath } from '../ui/url-state.ts'
import { type Scope, scopeOf } from '../urls.ts'

export type Site = Entry<'listSites'>

/** Whose pages these are, with the sites of a merchant. */
export type ScopeFacts = { scope: Scope; name: string | undefined; sites: readonly Site[] }

const ScopeContext = createContext<ScopeFacts | undefined>(undefined)

export function ScopeProvider({ children }: { children: ReactNode }) {
  const me = useMe()
  const path = usePath()
  const scope = scopeOf(path) ?? ownScope(me)
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
    if (known.kind !== 'merchant') return { scope: known, name: partner?.name, sites: noSites }
    const own = sites.filter(({ merchantId }) => String(merchantId) === known.id)
    return { scope: known, name: own[0]?.merchantName, sites: own }
  }, [key, partner, sites])
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
