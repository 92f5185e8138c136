import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { usePayoutSchedules } from '../../../parts/payout-schedules.ts'
import { useReasonField } from '../../../parts/reason.ts'
import { Time } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import type { Values } from '../../../ui/action-dialog.tsx'
import type { Action } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import type { FieldSpec } from '../../../ui/field.tsx'
import { changedOver, sending, textsIn, useGate, useWaiting } from '../acting.tsx'
import { common } from '../words.ts'
import { linesIn, listInLines, minimumsToSend } from './minimums.ts'

type Terms = Reply<'getPayoutTerms'>

const texts = {
  en: {
    title: 'Payout terms',
    schedule: 'Paid out',
    zone: 'Time zone',
    zoneHint: 'Its name, such as Europe/Bucharest.',
    delay: 'Delay, in days',
    delayHint: 'Money is available so many days after its batch has closed.',
    minimums: 'Least amounts',
    minimumsHint: 'One for each currency, each on its own line, such as 100.00 EUR. Less is not paid by schedule.',
    reserve: 'Reserve, in basis points',
    reserveHint: 'This part of captures is held back: 1000 is 10.00 %. Zero: nothing.',
    reserveShown: 'Reserve',
    reserveDays: 'Reserve is held, in days',
    days: 'days',
    none: 'None',
    next: 'Next payout',
    held: 'Payouts are on hold',
    hold: 'Hold payouts',
    holdEffect: 'Nothing is paid out, neither by schedule nor by hand, until payouts are released. Reserves still end.',
    release: 'Release payouts',
    releaseEffect: 'Payouts go on as the terms say when no hold is left, the next at the next moment of the schedule.',
    whichHold: 'The hold that ends',
  },
  ro: {
    title: 'Condiții de virament',
    schedule: 'Se virează',
    zone: 'Fus orar',
    zoneHint: 'Numele lui, de exemplu Europe/Bucharest.',
    delay: 'Întârziere, în zile',
    delayHint: 'Banii sunt disponibili la atâtea zile după ce s-a închis lotul lor.',
    minimums: 'Sume minime',
    minimumsHint:
      'Câte una pentru fiecare monedă, fiecare pe rândul ei, de exemplu 100.00 EUR. Mai puțin nu se virează după program.',
    reserve: 'Rezervă, în puncte de bază',
    reserveHint: 'Această parte din încasări se reține: 1000 înseamnă 10,00 %. Zero: nimic.',
    reserveShown: 'Rezervă',
    reserveDays: 'Rezerva se reține, în zile',
    days: 'zile',
    none: 'Nu este',
    next: 'Următorul virament',
    held: 'Viramentele sunt oprite',
    hold: 'Oprește viramentele',
    holdEffect:
      'Nu se mai virează nimic, nici după program, nici manual, până la reluarea viramentelor. Rezervele se încheie totuși.',
    release: 'Reia viramentele',
    releaseEffect:
      'Când nu mai rămâne nicio oprire, viramentele continuă după condiții, primul la următorul moment din program.',
    whichHold: 'Oprirea care se încheie',
  },
} satisfies Texts<unknown>
type Words = (typeof texts)['en']

/** When a merchant is paid, and what is held back; each can be changed here. */
export function PayoutTerms({ merchant: { id, name } }: { merchant: { id: string; name: string } }) {
  const t: Words = useTexts<Words>(texts)
  const schedules = usePayoutSchedules()
  const may = useMay()
  const actions = useTermsActions(id, name)
  const { data } = useQuery({
    queryKey: ['payoutTerms', id],
    queryFn: ({ signal }) => termsOf(id, signal),
    enabled: may('settlements:read'),
  })
  if (!data) return null
  const {
    schedule,
    timeZone,
    delayDays,
    minimums,
    reserveBasisPoints,
    reserveDays,
    holdReason,
    holdReasons,
    nextPayoutAt,
  } = data
  return (
    <Panel
      title={t.title}
      actions={
        <span className="actions">
          {actions(data).map((action) => (
            <ActionButton key={action.name} action={action} />
          ))}
        </span>
      }
    >
      {holdReason !== null && (
        <p className="notice wait">
          <strong>{t.held}</strong>
          {holdReasons.map((reason) => (
            <span key={reason}>“{reason}”</span>
          ))}
        </p>
      )}
      <Facts
        of={[
          [t.schedule, schedules.find(({ value }) => value === schedule)?.label ?? schedule],
          [t.zone, timeZone],
          [t.delay, delayDays],
          [t.minimums, minimums.join(', ') || t.none],
          [
            t.reserveShown,
            reserveBasisPoints === 0 ? t.none : `${reserveBasisPoints / 100} %, ${reserveDays} ${t.days}`,
          ],
          [t.next, holdReason === null && nextPayoutAt && <Time at={nextPayoutAt} />],
        ]}
      />
    </Panel>
  )
}

const termsOf = (merchantId: string, signal?: AbortSignal): Promise<Terms> =>
  bodyOf(
    api.GET('/merchants/{merchantId}/payout-terms', {
      params: { path: { merchantId } },
      ...(signal && { signal }),
    }),
  )

const valuesOf = (terms: Terms): Values => ({
  ...textsIn(terms, ['schedule', 'timeZone', 'delayDays', 'reserveBasisPoints', 'reserveDays']),
  minimums: listInLines(terms.minimums),
})

/** Change the terms; stop payouts, or let them go on. */
function useTermsActions(merchantId: string, name: string): (terms: Terms) => Action[] {
  const t: Words = useTexts<Words>(texts)
  const c = useTexts(common)
  const gate = useGate()
  const reason = useReasonField()
  const after = useWaiting()
  const schedules = usePayoutSchedules()
  const send = (body: object, key: string) =>
    bodyOf(api.PATCH('/merchants/{merchantId}/payout-terms', sending({ merchantId }, body, key)))
  return (terms) => {
    const { holdReasons } = terms
    const which = { name: 'holdReason', label: t.whichHold, kind: 'choice' } as const
    const options = holdReasons.map((value) => ({ value, label: value }))
    const deeds = holdReasons.length === 0 ? (['hold'] as const) : (['hold', 'release'] as const)
    const first = valuesOf(terms)
    return [
      {
        name: 'changeTerms',
        label: c.change,
        ...gate('settlements:change'),
        spec: {
          title: `${t.title}: ${name}`,
          fields: [...fieldsOf(t, schedules).map((field) => ({ ...field, first: first[field.name] ?? '' })), reason],
          submit: c.change,
          run: (values, key, seen) => send(bodyOfTerms(values, seen), key),
          theirs: async () => valuesOf(await termsOf(merchantId)),
          after,
        },
      },
      ...deeds.map((deed) => ({
        name: deed,
        label: t[deed],
        ...gate('settlements:change'),
        spec: {
          title: `${t[deed]}: ${name}`,
          fields: deed === 'release' && options.length > 1 ? [{ ...which, options }, reason] : [reason],
          effect: t[`${deed}Effect`],
          submit: t[deed],
          isDangerous: deed === 'hold',
          run: ({ reason: why, holdReason }: Values, key: string) =>
            send({ hold: deed === 'hold', reason: why, ...(holdReason && { holdReason }) }, key),
          after,
        },
      })),
    ]
  }
}

const fieldsOf = (t: Words, schedules: readonly { value: string; label: string }[]): FieldSpec[] => [
  {
    name: 'schedule',
    label: t.schedule,
    kind: 'choice',
    options: schedules,
    format: (value) => schedules.find((one) => one.value === value)?.label ?? value,
  },
  { name: 'timeZone', label: t.zone, hint: t.zoneHint },
  { name: 'delayDays', label: t.delay, kind: 'number', hint: t.delayHint },
  { name: 'minimums', label: t.minimums, kind: 'lines', hint: t.minimumsHint },
  { name: 'reserveBasisPoints', label: t.reserve, kind: 'number', hint: t.reserveHint },
  { name: 'reserveDays', label: t.reserveDays, kind: 'number' },
]

/** What was changed, over what was seen; the server has minimums as a list. */
function bodyOfTerms(values: Values, first: Values): object {
  const { minimums: now = '', ...texts } = values
  const { minimums: before = '', ...firstTexts } = first
  const body = changedOver(texts, firstTexts) as { seen: object }
  if (now === before) return body
  return { ...body, minimums: minimumsToSend(now, before), seen: { ...body.seen, minimums: linesIn(before) } }
}
