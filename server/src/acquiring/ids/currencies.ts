import type { Currency } from '#kernel/base/money.ts'

/** The currencies that merchants can take (merchant-payments, order.currency). All have two decimals. */
export const merchantCurrencies = ['USD', 'EUR', 'GBP', 'CHF', 'RON', 'ILS'] as const satisfies readonly Currency[]
export type MerchantCurrency = (typeof merchantCurrencies)[number]

export const isMerchantCurrency = (text: unknown): text is MerchantCurrency =>
  merchantCurrencies.some((currency) => currency === text)
