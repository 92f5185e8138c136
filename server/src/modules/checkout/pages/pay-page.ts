import { type Html, type HtmlPart, html } from '#kernel/html.ts'
import { cardChoice } from './card-choice.ts'
import { hiddenFields, selectField, type TextField, textField } from './fields.ts'
import { renderDocument } from './layout.ts'
import { mark } from './marks.ts'
import { orderSummary } from './order-summary.ts'
import { toldToScript } from './script-data.ts'
import type { CustomerFieldName, FieldError, Frame, PayPage, RenderedPage, WantedField } from './view.ts'
import { say, sayPlainly, type Voice, voiceOf } from './voice.ts'

/** The page a shopper pays on: the order, and the form beside or below it. */
export function renderPayPage(page: PayPage, frame: Frame): RenderedPage {
  const voice = voiceOf(frame.language)
  const merchant = frame.merchant?.name ?? voice.words.theStore
  return renderDocument(
    {
      shape: 'split',
      title: titleOf(voice, page, frame.merchant?.name),
      asksForCard: true,
      formTargets: page.cancel ? [page.cancel.leadsTo] : [],
      main: html`<main class="pay">
${orderSummary(voice, page, frame.merchant)}
<section class="form">
${noticeOf(voice, page)}
<form class="stack" method="post" action="${page.action}" novalidate${toldToScript(voice, page.today)}>
${customerFields(voice, page)}
${cardChoice(voice, page, merchant)}
<button class="button" data-busy="${voice.words.oneMoment}">${buttonWords(voice, page)}</button>
${hiddenFields({ attempt: page.attempt, ...browserFacts })}
</form>
${page.cancel && cancelForm(voice, page.cancel.action, page.attempt)}
<p class="soft safety">${mark('lock')}<span>${voice.words.safety}</span></p>
</section>
</main>`,
    },
    frame,
  )
}

/** Filled in by the script; empty without it, and then nothing but the headers is known of the browser. */
const browserFacts = {
  browserJavaScript: '',
  browserScreenWidth: '',
  browserScreenHeight: '',
  browserColorDepth: '',
  browserTimeZone: '',
  browserJavaEnabled: '',
}

function titleOf({ words }: Voice, page: PayPage, merchant: string | undefined): string {
  const named = merchant === undefined ? words.payTitleAlone : sayPlainly(words.payTitle, { merchant })
  const title = page.mode === 'verify' ? words.verifyTitle : named
  if (page.errors.length > 0) return `${words.checkFields} – ${title}`
  return page.decline ? `${words.declinedTitle} – ${title}` : title
}

function buttonWords(voice: Voice, { mode, amount }: PayPage): HtmlPart {
  const { words } = voice
  if (mode === 'verify') return words.verify
  return say(mode === 'take' ? words.pay : words.reserve, { amount: voice.money(amount) })
}

/** Its own form, so that pressing Enter in a field can only ever pay. */
function cancelForm({ words }: Voice, action: string, attempt: string): Html {
  return html`<form class="cancel" method="post" action="${action}">${hiddenFields({ attempt })}<button class="button quiet">${words.cancel}</button></form>`
}

/** What went wrong, read first: the focus is put on it without any script. */
function noticeOf(voice: Voice, page: PayPage): HtmlPart {
  const { words } = voice
  if (page.errors.length > 0)
    return notice(words.checkFields, [errorLinks(voice, page.errors), html`<p>${words.typeAgain}</p>`])
  if (!page.decline) return false
  const { reason, attemptsLeft } = page.decline
  return notice(words.declinedTitle, [
    html`<p>${words.declines[reason].reason} ${words.nothingCharged}</p>`,
    html`<p>${words.declines[reason].advice} ${voice.plural(attemptsLeft, words.attemptsLeft)}</p>`,
    html`<p class="soft">${words.typeAgain}</p>`,
  ])
}

function notice(title: string, content: HtmlPart): Html {
  return html`<div class="notice stack" role="group" aria-labelledby="notice"><h2 id="notice" tabindex="-1" autofocus>${title}</h2>${content}</div>`
}

function errorLinks({ words }: Voice, errors: readonly FieldError[]): Html {
  return html`<ul>${errors.map(({ field, problem }) => html`<li><a href="#${field}">${words.problems[problem]}</a></li>`)}</ul>`
}

/** How each fact about the shopper is asked for; lengths are those of the checkout request's customer object. */
type CustomerInput = Pick<TextField, 'type' | 'autocomplete' | 'inputmode' | 'maxlength' | 'leftToRight'>
const customerInputs: Readonly<Record<Exclude<CustomerFieldName, 'country'>, CustomerInput>> = {
  email: { type: 'email', autocomplete: 'email', inputmode: 'email', maxlength: 150, leftToRight: true },
  firstName: { autocomplete: 'given-name', maxlength: 100 },
  lastName: { autocomplete: 'family-name', maxlength: 100 },
  phone: { type: 'tel', autocomplete: 'tel', inputmode: 'tel', maxlength: 30, leftToRight: true },
  address: { autocomplete: 'street-address', maxlength: 150 },
  city: { autocomplete: 'address-level2', maxlength: 100 },
  zipCode: { autocomplete: 'postal-code', maxlength: 100, leftToRight: true },
}

function customerFields(voice: Voice, { customerFields: wanted, errors }: PayPage): HtmlPart {
  if (wanted.length === 0) return false
  return html`<fieldset class="fields stack"><legend>${voice.words.yourDetails}</legend>${wanted.map((field) => customerField(voice, field, errors))}</fieldset>`
}

function customerField(voice: Voice, { name, required, value }: WantedField, errors: readonly FieldError[]): Html {
  if (name !== 'country') return textField(voice, { ...customerInputs[name], name, required, value }, errors)
  return selectField(voice, { name, required, value, autocomplete: 'country', choices: voice.countries() }, errors)
}
