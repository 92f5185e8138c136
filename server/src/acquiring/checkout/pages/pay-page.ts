import { formatMessage, formatText } from '#core/i18n'
import {
  browserFactFields,
  cardChoice,
  cardText,
  errorSummary,
  hiddenFields,
  i18nOf,
  intervalText,
  notice,
  type PageI18n,
  type PageLayout,
  type RenderedPage,
  renderDocument,
  renderIcon,
  scriptData,
  walletButtons,
  walletPartsOf,
} from '#core/pages'
import { attributes, type Html, type HtmlPart, html } from '#kernel/http/html.ts'
import { embeddedI18nOf } from '../languages/index.ts'
import { customerFields } from './customer-fields.ts'
import { formNote, formTitle } from './form-words.ts'
import { orderSummary, termsOf } from './order-summary.ts'
import type { PayPage } from './view.ts'

/** The page a shopper pays on: the order, and the form beside or below it. */
export function renderPayPage(page: PayPage, layout: PageLayout): RenderedPage {
  const i18n = i18nOf(layout.language)
  const merchant = layout.merchant?.name ?? i18n.messages.theStore
  return renderDocument(
    {
      shape: 'split',
      title: titleOf(i18n, page, layout.merchant?.name),
      asksForCard: true,
      wallets: walletPartsOf(page.wallets),
      main: html`<main class="pay">
${layout.frame ? html`<h1 class="unseen">${titleOf(i18n, page, layout.merchant?.name)}</h1>` : orderSummary(i18n, page)}
<section class="form">
${noticeOf(i18n, page)}${formTitle(i18n, page.words)}
<form class="stack" method="post" action="${page.action}" novalidate${scriptData(i18n, page.today)}>
${customerFields(i18n, page)}
${walletButtons(i18n, page.wallets)}${cardChoice(i18n, page, merchant)}${formNote(i18n, page.words)}
${termsOf(i18n, page, layout.merchant)}
${payButton(i18n, page, layout.frame !== undefined)}
${hiddenFields({ attempt: page.attempt, ...browserFactFields })}
</form>
${page.cancel !== undefined && cancelForm(i18n, page.cancel, page.attempt)}${removals(i18n, page)}
<p class="soft safety">${renderIcon('lock')}<span>${i18n.messages.safety}</span></p>
</section>
</main>`,
    },
    layout,
  )
}

function titleOf({ messages }: PageI18n, page: PayPage, merchant: string | undefined): string {
  const named = merchant === undefined ? messages.payTitleAlone : formatText(messages.payTitle, { merchant })
  const title = page.mode === 'verify' ? messages.verifyTitle : named
  if (page.errors.length > 0) return `${messages.checkFields} – ${title}`
  return page.decline ? `${messages.declinedTitle} – ${title}` : title
}

/** In a frame the store may choose what the button of a plain payment says, from what is known in each language. */
function payButton(i18n: PageI18n, page: PayPage, isFramed: boolean): Html {
  const label = buttonLabel(i18n, page)
  if (!isFramed) return html`<button class="button" data-busy="${i18n.messages.oneMoment}">${label}</button>`
  const amount = i18n.money(page.amount)
  const isPlain = page.mode === 'take' && page.terms?.kind !== 'recurring'
  const { buttonTypes } = embeddedI18nOf(i18n.language).messages
  const labels = Object.entries(buttonTypes).map(([type, text]) => [type, formatText(text, { amount })])
  const own = attributes({
    class: 'button',
    'data-busy': i18n.messages.oneMoment,
    'data-labels': isPlain && JSON.stringify(Object.fromEntries(labels)),
  })
  return html`<button${own}><span class="says">${label}</span></button>`
}

/** What pressing it does: of a subscription, that it is one. */
function buttonLabel(i18n: PageI18n, { mode, amount, terms }: PayPage): HtmlPart {
  const { messages } = i18n
  if (terms?.kind === 'recurring' && mode !== 'reserve') {
    if (mode === 'take' && terms.trial) return formatMessage(messages.startTrial, { amount: i18n.money(amount) })
    const values = { amount: i18n.money(terms.amount), interval: intervalText(i18n, terms.every) }
    if (mode === 'take') return formatMessage(messages.subscribe, values)
    return formatMessage(messages.subscribeFrom, { ...values, date: i18n.date(terms.upcoming[0]!) })
  }
  if (mode === 'verify') return messages.verify
  return formatMessage(mode === 'take' ? messages.pay : messages.reserve, { amount: i18n.money(amount) })
}

/** Its own form, so that pressing Enter in a field can only ever pay. */
function cancelForm({ messages }: PageI18n, action: string, attempt: string): Html {
  return html`<form class="cancel" method="post" action="${action}">${hiddenFields({ attempt })}<button class="button quiet">${messages.cancel}</button></form>`
}

/** A form for each card: what is typed of another one is not sent along. */
function removals(i18n: PageI18n, { removable, savedCards }: PayPage): HtmlPart {
  const { messages } = embeddedI18nOf(i18n.language)
  const forms = removable.map(({ id, action }) => {
    const card = savedCards.find((saved) => saved.id === id)
    const label = card && cardText(i18n, card)
    return html`<form method="post" action="${action}"><span id="card-${id}">${label}</span> <button class="button quiet" aria-describedby="card-${id}">${messages.removeCard}</button></form>`
  })
  return forms.length > 0 && html`<details class="removal"><summary>${messages.removeCards}</summary>${forms}</details>`
}

/** What went wrong, read first: the focus is put on it without any script. */
function noticeOf(i18n: PageI18n, page: PayPage): HtmlPart {
  const { messages } = i18n
  if (page.errors.length > 0)
    return errorSummary(i18n, {
      errors: page.errors,
      wanted: page.customerFields,
      advice: html`<p>${messages.typeAgain}</p>`,
    })
  if (!page.decline) return false
  const { reason, attemptsLeft } = page.decline
  return notice(messages.declinedTitle, [
    html`<p>${messages.declines[reason].reason} ${messages.nothingCharged}</p>`,
    html`<p>${messages.declines[reason].advice} ${i18n.plural(attemptsLeft, messages.attemptsLeft)}</p>`,
    html`<p class="soft">${messages.typeAgain}</p>`,
  ])
}
