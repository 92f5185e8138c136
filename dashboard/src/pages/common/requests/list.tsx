import { api, apiRoot, bodyOf, type Entry } from '../../../api/client.ts'
import { useTexts } from '../../../i18n/language.tsx'
import { createdFilter, useCreatedColumn } from '../../../parts/list-parts.tsx'
import { optionsOf } from '../../../parts/status.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { type Column, type Filter, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { at, withSearch } from '../../../urls.ts'
import { ofScope } from '../of-scope.ts'
import { siteFilter } from '../site-filter.ts'
import { HttpStatus } from './status.tsx'
import { requestTexts } from './texts.ts'

type Row = Entry<'listRequests'>

/** The requests of the programs of a merchant or of a partner, with what was wrong with each. */
export default function Requests() {
  const t = useTexts(requestTexts)
  const { scope, sites } = useScope()
  const columns: Column<Row>[] = [
    {
      name: 'request',
      title: t.request,
      inFile: ['method', 'path'],
      cell: ({ method, path }) => (
        <code>
          {method} {path}
        </code>
      ),
    },
    { name: 'status', title: t.status, cell: ({ status }) => <HttpStatus status={status} /> },
    {
      name: 'result',
      title: t.wrong,
      inFile: ['field', 'reason'],
      cell: ({ field, reason }) => <span className="soft">{field ?? reason}</span>,
      phone: 'second',
    },
    {
      name: 'took',
      title: t.took,
      inFile: ['took_ms'],
      cell: ({ tookMs }) => `${tookMs} ms`,
      isEnd: true,
      phone: 'never',
    },
    {
      name: 'key',
      title: t.sender,
      inFile: ['sent_by', 'key'],
      cell: ({ sentBy, key }) => (key ? t.keyWith(key) : t.senders[sentBy]),
      phone: 'never',
    },
    useCreatedColumn<Row>(t.created),
  ]
  const filters: Filter[] = [
    ...siteFilter(t.site, sites),
    { name: 'text', label: t.text, kind: 'text' },
    { name: 'status', label: t.status, kind: 'choice', isSeveral: true, options: optionsOf(t.statuses) },
    {
      name: 'method',
      label: t.method,
      kind: 'choice',
      isSeveral: true,
      hasNot: true,
      options: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ value, label: value })),
    },
    { name: 'path', label: t.path, kind: 'text' },
    { name: 'key', label: t.key, kind: 'text' },
    createdFilter(t.created),
    { name: 'concerns', label: t.concerns, kind: 'text' },
  ]
  return (
    // Requests of programs are no events of the stream, and what reads them here is not kept itself.
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['requests', scope]}
      filters={filters}
      usualSort="-created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/requests', { params: { query: { ...ofScope(scope, search), ...page } as never }, signal }))
      }
      to={({ id }) => at(scope, 'developers', 'requests', id)}
      refreshMs={() => 10_000}
      export={{ url: (search) => `${apiRoot}${withSearch('/exports/requests', ofScope(scope, search))}` }}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.emptyHint}</p>
        </Empty>
      }
    />
  )
}
