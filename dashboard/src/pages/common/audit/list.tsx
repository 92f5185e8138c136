import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { useMe } from '../../../session.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { Actor } from '../actor.tsx'

const texts = {
  en: {
    title: 'Audit log',
    about: 'Who did what, when, from where and why, the newest first. Nothing of it can be changed.',
    what: 'What',
    who: 'Who',
    when: 'When',
    kind: 'Kind of thing',
    id: 'Its id',
    why: 'Reason',
    change: 'Before and after',
    empty: 'Nothing was done yet',
    hint: 'Every change by a person, and every look at a document, is kept here.',
  },
  ro: {
    title: 'Jurnal de audit',
    about: 'Cine, ce, când, de unde și de ce, cele mai noi întâi. Nimic din el nu poate fi modificat.',
    what: 'Ce',
    who: 'Cine',
    when: 'Când',
    kind: 'Felul lucrului',
    id: 'Id-ul lui',
    why: 'Motiv',
    change: 'Înainte și după',
    empty: 'Încă nu s-a făcut nimic',
    hint: 'Aici se păstrează fiecare schimbare făcută de o persoană și fiecare privire la un act.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listAudit'>

/** Who did what in the affairs of an organization. */
export default function AuditLog() {
  const t = useTexts(texts)
  const zone = useZoneName()
  const me = useMe()
  const { scope } = useScope()
  // The operator's staff see all, and on the pages of an organization what is of it.
  const owner =
    me.scope.kind === 'platform' && scope.kind !== 'platform' ? { ownerKind: scope.kind, ownerId: scope.id } : {}
  const columns: Column<Row>[] = [
    {
      name: 'what',
      title: t.what,
      cell: ({ action, subject: { type, id } }) => (
        <>
          <code>{action}</code> <span className="soft">{`${type} ${id}`}</span>
        </>
      ),
    },
    {
      name: 'who',
      title: t.who,
      cell: ({ actor, from }) => (
        <>
          <Actor of={actor} /> {from && <span className="meta">{from}</span>}
        </>
      ),
      phone: 'second',
    },
    { name: 'why', title: t.why, cell: ({ reason }) => reason, phone: 'second' },
    { name: 'change', title: t.change, cell: ({ before, after }) => changeOf(before, after), phone: 'never' },
    { name: 'when', title: `${t.when} (${zone})`, cell: ({ at }) => <Time at={at} />, phone: 'second' },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['audit', scope]}
      filters={[
        { name: 'subjectType', label: t.kind, kind: 'text' },
        { name: 'subjectId', label: t.id, kind: 'text' },
      ]}
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/audit', { params: { query: { ...owner, ...search, ...page } as never }, signal }))
      }
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

/** The fields that differ: `status: active → suspended`; of what is new, its fields. */
function changeOf(before: unknown, after: unknown): string {
  const [old, now] = [(before ?? {}) as Fields, (after ?? {}) as Fields]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => textOf(old[name]) !== textOf(now[name]))
    .map((name) => `${name}: ${[old[name], now[name]].map(textOf).filter(Boolean).join(' → ')}`)
    .join(', ')
}
type Fields = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
