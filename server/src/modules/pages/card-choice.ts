import { attributes, type Html, type HtmlPart, html } from '#kernel/html.ts'
import { brandRules } from './card-brand.ts'
import { textField } from './fields.ts'
import type { CardForm, CardShown, SavedCard } from './frame.ts'
import { say, type Voice } from './voice.ts'

/** The saved cards, when there are some, and the fields of a new one. */
export function cardChoice(voice: Voice, page: CardForm, merchant: string): Html {
  const { savedCards } = page
  if (savedCards.length === 0)
    return html`${newCard(voice, page, merchant)}<input type="hidden" name="card" value="new">`
  const chosen = chosenCard(page)
  const problem = page.errors.find(({ field }) => field === 'card')?.problem
  return html`<fieldset class="fields stack"><legend>${voice.words.chooseCard}</legend>${
    problem && html`<p class="error" id="card-error">${voice.words.problems[problem]}</p>`
  }<div>${savedCards.map((card) => savedChoice(voice, card, chosen === card.id))}<label class="choice"><input class="tick" type="radio" name="card" value="new"${attributes({ id: 'card', checked: chosen === 'new' })}> ${voice.words.anotherCard}</label></div></fieldset>
${newCard(voice, page, merchant)}`
}

/** "Visa ending in 1111", in words that a screen reader can read. */
export function cardInWords({ words }: Voice, { brand, lastFour }: CardShown): Html {
  if (!brand) return say(words.cardAlone, { lastFour })
  return say(words.cardEnding, { brand: brandRules[brand].name, lastFour })
}

/** What was chosen before, when it still can be; else the first card that can; else a new one. */
function chosenCard({ savedCards, typed }: CardForm): string {
  const usable = savedCards.filter(({ expired }) => !expired).map(({ id }) => id)
  if (typed.card === 'new' || (typed.card !== undefined && usable.includes(typed.card))) return typed.card
  return usable[0] ?? 'new'
}

function savedChoice(voice: Voice, card: SavedCard, checked: boolean): Html {
  const month = `${String(card.expiryMonth).padStart(2, '0')}/${String(card.expiryYear % 100).padStart(2, '0')}`
  const sentence = card.expired ? voice.words.hasExpired : voice.words.expires
  return html`<label class="choice"><input class="tick" type="radio" name="card"${attributes({ value: card.id, checked, disabled: card.expired })}> <span>${cardInWords(voice, card)} <span class="soft aside">${say(sentence, { month })}${card.note && html` · ${card.note}`}</span></span></label>`
}

/**
 * The number has room for more than its digits, since it may be pasted with spaces. It and the security code are
 * never filled in by us.
 */
function newCard(voice: Voice, page: CardForm, merchant: string): Html {
  const { words } = voice
  const { errors, typed } = page
  const numeric = { inputmode: 'numeric', leftToRight: true, required: true } as const
  return html`<fieldset class="fields stack new-card"><legend>${words.cardDetails}</legend>
${textField(voice, { ...numeric, name: 'cardNumber', autocomplete: 'cc-number', maxlength: 40, inside: html`<span class="scheme" aria-live="polite"></span>` }, errors)}
<div class="pair">${textField(
    voice,
    {
      ...numeric,
      name: 'cardExpiry',
      autocomplete: 'cc-exp',
      maxlength: 12,
      hint: words.expiryHint,
      value: typed.cardExpiry,
    },
    errors,
  )}${textField(voice, { ...numeric, name: 'cardCvv', autocomplete: 'cc-csc', maxlength: 4, hint: words.codeHint }, errors)}</div>
${textField(
  voice,
  { name: 'cardHolderName', autocomplete: 'cc-name', maxlength: 60, required: false, value: typed.cardHolderName },
  errors,
)}
${saving(voice, page, merchant)}
</fieldset>`
}

function saving({ words }: Voice, { saveCard, terms, typed }: CardForm, merchant: string): HtmlPart {
  if (saveCard === 'not offered') return false
  if (saveCard === 'implied') return terms !== undefined && html`<p class="soft">${words.saveCardImplied}</p>`
  const checked = typed.saveCard ?? saveCard === 'ticked'
  return html`<label class="ask"><input class="tick" type="checkbox" name="saveCard" value="1"${attributes({ checked })}> <span>${words.saveCard} <span class="soft aside">${say(words.saveCardHint, { merchant })}</span></span></label>`
}
