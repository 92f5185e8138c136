export const controlPeriods = ['transaction', 'day', 'week', 'month', 'year', 'total'] as const
type Channel = 'online' | 'inStore' | 'contactless' | 'atm'

/** Only these, or all but these. */
export type Rule = { mode: 'allow' | 'block'; codes: readonly string[] }

/**
 * What the holder allows on the card; what is left out is not limited. The terms of the product hold besides, and the
 * stricter one decides. Amounts are in the currency of the card.
 */
export type Controls = {
  limits?: readonly { period: (typeof controlPeriods)[number]; amount: string }[] | undefined
  /** Merchant category codes (ISO 18245). */
  merchantCategories?: Rule | undefined
  /** Where the merchant is (ISO 3166-1, two letters). */
  countries?: Rule | undefined
  /** A channel that is false is closed. */
  channels?: { [K in Channel]?: boolean | undefined } | undefined
}
