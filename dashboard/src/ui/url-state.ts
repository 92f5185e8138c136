import { useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type Search, searchOf, withSearch } from '../urls.ts'
import { base } from './link.tsx'

/** The path below the dashboard. */
export const usePath = (): string =>
  useLocation({ select: ({ pathname }) => pathname.replace(/^\/dashboard/, '') || '/' })

/**
 * What the address says beside its path. Each decision is one step of the browser's history; what is being typed
 * replaces the step.
 */
export function useSearch(): [Search, (change: Search, how?: 'push' | 'replace') => void] {
  const router = useRouter()
  const { pathname, searchStr } = useLocation()
  const search = useMemo(() => searchOf(searchStr), [searchStr])
  const change = useCallback(
    (changed: Search, how: 'push' | 'replace' = 'push') => {
      const path = pathname.startsWith(base) ? pathname : `${base}${pathname}`
      router.history[how](withSearch(path, { ...search, ...changed }))
    },
    [router, pathname, search],
  )
  return [search, change]
}

export function useGo(): (to: string) => void {
  const router = useRouter()
  return useCallback((to) => router.history.push(`${base}${to}`), [router])
}
