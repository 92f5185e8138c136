import { type Texts, useTexts } from '../../../../i18n/language.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import { Panel } from '../../../../ui/facts.tsx'
import { SmallTable } from '../../../../ui/small-table.tsx'
import type { KycCase } from './texts.ts'

const texts = {
  en: {
    title: 'Typed and read',
    field: 'Field',
    typed: 'Typed by the customer',
    read: 'Read from the document',
    checked: 'Compared',
    name: 'Name',
    born: 'Born',
    gender: 'Gender',
    nationality: 'Nationality',
    same: 'Same',
    differs: 'Differs',
    look: 'Compare yourself',
    unread: 'The document has no machine-readable lines: compare it with the answers yourself.',
  },
  ro: {
    title: 'Scris și citit',
    field: 'Câmp',
    typed: 'Scris de client',
    read: 'Citit din act',
    checked: 'Comparat',
    name: 'Nume',
    born: 'Data nașterii',
    gender: 'Sex',
    nationality: 'Cetățenie',
    same: 'La fel',
    differs: 'Diferă',
    look: 'Compară tu',
    unread: 'Actul nu are rânduri citibile automat: compară-l tu cu răspunsurile.',
  },
} satisfies Texts<unknown>

/** As machines read a name: capital letters without marks, and the words in any order. */
const machineName = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter(Boolean)
    .sort()
    .join(' ')
const sexOf = (text: string) => text.slice(0, 1).toUpperCase()
const asIs = (text: string) => text

/** What the customer has typed beside what the document says, with a verdict where a machine can give one. */
export function Compared({ kycCase: { submissions, identity } }: { kycCase: KycCase }) {
  const t = useTexts(texts)
  const person = identity?.person
  if (!identity) return null
  if (!person)
    return (
      <Panel title={t.title}>
        <p className="soft">{t.unread}</p>
      </Panel>
    )
  const answersOf = (step: string): Readonly<Record<string, string | undefined>> =>
    (submissions.find((one) => one.step === step)?.answers ?? {}) as Record<string, string>
  const { firstName = '', lastName = '', dateOfBirth = '', nationality = '' } = answersOf('personal-info')
  const rows = [
    {
      name: t.name,
      typed: `${firstName} ${lastName}`,
      read: `${person.givenNames} ${person.surname}`,
      as: machineName,
    },
    { name: t.born, typed: dateOfBirth, read: person.birthDate ?? '', as: asIs },
    { name: t.gender, typed: answersOf('gender').gender ?? '', read: person.sex, as: sexOf },
    { name: t.nationality, typed: nationality, read: person.nationality, as: undefined },
  ]
  const verdict = ({ typed, read, as }: (typeof rows)[number]) => {
    if (!as || read.trim() === '') return <Badge tone="neutral">{t.look}</Badge>
    return as(typed) === as(read) ? <Badge tone="good">{t.same}</Badge> : <Badge tone="bad">{t.differs}</Badge>
  }
  return (
    <Panel title={t.title}>
      <SmallTable
        title={t.title}
        heads={[t.field, t.typed, t.read, t.checked]}
        rows={rows.map((row) => ({ key: row.name, cells: [row.name, row.typed, row.read, verdict(row)] }))}
      />
    </Panel>
  )
}
