import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { optionsOf } from '../../../parts/status.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { type Column, type Filter, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'

const texts = {
  en: {
    title: 'Configuration',
    about: (roles: string) =>
      `With what this process (${roles}) was started. Nothing is changed here: set the variable where the process is started, and restart it.`,
    unknown: (names: string) => `In its environment, but no setting: ${names}. Was it mistyped?`,
    name: 'Setting',
    value: 'Value',
    source: 'Comes from',
    default: 'Default',
    meaning: 'What it does',
    text: 'Text',
    isSet: 'Set',
    notSet: 'Not set',
    sources: { environment: 'the environment', 'command-line': 'the command line', default: 'its default' },
    file: 'a file',
    empty: 'No settings',
  },
  ro: {
    title: 'Configurare',
    about: (roles: string) =>
      `Cu ce a fost pornit acest proces (${roles}). Aici nu se schimbă nimic: setează variabila acolo unde pornește procesul, apoi repornește-l.`,
    unknown: (names: string) => `În mediul lui, dar nu sunt setări: ${names}. O greșeală de scriere?`,
    name: 'Setarea',
    value: 'Valoarea',
    source: 'De unde vine',
    default: 'Implicit',
    meaning: 'Ce face',
    text: 'Text',
    isSet: 'Setată',
    notSet: 'Nesetată',
    sources: { environment: 'din mediu', 'command-line': 'din linia de comandă', default: 'implicită' },
    file: 'dintr-un fișier',
    empty: 'Nicio setare',
  },
} satisfies Texts<unknown>

type Setting = Reply<'getConfiguration'>['settings'][number]
type Row = Setting & { id: string }

/** Every setting of the process that replies; secrets are set or not set. */
export default function Configuration() {
  const t = useTexts(texts)
  const load = (signal: AbortSignal) => bodyOf(api.GET('/platform/configuration', { signal }))
  const { data } = useQuery({ queryKey: ['configuration', 'process'], queryFn: ({ signal }) => load(signal) })
  const columns: Column<Row>[] = [
    { name: 'name', title: t.name, cell: ({ name }) => <code className="whole">{name}</code>, phone: 'first' },
    { name: 'value', title: t.value, cell: (row) => <Value of={row} /> },
    {
      name: 'source',
      title: t.source,
      cell: ({ source, isFile, isSet }) => (isFile && isSet ? `${t.file}, ${t.sources[source]}` : t.sources[source]),
      phone: 'second',
    },
    {
      name: 'default',
      title: t.default,
      cell: ({ default: fallback }) => fallback !== undefined && <code>{fallback}</code>,
      phone: 'never',
    },
    { name: 'meaning', title: t.meaning, cell: ({ about }) => <span className="soft">{about}</span>, phone: 'second' },
  ]
  const filters: Filter[] = [
    { name: 'text', label: t.text, kind: 'text' },
    { name: 'source', label: t.source, kind: 'choice', isSeveral: true, options: optionsOf(t.sources) },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={
        data && (
          <>
            {t.about(data.roles.join(', '))}
            {data.unknown.length > 0 && (
              <span className="notice wait" role="status">
                {t.unknown(data.unknown.join(', '))}
              </span>
            )}
          </>
        )
      }
      listKey={['configuration']}
      filters={filters}
      columns={columns}
      load={async ({ text = '', source = '' }, { page, size }, signal) => {
        const { settings } = await load(signal)
        const found = settings.filter(
          (one) =>
            `${one.name} ${one.about} ${one.value ?? ''}`.toLowerCase().includes(text.toLowerCase()) &&
            (source === '' || source.split(',').includes(one.source)),
        )
        const rows = found.map((one) => ({ ...one, id: one.name }))
        return { data: rows.slice((page - 1) * size, page * size), page, size, total: found.length }
      }}
      empty={<Empty title={t.empty} />}
    />
  )
}

function Value({ of: { isSecret, isSet, value } }: { of: Setting }) {
  const t = useTexts(texts)
  if (isSecret || value === undefined)
    return <Badge tone={isSet ? 'info' : 'neutral'}>{isSet ? t.isSet : t.notSet}</Badge>
  return <code>{value}</code>
}
