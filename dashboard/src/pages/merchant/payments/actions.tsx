import { api, bodyOf } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useMoney } from '../../../parts/money.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { negated, sumOf } from '../../../parts/sums.ts'
import { useWhyNot } from '../../../parts/why-not.ts'
import { useMe } from '../../../session.tsx'
import type { ActionSpec, Values } from '../../../ui/action-dialog.tsx'
import type { Action } from '../../../ui/detail-page.tsx'
import type { FieldSpec } from '../../../ui/field.tsx'
import { filled, sending, useGate, useWaiting } from '../../common/acting.tsx'
import type { Payment } from './detail.tsx'

export type PaymentAction = Payment['actions'][number]['action']

const texts = {
  en: {
    names: {
      capture: 'Capture',
      void: 'Void',
      refund: 'Refund',
      inquire: 'Check now',
      resolve: 'Resolve',
      giveUp: 'Give up',
    },
    titles: {
      capture: 'Capture payment',
      void: 'Void payment',
      refund: 'Refund payment',
      inquire: 'Check payment',
      resolve: 'Resolve payment',
      giveUp: 'Give up payment',
    },
    amount: 'Amount',
    asked: 'The customer asked for it.',
    of: (most: string) => `at most ${most}`,
    cancels:
      'The payment was not settled yet, so it is cancelled: the customer is not charged, and the whole fee comes back to you. Their bank may show the amount as reserved for a few days.',
    whole: (sum: string, feeBack: string, costs: string) =>
      `The customer gets ${sum}; ${feeBack} of the fee comes back to you, so it costs you ${costs}.`,
    part: (sum: string, share: string) =>
      `The customer gets ${sum}; of the fee, ${share} of that amount comes back to you, and the fixed part does not.`,
    result: 'What the acquirer says',
    results: { declined: 'It was not carried out', approved: 'It was carried out' },
    reference: 'Reference of the acquirer',
    referenceHint: 'The proof of what was carried out: by it the acquirer finds the payment again.',
    authorizationCode: 'Authorization code',
    authorizationCodeHint: 'Of an authorization, if the acquirer has told it.',
    effects: {
      refund: 'The customer’s bank shows the money within a few working days.',
      capture: 'The money is taken from the card now.',
      void: 'The authorization is released; nothing is charged.',
      inquire:
        'The acquirer is asked once more, now, and what it says is recorded. If it still says nothing, the checks go on as planned; where none was left, they begin anew.',
      resolve:
        'For a result that the acquirer has told you and that no inquiry finds. The order, the books and the shop follow it at once. It is final.',
      giveUp:
        'The payment is undone at the acquirer, now, and has failed once the acquirer confirms that. A charge that happened is returned.',
    },
  },
  ro: {
    names: {
      capture: 'Încasează',
      void: 'Anulează',
      refund: 'Rambursează',
      inquire: 'Verifică acum',
      resolve: 'Rezolvă',
      giveUp: 'Renunță',
    },
    titles: {
      capture: 'Încasează plata',
      void: 'Anulează plata',
      refund: 'Rambursează plata',
      inquire: 'Verifică plata',
      resolve: 'Rezolvă plata',
      giveUp: 'Renunță la plata',
    },
    amount: 'Suma',
    asked: 'Clientul a cerut.',
    of: (most: string) => `cel mult ${most}`,
    cancels:
      'Plata nu a fost încă decontată, deci este anulată: clientul nu este taxat, iar întregul comision se întoarce la tine. Banca lui poate arăta suma ca rezervată câteva zile.',
    whole: (sum: string, feeBack: string, costs: string) =>
      `Clientul primește ${sum}; ${feeBack} din comision se întorc la tine, deci te costă ${costs}.`,
    part: (sum: string, share: string) =>
      `Clientul primește ${sum}; din comision se întorc la tine ${share} din această sumă, iar partea fixă nu.`,
    result: 'Ce spune banca acceptatoare',
    results: { declined: 'Nu s-a efectuat', approved: 'S-a efectuat' },
    reference: 'Referința băncii acceptatoare',
    referenceHint: 'Dovada a ceea ce s-a efectuat: după ea banca acceptatoare găsește din nou plata.',
    authorizationCode: 'Cod de autorizare',
    authorizationCodeHint: 'Al unei autorizări, dacă banca acceptatoare l-a spus.',
    effects: {
      refund: 'Banca clientului arată banii în câteva zile lucrătoare.',
      capture: 'Banii sunt luați acum de pe card.',
      void: 'Autorizarea este eliberată; nu se încasează nimic.',
      inquire:
        'Banca acceptatoare este întrebată încă o dată, acum, și se înregistrează ce spune. Dacă tot nu spune nimic, verificările continuă cum au fost planificate; unde nu mai era niciuna, încep din nou.',
      resolve:
        'Pentru un rezultat pe care banca acceptatoare ți l-a spus și pe care nicio întrebare nu îl găsește. Comanda, registrele și magazinul îl urmează imediat. Nu se poate lua înapoi.',
      giveUp:
        'Plata este anulată acum la banca acceptatoare și a eșuat după ce aceasta confirmă. O sumă încasată este returnată.',
    },
  },
} satisfies Texts<unknown>

type Kind = {
  permission: string
  path: `/payments/{paymentId}/${string}`
  shortcut?: string
  /** The acquirer is asked or believed: only the operator of the platform does that. */
  isOperators?: boolean
}
const kinds = {
  capture: { permission: 'captures:create', path: '/payments/{paymentId}/capture', shortcut: 'c' },
  void: { permission: 'refunds:create', path: '/payments/{paymentId}/void', shortcut: 'v' },
  refund: { permission: 'refunds:create', path: '/payments/{paymentId}/refund', shortcut: 'r' },
  inquire: {
    permission: 'payments:resolve',
    path: '/payments/{paymentId}/inquire',
    shortcut: 'i',
    isOperators: true,
  },
  resolve: { permission: 'payments:resolve', path: '/payments/{paymentId}/resolve', isOperators: true },
  giveUp: { permission: 'payments:resolve', path: '/payments/{paymentId}/give-up', isOperators: true },
} as const satisfies Record<PaymentAction, Kind>

/** What a person looks for here even while it cannot be done: then it says why. */
const alwaysThere: ReadonlySet<PaymentAction> = new Set(['capture', 'refund'])

/** What can be done with a payment; what cannot be done now says why, if a person would look for it. */
export function usePaymentActions(): (payment: Payment) => Action[] {
  const { names } = useTexts(texts)
  const gate = useGate()
  const { scope } = useMe()
  const specOf = useSpec()
  const whyNotOf = useWhyNot()
  const isOperator = scope.kind === 'platform'
  return (payment) =>
    payment.actions
      .filter(({ action, possible }) => {
        const { isOperators = false }: Kind = kinds[action]
        return (possible || alwaysThere.has(action)) && (isOperator || !isOperators)
      })
      .map(({ action, possible, reason }) => {
        const { permission, shortcut }: Kind = kinds[action]
        return {
          name: action,
          label: names[action],
          spec: specOf(action, payment),
          ...(shortcut !== undefined && { shortcut }),
          ...(action === 'inquire' && payment.pending && { look: 'main' as const }),
          ...(possible || !reason ? gate(permission) : { whyNot: whyNotOf(reason) }),
        }
      })
}

/** The form of an action: the largest amount comes from the server, and it is filled in. */
function useSpec(): (action: PaymentAction, payment: Payment) => ActionSpec<unknown> {
  const t = useTexts(texts)
  const money = useMoney()
  const reason = useReasonField()
  const after = useWaiting()
  return (action, payment) => {
    const { id, currency } = payment
    return {
      title: `${t.titles[action]} ${id}`,
      fields: [...fieldsOf(action, payment, t, money), action === 'refund' ? { ...reason, first: t.asked } : reason],
      effect: action === 'refund' ? refundEffect(payment, t, money) : t.effects[action],
      isDangerous: action === 'giveUp' || action === 'resolve',
      submit: ({ amount: typed }) =>
        typed !== undefined && /^\d+(?:\.\d+)?$/.test(typed)
          ? `${t.names[action]} ${money(typed, currency)}`
          : t.names[action],
      run: (values, key) =>
        bodyOf(api.POST(kinds[action].path, sending({ paymentId: id }, sentOf(action, values), key))),
      after,
    }
  }
}

/** What a refund gives and costs, by the server's own figure for the whole rest; of a part, the rule. */
const refundEffect =
  (
    { actions, currency, price }: Payment,
    t: (typeof texts)['en' | 'ro'],
    money: (amount: string, currency: string) => string,
  ) =>
  ({ amount = '' }: Values): string => {
    const { most, feeBack, cancels } = actions.find((one) => one.action === 'refund') ?? {}
    if (cancels && amount === most) return t.cancels
    const sum = /^\d+(?:\.\d+)?$/.test(amount) ? money(amount, currency) : ''
    const costs = feeBack === undefined ? '' : money(sumOf([amount || '0', negated(feeBack)]), currency)
    const first =
      sum === '' || !price
        ? ''
        : amount === most && feeBack !== undefined
          ? t.whole(sum, money(feeBack, currency), costs)
          : t.part(sum, `${(price.basisPoints / 100).toFixed(2)} %`)
    return `${first} ${t.effects.refund}`.trim()
  }

/** The proof is of what was carried out: what was not has none. */
const sentOf = (action: PaymentAction, values: Values): Values =>
  filled(
    action === 'resolve' && values.result === 'declined' ? { ...values, reference: '', authorizationCode: '' } : values,
  )

type Field = FieldSpec & { first?: string }

function fieldsOf(
  action: PaymentAction,
  { actions, currency }: Payment,
  t: (typeof texts)['en' | 'ro'],
  money: (amount: string, currency: string) => string,
): Field[] {
  const most = actions.find((one) => one.action === action)?.most
  if (action === 'resolve')
    return [
      {
        name: 'result',
        label: t.result,
        kind: 'choice',
        options: Object.entries(t.results).map(([value, label]) => ({ value, label })),
      },
      { name: 'reference', label: t.reference, hint: t.referenceHint },
      { name: 'authorizationCode', label: t.authorizationCode, hint: t.authorizationCodeHint },
    ]
  if (most === undefined || (action !== 'capture' && action !== 'refund')) return []
  return [
    {
      name: 'amount',
      label: t.amount,
      kind: 'number',
      first: most,
      suffix: currency,
      hint: t.of(money(most, currency)),
      isRequired: true,
    },
  ]
}
