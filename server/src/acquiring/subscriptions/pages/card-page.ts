import { formatMessage } from '#core/i18n'
import {
  browserFactFields,
  cardChoice,
  errorSummary,
  hiddenFields,
  notice,
  type PageLayout,
  type RenderedPage,
  renderDocument,
  renderIcon,
  scriptData,
} from '#core/pages'
import { type HtmlPart, html } from '#kernel/http/html.ts'
import { aboutSection, type PageTexts } from './about.ts'
import { declineIn } from './overview-page.ts'
import type { CardPage } from './view.ts'

/** A form for another card, after the problems of the last one. */
export function renderCardPage(page: CardPage, layout: PageLayout, texts: PageTexts): RenderedPage {
  const { i18n, messages, merchant } = texts
  const title = `${messages.changeCard} – ${merchant}`
  const problem = page.errors.length > 0 ? i18n.messages.checkFields : page.decline && messages.refusedTitle
  return renderDocument(
    {
      shape: 'split',
      title: problem ? `${problem} – ${title}` : title,
      asksForCard: true,
      main: html`<main class="pay">
${aboutSection(texts, page.about)}
<section class="form" aria-labelledby="change">
<h2 class="heading" id="change">${messages.changeCard}</h2>
${renderProblems(page, texts)}
<p class="soft lead">${messages.changeExplained}${page.owed && html` ${formatMessage(messages.changeOwing, { amount: i18n.money(page.owed) })}`}</p>
<form class="stack" method="post" action="${page.action}" novalidate${scriptData(i18n, page.today)}>
${cardChoice(i18n, page, merchant)}
<button class="button" data-busy="${i18n.messages.oneMoment}">${messages.useCard}</button>
${hiddenFields({ attempt: page.attempt, ...browserFactFields })}
</form>
<p class="leave"><a href="${page.back}">${messages.back}</a></p>
<p class="soft safety">${renderIcon('lock')}<span>${i18n.messages.safety}</span></p>
</section>
</main>`,
    },
    layout,
  )
}

function renderProblems({ errors, decline }: CardPage, { i18n, messages }: PageTexts): HtmlPart {
  const why = decline && html`<p>${declineIn(i18n, decline)}</p>`
  if (errors.length > 0) return errorSummary(i18n, { errors, advice: [why, html`<p>${i18n.messages.typeAgain}</p>`] })
  return why && notice(messages.refusedTitle, [why, html`<p class="soft">${messages.staysAsItWas}</p>`])
}
