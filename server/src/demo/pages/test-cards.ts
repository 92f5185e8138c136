import { type Html, html } from '#kernel/http/html.ts'
import { exactAmounts } from '../catalogue.ts'

/** A card of the sandbox, as a person reads it. */
export type TestCard = {
  /** In lower case, such as `visa`. */
  brand: string
  /** Digits only. */
  number: string
  /** MM/YY. */
  expiry: string
  cvv: string
  /** What happens when it is used. */
  what: string
}

/** How many cards are shown at first; the others are in a list that opens on request. */
const shownAtOnce = 6

/** Each number is one piece of selectable text: a click selects all of it, and payment pages accept the spaces. */
export function testCardList(cards: readonly TestCard[]): Html {
  const [first, more] = [cards.slice(0, shownAtOnce), cards.slice(shownAtOnce)]
  return html`<ul class="cards">${first.map(cardItem)}</ul>
${more.length > 0 && html`<details class="more"><summary>${more.length} more, for special cases</summary><ul class="cards">${more.map(cardItem)}</ul></details>`}
<p class="hint">Where 3-D Secure requires a code, enter <code>00000</code>. Any name works.</p>`
}

const cardItem = (card: TestCard): Html => html`<li>
<p class="number"><span class="scheme">${card.brand[0]?.toUpperCase()}${card.brand.slice(1)}</span> <code>${grouped(card.number)}</code></p>
<dl><div><dt>Expiry</dt><dd><code>${card.expiry}</code></dd></div><div><dt>Code</dt><dd><code>${card.cvv}</code></dd></div>
<div><dt>Does</dt><dd>${card.what}</dd></div></dl>
</li>`

/** As it is printed on the card: four, six and five digits on one of fifteen, fours on every other. */
const grouped = (number: string): string =>
  number.length === 15
    ? number.replace(/^(\d{4})(\d{6})(\d{5})$/, '$1 $2 $3')
    : number.replaceAll(/\d{4}(?=\d)/g, (four) => `${four} `)

/** The amounts that the sandbox reacts to, as the choices of the form show them. */
export const exactAmountOptions = (chosen: string): Html[] =>
  Object.entries(exactAmounts).map(([amount, does]) =>
    amount === chosen
      ? html`<option value="${amount}" selected>€${amount}: ${does}</option>`
      : html`<option value="${amount}">€${amount}: ${does}</option>`,
  )
