import { formatMessage } from '#core/i18n'
import { attributes, type Html, type HtmlPart, html } from '#kernel/http/html.ts'
import { brandRules, cardBrands } from './card-brand.ts'
import { textField } from './fields.ts'
import type { PageI18n } from './languages/index.ts'
import type { CardForm, CardShown, SavedCard } from './page-layout.ts'
import { walletNames } from './wallet-buttons.ts'

/** The saved cards, if there are any, and the fields of a new one. */
export function cardChoice(i18n: PageI18n, page: CardForm, merchant: string): Html {
  const { savedCards } = page
  if (savedCards.length === 0)
    return html`${newCard(i18n, page, merchant)}<input type="hidden" name="card" value="new">`
  const chosen = chosenCard(page)
  const problem = page.errors.find(({ field }) => field === 'card')?.problem
  return html`<fieldset class="fields stack"><legend>${i18n.messages.chooseCard}</legend>${
    problem && html`<p class="error" id="card-error">${i18n.messages.problems[problem]}</p>`
  }<div>${savedCards.map((card) => savedChoice(i18n, card, chosen === card.id))}<label class="choice"><input class="tick" type="radio" name="card" value="new"${attributes({ id: 'card', checked: chosen === 'new' })}> ${i18n.messages.anotherCard}</label></div></fieldset>
${newCard(i18n, page, merchant)}`
}

/** "Visa ending in 1111", in words that a screen reader can read. */
export function cardText(i18n: PageI18n, { wallet, ...card }: CardShown): Html {
  if (wallet) return html`${walletNames[wallet]} · ${cardText(i18n, card)}`
  const { messages } = i18n
  const { brand, lastFour } = card
  if (!brand) return formatMessage(messages.cardAlone, { lastFour })
  return formatMessage(messages.cardEnding, { brand: brandRules[brand].name, lastFour })
}

/** The card chosen before, if it is still usable; else the first usable one; else a new one. */
function chosenCard({ savedCards, typed }: CardForm): string {
  const usable = savedCards.filter(({ expired }) => !expired).map(({ id }) => id)
  if (typed.card === 'new' || (typed.card !== undefined && usable.includes(typed.card))) return typed.card
  return usable[0] ?? 'new'
}

function savedChoice(i18n: PageI18n, card: SavedCard, checked: boolean): Html {
  const month = `${String(card.expiryMonth).padStart(2, '0')}/${String(card.expiryYear % 100).padStart(2, '0')}`
  const sentence = card.expired ? i18n.messages.hasExpired : i18n.messages.expires
  return html`<label class="choice"><input class="tick" type="radio" name="card"${attributes({ value: card.id, checked, disabled: card.expired })}> <span>${cardText(i18n, card)} <span class="soft aside">${formatMessage(sentence, { month })}${card.note && html` · ${card.note}`}</span></span></label>`
}

/**
 * The number field accepts more characters than digits, since a number may be pasted with spaces. The number and the
 * security code are never pre-filled.
 */
function newCard(i18n: PageI18n, page: CardForm, merchant: string): Html {
  const { messages } = i18n
  const { errors, typed } = page
  const numeric = { inputmode: 'numeric', leftToRight: true, required: true } as const
  return html`<fieldset class="fields stack new-card"><legend>${messages.cardDetails}</legend>
${acceptedCards(i18n)}
${textField(i18n, { ...numeric, name: 'cardNumber', autocomplete: 'cc-number', maxlength: 40, inside: html`<span class="scheme" aria-live="polite"></span>` }, errors)}
<div class="pair">${textField(
    i18n,
    {
      ...numeric,
      name: 'cardExpiry',
      autocomplete: 'cc-exp',
      maxlength: 12,
      hint: messages.expiryHint,
      value: typed.cardExpiry,
    },
    errors,
  )}${textField(i18n, { ...numeric, name: 'cardCvv', autocomplete: 'cc-csc', maxlength: 4, hint: messages.codeHint.three }, errors)}</div>
${textField(
  i18n,
  { name: 'cardHolderName', autocomplete: 'cc-name', maxlength: 60, required: false, value: typed.cardHolderName },
  errors,
)}
${saving(i18n, page, merchant)}
</fieldset>${puzzleFields(page)}`
}

/** By their names: marks of the schemes are theirs, and would have to be kept up with. */
const acceptedCards = ({ messages }: PageI18n): Html =>
  html`<ul class="brands" aria-label="${messages.acceptedCards}">${cardBrands.map((brand) => html`<li>${brandRules[brand].name}</li>`)}</ul>`

function puzzleFields({ puzzle: { text, count, bits } }: CardForm): Html {
  const own = attributes({ name: 'puzzle', value: text, 'data-tasks': count, 'data-bits': bits })
  return html`<input type="hidden"${own}><input type="hidden" name="proof" value="">`
}

function saving({ messages }: PageI18n, { saveCard, terms, typed }: CardForm, merchant: string): HtmlPart {
  if (saveCard === 'not offered') return false
  if (saveCard === 'implied') return terms !== undefined && html`<p class="soft">${messages.saveCardImplied}</p>`
  const checked = typed.saveCard ?? saveCard === 'ticked'
  return html`<label class="ask"><input class="tick" type="checkbox" name="saveCard" value="1"${attributes({ checked })}> <span>${messages.saveCard} <span class="soft aside">${formatMessage(messages.saveCardHint, { merchant })}</span></span></label>`
}
