import { type HtmlPart, html } from '#kernel/html.ts'
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
  toldToScript,
} from '#pages'
import { aboutSection, type Speech } from './about.ts'
import { declineIn } from './overview-page.ts'
import type { CardPage } from './view.ts'

/** Asks for another card; what was wrong with the last one is read first. */
export function renderCardPage(page: CardPage, frame: Frame, speech: Speech): RenderedPage {
  const { voice, words, merchant } = speech
  const title = `${words.changeCard} – ${merchant}`
  const trouble = page.errors.length > 0 ? voice.words.checkFields : page.decline && words.refusedTitle
  return renderDocument(
    {
      shape: 'split',
      title: trouble ? `${trouble} – ${title}` : title,
      asksForCard: true,
      main: html`<main class="pay">
${aboutSection(speech, page.about)}
<section class="form" aria-labelledby="change">
<h2 class="heading" id="change">${words.changeCard}</h2>
${troubleOf(page, speech)}
<p class="soft lead">${words.changeExplained}${page.owed && html` ${say(words.changeOwing, { amount: voice.money(page.owed) })}`}</p>
<form class="stack" method="post" action="${page.action}" novalidate${toldToScript(voice, page.today)}>
${cardChoice(voice, page, merchant)}
<button class="button" data-busy="${voice.words.oneMoment}">${words.useCard}</button>
${hiddenFields({ attempt: page.attempt, ...browserFactFields })}
</form>
<p class="leave"><a href="${page.back}">${words.back}</a></p>
<p class="soft safety">${mark('lock')}<span>${voice.words.safety}</span></p>
</section>
</main>`,
    },
    frame,
  )
}

function troubleOf({ errors, decline }: CardPage, { voice, words }: Speech): HtmlPart {
  const why = decline && html`<p>${declineIn(voice, decline)}</p>`
  if (errors.length > 0) return checkThese(voice, errors, [why, html`<p>${voice.words.typeAgain}</p>`])
  return why && notice(words.refusedTitle, [why, html`<p class="soft">${words.staysAsItWas}</p>`])
}
