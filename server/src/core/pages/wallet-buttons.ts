import { formatText } from '#core/i18n'
import { attributes, type HtmlPart, html } from '#kernel/http/html.ts'
import type { PageI18n } from './languages/index.ts'
import type { WalletChoice } from './page-layout.ts'

/** By their own names, in every language. */
export const walletNames = { applePay: 'Apple Pay', googlePay: 'Google Pay' } as const

/**
 * A button for each wallet that is offered, above the card. They are hidden until the script finds the wallet in this
 * browser; without script they stay so.
 */
export function walletButtons({ messages }: PageI18n, choice: WalletChoice | undefined): HtmlPart {
  if (!choice || choice.offers.length === 0) return false
  const { offers, addresses, testCards } = choice
  const texts = { failed: messages.walletFailed, incomplete: messages.problems.answer_missing }
  const { title, cancel } = messages.testWallet
  const titles = Object.entries(walletNames).map(([name, wallet]) => [name, formatText(title, { wallet })])
  const words = { titles: Object.fromEntries(titles), cancel }
  const own = attributes({
    class: 'wallets',
    'data-wallets': JSON.stringify({ offers, addresses, messages: texts }),
    'data-test-wallet':
      testCards && JSON.stringify({ address: addresses.testWallet, cards: testWords(messages, testCards), words }),
    hidden: true,
  })
  return html`<div${own}>${offers.map(
    ({ wallet }) =>
      html`<button type="button"${attributes({ class: 'wallet', 'data-wallet': wallet, hidden: true })}>${formatText(messages.payWith, { wallet: walletNames[wallet] })}</button>`,
  )}<p class="error" role="alert"></p><p class="or soft">${messages.orByCard}</p></div>
`
}

/** What each card of the test wallet does, in the shopper's words. */
const testWords = (
  { testWallet, declines }: PageI18n['messages'],
  cards: NonNullable<WalletChoice['testCards']>,
): Readonly<Record<string, readonly { id: string; name: string; what: string }[]>> =>
  Object.fromEntries(
    Object.entries(cards).map(([wallet, offered]) => [
      wallet,
      offered.map(({ id, name, does }) => ({
        id,
        name,
        what:
          does === 'approved' || does === 'declinedLater' || does === 'challenged'
            ? testWallet[does]
            : declines[does].reason,
      })),
    ]),
  )

/** What a page with such buttons loads beside the card form. */
export const walletPartsOf = (choice: WalletChoice | undefined) =>
  choice && choice.offers.length > 0
    ? {
        isTest: choice.testCards !== undefined,
        hasGooglePay: choice.offers.some(({ wallet, isTest }) => wallet === 'googlePay' && !isTest),
      }
    : undefined
