import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { base } from '../ui/link.tsx'
import { Loading, Missing } from '../ui/states.tsx'
import { usePath } from '../ui/url-state.ts'
import { at } from '../urls.ts'
import { addressOf, useNav } from './nav.tsx'
import { useScope } from './scope.tsx'

/** An address that is no page: that of a section leads to its first page, at others there is nothing. */
export function Elsewhere() {
  const { scope } = useScope()
  const path = usePath()
  const router = useRouter()
  const section = useNav(scope).find((entry) => entry.children && path === at(scope, ...entry.path.split('/')))
  const first = section?.children?.[0]
  const to = first && addressOf(scope, first)
  useEffect(() => {
    if (to !== undefined) router.history.replace(`${base}${to}`)
  }, [to, router])
  return to === undefined ? <Missing isPage /> : <Loading />
}
