import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../../api/client.ts'
import { useTexts } from '../../../i18n/language.tsx'
import { Time } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { ErrorPanel } from '../../../ui/states.tsx'
import { at, type Scope, withSearch } from '../../../urls.ts'
import { ofScope } from '../of-scope.ts'
import { HttpStatus } from './status.tsx'
import { requestTexts } from './texts.ts'

/**
 * The latest requests that concern a thing, on its page.
 * @param concerns Its names in the log, such as `order:1017`.
 * @param whose Below whose address the requests are, where the thing has a page of the operator too, who has none of them.
 */
export function Requests({ concerns, whose }: { concerns: readonly string[]; whose?: Scope }) {
  const t = useTexts(requestTexts)
  const may = useMay()
  const here = useScope().scope
  const scope = whose ?? here
  const search = { concerns: concerns.filter((name) => !/[,\s]/.test(name)).join(',') }
  const { data, error, refetch } = useQuery({
    queryKey: ['requests-of', scope, search.concerns],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/requests', { params: { query: { ...ofScope(scope, search), size: shown } as never }, signal })),
    enabled: may('requests:read'),
  })
  if (!may('requests:read')) return null
  return (
    <Panel title={t.title} actions={<Link to={withSearch(at(scope, 'developers', 'requests'), search)}>{t.all}</Link>}>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && <p className="soft">{t.noneHere}</p>}
      {data !== undefined && data.data.length > 0 && (
        <SmallTable
          title={t.title}
          heads={[t.request, t.status, t.wrong, { end: t.took }, t.created]}
          rows={data.data.map(({ id, method, route, status, field, reason, tookMs, createdAt }) => ({
            key: id,
            cells: [
              <Link key="request" to={at(scope, 'developers', 'requests', id)}>
                <code>
                  {method} {route}
                </code>
              </Link>,
              <HttpStatus key="status" status={status} />,
              field ?? reason,
              `${tookMs} ms`,
              <Time key="at" at={createdAt} />,
            ],
          }))}
        />
      )}
    </Panel>
  )
}
const shown = 10
