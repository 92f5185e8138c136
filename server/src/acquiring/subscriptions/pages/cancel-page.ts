import { formatMessage } from '#core/i18n'
import { type PageLayout, type RenderedPage, renderDocument } from '#core/pages'
import { html } from '#kernel/http/html.ts'
import { aboutSection, type PageTexts } from './about.ts'
import type { CancelPage } from './view.ts'

/** Explains what will happen before the shopper confirms; a reason is optional. */
export function renderCancelPage(page: CancelPage, layout: PageLayout, texts: PageTexts): RenderedPage {
  const { i18n, messages, merchant } = texts
  const { about, paidUntil } = page
  const { status } = about
  const title = about.managed ? messages.withdrawTitle : messages.cancelTitle
  const sentences = [
    messages.nothingMore,
    paidUntil && formatMessage(messages.paidUntil, { date: i18n.date(paidUntil) }),
    status.is === 'owing' && formatMessage(messages.debtDropped, { amount: i18n.money(status.amount) }),
    status.is === 'charging' && formatMessage(messages.whileCharging, { amount: i18n.money(status.amount) }),
    formatMessage(messages.forGood, { merchant }),
  ]
  return renderDocument(
    {
      shape: 'split',
      title: `${title} – ${merchant}`,
      main: html`<main class="pay">
${aboutSection(texts, about)}
<section class="form" aria-labelledby="sure">
<h2 class="heading" id="sure">${title}</h2>
<div class="stack sure">${sentences.map((sentence) => sentence && html`<p>${sentence}</p>`)}</div>
<form class="stack" method="post" action="${page.action}">
<div class="field"><label class="label" for="why">${formatMessage(messages.why, { merchant })} <span class="soft">(${i18n.messages.optional})</span></label><textarea class="box" id="why" name="why" rows="3" maxlength="${whyMax}" dir="auto"></textarea></div>
<button class="button danger" data-busy="${i18n.messages.oneMoment}">${about.managed ? messages.withdraw : messages.cancel}</button>
<a class="button quiet" href="${page.back}">${messages.keep}</a>
</form>
</section>
</main>`,
    },
    layout,
  )
}

/** As much as a merchant may say of its own cancellation. */
export const whyMax = 1_000
