import { useQuery } from '@tanstack/react-query'
import { type Document, readReference } from '../../../api/reference.ts'
import { useTexts } from '../../../i18n/language.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Field } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { ErrorPanel, Loading } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { useSearch } from '../../../ui/url-state.ts'
import { at, withSearch } from '../../../urls.ts'
import { OperationPanels } from './operation.tsx'
import { isFound, type Listed, operationsOf } from './operations.ts'
import { texts } from './texts.ts'

/** The interface that these people's programs call: a merchant's or a partner's. */
export default function Reference() {
  const t = useTexts(texts)
  const { scope } = useScope()
  const [search] = useSearch()
  const name = scope.kind === 'partner' ? 'partners' : 'merchants'
  const { data, error, refetch } = useQuery({
    queryKey: ['reference', name],
    queryFn: ({ signal }) => readReference(name, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const chosen = data && operationsOf(data).find(({ operationId }) => operationId === search.op)
  useTitle(chosen ? `${chosen.method} ${chosen.path}` : t.title)
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading lines={10} />
  return chosen ? <Chosen document={data} operation={chosen} /> : <All document={data} />
}

const useReferenceAt = () => {
  const { scope } = useScope()
  return (search: Readonly<Record<string, string>>) => withSearch(at(scope, 'developers', 'reference'), search)
}

function Chosen({ document, operation }: { document: Document; operation: Listed }) {
  const t = useTexts(texts)
  const [{ q = '' }] = useSearch()
  const to = useReferenceAt()
  return (
    <>
      <p className="meta">
        <Link to={to({ q })}>{t.title}</Link> / {operation.tags?.[0]}
      </p>
      <h1>{operation.summary}</h1>
      <OperationPanels document={document} operation={operation} />
    </>
  )
}

function All({ document }: { document: Document }) {
  const t = useTexts(texts)
  const [{ q = '' }, change] = useSearch()
  const to = useReferenceAt()
  const found = operationsOf(document).filter((operation) => isFound(operation, q))
  const groups = Map.groupBy(found, ({ tags }) => tags?.[0] ?? '')
  return (
    <>
      <h1>{t.title}</h1>
      <p className="soft">
        {t.about} <code>{document.servers[0]?.url}</code>
      </p>
      <search className="filters">
        <Field
          name="q"
          label={t.find}
          hint={t.findHint}
          value={q}
          onChange={(text) => change({ q: text }, 'replace')}
        />
      </search>
      {found.length === 0 && <p className="soft">{t.none}</p>}
      {[...groups].map(([group, operations]) => (
        <section key={group} className="panel" aria-label={group}>
          <h2>{group}</h2>
          <ul className="plain operations">
            {operations.map(({ operationId, method, path, summary }) => (
              <li key={operationId}>
                <Link to={to({ q, op: operationId })}>
                  <code>
                    {method} {path}
                  </code>
                </Link>{' '}
                <span className="soft">{summary}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
