import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import type { Action } from '../../../ui/detail-page.tsx'
import { changed, filled, sending, useGate, useWaiting } from '../acting.tsx'
import { common } from '../words.ts'

type Merchant = Reply<'getMerchant'>

const texts = {
  en: {
    payOut: 'Pay out now',
    payOutEffect: 'It goes into the next bank file. Without an amount, all that is available is paid.',
    close: 'Close',
    closeEffect:
      'No new payments from now on, and subscriptions stop. What is still owed is paid out. It can be opened again.',
    reopen: 'Open again',
    reopenEffect: 'It takes payments again. Subscriptions that were ended stay ended.',
    legalName: 'Legal name',
    registration: 'Registration number',
    tax: 'VAT number',
  },
  ro: {
    payOut: 'Virează acum',
    payOutEffect: 'Intră în următorul fișier bancar. Fără sumă, se virează tot ce este disponibil.',
    close: 'Închide',
    closeEffect:
      'De acum nu mai sunt plăți noi, iar abonamentele se opresc. Ce este datorat se virează. Poate fi redeschis.',
    reopen: 'Redeschide',
    reopenEffect: 'Primește din nou plăți. Abonamentele încheiate rămân încheiate.',
    legalName: 'Denumire legală',
    registration: 'Număr de înregistrare',
    tax: 'Cod de TVA',
  },
} satisfies Texts<unknown>

/** Change, pay out, close and open again. */
export function useMerchantActions(): (merchant: Merchant) => Action[] {
  const change = useChange()
  const payOut = usePayOut()
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
    const before = { name, legalName, registrationNumber, taxNumber, address, country, email }
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
        run: (values, key) =>
          bodyOf(api.PATCH('/merchants/{merchantId}', sending({ merchantId: id }, changed(values, before), key))),
      },
    }
  }
}

function usePayOut(): (merchant: Merchant) => Action {
  const t = useTexts(texts)
  const c = useTexts(common)
  const gate = useGate()
  const reason = useReasonField()
  const after = useWaiting()
  return ({ id, name, left }) => {
    const currencies = left?.money.map(({ currency }) => ({ value: currency, label: currency })) ?? []
    const currency =
      currencies.length > 0
        ? { name: 'currency', label: c.currency, kind: 'choice' as const, options: currencies }
        : { name: 'currency', label: c.currency, isRequired: true }
    return {
      name: 'payOut',
      label: t.payOut,
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

/** Close while it is open, else open again. */
function useStatusActions(): (merchant: Merchant) => Action {
  const t = useTexts(texts)
  const gate = useGate()
  const reason = useReasonField()
  return ({ id, name, status }) => {
    const deed = status === 'active' ? 'close' : 'reopen'
    const path = deed === 'close' ? ('/merchants/{merchantId}/close' as const) : '/merchants/{merchantId}/reopen'
    return {
      name: deed,
      label: t[deed],
      ...gate('merchants:close'),
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
