import { useLanguage } from '../i18n/language.tsx'

/** An amount as decimal text, such as `18.00`: never a number of the language, which would round it. */
export function formatMoney(language: string, amount: string, currency: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency })
  // A minus and not a hyphen, so that it has the width of a digit.
  return format.format(amount as Intl.StringNumericLiteral).replace('-', '−')
}

export function Money({ amount, currency }: { amount: string; currency: string }) {
  const { language } = useLanguage()
  return <bdi className="amount">{formatMoney(language, amount, currency)}</bdi>
}

/** An amount that is one text with its currency: `23.77 EUR`. */
export function MoneyText({ of }: { of: string | undefined }) {
  const [amount, currency] = of?.split(' ') ?? []
  return amount !== undefined && currency !== undefined ? <Money amount={amount} currency={currency} /> : null
}

export function useMoney(): (amount: string, currency: string) => string {
  const { language } = useLanguage()
  return (amount, currency) => formatMoney(language, amount, currency)
}
