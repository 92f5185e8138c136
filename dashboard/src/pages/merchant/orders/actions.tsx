import { api, bodyOf, idIn, type Reply } from '../../../api/client.ts'
import type { Texts } from '../../../i18n/language.tsx'
import { Time } from '../../../parts/time.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import type { Action } from '../../../ui/detail-page.tsx'
import type { FieldSpec } from '../../../ui/field.tsx'
import { type Can, isThere } from '../../common/acting.tsx'
import type { OrderBecause } from './because.ts'
import { ScheduleAfter } from './schedule.tsx'

type Order = Reply<'getOrder'>

export const orderActionTexts = {
  en: {
    cancel: 'End the order',
    cancelEffect: 'What was paid stays paid.',
    cancelWhen: 'When it ends',
    cancelSubmit: 'End the order',
    now: 'Now',
    withPaidPeriod: (day: string) => `With what is paid, on ${day}, without another bill`,
    afterNextBill: (day: string) => `After the next bill on ${day}`,
    emailEffect: 'The customer receives an e-mail, if the site sends them. Until it ends, you can keep it.',
    keep: 'Keep it',
    keepEffect: (day: string) => `It does not end after the bill on ${day}, and is billed as before.`,
    keepUnbilledEffect: (day: string) => `It does not end on ${day}, and is billed that day as before.`,
    bill: 'Bill now',
    billEffect: 'The stored card is charged at once.',
    billed: {
      paid: 'It is paid.',
      partlyPaid: 'A part is paid; the rest is tried later.',
      declined: 'It was declined.',
      inProgress: 'The payment was sent, and its result is not known yet.',
    },
    notBilled: {
      connectorPaused: 'Nothing was sent: payments are paused by the operator.',
      paymentInProgress: 'Nothing was sent: another payment of the order is in progress.',
      retryLimit: 'Nothing was sent: the card network allows no attempt before.',
    },
    triedAgain: 'It is tried again',
    change: 'Change the schedule',
    day: 'Next bill on',
    dayHint: 'Empty: it stays. The days after it are counted from there.',
    every: 'Every',
    unit: 'Unit',
    units: { '': 'As it is', day: 'Days', month: 'Months' },
    card: 'Change of card',
    cardEffect: 'The page on which the customer uses another card, or ends the order. It works for 30 days.',
    how: 'Send it',
    ways: { yes: 'By e-mail to the customer', no: 'No, I copy it' },
    cardSubmit: 'Make the page',
    cardSent: (to: string) => `Sent to ${to}.`,
    until: 'It works until',
    copy: 'Copy link',
    onlyFor: 'Pass it to the customer only: anyone who has it can change the card.',
  },
  ro: {
    cancel: 'Încheie comanda',
    cancelEffect: 'Ce s-a plătit rămâne plătit.',
    cancelWhen: 'Când se oprește',
    cancelSubmit: 'Încheie comanda',
    now: 'Acum',
    withPaidPeriod: (day: string) => `Odată cu ce s-a plătit, la ${day}, fără altă plată`,
    afterNextBill: (day: string) => `După următoarea plată, la ${day}`,
    emailEffect: 'Clientul primește un e-mail, dacă magazinul trimite. Până se oprește, o poți păstra.',
    keep: 'Păstreaz-o',
    keepEffect: (day: string) => `Nu se mai oprește după plata de la ${day} și se încasează ca înainte.`,
    keepUnbilledEffect: (day: string) => `Nu se mai oprește la ${day} și se încasează în acea zi ca înainte.`,
    bill: 'Încasează acum',
    billEffect: 'Cardul salvat este debitat imediat.',
    billed: {
      paid: 'S-a plătit.',
      partlyPaid: 'S-a plătit o parte; restul se încearcă mai târziu.',
      declined: 'A fost refuzată.',
      inProgress: 'Plata a fost trimisă, iar rezultatul nu se știe încă.',
    },
    notBilled: {
      connectorPaused: 'Nu s-a trimis nimic: plățile sunt suspendate de operator.',
      paymentInProgress: 'Nu s-a trimis nimic: altă plată a comenzii este în curs.',
      retryLimit: 'Nu s-a trimis nimic: rețeaua cardului nu permite o încercare mai devreme.',
    },
    triedAgain: 'Se încearcă din nou',
    change: 'Schimbă calendarul',
    day: 'Următoarea plată la',
    dayHint: 'Gol: rămâne. Zilele de după ea se numără de acolo.',
    every: 'La fiecare',
    unit: 'Unitate',
    units: { '': 'Cum este', day: 'Zile', month: 'Luni' },
    card: 'Schimbarea cardului',
    cardEffect: 'Pagina pe care clientul folosește alt card sau oprește comanda. Funcționează 30 de zile.',
    how: 'Trimitere',
    ways: { yes: 'Prin e-mail, clientului', no: 'Nu, îl copiez eu' },
    cardSubmit: 'Fă pagina',
    cardSent: (to: string) => `Trimis la ${to}.`,
    until: 'Funcționează până la',
    copy: 'Copiază linkul',
    onlyFor: 'Dă-l doar clientului: cine îl are poate schimba cardul.',
  },
} satisfies Texts<unknown>

type Words = (typeof orderActionTexts)['en'] | (typeof orderActionTexts)['ro']
type Person = {
  can: Can
  because: OrderBecause
  reason: FieldSpec
  /** A moment as its day in words. */
  day: (at: string) => string
}

/** What can be done with an order that is billed again; what its state does not allow is not looked for here. */
export function orderActions(order: Order, t: Words, { can, because: words, reason, day }: Person): Action[] {
  const { id, type, actions: possible } = order
  if (type === 'purchase' || type === 'credit') return []
  const [end = possible.endNow] = ends.map((one) => possible[one]).filter(isThere)
  const actions: (Action | false)[] = [
    isThere(possible.card) && {
      name: 'card',
      label: t.card,
      ...can(possible.card, words),
      spec: cardSpec(order, t, reason),
    },
    isThere(possible.change) && {
      name: 'change',
      label: t.change,
      ...can(possible.change, words),
      spec: changeSpec(order, t, reason),
    },
    // A managed order is billed by its store, which says how much.
    type === 'recurring' &&
      isThere(possible.bill) && {
        name: 'bill',
        label: t.bill,
        ...can(possible.bill, words),
        spec: {
          title: titled(t.bill, order),
          fields: [reason],
          effect: t.billEffect,
          submit: t.bill,
          run: (values, key) => bodyOf(api.POST('/orders/{orderId}/bill', sent(id, key, values))),
          after: (result) => billResult((result as Reply<'billOrder'>).bill, t),
        },
      },
    isThere(possible.keep) && {
      name: 'keep',
      label: t.keep,
      ...can(possible.keep, words),
      spec: {
        title: titled(t.keep, order),
        fields: [reason],
        effect: order.nextDueAt
          ? t.keepEffect(lastDay(order, day))
          : t.keepUnbilledEffect(order.endsAt ? day(order.endsAt) : ''),
        submit: t.keep,
        run: (values, key) => bodyOf(api.POST('/orders/{orderId}/keep', sent(id, key, values))),
      },
    },
    isThere(end) && {
      name: 'cancel',
      label: t.cancel,
      ...can(end, words),
      spec: cancelSpec(order, t, reason, day),
    },
  ]
  return actions.filter((action) => action !== false)
}

const ends = ['endNow', 'endWithPaidPeriod', 'endAfterNextBill'] as const

/** Undefined where the order itself shows the result. */
function billResult(bill: Reply<'billOrder'>['bill'], t: Words) {
  if (!bill) return undefined
  if (bill.status !== 'waiting')
    return <p className={`notice ${bill.status === 'paid' ? 'good' : 'wait'}`}>{t.billed[bill.status]}</p>
  return (
    <p className="notice wait">
      {bill.waitsFor && t.notBilled[bill.waitsFor]} {t.triedAgain} {bill.until && <Time at={bill.until} />}.
    </p>
  )
}

const sent = (id: string, key: string, body: object) =>
  ({ params: { path: { orderId: id }, header: { 'Idempotency-Key': key } }, body }) as never

const given = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

type Named = Pick<Order, 'id' | 'description' | 'storeOrderId'>
/** What is done, and with which order: by what was ordered, and our number. */
const titled = (what: string, { id, description, storeOrderId }: Named): string =>
  `${what}: ${description || storeOrderId} (${id})`

/** The day of the bill that an order ends with. */
export const lastDay = ({ next }: Order, day: Person['day']): string => {
  const at = next.at(-1)?.at
  return at === undefined ? '' : day(at)
}

/** At once, and later where the server allows it. What is planned already is no choice. */
function cancelSpec(order: Order, t: Words, reason: FieldSpec, day: Person['day']): Action['spec'] {
  const { id, next, nextDueAt, endsAt, cancelledBy, actions } = order
  const dueAt = nextDueAt ?? endsAt ?? ''
  const isPlanned = cancelledBy !== undefined && cancelledBy !== 'shopper'
  const isBilledAgain = nextDueAt !== undefined
  const withPaidPeriod = actions.endWithPaidPeriod.allowed && !(isPlanned && !isBilledAgain)
  const afterNextBill = actions.endAfterNextBill.allowed && !(isPlanned && isBilledAgain)
  const options = [
    ...(actions.endNow.allowed ? [{ value: 'now', label: t.now }] : []),
    ...(withPaidPeriod ? [{ value: 'withPaidPeriod', label: t.withPaidPeriod(day(dueAt)) }] : []),
    ...(afterNextBill ? [{ value: 'afterNextBill', label: t.afterNextBill(day(next[0]?.at ?? dueAt)) }] : []),
  ]
  const isChoice = options.length > 1
  return {
    title: titled(t.cancel, order),
    fields: [...(isChoice ? [{ name: 'when', label: t.cancelWhen, kind: 'choice' as const, options }] : []), reason],
    effect: ({ when = 'now' }) => (
      <ScheduleAfter order={order} effect={when === 'now' ? t.cancelEffect : t.emailEffect} change={{ when }} />
    ),
    submit: t.cancelSubmit,
    isDangerous: true,
    run: (values, key) => bodyOf(api.POST('/orders/{orderId}/cancel', sent(id, key, values))),
  }
}

function changeSpec(order: Order, t: Words, reason: FieldSpec): Action['spec'] {
  const units = Object.entries(t.units).map(([value, label]) => ({ value, label }))
  return {
    title: titled(t.change, order),
    fields: [
      { name: 'nextDueDate', label: t.day, kind: 'date', hint: t.dayHint },
      { name: 'intervalType', label: t.unit, kind: 'choice', options: units, first: '' },
      { name: 'intervalValue', label: t.every, kind: 'number' },
      reason,
    ],
    effect: ({ reason: _, ...change }) => <ScheduleAfter order={order} change={given(change)} />,
    submit: t.change,
    run: (values, key) => bodyOf(api.POST('/orders/{orderId}/change', sent(order.id, key, given(values)))),
  }
}

/** The page on which a customer uses another card, sent or copied. */
export function cardSpec(order: Named, t: Words, reason: FieldSpec): Action['spec'] {
  const { id } = order
  return {
    title: titled(t.card, order),
    fields: [
      {
        name: 'send',
        label: t.how,
        kind: 'choice',
        options: Object.entries(t.ways).map(([value, label]) => ({ value, label })),
      },
      reason,
    ],
    effect: t.cardEffect,
    submit: t.cardSubmit,
    run: ({ send, reason: why = '' }) =>
      bodyOf(
        api.POST('/orders/{orderId}/self-service', {
          params: { path: { orderId: idIn(id) } },
          body: { send: send === 'yes', reason: why },
        }),
      ),
    after: (result) => <Page made={result as Reply<'makeSelfServiceLink'>} t={t} />,
  }
}

function Page({ made: { url, expiresAt, sentTo }, t }: { made: Reply<'makeSelfServiceLink'>; t: Words }) {
  return (
    <>
      {sentTo !== undefined && <p className="notice good">{t.cardSent(sentTo)}</p>}
      <p className="soft">
        {t.onlyFor} {t.until} <Time at={expiresAt} />.
      </p>
      <CopyButton text={url} look="main">
        {t.copy}
      </CopyButton>
    </>
  )
}
