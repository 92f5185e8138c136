import { formatMessage } from '#core/i18n'
import { type PageLayout, type RenderedPage, renderDocument } from '#core/pages'
import { type Html, type HtmlPart, html } from '#kernel/http/html.ts'
import { aboutSection, type PageTexts } from './about.ts'
import type { CancelPage } from './view.ts'

/**
 * Explains what will happen before the shopper confirms; a reason is optional. Where a period is paid, they choose whether
 * the subscription ends with it or at once.
 */
export function renderCancelPage(page: CancelPage, layout: PageLayout, texts: PageTexts): RenderedPage {
  const { i18n, messages, merchant } = texts
  const { about } = page
  const title = about.managed ? messages.withdrawTitle : messages.cancelTitle
  return renderDocument(
    {
      shape: 'split',
      title: `${title} – ${merchant}`,
      main: html`<main class="pay">
${aboutSection(texts, about)}
<section class="form" aria-labelledby="sure">
<h2 class="heading" id="sure">${title}</h2>
${page.later ? page.next.length > 0 && scheduleSection(page, texts) : onlyNow(page, texts)}
<form class="stack" method="post" action="${page.action}">
${page.later ? whenField(page.later, texts) : html`<input type="hidden" name="when" value="now">`}
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

type Later = NonNullable<CancelPage['later']>

function onlyNow({ about, paidUntil }: CancelPage, { i18n, messages, merchant }: PageTexts): Html {
  const { status } = about
  const sentences = [
    messages.nothingMore,
    paidUntil && formatMessage(messages.paidUntil, { date: i18n.date(paidUntil) }),
    status.is === 'owing' && formatMessage(messages.debtDropped, { amount: i18n.money(status.amount) }),
    status.is === 'charging' && formatMessage(messages.whileCharging, { amount: i18n.money(status.amount) }),
    formatMessage(messages.forGood, { merchant }),
  ]
  return html`<div class="stack sure">${sentences.map((sentence) => sentence && html`<p>${sentence}</p>`)}</div>`
}

/** What would be charged, and what will be. */
function scheduleSection({ next }: CancelPage, { i18n, messages }: PageTexts): HtmlPart {
  return html`<div class="stack sure">
<h3 class="label" id="if-kept">${messages.ifKept}</h3>
<ul class="lines" aria-labelledby="if-kept">${next.map(
    ({ on, amount }) => html`<li class="line"><span>${i18n.date(on)}</span> <bdi>${i18n.money(amount)}</bdi></li>`,
  )}</ul>
<h3 class="label" id="if-cancelled">${messages.ifCancelled}</h3>
<ul class="lines" aria-labelledby="if-cancelled"><li class="line">${messages.nothingMore}</li></ul>
</div>`
}

function whenField({ until }: Later, { i18n, messages, merchant }: PageTexts): Html {
  const date = i18n.date(until)
  const choice = (value: string, checked: boolean, label: HtmlPart, explained: readonly HtmlPart[]): Html =>
    html`<label class="choice"><input class="tick" type="radio" name="when" value="${value}"${checked && html` checked`}> <span>${label} <span class="soft aside">${explained.map((sentence) => html`${sentence} `)}</span></span></label>`
  return html`<fieldset class="fields stack"><legend>${messages.whenTitle}</legend><div>${choice(
    'later',
    true,
    formatMessage(messages.later, { date }),
    [messages.laterText],
  )}${choice('now', false, messages.atOnce, [
    formatMessage(messages.atOnceText, { date }),
    formatMessage(messages.forGood, { merchant }),
  ])}</div></fieldset>`
}
