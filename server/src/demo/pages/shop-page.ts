import { formatMessage, formatText, languages } from '#core/i18n'
import { add, type Money, money, zero } from '#kernel/base/money.ts'
import { attributes, type Html, html, raw } from '#kernel/http/html.ts'
import {
  approvedInAppAbove,
  breadBox,
  challengedAbove,
  euros,
  type OrderKind,
  orderKinds,
  type Product,
  products,
  quantityMax,
} from '../catalogue.ts'
import type { Draft } from '../draft.ts'
import { type StoreI18n, storeI18nOf } from '../languages/index.ts'
import { basketScript } from './basket-script.ts'
import type { Page } from './page.ts'
import { pictures } from './pictures.ts'
import { exactAmountOptions, type TestCard, testCardList } from './test-cards.ts'

export type ShopPage = {
  i18n: StoreI18n
  draft: Draft
  savedCards: readonly number[]
  testCards: readonly TestCard[]
  /** What was wrong with the order, when the form is shown again. */
  problem?: string
  /** Whether the demo app is there, whose customers have a card of their own. */
  hasApp?: boolean | undefined
  /** Whether notifications and shoppers who come back may go elsewhere. */
  isMoved?: boolean | undefined
}

/** The counter of the shop: one form that works without script, and above it what will happen. */
export function shopPage({ i18n, draft, savedCards, testCards, problem, hasApp, isMoved }: ShopPage): Page {
  const { messages } = i18n
  return {
    i18n,
    title: problem ? messages.problemTitle : messages.shop,
    here: 'shop',
    address: '/demo',
    status: problem ? 400 : 200,
    script: basketScript,
    main: html`${welcome(i18n)}
${isMoved && html`<p class="problem" role="status">${messages.moved}</p>`}
${problem && html`<p class="problem" role="alert"><strong>${messages.didNotWork}</strong> ${problem}</p>`}
<form action="/demo/checkout" method="post" accept-charset="UTF-8" data-trial="${breadBox.firstPrice.minor}">
<section aria-labelledby="bread"><h2 id="bread"><span class="step">1</span> ${messages.chooseBread}</h2>
<ul class="shelf">${products.map((product) => productCard(product, draft.quantity[product.id] ?? '0', i18n))}</ul>
</section>
<section aria-labelledby="how"><h2 id="how"><span class="step">2</span> ${messages.chooseKind}</h2>
${kindChoices(draft, i18n)}
${details(draft, savedCards, i18n)}
</section>
<section aria-labelledby="card"><h2 id="card"><span class="step">3</span> ${messages.chooseCard}</h2>
<p>${messages.cardText}</p>${hasApp && ownCard(i18n)}
${testCardList(testCards, i18n)}
</section>
<section class="go" aria-labelledby="pay"><h2 id="pay"><span class="step">4</span> ${messages.pay}</h2>
<p>${messages.payText}</p>
</section>
<div class="paybar"><p>${messages.toPayNow} <output>${i18n.money(dueNow(draft))}</output></p>
<button type="submit">${messages.goToPayment}</button>
<button type="submit" class="plain" name="where" value="here">${messages.payHere.button}</button></div>
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

function welcome({ messages }: StoreI18n): Html {
  const { title, sign, pay, comeBack, notify } = messages.next
  const step = ({ what, how }: typeof sign) =>
    html`<li>${formatMessage(how, { what: html`<strong>${what}</strong>` })}</li>`
  return html`<section class="welcome" aria-labelledby="welcome">
<div><h1 id="welcome">${messages.welcome.real}<br>${messages.welcome.pretend}</h1>
<p class="lead">${messages.welcome.lead}</p></div>
<div class="next"><h2>${title}</h2>
<ol>
${[sign, pay, comeBack, notify].map(step)}
</ol></div>
</section>`
}

function ownCard({ messages, money }: StoreI18n): Html {
  const { what, app, how } = messages.ownCard
  return html`<p class="own-card">${formatMessage(how, {
    what: html`<strong>${what}</strong>`,
    app: html`<a href="/demo/app">${app}</a>`,
    limit: money(approvedInAppAbove),
  })}</p>`
}

function productCard({ id, price }: Product, quantity: string, i18n: StoreI18n): Html {
  const { products, pieces, piecesOf } = i18n.messages
  const { name, text } = products[id]
  return html`<li class="product">
${pictures[id]}
<h3>${name}</h3>
<p>${text}</p>
<div class="buy"><span class="price">${i18n.money(price)}</span>
<label for="quantity-${id}">${pieces} <span class="hidden">${formatText(piecesOf, { product: name })}</span></label>
<input id="quantity-${id}" name="quantity[${id}]" type="number" inputmode="numeric" min="0" max="${quantityMax}" value="${quantity}" data-cents="${price.minor}"></div>
</li>`
}

function kindChoices(draft: Draft, i18n: StoreI18n): Html {
  const { messages } = i18n
  const values = {
    limit: i18n.money(challengedAbove),
    first: i18n.money(breadBox.firstPrice),
    price: i18n.money(breadBox.price),
    interval: i18n.plural(breadBox.intervalDays, messages.everyDays),
  }
  const choice = (kind: OrderKind) => html`<div class="kind">
<input type="radio" name="kind" id="kind-${kind}" value="${kind}" aria-describedby="about-${kind}"${attributes({ checked: draft.kind === kind })}>
<div><label for="kind-${kind}">${messages.kinds[kind].title}</label><p id="about-${kind}">${formatMessage(messages.kinds[kind].text, values)}</p>${kind === 'exact' && exactChoice(draft, i18n)}</div>
</div>`
  return html`<fieldset class="kinds"><legend class="hidden">${messages.whatToTry}</legend>
${orderKinds.map(choice)}
</fieldset>`
}

const exactChoice = (draft: Draft, i18n: StoreI18n): Html =>
  html`<label class="hidden" for="exact">${i18n.messages.magicAmount}</label>
<select id="exact" name="exact">${exactAmountOptions(draft.exact, i18n)}</select>`

function details(draft: Draft, savedCards: readonly number[], { messages }: StoreI18n): Html {
  const option = (value: string, text: string, chosen: string, lang?: string) =>
    html`<option${attributes({ value, lang, selected: value === chosen })}>${text}</option>`
  return html`<fieldset class="details"><legend>${messages.you}</legend>
<div><label for="name">${messages.fullName}</label>
<input id="name" name="name" autocomplete="name" maxlength="100" value="${draft.name}"></div>
<div><label for="email">${messages.email}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="150" required value="${draft.email}"></div>
<div><label for="language">${messages.pageLanguage}</label>
<select id="language" name="language">${option('', messages.asThisShop, draft.language)}${languages.map((language) =>
    option(language, storeI18nOf(language).messages.name, draft.language, language),
  )}</select></div>
${
  savedCards.length > 0 &&
  html`<div><label for="saved">${messages.card}</label>
<select id="saved" name="card">${option('', messages.newCard, draft.card)}${savedCards.map((card) =>
    option(String(card), formatText(messages.savedCard, { number: card }), draft.card),
  )}</select></div>`
}
</fieldset>`
}
