import { type Html, type HtmlPart, html } from '#kernel/html.ts'
import { cardInWords, type Frame, lookAgain, notice, type RenderedPage, renderDocument, say } from '#pages'
import { aboutSection, type Speech, titleOf } from './about.ts'
import type { NextPayment, OverviewPage, PastPayment } from './view.ts'

/** Everything there is to know of a subscription, and the ways to change the card and to cancel. */
export function renderOverviewPage(page: OverviewPage, frame: Frame, speech: Speech): RenderedPage {
  const { about } = page
  const told = toldOf(page, frame, speech)
  const title = `${about.description ?? titleOf(speech, about)} – ${speech.merchant}`
  return renderDocument(
    {
      shape: 'split',
      title: told ? `${told.title} – ${title}` : title,
      head: told?.head,
      main: html`<main class="pay">
${aboutSection(speech, about)}
<div class="form">
${told?.notice}
${page.changeCard && cardBlock(page, speech, page.changeCard)}
${nextBlock(page, speech)}
${pastBlock(page, speech)}
${page.cancel && html`<p class="leave"><a href="${page.cancel}">${about.managed ? speech.words.withdraw : speech.words.cancel}</a></p>`}
</div>
</main>`,
    },
    frame,
  )
}

type ToldNotice = { title: string; notice: Html; head?: Html }

/** What the shopper's last step has come to, read first. */
function toldOf({ told }: OverviewPage, frame: Frame, { voice, words }: Speech): ToldNotice | undefined {
  const tell = (title: string, content: HtmlPart, tone: 'bad' | 'good' | 'plain'): ToldNotice => ({
    title,
    notice: notice(title, content, tone),
  })
  switch (told?.is) {
    case undefined:
      return undefined
    case 'changed':
      return tell(
        words.changedTitle,
        html`<p>${say(words.changedText, { card: cardInWords(voice, told.card) })}</p>`,
        'good',
      )
    case 'paid': {
      const values = { amount: voice.money(told.amount), card: cardInWords(voice, told.card) }
      return tell(words.paidTitle, html`<p>${say(words.paidText, values)}</p>`, 'good')
    }
    case 'unpaid':
      return tell(words.unpaidTitle, html`<p>${declineIn(voice, told.reason)}</p>`, 'bad')
    case 'refused':
      return tell(words.refusedTitle, html`<p>${declineIn(voice, told.reason)}</p><p>${words.staysAsItWas}</p>`, 'bad')
    case 'paying': {
      const again = lookAgain(voice, frame, told.refreshSeconds)
      return {
        ...tell(words.chargingTitle, [html`<p>${words.resultHere}</p>`, again.button], 'plain'),
        head: again.head,
      }
    }
    case 'bankWaits': {
      const goOn = html`<p>${words.bankWaitsText}</p><a class="button" href="${told.goOn}">${voice.words.continueToBank}</a>`
      return tell(words.bankWaitsTitle, goOn, 'plain')
    }
  }
}

export const declineIn = ({ words }: Speech['voice'], reason: keyof typeof words.declines): string =>
  `${words.declines[reason].reason} ${words.declines[reason].advice}`

function cardBlock({ card, about }: OverviewPage, { voice, words }: Speech, changeCard: string): Html {
  const urgent = !card || card.expires || about.standing.is === 'owing'
  return html`<section class="block stack" aria-labelledby="card-on-file"><h2 id="card-on-file">${voice.words.card}</h2>
${
  card
    ? html`<p class="on-file"><span>${cardInWords(voice, card)}</span> <span class="soft">${say(voice.words.expires, { month: card.expiry })}</span></p>`
    : html`<p class="warn">${words.cardGone}</p>`
}
${card?.expires && html`<p class="warn">${words.cardExpiring}</p>`}
<a class="button${!urgent && ' second'}" href="${changeCard}">${words.changeCard}</a></section>`
}

const nextShown = 3

function nextBlock({ next }: OverviewPage, { voice, words }: Speech): HtmlPart {
  const row = ({ on, amount, again }: NextPayment): Html =>
    html`<li class="line"><div>${voice.date(on)}${again && html`<p class="soft">${words.anotherTry}</p>`}</div> <bdi>${voice.money(amount)}</bdi></li>`
  return listBlock('next-payments', words.nextPayments, next.map(row), { shown: nextShown, more: words.showYear })
}

const pastShown = 5

function pastBlock({ past }: OverviewPage, { voice, words }: Speech): HtmlPart {
  const row = (payment: PastPayment): Html => {
    const { on, amount, card, state } = payment
    const said = say(words.paid[state], { amount: voice.money(payment.back) })
    return html`<li class="line"><div>${voice.date(on)}<p class="soft">${cardInWords(voice, card)}</p></div> <div class="end"><bdi>${voice.money(amount)}</bdi><p class="soft">${said}</p></div></li>`
  }
  return listBlock('past-payments', words.pastPayments, past.map(row), { shown: pastShown, more: words.showOlder })
}

/** The first few, and the rest where it can be unfolded without any script. */
function listBlock(
  id: string,
  title: string,
  rows: readonly Html[],
  { shown, more }: { shown: number; more: string },
): HtmlPart {
  if (rows.length === 0) return false
  const rest = rows.slice(shown)
  return html`<section class="block" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<ul class="lines">${rows.slice(0, shown)}</ul>
${rest.length > 0 && html`<details class="more"><summary>${more}</summary><ul>${rest}</ul></details>`}
</section>`
}
