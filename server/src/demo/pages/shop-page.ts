import { add, formatMoney, type Money, money, zero } from '#kernel/base/money.ts'
import { attributes, type Html, html, raw } from '#kernel/http/html.ts'
import { breadBox, euros, languages, type OrderKind, type Product, products, quantityMax } from '../catalogue.ts'
import type { Draft } from '../draft.ts'
import { basketScript } from './basket-script.ts'
import type { Page } from './page.ts'
import { pictures } from './pictures.ts'
import { exactAmountOptions, type TestCard, testCardList } from './test-cards.ts'

export type ShopPage = {
  draft: Draft
  savedCards: readonly number[]
  testCards: readonly TestCard[]
  /** What was wrong with the order, when the form is shown again. */
  problem?: string
  /** Whether the demo app is there, whose customers have a card of their own. */
  hasApp?: boolean | undefined
}

/** The counter of the shop: one form that works without script, and above it what will happen. */
export function shopPage({ draft, savedCards, testCards, problem, hasApp }: ShopPage): Page {
  return {
    title: problem ? 'Please check your order' : 'Shop',
    here: 'shop',
    status: problem ? 400 : 200,
    script: basketScript,
    main: html`${welcome}
${problem && html`<p class="problem" role="alert"><strong>That did not work.</strong> ${problem}</p>`}
<form action="/demo/checkout" method="post" accept-charset="UTF-8" data-trial="${breadBox.firstPrice.minor}">
<section aria-labelledby="bread"><h2 id="bread"><span class="step">1</span> Choose your bread</h2>
<ul class="shelf">${products.map((product) => productCard(product, draft.quantity[product.id] ?? '0'))}</ul>
</section>
<section aria-labelledby="how"><h2 id="how"><span class="step">2</span> Choose what to try</h2>
${kindChoices(draft)}
${details(draft, savedCards)}
</section>
<section aria-labelledby="card"><h2 id="card"><span class="step">3</span> Keep a test card at hand</h2>
<p>The payment page needs one. Select a number and copy it.</p>${hasApp && ownCard}
${testCardList(testCards)}
</section>
<section class="go" aria-labelledby="pay"><h2 id="pay"><span class="step">4</span> Pay</h2>
<p>The next page belongs to the payment platform. This shop never sees a card number.</p>
</section>
<div class="paybar"><p>To pay now <output>€${formatMoney(dueNow(draft))}</output></p>
<button type="submit">Go to the payment page</button></div>
</form>
<script>${raw(basketScript)}</script>`,
  }
}

/** What the form would pay as it is; a quantity that is no number counts as none. */
function dueNow({ kind, exact, quantity }: Draft): Money {
  if (kind === 'subscribe') return breadBox.firstPrice
  if (kind === 'exact') return euros(exact)
  if (kind === 'verify') return zero('EUR')
  const units = (product: Product) =>
    /^\d{1,2}$/.test(quantity[product.id] ?? '') ? BigInt(quantity[product.id]!) : 0n
  return products.reduce((sum, product) => add(sum, money(product.price.minor * units(product), 'EUR')), zero('EUR'))
}

const welcome = html`<section class="welcome" aria-labelledby="welcome">
<div><h1 id="welcome">Real bread,<br>pretend money</h1>
<p class="lead">Buy something and watch a payment from both sides: first as a shopper, then as the shop.</p></div>
<div class="next"><h2>What happens next</h2>
<ol>
<li><strong>This shop signs your order</strong> with its private key and hands it to your browser.</li>
<li><strong>You pay on the payment page</strong> with a test card. Nothing is charged.</li>
<li><strong>You come back here</strong> with an encrypted result, which the shop opens for you to see.</li>
<li><strong>The shop is notified as well</strong>, from server to server, even if you close the window.</li>
</ol></div>
</section>`

const ownCard = html`<p class="own-card"><strong>Or pay with a card of your own.</strong> Open an account in the
<a href="/demo/app">Dough app</a>, top it up, and type its number here. Above €30.00, such as a cake and a bun, you approve the payment in the app.</p>`

const productCard = (product: Product, quantity: string): Html => html`<li class="product">
${pictures[product.id]}
<h3>${product.name}</h3>
<p>${product.text}</p>
<div class="buy"><span class="price">€${formatMoney(product.price)}</span>
<label for="quantity-${product.id}">Pieces <span class="hidden">of ${product.name}</span></label>
<input id="quantity-${product.id}" name="quantity[${product.id}]" type="number" inputmode="numeric" min="0" max="${quantityMax}" value="${quantity}" data-cents="${product.price.minor}"></div>
</li>`

type KindText = { title: string; text: string }
const kindTexts: Readonly<Record<OrderKind, KindText>> = {
  once: { title: 'Buy once', text: 'Pay for the basket above. Over €25.00 your bank requires 3-D Secure.' },
  subscribe: {
    title: `Subscribe to the ${breadBox.name.toLowerCase()}`,
    text: `€${formatMoney(breadBox.firstPrice)} for the first box, then €${formatMoney(breadBox.price)} every ${breadBox.intervalDays} days. The basket stays here.`,
  },
  save: {
    title: 'Buy and save the card',
    text: 'Pay for the basket, and pay the next one without typing the card again.',
  },
  verify: { title: 'Only save the card', text: 'The bank proves that the card is good. Nothing is paid.' },
  exact: { title: 'Pay a magic amount', text: 'Amounts that make a payment fail, hang or require a challenge.' },
}

function kindChoices(draft: Draft): Html {
  const choice = (kind: OrderKind, { title, text }: KindText) => html`<div class="kind">
<input type="radio" name="kind" id="kind-${kind}" value="${kind}" aria-describedby="about-${kind}"${attributes({ checked: draft.kind === kind })}>
<div><label for="kind-${kind}">${title}</label><p id="about-${kind}">${text}</p>${kind === 'exact' && exactChoice(draft)}</div>
</div>`
  const kinds: OrderKind[] = ['once', 'subscribe', 'save', 'verify', 'exact']
  return html`<fieldset class="kinds"><legend class="hidden">What to try</legend>
${kinds.map((kind) => choice(kind, kindTexts[kind]))}
</fieldset>`
}

const exactChoice = (draft: Draft): Html => html`<label class="hidden" for="exact">Magic amount</label>
<select id="exact" name="exact">${exactAmountOptions(draft.exact)}</select>`

function details(draft: Draft, savedCards: readonly number[]): Html {
  const option = (value: string, text: string, chosen: string) =>
    html`<option value="${value}"${attributes({ selected: value === chosen })}>${text}</option>`
  return html`<fieldset class="details"><legend>You</legend>
<div><label for="name">Name</label>
<input id="name" name="name" autocomplete="name" maxlength="100" value="${draft.name}"></div>
<div><label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="150" required value="${draft.email}"></div>
<div><label for="language">Language of the payment page</label>
<select id="language" name="language">${option('', 'As my browser says', draft.language)}${Object.entries(
    languages,
  ).map(([code, name]) => option(code, name, draft.language))}</select></div>
${
  savedCards.length > 0 &&
  html`<div><label for="saved">Card</label>
<select id="saved" name="card">${option('', 'A new card', draft.card)}${savedCards.map((card) =>
    option(String(card), `Saved card ${card}`, draft.card),
  )}</select></div>`
}
</fieldset>`
}
