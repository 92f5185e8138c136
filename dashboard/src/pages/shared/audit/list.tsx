import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { useMe } from '../../../session.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'

const texts = {
  en: {
    title: 'Audit log',
    about: 'Who did what, when, from where and why, the newest first. Nothing of it can be changed.',
    what: 'What',
    who: 'Who',
    when: 'When',
    subject: 'About',
    kind: 'Kind of thing',
    id: 'Its id',
    why: 'Reason',
    change: 'Before and after',
    from: 'From where',
    empty: 'Nothing was done yet',
    hint: 'Every change by a person, and every look at a document, is kept here.',
  },
  ro: {
    title: 'Jurnal de audit',
    about: 'Cine, ce, când, de unde și de ce, cele mai noi întâi. Nimic din el nu poate fi modificat.',
    what: 'Ce',
    who: 'Cine',
    when: 'Când',
    subject: 'Despre',
    kind: 'Felul lucrului',
    id: 'Id-ul lui',
    why: 'Motiv',
    change: 'Înainte și după',
    from: 'De unde',
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
    { title: t.what, cell: ({ action }) => <code>{action}</code> },
    { title: t.who, cell: ({ actor }) => actor, phone: 'second' },
    { title: t.subject, cell: ({ subject: { type, id } }) => `${type} ${id}`, phone: 'second' },
    { title: t.why, cell: ({ reason }) => reason, phone: 'second' },
    { title: t.change, cell: ({ before, after }) => changeOf(before, after), phone: 'never' },
    { title: `${t.when} (${zone})`, cell: ({ at }) => <Time at={at} />, phone: 'second' },
    { title: t.from, cell: ({ from }) => from, phone: 'never' },
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
      load={(search, page, signal) =>
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

/** The fields that differ: `status: active → suspended`. */
function changeOf(before: unknown, after: unknown): string {
  const [old, now] = [before ?? {}, after ?? {}] as Record<string, unknown>[]
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])]
  const text = (value: unknown) =>
    value === undefined || value === null ? '–' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return names
    .filter((name) => text(old?.[name]) !== text(now?.[name]))
    .map((name) => `${name}: ${text(old?.[name])} → ${text(now?.[name])}`)
    .join(', ')
}
