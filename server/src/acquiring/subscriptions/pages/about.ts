import { formatMessage } from '#core/i18n'
import { intervalText, type PageI18n } from '#core/pages'
import { type Html, type HtmlPart, html } from '#kernel/http/html.ts'
import type { SubscriptionMessages } from '../languages/index.ts'
import type { About, StatusShown } from './view.ts'

/** The sentences of a subscription's pages in one language, and the name of its merchant. */
export type PageTexts = { i18n: PageI18n; messages: SubscriptionMessages; merchant: string }

/** What is subscribed, and its status: beside or above the form. */
export function aboutSection(texts: PageTexts, about: About): Html {
  const { i18n, messages } = texts
  const title = titleOf(texts, about)
  return html`<section class="order stack" aria-labelledby="subscription">
${about.description && html`<p class="soft">${title}</p>`}
<h1 id="subscription"><bdi>${about.description ?? title}</bdi></h1>
${
  about.every &&
  html`<p class="price">${formatMessage(messages.price, { amount: i18n.money(about.amount), interval: intervalText(i18n, about.every) })}</p>`
}
<p class="state ${toneOf(about.status)}">${messages.states[stateOf(about.status)]}</p>
${sentencesOf(texts, about).map((sentence) => sentence && html`<p>${sentence}</p>`)}
</section>`
}

export const titleOf = ({ messages }: PageTexts, { managed }: About): string =>
  managed ? messages.permission : messages.title

export const stateOf = ({ is }: StatusShown) => (is === 'neverBegan' ? 'ended' : is)

const toneOf = ({ is }: StatusShown): string => (is === 'active' ? 'good' : is === 'owing' ? 'bad' : 'plain')

function sentencesOf(texts: PageTexts, about: About): HtmlPart[] {
  const { i18n, messages, merchant } = texts
  const { status } = about
  switch (status.is) {
    case 'active':
      if (about.managed) return [formatMessage(messages.chargedWhenAsked, { merchant })]
      return [
        status.next &&
          formatMessage(messages.nextOn, { amount: i18n.money(status.next.amount), date: i18n.date(status.next.on) }),
      ]
    case 'owing':
      return [
        formatMessage(messages.owes, { amount: i18n.money(status.amount), date: i18n.date(status.since) }),
        status.retry === 'soon'
          ? messages.triesSoon
          : formatMessage(messages.triesOn, { date: i18n.date(status.retry) }),
        messages.helpOwing,
      ]
    case 'ending': {
      const date = i18n.date(status.on)
      if (status.lastBill)
        return [formatMessage(messages.endsWithBill, { merchant, date, amount: i18n.money(status.lastBill) })]
      return [
        status.by === 'merchant' && formatMessage(messages.endedBy.merchant, { merchant }),
        formatMessage(messages.endsOn, { date }),
        messages.nothingMore,
      ]
    }
    case 'charging':
      return [formatMessage(messages.charging, { amount: i18n.money(status.amount) })]
    case 'waiting':
      return [messages.waiting]
    case 'neverBegan':
      return [messages.neverBegan]
    case 'ended':
      return endOf(texts, about, status)
  }
}

function endOf(
  { i18n, messages, merchant }: PageTexts,
  { managed }: About,
  { by, paidUntil }: Extract<StatusShown, { is: 'ended' }>,
): HtmlPart[] {
  const why = { shopper: managed ? messages.withdrawnTitle : messages.cancelledTitle, ...messages.endedBy }[by]
  const sentence = by === 'shopper' ? `${why}.` : formatMessage(why, { merchant })
  return [
    sentence,
    messages.nothingMore,
    paidUntil && formatMessage(messages.paidUntil, { date: i18n.date(paidUntil) }),
  ]
}
