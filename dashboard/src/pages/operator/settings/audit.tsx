import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { Link } from '../../../ui/link.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { Actor } from '../names.tsx'
import { subjectPage } from '../subject-page.ts'
import { common } from '../words.ts'
import { scopeWords } from './roles.ts'

const texts = {
  en: {
    title: 'Audit log',
    about: 'Who changed what of money and access, when and why; the newest first.',
    action: 'Action',
    who: 'Who',
    subject: 'About',
    subjectType: 'Kind of thing',
    subjectId: 'Id of the thing',
    owner: 'Whose',
    ownerId: 'Number of the owner',
    from: 'From',
    change: 'Before → after',
    at: 'When',
    empty: 'Nothing was changed yet',
    hint: 'Every change by a person or a program is kept here with its reason.',
  },
  ro: {
    title: 'Jurnal de audit',
    about: 'Cine a schimbat ce despre bani și acces, când și de ce; cele mai noi întâi.',
    action: 'Acțiune',
    who: 'Cine',
    subject: 'Despre',
    subjectType: 'Felul lucrului',
    subjectId: 'Id-ul lucrului',
    owner: 'Al cui',
    ownerId: 'Numărul proprietarului',
    from: 'De la',
    change: 'Înainte → după',
    at: 'Când',
    empty: 'Încă nu s-a schimbat nimic',
    hint: 'Fiecare schimbare făcută de o persoană sau de un program se păstrează aici, cu motivul ei.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listAudit'>

export default function AuditLog() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const scopes = useTexts(scopeWords)
  const zone = useZoneName()
  const columns: Column<Row>[] = [
    { name: 'at', title: `${t.at} (${zone})`, cell: ({ at }) => <Time at={at} />, phone: 'second' },
    { name: 'action', title: t.action, cell: ({ action }) => <code className="number">{action}</code> },
    { name: 'who', title: t.who, cell: ({ actor }) => <Actor of={actor} /> },
    { name: 'subject', title: t.subject, cell: (row) => <About of={row} /> },
    { name: 'reason', title: c.reason, cell: ({ reason }) => reason && `“${reason}”`, phone: 'second' },
    { name: 'change', title: t.change, cell: (row) => <Change of={row} />, phone: 'never' },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['audit']}
      filters={[
        {
          name: 'ownerKind',
          label: t.owner,
          kind: 'choice',
          options: Object.entries(scopes).map(([value, label]) => ({ value, label })),
        },
        { name: 'ownerId', label: t.ownerId, kind: 'text' },
        { name: 'subjectType', label: t.subjectType, kind: 'text' },
        { name: 'subjectId', label: t.subjectId, kind: 'text' },
      ]}
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/audit', { params: { query: { ...search, ...page } }, signal }))
      }
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

function About({ of: { subject, owner } }: { of: Row }) {
  const text = `${subject.type} ${subject.id ?? ''}`
  const page = subjectPage(subject, owner)
  return page === undefined ? text : <Link to={page}>{text}</Link>
}

function Change({ of: { before, after, from } }: { of: Row }) {
  const t = useTexts(texts)
  if (before === undefined && after === undefined && from === undefined) return null
  const names = Object.keys((after ?? before ?? {}) as object)
  const short = (value: unknown) => (value === undefined ? '–' : JSON.stringify(value))
  return (
    <details>
      <summary>{[...names.slice(0, 2), names.length > 2 && '…'].filter(Boolean).join(', ') || t.from}</summary>
      {names.length > 0 && (
        <p>
          <code>
            {short(before)} → {short(after)}
          </code>
        </p>
      )}
      {from && (
        <p className="meta">
          {t.from}: {from}
        </p>
      )}
    </details>
  )
}
