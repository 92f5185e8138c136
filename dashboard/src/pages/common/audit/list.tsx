import { api, apiRoot, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { createdFilter } from '../../../parts/list-parts.tsx'
import { optionsOf } from '../../../parts/status.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { useMe } from '../../../session.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Link } from '../../../ui/link.tsx'
import { type Column, type Filter, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { withSearch } from '../../../urls.ts'
import { Actor } from '../actor.tsx'
import { scopeWords } from '../team/words.ts'
import { ChangedFields, changedNames, type Fields } from './changes.tsx'
import { auditFields } from './fields.ts'
import { auditSubjects, subjectPage } from './subjects.ts'
import { auditActions } from './words.ts'

const texts = {
  en: {
    title: 'Audit log',
    about: 'Who did what, when, from where and why, the newest first. Nothing of it can be changed.',
    what: 'What',
    subject: 'About',
    who: 'Who',
    when: 'When',
    id: 'Id of the thing',
    kind: 'Kind of thing',
    owner: 'Whose',
    ownerId: 'Number of the owner',
    why: 'Reason',
    from: 'From',
    change: 'Before → after',
    empty: 'Nothing was done yet',
    hint: 'Every change by a person or a program, and every look at a document, is kept here with its reason.',
  },
  ro: {
    title: 'Jurnal de audit',
    about: 'Cine, ce, când, de unde și de ce, cele mai noi întâi. Nimic din el nu poate fi modificat.',
    what: 'Ce',
    subject: 'Despre',
    who: 'Cine',
    when: 'Când',
    id: 'Id-ul lucrului',
    kind: 'Felul lucrului',
    owner: 'Al cui',
    ownerId: 'Numărul proprietarului',
    why: 'Motiv',
    from: 'De la',
    change: 'Înainte → după',
    empty: 'Încă nu s-a făcut nimic',
    hint: 'Aici se păstrează, cu motivul ei, fiecare schimbare făcută de o persoană sau de un program și fiecare privire la un act.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listAudit'>

/** Who did what: in the affairs of an organization, or in all of them on the operator's own pages. */
export default function AuditLog() {
  const t = useTexts(texts)
  const actions = useTexts(auditActions)
  const zone = useZoneName()
  const me = useMe()
  const { scope } = useScope()
  // The operator's staff see all, and on the pages of an organization what is of it.
  const owner: Readonly<Record<string, string>> =
    me.scope.kind === 'platform' && (scope.kind === 'merchant' || scope.kind === 'partner')
      ? { ownerKind: scope.kind, ownerId: scope.id }
      : {}
  const columns: Column<Row>[] = [
    { name: 'what', title: t.what, inFile: ['action'], cell: ({ action }) => actions[action] ?? action },
    { name: 'subject', title: t.subject, cell: (row) => <About of={row} />, phone: 'second' },
    { name: 'who', title: t.who, inFile: ['actor'], cell: ({ actor }) => <Actor of={actor} />, phone: 'second' },
    { name: 'why', title: t.why, inFile: ['reason'], cell: ({ reason }) => reason && `“${reason}”`, phone: 'second' },
    {
      name: 'change',
      title: t.change,
      inFile: ['before', 'after'],
      cell: (row) => <Change of={row} />,
      phone: 'never',
    },
    {
      name: 'when',
      title: `${t.when} (${zone})`,
      inFile: ['at'],
      cell: ({ at }) => <Time at={at} />,
      phone: 'second',
      sort: 'created',
    },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['audit', scope]}
      filters={useFilters(scope.kind === 'platform')}
      usualSort="-created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/audit', { params: { query: { ...owner, ...search, ...page } as never }, signal }))
      }
      export={{ url: (search) => `${apiRoot}${withSearch('/exports/audit', { ...owner, ...search })}` }}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

function useFilters(isOfAll: boolean): readonly Filter[] {
  const t = useTexts(texts)
  const actions = useTexts(auditActions)
  const subjects = useTexts(auditSubjects)
  const scopes = useTexts(scopeWords)
  return [
    createdFilter(t.when),
    { name: 'action', label: t.what, kind: 'choice', options: byLabel(optionsOf(actions)) },
    { name: 'subjectType', label: t.kind, kind: 'choice', options: byLabel(optionsOf(subjects)) },
    { name: 'subjectId', label: t.id, kind: 'text' },
    ...(isOfAll
      ? [
          { name: 'ownerKind', label: t.owner, kind: 'choice', options: optionsOf(scopes) } as const,
          { name: 'ownerId', label: t.ownerId, kind: 'text' } as const,
        ]
      : []),
  ]
}

const byLabel = (options: readonly { value: string; label: string }[]) =>
  options.toSorted((one, other) => one.label.localeCompare(other.label))

function About({ of: { subject, owner } }: { of: Row }) {
  const { scope } = useScope()
  const subjects = useTexts(auditSubjects)
  const text = `${subjects[subject.type] ?? subject.type} ${subject.id ?? ''}`
  const page = subjectPage(subject, owner, scope)
  return page === undefined ? text : <Link to={page}>{text}</Link>
}

/** The fields that differ, closed until somebody asks. */
function Change({ of: { before, after, from } }: { of: Row }) {
  const t = useTexts(texts)
  const nameOf = useTexts(auditFields)
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const names = changedNames(old, now)
  if (names.length === 0 && from === undefined) return null
  return (
    <details>
      <summary>
        {[...names.slice(0, 2).map(nameOf), names.length > 2 && '…'].filter(Boolean).join(', ') || t.from}
      </summary>
      <ChangedFields before={old} after={now} />
      {from && (
        <p className="meta">
          {t.from}: {from}
        </p>
      )}
    </details>
  )
}

/** What is stored as one word has no fields. */
const fieldsOf = (of: unknown): Fields => (typeof of === 'object' && of !== null ? (of as Fields) : {})
