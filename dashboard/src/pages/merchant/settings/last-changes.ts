import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { useMay } from '../../../session.tsx'
import { changedNames, type Fields } from '../../common/audit/changes.tsx'

const fieldsOf = (of: unknown): Fields => (typeof of === 'object' && of !== null ? (of as Fields) : {})

type Change = Pick<Entry<'listAudit'>, 'actor' | 'at'>

/** Of each setting of a site the newest change, among its last hundred; for roles that see the audit. */
export function useLastChanges(siteId: string): ReadonlyMap<string, Change> {
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['site', siteId, 'changes', 'all'],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/audit', {
          params: { query: { action: 'siteChanged', subjectType: 'site', subjectId: siteId, size: 100 } },
          signal,
        }),
      ),
    enabled: may('audit:read'),
  })
  const changes = new Map<string, Change>()
  for (const { actor, at, before, after } of data?.data ?? [])
    for (const name of changedNames(fieldsOf(before), fieldsOf(after)))
      if (!changes.has(name)) changes.set(name, { actor, at })
  return changes
}
