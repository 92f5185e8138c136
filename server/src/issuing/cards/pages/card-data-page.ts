import { formatMessage } from '#core/i18n'
import type { CardSecrets } from '#core/issuervault'
import { facts, i18nOf, type PageLayout, type RenderedPage, renderOutcome } from '#core/pages'
import { html } from '#kernel/http/html.ts'
import { cardI18nOf } from '../languages/index.ts'

export type CardDataPage =
  | { kind: 'ask'; lastFour: string; action: string }
  | { kind: 'shown'; secrets: CardSecrets; expiryMonth: number; expiryYear: number }
  | { kind: 'over' }

/** The data of a card for its holder: first the question, since a program that looks ahead must not use the address up. */
export function renderCardDataPage(page: CardDataPage, layout: PageLayout): RenderedPage {
  const common = i18nOf(layout.language).messages
  const { messages } = cardI18nOf(layout.language)
  switch (page.kind) {
    case 'ask':
      return renderOutcome(layout, {
        icon: 'lock',
        title: messages.title,
        texts: [formatMessage(common.cardAlone, { lastFour: page.lastFour }), messages.ask],
        content: html`<form method="post" action="${page.action}"><button class="button" data-busy="${common.oneMoment}">${messages.show}</button></form>`,
      })
    case 'shown':
      return renderOutcome(layout, {
        icon: 'lock',
        tone: 'good',
        title: messages.title,
        texts: [],
        content: facts(shownFacts(page, { ...common.fields, pin: messages.pin })),
        after: html`<p>${messages.keep}</p>`,
      })
    case 'over':
      return renderOutcome(layout, { icon: 'time', title: messages.overTitle, texts: [messages.over] })
    default:
      return page satisfies never
  }
}

type Labels = { cardNumber: string; cardExpiry: string; cardCvv: string; pin: string }

function shownFacts(
  { secrets: { pan, cvv, pin }, expiryMonth, expiryYear }: Extract<CardDataPage, { kind: 'shown' }>,
  labels: Labels,
): (readonly [string, string] | undefined)[] {
  const expiry = `${String(expiryMonth).padStart(2, '0')}/${String(expiryYear % 100).padStart(2, '0')}`
  return [
    [labels.cardNumber, pan.reveal().replaceAll(/(.{4})(?=.)/g, '$1 ')],
    [labels.cardExpiry, expiry],
    [labels.cardCvv, cvv.reveal()],
    pin && [labels.pin, pin.reveal()],
  ]
}
