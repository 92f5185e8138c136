import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { statusesOf } from '../../../parts/status.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { sending, useGate } from '../acting.tsx'
import { common } from '../words.ts'
import { countedBy } from './words.ts'

type Entered = Entry<'listLimits'>
type Row = Entered & { id: string }

const steps = statusesOf<Entered['step']>({
  allow: ['good', 'Allowed', 'Permis'],
  authenticate: ['wait', 'Authenticated', 'Autentificat'],
  challenge: ['wait', 'Puzzle first', 'Întâi un puzzle'],
  refuse: ['bad', 'Refused', 'Refuzat'],
})

const texts = {
  en: {
    title: 'Limits',
    about: 'How often cards were tried lately by each address, card, link and site, and what happens to the next try.',
    subject: 'What is counted',
    next: 'Next try',
    begun: 'Begun',
    approved: 'Approved',
    asked: 'Asked',
    declined: 'Declined',
    lift: 'Lift',
    effect: 'It is counted anew from now on.',
    empty: 'Nothing is counted yet',
    hint: 'Tries of cards are counted here for as long as they matter to the limits.',
  },
  ro: {
    title: 'Limite',
    about:
      'Cât de des s-au încercat carduri de curând prin fiecare adresă, card, link și magazin și ce urmează la încercarea următoare.',
    subject: 'Ce se numără',
    next: 'Următoarea încercare',
    begun: 'Începute',
    approved: 'Aprobate',
    asked: 'Întrebate',
    declined: 'Respinse',
    lift: 'Ridică',
    effect: 'De acum se numără din nou de la zero.',
    empty: 'Încă nu se numără nimic',
    hint: 'Încercările de carduri se numără aici atât timp cât contează pentru limite.',
  },
} satisfies Texts<unknown>

export default function Limits() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const kinds = useTexts(countedBy)
  const columns: Column<Row>[] = [
    { name: 'subject', title: t.subject, cell: ({ subject }) => <code>{subject}</code> },
    { name: 'kind', title: c.kind, cell: ({ kind }) => kinds[kind], phone: 'second' },
    { name: 'next', title: t.next, cell: ({ step }) => <steps.Status status={step} /> },
    { name: 'begun', title: t.begun, cell: ({ begun }) => begun, isEnd: true, phone: 'never' },
    { name: 'approved', title: t.approved, cell: ({ approved }) => approved, isEnd: true, phone: 'never' },
    { name: 'declined', title: t.declined, cell: ({ declined }) => declined, isEnd: true, phone: 'never' },
    {
      name: 'actions',
      title: c.actions,
      isTitleUnseen: true,
      isEnd: true,
      cell: (row) => <Lift of={row} />,
    },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['limits']}
      filters={[]}
      columns={columns}
      load={async (_search, page, signal) => {
        const { data, ...rest } = await bodyOf(api.GET('/limits', { params: { query: page }, signal }))
        return { ...rest, data: data.map((one) => ({ ...one, id: `${one.kind} ${one.subject}` })) }
      }}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

function Lift({ of: { kind, subject } }: { of: Row }) {
  const t = useTexts(texts)
  const kinds = useTexts(countedBy)
  const gate = useGate()
  const reason = useReasonField()
  return (
    <ActionButton
      action={{
        name: 'lift',
        label: t.lift,
        ...gate('limits:lift'),
        spec: {
          title: `${t.lift}: ${kinds[kind]} ${subject}`,
          fields: [reason],
          effect: t.effect,
          submit: t.lift,
          run: (values, key) => bodyOf(api.POST('/limits/lift', sending({}, { ...values, kind, subject }, key))),
        },
      }}
    />
  )
}
