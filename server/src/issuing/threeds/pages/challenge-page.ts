import { formatMessage } from '#core/i18n'
import { autoRefresh, i18nOf, type PageLayout, type RenderedPage, renderOutcome, renderRedirectPage } from '#core/pages'
import type { Money } from '#kernel/base/money.ts'
import { html } from '#kernel/http/html.ts'
import { challengeI18nOf } from '../languages/index.ts'

export type ChallengePage =
  | {
      kind: 'waiting'
      merchant: string
      partner: string
      amount: Money
      lastFour: string
      cancel: string
      /** Where the page learns that the holder has answered. */
      live: string
    }
  | { kind: 'over'; url: string; fields: Readonly<Record<string, string>> }
  | { kind: 'unknown' }

/** The page of the cardholder's bank: it waits for the answer in the app, and then sends the browser back. */
export function renderChallengePage(page: ChallengePage, layout: PageLayout): RenderedPage {
  const common = i18nOf(layout.language)
  const { messages, money } = challengeI18nOf(layout.language)
  switch (page.kind) {
    case 'waiting': {
      const { merchant, partner, lastFour } = page
      const { button, head } = autoRefresh(common, layout, secondsBetween, { live: page.live })
      return renderOutcome(layout, {
        icon: 'time',
        tone: 'working',
        title: messages.title,
        texts: [
          formatMessage(messages.asks, { merchant, amount: money(page.amount), lastFour }),
          formatMessage(messages.open, { partner }),
        ],
        content: button,
        after: html`<form method="post" action="${page.cancel}"><button class="button quiet" data-busy="${common.messages.oneMoment}">${messages.cancel}</button></form>`,
        head,
        isLive: true,
      })
    }
    case 'over':
      return renderRedirectPage(
        {
          icon: 'lock',
          title: messages.backTitle,
          text: messages.back,
          button: messages.next,
          url: page.url,
          method: 'POST',
          fields: page.fields,
        },
        layout,
      )
    case 'unknown':
      return renderOutcome(layout, { icon: 'time', title: messages.unknownTitle, texts: [messages.unknown] })
    default:
      return page satisfies never
  }
}

/** Between two looks of a browser without script. */
const secondsBetween = 5
