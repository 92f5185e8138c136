import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useMoney } from '../../../parts/money.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { useMay } from '../../../session.tsx'
import type { Action } from '../../../ui/detail-page.tsx'
import { type BecauseOf, changedOver, filled, sending, textsIn, useCan, useGate, useWaiting } from '../acting.tsx'
import { common } from '../words.ts'

type Merchant = Reply<'getMerchant'>
type Because = BecauseOf<Merchant['actions']>

const texts = {
  en: {
    payOut: 'Pay out now',
    payOutEffect: 'It goes into the next bank file. Without an amount, all that is available is paid.',
    availableIn: (currency: string, amount: string) => `${currency}: ${amount} available`,
    nothingAvailable: 'No money is available to be paid out.',
    close: 'Close',
    closeEffect:
      'No new payments from now on, and subscriptions stop. What is still owed is paid out. It can be opened again.',
    reopen: 'Open again',
    reopenEffect: 'It takes payments again. Subscriptions that were ended stay ended.',
    because: { merchant_state: 'It is closed already.' } satisfies Because,
    legalName: 'Legal name',
    registration: 'Registration number',
    tax: 'VAT number',
  },
  ro: {
    payOut: 'Virează acum',
    payOutEffect: 'Intră în următorul fișier bancar. Fără sumă, se virează tot ce este disponibil.',
    availableIn: (currency: string, amount: string) => `${currency}: ${amount} disponibil`,
    nothingAvailable: 'Nu sunt bani disponibili de virat.',
    close: 'Închide',
    closeEffect:
      'De acum nu mai sunt plăți noi, iar abonamentele se opresc. Ce este datorat se virează. Poate fi redeschis.',
    reopen: 'Redeschide',
    reopenEffect: 'Primește din nou plăți. Abonamentele încheiate rămân încheiate.',
    because: { merchant_state: 'Este deja închis.' } satisfies Because,
    legalName: 'Denumire legală',
    registration: 'Număr de înregistrare',
    tax: 'Cod de TVA',
  },
} satisfies Texts<unknown>

/** Change, pay out, close and open again. */
export function useMerchantActions(id: string): (merchant: Merchant) => Action[] {
  const change = useChange()
  const payOut = usePayOut(id)
  const status = useStatusActions()
  return (merchant) => [change(merchant), payOut(merchant), status(merchant)]
}

function useChange(): (merchant: Merchant) => Action {
  const t = useTexts(texts)
  const c = useTexts(common)
  const gate = useGate()
  const reason = useReasonField()
  return (merchant) => {
    const { id, name, legalName = '', registrationNumber = '', taxNumber = '' } = merchant
    const { address = '', country = '', email = '' } = merchant
    return {
      name: 'change',
      label: c.change,
      ...gate('merchants:change'),
      spec: {
        title: `${c.change}: ${name}`,
        fields: [
          { name: 'name', label: c.name, first: name, isRequired: true },
          { name: 'legalName', label: t.legalName, first: legalName },
          { name: 'registrationNumber', label: t.registration, first: registrationNumber },
          { name: 'taxNumber', label: t.tax, first: taxNumber },
          { name: 'address', label: c.address, kind: 'lines', first: address },
          { name: 'country', label: c.country, first: country },
          { name: 'email', label: c.email, kind: 'email', first: email },
          reason,
        ],
        submit: c.change,
        run: (values, key, first) =>
          bodyOf(api.PATCH('/merchants/{merchantId}', sending({ merchantId: id }, changedOver(values, first), key))),
        theirs: async () => {
          const now = await bodyOf(api.GET('/merchants/{merchantId}', { params: { path: { merchantId: id } } }))
          return textsIn(now, ['name', 'legalName', 'registrationNumber', 'taxNumber', 'address', 'country', 'email'])
        },
      },
    }
  }
}

/** Of the money that is available: of one currency there is nothing to choose. */
function usePayOut(merchantId: string): (merchant: Merchant) => Action {
  const t = useTexts(texts)
  const c = useTexts(common)
  const gate = useGate()
  const reason = useReasonField()
  const after = useWaiting()
  const may = useMay()
  const money = useMoney()
  const { data } = useQuery({
    queryKey: ['balance', merchantId],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/merchants/{merchantId}/balance', { params: { path: { merchantId } }, signal })),
    enabled: may('settlements:read'),
  })
  const options = data?.balances
    .filter(({ available }) => /[1-9]/.test(available) && !available.startsWith('-'))
    .map(({ currency, available }) => ({ value: currency, label: t.availableIn(currency, money(available, currency)) }))
  const currency = options
    ? { name: 'currency', label: c.currency, kind: 'choice' as const, options }
    : { name: 'currency', label: c.currency, isRequired: true }
  return ({ id, name }) => {
    return {
      name: 'payOut',
      label: t.payOut,
      ...(options?.length === 0 && { whyNot: t.nothingAvailable }),
      ...gate('merchant-payouts:create'),
      spec: {
        title: `${t.payOut}: ${name}`,
        fields: [currency, { name: 'amount', label: c.amount, kind: 'number' }, reason],
        effect: t.payOutEffect,
        submit: t.payOut,
        run: (values, key) =>
          bodyOf(api.POST('/merchants/{merchantId}/payouts', sending({ merchantId: id }, filled(values), key))),
        after,
      },
    }
  }
}

/** Close, or where that is done, open again. */
function useStatusActions(): (merchant: Merchant) => Action {
  const t = useTexts(texts)
  const can = useCan()
  const reason = useReasonField()
  return ({ id, name, actions }) => {
    const deed = actions.close.because === 'merchant_state' ? 'reopen' : 'close'
    const path = deed === 'close' ? ('/merchants/{merchantId}/close' as const) : '/merchants/{merchantId}/reopen'
    return {
      name: deed,
      label: t[deed],
      ...can(actions[deed], t.because),
      spec: {
        title: `${t[deed]}: ${name}`,
        fields: [reason],
        effect: t[`${deed}Effect`],
        submit: t[deed],
        isDangerous: deed === 'close',
        ...(deed === 'close' && { typed: name }),
        run: (values, key) => bodyOf(api.POST(path, sending({ merchantId: id }, values, key))),
      },
    }
  }
}
