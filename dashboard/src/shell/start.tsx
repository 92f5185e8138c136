import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ownScope, useMe } from '../session.tsx'
import { base } from '../ui/link.tsx'
import { Loading } from '../ui/states.tsx'
import { home } from '../urls.ts'

/** Leads to the home of the person who is logged in. */
export function Start() {
  const me = useMe()
  const router = useRouter()
  useEffect(() => router.history.replace(`${base}${home(ownScope(me))}`), [me, router])
  return <Loading />
}
