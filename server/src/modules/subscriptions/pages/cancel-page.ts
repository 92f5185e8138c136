import { html } from '#kernel/html.ts'
import { type Frame, type RenderedPage, renderDocument, say } from '#pages'
import { aboutSection, type Speech } from './about.ts'
import type { CancelPage } from './view.ts'

/** What will happen is said before anybody presses anything; the reason is the shopper's to give or not. */
export function renderCancelPage(page: CancelPage, frame: Frame, speech: Speech): RenderedPage {
  const { voice, words, merchant } = speech
  const { about, paidUntil } = page
  const { standing } = about
  const title = about.managed ? words.withdrawTitle : words.cancelTitle
  const sentences = [
    words.nothingMore,
    paidUntil && say(words.paidUntil, { date: voice.date(paidUntil) }),
    standing.is === 'owing' && say(words.debtDropped, { amount: voice.money(standing.amount) }),
    standing.is === 'charging' && say(words.whileCharging, { amount: voice.money(standing.amount) }),
    say(words.forGood, { merchant }),
  ]
  return renderDocument(
    {
      shape: 'split',
      title: `${title} – ${merchant}`,
      main: html`<main class="pay">
${aboutSection(speech, about)}
<section class="form" aria-labelledby="sure">
<h2 class="heading" id="sure">${title}</h2>
<div class="stack sure">${sentences.map((sentence) => sentence && html`<p>${sentence}</p>`)}</div>
<form class="stack" method="post" action="${page.action}">
<div class="field"><label class="label" for="why">${say(words.why, { merchant })} <span class="soft">(${voice.words.optional})</span></label><textarea class="box" id="why" name="why" rows="3" maxlength="${whyMax}" dir="auto"></textarea></div>
<button class="button danger" data-busy="${voice.words.oneMoment}">${about.managed ? words.withdraw : words.cancel}</button>
<a class="button quiet" href="${page.back}">${words.keep}</a>
</form>
</section>
</main>`,
    },
    frame,
  )
}

/** As much as a merchant may say of its own cancellation. */
export const whyMax = 1_000
