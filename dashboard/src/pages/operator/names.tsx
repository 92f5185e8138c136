import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, bodyOf } from '../../api/client.ts'
import { useTexts } from '../../i18n/language.tsx'
import { Timeline } from '../../parts/events.tsx'
import { useMay } from '../../session.tsx'
import { useScope } from '../../shell/scope.tsx'
import { Link } from '../../ui/link.tsx'
import { Actor } from '../common/actor.tsx'
import { auditActions } from '../common/audit/words.ts'
import { MerchantName, PartnerName } from '../common/names.tsx'
import { opAt } from './acting.tsx'
import { common } from './words.ts'

export { MerchantName, namedOptions, PartnerName, SiteName, useNamed } from '../common/names.tsx'
export { Actor }

/** The options of a choice: the connectors of this installation. */
export function useConnectorOptions() {
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['connectors'],
    queryFn: ({ signal }) => bodyOf(api.GET('/connectors', { params: { query: { size: 100 } }, signal })),
    enabled: may('routing:read'),
    staleTime: 60_000,
  })
  return (data?.data ?? []).map(({ id }) => ({ value: id, label: id }))
}

/** A merchant's own pages need no way to it. */
export function MerchantLink({ id }: { id: string | number }) {
  const { scope } = useScope()
  const name = <MerchantName id={id} />
  return scope.kind === 'platform' ? <Link to={opAt('merchants', String(id))}>{name}</Link> : name
}

/** A partner's own pages need no way to it. */
export function PartnerLink({ id }: { id: string | number }) {
  const { scope } = useScope()
  const name = <PartnerName id={id} />
  return scope.kind === 'platform' ? <Link to={opAt('partners', String(id))}>{name}</Link> : name
}

type Deed = {
  at: string
  actor: string
  action: string
  reason?: string | undefined
  note?: string | undefined
  status?: ReactNode
}

/** What happened to one thing, by whom and why. */
export function History({ of, title }: { of: readonly Deed[]; title?: string }) {
  const t = useTexts(common)
  const actions = useTexts(auditActions)
  return (
    <Timeline
      title={title ?? t.history}
      of={of.map(({ at, actor, action, status, reason, note }, index) => ({
        key: `${at} ${action} ${index}`,
        at,
        what: (
          <>
            {status} <Actor of={actor} />
            {!status && `: ${actions[action] ?? action}`}
            {(reason ?? note) && <span className="soft"> “{reason ?? note}”</span>}
          </>
        ),
      }))}
    />
  )
}

/** What the audit has of one thing, the newest last. */
export function SubjectHistory({ type, id }: { type: string; id: string }) {
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['audit', type, id],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/audit', { params: { query: { subjectType: type, subjectId: id, size: 50 } as never }, signal })),
    enabled: may('audit:read'),
  })
  return data ? <History of={data.data.toReversed()} /> : null
}
