import { formatMessage, formatText } from '#core/i18n'
import { money } from '#kernel/base/money.ts'
import { attributes, type Html, html } from '#kernel/http/html.ts'
import { challengedAbove, type ExactAmount, euros, exactAmounts } from '../catalogue.ts'
import type { StoreI18n, StoreMessages } from '../languages/index.ts'

/** A card of the sandbox, and what the sandbox does with it, which each language has a sentence for. */
export type TestCard = {
  /** In lower case, such as `visa`. */
  brand: string
  /** Digits only. */
  number: string
  /** MM/YY. */
  expiry: string
  cvv: string
  /** Payments that are declined: all, or those that the merchant initiates. `at`: by the connector of this name alone. */
  declines?: { reason: string; whenInitiated: 'always' | 'mit'; aboveMinor?: bigint; at?: string }
  disputed?: { outcome: 'won' | 'lost' }
  /** Its bank forbids that its page is shown in a frame. */
  unframedBank?: boolean
  /** Absent: by a challenge above 25.00. */
  authentication?: 'frictionless' | 'attempted' | 'challenged' | 'failed' | 'required'
}

/** How many cards are shown at first; the others are in a list that opens on request. */
const shownAtOnce = 6

/** Each number is one piece of selectable text: a click selects all of it, and payment pages accept the spaces. */
export function testCardList(cards: readonly TestCard[], i18n: StoreI18n): Html {
  const { messages } = i18n
  const [first, more] = [cards.slice(0, shownAtOnce), cards.slice(shownAtOnce)]
  const item = (card: TestCard) => cardItem(card, i18n)
  return html`<ul class="cards">${first.map(item)}</ul>
${more.length > 0 && html`<details class="more"><summary>${i18n.plural(more.length, messages.moreCards)}</summary><ul class="cards">${more.map(item)}</ul></details>`}
<p class="hint">${formatMessage(messages.cardHint, { code: html`<code>00000</code>` })}</p>`
}

const cardItem = (card: TestCard, i18n: StoreI18n): Html => html`<li>
<p class="number"><span class="scheme">${card.brand[0]?.toUpperCase()}${card.brand.slice(1)}</span> <code>${grouped(card.number)}</code></p>
<dl><div><dt>${i18n.messages.cardExpiry}</dt><dd><code>${card.expiry}</code></dd></div><div><dt>${i18n.messages.cardCode}</dt><dd><code>${card.cvv}</code></dd></div>
<div><dt>${i18n.messages.cardDoes}</dt><dd>${effectOf(card, i18n)}</dd></div></dl>
</li>`

function effectOf(card: TestCard, i18n: StoreI18n): Html {
  const { reason = '', aboveMinor = 0n } = card.declines ?? {}
  return formatMessage(i18n.messages.cards[effectKey(card)], {
    limit: i18n.money(challengedAbove),
    above: i18n.money(money(aboveMinor, 'EUR')),
    reason,
  })
}

function effectKey({ declines, disputed, authentication, unframedBank }: TestCard): keyof StoreMessages['cards'] {
  if (declines?.whenInitiated === 'mit')
    return declines.aboveMinor === undefined ? 'declinedLater' : 'declinedLaterAbove'
  if (declines) return declines.at === undefined ? 'declined' : 'declinedHere'
  if (disputed) return disputed.outcome === 'lost' ? 'fraud' : 'notReceived'
  if (unframedBank) return 'unframed'
  return authentication ?? 'approved'
}

/** As it is printed on the card: four, six and five digits on one of fifteen, fours on every other. */
const grouped = (number: string): string =>
  number.length === 15
    ? number.replace(/^(\d{4})(\d{6})(\d{5})$/, '$1 $2 $3')
    : number.replaceAll(/\d{4}(?=\d)/g, (four) => `${four} `)

/** The amounts that the sandbox reacts to, as the choices of the form show them. */
export const exactAmountOptions = (chosen: ExactAmount, { messages, money }: StoreI18n): Html[] =>
  exactAmounts.map((amount) => {
    const what = formatText(messages.exactAmounts[amount], { limit: money(challengedAbove) })
    const text = formatText(messages.exactAmount, { amount: money(euros(amount)), what })
    return html`<option value="${amount}"${attributes({ selected: amount === chosen })}>${text}</option>`
  })
