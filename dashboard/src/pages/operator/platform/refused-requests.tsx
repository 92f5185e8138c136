import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { optionsOf } from '../../../parts/status.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Link } from '../../../ui/link.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { type BecauseOf, opAt, sending, useCan } from '../acting.tsx'
import { common } from '../words.ts'

type Row = Entry<'listRefusedRequests'>
type Status = Row['status']
type Because = BecauseOf<Row['actions']>

const texts = {
  en: {
    title: 'Refused by acquirers',
    about:
      'What an acquirer refuses and may not refuse: captures of payments that it has approved, whose money the merchant is owed by your books, and reversals of payments that it has not answered. Speak to the acquirer, then decide; until then each is sent again every hour.',
    request: 'Request',
    requests: { capture: 'Capture', reversal: 'Reversal' },
    since: 'Since',
    payment: 'Payment',
    code: 'Answer',
    notKnown: 'not known whether it was taken',
    tries: 'Tries',
    statuses: { open: 'Open', taken: 'Taken at last', triedAgain: 'Tried again', givenUp: 'Given up' },
    tryAgain: 'Try again',
    tryAgainEffect:
      'It is sent as a new request, when the acquirer has corrected why it was refused; a capture that may have been taken is sent as the same one.',
    giveUp: 'Give up',
    giveUpEffects: {
      capture:
        'It is never captured: what is held on the card is released, the payment fails, and the merchant is not owed its amount any more. The store is notified. It cannot be undone.',
      reversal:
        'It is never reversed, and the payment is declined. Make sure that the acquirer has not charged the card; what it holds lapses by itself. It cannot be undone.',
    },
    because: {
      refused_request_decided: 'It is decided already.',
      connection_is_disabled: 'Its connection is disabled, and nothing is sent to it.',
    } satisfies Because,
    empty: 'Nothing is refused',
    hint: 'Acquirers take every capture of what they have approved, and every reversal of what they have not answered.',
  },
  ro: {
    title: 'Refuzate de acceptatori',
    about:
      'Ce refuză un acceptator deși nu are voie: capturi ale unor plăți pe care le-a aprobat, ai căror bani îi sunt datorați comerciantului după registrele dumneavoastră, și anulări ale unor plăți la care nu a răspuns. Vorbiți cu acceptatorul, apoi decideți; până atunci fiecare se retrimite la fiecare oră.',
    request: 'Cerere',
    requests: { capture: 'Captură', reversal: 'Anulare' },
    since: 'Din',
    payment: 'Plata',
    code: 'Răspuns',
    notKnown: 'nu se știe dacă a fost acceptată',
    tries: 'Încercări',
    statuses: {
      open: 'Deschisă',
      taken: 'Acceptată în cele din urmă',
      triedAgain: 'Reîncercată',
      givenUp: 'Abandonată',
    },
    tryAgain: 'Reîncearcă',
    tryAgainEffect:
      'Se trimite ca o cerere nouă, după ce acceptatorul a corectat cauza refuzului; o captură care poate a fost acceptată se trimite ca aceeași cerere.',
    giveUp: 'Abandonează',
    giveUpEffects: {
      capture:
        'Nu se mai capturează niciodată: suma reținută pe card se eliberează, plata eșuează, iar comerciantului nu îi mai este datorată suma. Magazinul este notificat. Nu se poate anula.',
      reversal:
        'Nu se mai anulează niciodată, iar plata este refuzată. Asigurați-vă că acceptatorul nu a debitat cardul; suma reținută se eliberează de la sine. Nu se poate anula.',
    },
    because: {
      refused_request_decided: 'S-a decis deja ce se întâmplă cu ea.',
      connection_is_disabled: 'Conexiunea ei este dezactivată și nu i se trimite nimic.',
    } satisfies Because,
    empty: 'Nimic refuzat',
    hint: 'Acceptatorii iau fiecare captură a ceea ce au aprobat și fiecare anulare a ceea ce nu au răspuns.',
  },
} satisfies Texts<unknown>

const tones = { open: 'bad', taken: 'good', triedAgain: 'info', givenUp: 'neutral' } as const

/** What a processor refuses and may not refuse, and deciding about each: trying it again, or giving it up. */
export default function RefusedRequests() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const zone = useZoneName()
  const columns: Column<Row>[] = [
    { name: 'since', title: `${t.since} (${zone})`, cell: ({ refusedAt }) => <Time at={refusedAt} /> },
    { name: 'connector', title: c.connector, cell: ({ connection }) => connection },
    { name: 'request', title: t.request, cell: ({ request }) => t.requests[request], phone: 'second' },
    {
      name: 'payment',
      title: t.payment,
      cell: ({ paymentId }) => (paymentId ? <Link to={opAt('payments', paymentId)}>{paymentId}</Link> : '–'),
    },
    { name: 'amount', title: c.amount, cell: ({ amount, currency }) => <Money amount={amount} currency={currency} /> },
    {
      name: 'code',
      title: t.code,
      cell: ({ code, isKnown }) => (isKnown ? code : `${code}, ${t.notKnown}`),
      phone: 'second',
    },
    { name: 'tries', title: t.tries, cell: ({ tries }) => tries, isEnd: true, phone: 'never' },
    {
      name: 'status',
      title: c.status,
      cell: ({ status }) => <Badge tone={tones[status]}>{t.statuses[status]}</Badge>,
    },
    { name: 'actions', title: c.actions, isTitleUnseen: true, isEnd: true, cell: (row) => <Decide of={row} /> },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['refused-requests']}
      filters={[{ name: 'status', label: c.status, kind: 'choice', options: optionsOf(t.statuses) }]}
      columns={columns}
      load={({ status }, page, signal) => {
        const query = { ...page, ...(status && { status: status as Status }) }
        return bodyOf(api.GET('/refused-requests', { params: { query }, signal }))
      }}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

function Decide({ of: { id, connection, request, actions, paymentId } }: { of: Row }) {
  const t = useTexts(texts)
  const can = useCan()
  const reason = useReasonField()
  const path = { connection, refusedId: id }
  const named = paymentId ? `${t.payment} ${paymentId}` : id
  return (
    <div className="actions">
      <ActionButton
        action={{
          name: 'try-again',
          label: t.tryAgain,
          ...can(actions.tryAgain, t.because),
          spec: {
            title: `${t.tryAgain}: ${named}`,
            fields: [reason],
            effect: t.tryAgainEffect,
            submit: t.tryAgain,
            run: (values, key) =>
              bodyOf(api.POST('/refused-requests/{connection}/{refusedId}/try-again', sending(path, values, key))),
          },
        }}
      />
      <ActionButton
        action={{
          name: 'give-up',
          label: t.giveUp,
          ...can(actions.giveUp, t.because),
          spec: {
            title: `${t.giveUp}: ${named}`,
            fields: [reason],
            effect: t.giveUpEffects[request],
            submit: t.giveUp,
            isDangerous: true,
            run: (values, key) =>
              bodyOf(api.POST('/refused-requests/{connection}/{refusedId}/give-up', sending(path, values, key))),
          },
        }}
      />
    </div>
  )
}
