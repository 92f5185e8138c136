import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Currency, type Language, type TransactionStatus, transactionStatuses } from '@florin/client'
import { expect, test } from 'vitest'
import { type MerchantCurrency, merchantCurrencies } from '#acquiring/ids'
import type { TransactionStatus as OurStatus } from '#acquiring/notifications'
import { languages, type Language as OurLanguage } from '#core/i18n'

/**
 * The client is a package of its own, so it repeats what it must name. The tables below compile only while both name the
 * same.
 */
type Same<Ours extends string, Theirs extends string> = { [Name in Ours]: Theirs & Name } & {
  [Name in Theirs]: Ours & Name
}

const currencies: Same<MerchantCurrency, Currency> = {
  USD: 'USD',
  EUR: 'EUR',
  GBP: 'GBP',
  CHF: 'CHF',
  RON: 'RON',
  ILS: 'ILS',
}
const pageLanguages: Same<OurLanguage, Language> = {
  en: 'en',
  ro: 'ro',
  de: 'de',
  fr: 'fr',
  it: 'it',
  es: 'es',
  ru: 'ru',
  el: 'el',
  he: 'he',
}
const statuses: Same<OurStatus, TransactionStatus> = {
  start: 'start',
  '3d-pending': '3d-pending',
  'in-progress': 'in-progress',
  'complete-ok': 'complete-ok',
  'complete-failed': 'complete-failed',
  'void-ok': 'void-ok',
  'cancel-ok': 'cancel-ok',
  'refund-ok': 'refund-ok',
  'charge-back': 'charge-back',
  'charge-back-in-progress': 'charge-back-in-progress',
  uncertain: 'uncertain',
  expiring: 'expiring',
}

test('the client names the currencies, languages and statuses that the server does', () => {
  expect(Object.keys(currencies)).toEqual(merchantCurrencies)
  expect(Object.keys(pageLanguages)).toEqual(languages)
  expect(Object.keys(statuses)).toEqual(transactionStatuses)
})

test('the pages for stores name the currencies that the server takes', () => {
  const docs = join(import.meta.dirname, '../../../docs')
  for (const page of ['merchant-guide/hosted-checkout.md', 'interface/merchant-payments.md']) {
    const row = /^\| `currency` \|.*$/m.exec(readFileSync(join(docs, page), 'utf8'))?.[0] ?? ''
    expect(row.match(/[A-Z]{3}/g), page).toEqual(merchantCurrencies)
  }
})
