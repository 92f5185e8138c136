import { type Html, type HtmlPart, html } from '#kernel/html.ts'
import {
  browserFactFields,
  cardChoice,
  checkThese,
  type Frame,
  hiddenFields,
  mark,
  notice,
  type RenderedPage,
  renderDocument,
  say,
  sayPlainly,
  toldToScript,
  type Voice,
  voiceOf,
} from '#pages'
import { customerFields } from './customer-fields.ts'
import { orderSummary } from './order-summary.ts'
import type { PayPage } from './view.ts'

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
${hiddenFields({ attempt: page.attempt, ...browserFactFields })}
</form>
${page.cancel && cancelForm(voice, page.cancel.action, page.attempt)}
<p class="soft safety">${mark('lock')}<span>${voice.words.safety}</span></p>
</section>
</main>`,
    },
    frame,
  )
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
  if (page.errors.length > 0) return checkThese(voice, page.errors, html`<p>${words.typeAgain}</p>`)
  if (!page.decline) return false
  const { reason, attemptsLeft } = page.decline
  return notice(words.declinedTitle, [
    html`<p>${words.declines[reason].reason} ${words.nothingCharged}</p>`,
    html`<p>${words.declines[reason].advice} ${voice.plural(attemptsLeft, words.attemptsLeft)}</p>`,
    html`<p class="soft">${words.typeAgain}</p>`,
  ])
}
