import { api, bodyOf } from '../../../api/client.ts'
import type { Texts } from '../../../i18n/language.tsx'
import type { ActionSpec } from '../../../ui/action-dialog.tsx'
import type { Action } from '../../../ui/detail-page.tsx'
import type { FieldSpec } from '../../../ui/field.tsx'
import type { Payment } from './detail.tsx'

export type PaymentAction = Payment['actions'][number]['action']

export const actionTexts = {
  en: {
    names: { capture: 'Capture', void: 'Void', refund: 'Refund', resolve: 'Resolve', giveUp: 'Give up' },
    titles: {
      capture: 'Capture payment',
      void: 'Void payment',
      refund: 'Refund payment',
      resolve: 'Resolve payment',
      giveUp: 'Give up payment',
    },
    amount: 'Amount',
    asked: 'The customer asked for it.',
    of: (most: string) => `at most ${most}`,
    result: 'What happened',
    results: { succeeded: 'It succeeded', failed: 'It failed' },
    waiting: 'A second person has to approve this first. Nothing was done yet.',
    effects: {
      refund: 'The customer’s bank shows the money within a few working days.',
      capture: 'The money is taken from the card now.',
      void: 'The authorization is released; nothing is charged.',
      resolve: 'Say what really happened, with proof from the acquirer. It is final.',
      giveUp: 'Florin undoes it at the acquirer as far as it can, and stops asking.',
    },
  },
  ro: {
    names: { capture: 'Încasează', void: 'Anulează', refund: 'Rambursează', resolve: 'Rezolvă', giveUp: 'Renunță' },
    titles: {
      capture: 'Încasează plata',
      void: 'Anulează plata',
      refund: 'Rambursează plata',
      resolve: 'Rezolvă plata',
      giveUp: 'Renunță la plata',
    },
    amount: 'Suma',
    asked: 'Clientul a cerut.',
    of: (most: string) => `cel mult ${most}`,
    result: 'Ce s-a întâmplat',
    results: { succeeded: 'A reușit', failed: 'A eșuat' },
    waiting: 'Mai întâi trebuie să aprobe o a doua persoană. Încă nu s-a făcut nimic.',
    effects: {
      refund: 'Banca clientului arată banii în câteva zile lucrătoare.',
      capture: 'Banii sunt luați acum de pe card.',
      void: 'Autorizarea este eliberată; nu se încasează nimic.',
      resolve: 'Spune ce s-a întâmplat cu adevărat, cu dovada băncii acceptatoare. Nu se poate lua înapoi.',
      giveUp: 'Florin o anulează la banca acceptatoare cât se poate și nu mai întreabă.',
    },
  },
} satisfies Texts<unknown>

type ActionWords = (typeof actionTexts)['en'] | (typeof actionTexts)['ro']
type MoneyText = (amount: string, currency: string) => string

type Words = { t: ActionWords; money: MoneyText; reason: FieldSpec }

const keysOf: Readonly<Partial<Record<PaymentAction, string>>> = { refund: 'r', capture: 'c', void: 'v' }

/** What can be done with a payment; what cannot be done now says why, if a person would look for it. */
export const paymentActions = (payment: Payment, words: Words): Action[] =>
  payment.actions
    .filter(({ action, possible }) => possible || action === 'refund' || action === 'capture')
    .map(({ action, possible, whyNot }) => ({
      name: action,
      label: words.t.names[action],
      spec: specOf(action, payment, words),
      ...(!possible && { whyNot: whyNot ?? '' }),
      ...(keysOf[action] && { shortcut: keysOf[action] }),
    }))

/** The form of an action: the largest amount comes from the server, and it is filled in. */
function specOf(action: PaymentAction, payment: Payment, { t, money, reason }: Words): ActionSpec<unknown> {
  const { id, currency } = payment
  const most = payment.actions.find((one) => one.action === action)?.most
  const amount = most !== undefined && {
    name: 'amount',
    label: t.amount,
    kind: 'number' as const,
    first: most,
    suffix: currency,
    hint: t.of(money(most, currency)),
    isRequired: true,
  }
  const result = action === 'resolve' && {
    name: 'result',
    label: t.result,
    kind: 'choice' as const,
    options: Object.entries(t.results).map(([value, label]) => ({ value, label })),
  }
  return {
    title: `${t.titles[action]} ${id}`,
    fields: [result, amount, action === 'refund' ? { ...reason, first: t.asked } : reason].filter(
      (field) => field !== false,
    ),
    effect: t.effects[action],
    isDangerous: action === 'giveUp' || action === 'resolve',
    submit: ({ amount: typed }) =>
      typed !== undefined && /^\d+(?:\.\d+)?$/.test(typed)
        ? `${t.names[action]} ${money(typed, currency)}`
        : t.names[action],
    run: (values, key) => send(action, id, values, key),
  }
}

const send = (action: PaymentAction, id: string, values: Readonly<Record<string, string>>, key: string) => {
  const paths = {
    capture: '/payments/{paymentId}/capture',
    void: '/payments/{paymentId}/void',
    refund: '/payments/{paymentId}/refund',
    resolve: '/payments/{paymentId}/resolve',
    giveUp: '/payments/{paymentId}/give-up',
  } as const
  const options = { params: { path: { paymentId: id }, header: { 'Idempotency-Key': key } }, body: values }
  return bodyOf(api.POST(paths[action], options as never))
}
