import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { QueueLine } from '../../../parts/queue.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time } from '../../../parts/time.tsx'
import { type Action, DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { type BecauseOf, sending, useCan, useReviews, useWaiting } from '../acting.tsx'
import { History, PartnerLink } from '../names.tsx'
import { common } from '../words.ts'
import { hits, listNames, percentOf } from './statuses.ts'

type Hit = Reply<'getHit'>
type Because = BecauseOf<Hit['actions']>

const texts = {
  en: {
    list: 'Screening',
    hit: 'Possible match',
    match: 'match',
    compare: 'The customer and the entry of the list',
    field: 'Field',
    entry: 'On the list',
    compared: 'Compared',
    names: 'Names',
    born: 'Born',
    countries: 'Countries',
    programmes: 'Programmes',
    remarks: 'Remarks',
    gone: 'The entry is no longer on the list.',
    verdicts: { same: 'same', near: 'near', different: 'different', unknown: 'not known' },
    score: 'Match score of the names',
    strong: 'Strong: the cards of the customer are suspended.',
    reference: 'Reference in the list',
    listName: 'List',
    clear: 'Another person',
    clearEffect: 'The customer goes on; this match no longer stands in the way.',
    confirm: 'This person',
    confirmEffect: 'The customer is the person on the list. Cards stay suspended, and approving is refused.',
    reopen: 'Undecided again',
    reopenEffect: 'The match waits for a decision again.',
    because: { hit_transition: 'It is decided already.' } satisfies Because,
  },
  ro: {
    list: 'Screening',
    hit: 'Potrivire posibilă',
    match: 'potrivirea',
    compare: 'Clientul și poziția de pe listă',
    field: 'Câmp',
    entry: 'Pe listă',
    compared: 'Comparat',
    names: 'Nume',
    born: 'Data nașterii',
    countries: 'Țări',
    programmes: 'Programe',
    remarks: 'Observații',
    gone: 'Poziția nu mai este pe listă.',
    verdicts: { same: 'la fel', near: 'apropiat', different: 'diferit', unknown: 'necunoscut' },
    score: 'Scorul potrivirii numelor',
    strong: 'Puternică: cardurile clientului sunt suspendate.',
    reference: 'Referința din listă',
    listName: 'Lista',
    clear: 'Altă persoană',
    clearEffect: 'Clientul continuă; această potrivire nu mai stă în cale.',
    confirm: 'Această persoană',
    confirmEffect: 'Clientul este persoana de pe listă. Cardurile rămân suspendate, iar aprobarea este refuzată.',
    reopen: 'Din nou nedecisă',
    reopenEffect: 'Potrivirea așteaptă din nou o decizie.',
    because: { hit_transition: 'Este deja decisă.' } satisfies Because,
  },
} satisfies Texts<unknown>

export default function HitPage() {
  const reviews = useReviews()
  const t = useTexts(texts)
  const actions = useHitActions()
  const id = useThingId()
  return (
    <>
      <QueueLine
        queueKey={['hits', 'queue']}
        id={id}
        to={(next) => reviews('screening', next)}
        load={async (signal) => {
          const query = { status: 'open', size: 100 } as const
          const { data, total } = await bodyOf(api.GET('/screening/hits', { params: { query }, signal }))
          return { waiting: data.map((one) => ({ id: one.id, since: one.createdAt })), total }
        }}
      />
      <DetailPage<Hit>
        detailKey={['hit', id]}
        load={(signal) => bodyOf(api.GET('/screening/hits/{id}', { params: { path: { id } }, signal }))}
        parent={{ title: t.list, to: reviews('screening') }}
        id={id}
        heading={({ name, status, strong }) => ({
          title: name,
          tab: `${t.hit} ${id}`,
          badge: <hits.Status status={status} />,
          sentence: strong ? t.strong : undefined,
        })}
        actions={actions}
        main={(hit) => (
          <>
            <Compared hit={hit} />
            <History of={hit.history.map((one) => ({ ...one, status: <hits.Status status={one.status} /> }))} />
          </>
        )}
        side={(hit) => <About hit={hit} />}
      />
    </>
  )
}

function useHitActions(): (hit: Hit) => Action[] {
  const t = useTexts(texts)
  const can = useCan()
  const reason = useReasonField()
  const after = useWaiting()
  return ({ id, actions, name: listed, customer }) => {
    const person = customer.names[0] ?? listed
    const decision = (name: 'clear' | 'confirm' | 'reopen', more: Partial<Action> = {}): Action => ({
      name,
      label: t[name],
      ...can(actions[name], t.because),
      ...more,
      spec: {
        title: `${t[name]}: ${person}, ${t.match} ${id}`,
        fields: [reason],
        effect: t[`${name}Effect`],
        submit: t[name],
        isDangerous: name === 'confirm',
        run: (values, key) =>
          bodyOf(api.POST('/screening/hits/{id}/decide', sending({ id }, { ...values, decision: name }, key))),
        after,
      },
    })
    if (actions.reopen.because !== 'hit_transition') return [decision('reopen')]
    return [decision('clear', { look: 'main', shortcut: 'a' }), decision('confirm', { shortcut: 'd' })]
  }
}

function Compared({ hit: { customer, entry, birth, country } }: { hit: Hit }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  return (
    <Panel title={t.compare}>
      <SmallTable
        title={t.compare}
        heads={[t.field, c.customer, t.entry, t.compared]}
        rows={[
          { key: 'names', cells: [t.names, customer.names.join('; '), entry.names.join('; '), ''] },
          { key: 'born', cells: [t.born, customer.birthDate ?? '', entry.births.join('; '), t.verdicts[birth]] },
          {
            key: 'countries',
            cells: [t.countries, customer.countries.join(', '), entry.countries.join(', '), t.verdicts[country]],
          },
        ]}
      />
      <Facts
        of={[
          [t.programmes, entry.programmes.join(', ')],
          [t.remarks, entry.remarks],
        ]}
      />
      {!entry.current && <p className="soft">{t.gone}</p>}
    </Panel>
  )
}

function About({ hit }: { hit: Hit }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const lists = useTexts(listNames)
  return (
    <Panel title={c.details}>
      <Facts
        of={[
          [t.score, percentOf(hit.score)],
          [t.listName, lists[hit.list]],
          [t.reference, <code key="reference">{hit.reference}</code>],
          [c.customer, <code key="customer">{hit.customerId}</code>],
          [c.partner, <PartnerLink key="partner" id={hit.partnerId} />],
          [c.waitsSince, <Time key="since" at={hit.createdAt} />],
          [c.decided, hit.decidedAt && <Time at={hit.decidedAt} />],
        ]}
      />
    </Panel>
  )
}
