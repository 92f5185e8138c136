import { formatMessage } from '#core/i18n'
import { facts, i18nOf, type PageLayout, type RenderedPage } from '#core/pages'
import { html } from '#kernel/http/html.ts'
import { placeTitle } from './file-page.ts'
import { form, renderStep, sizeText, type Texts } from './parts.ts'
import type { ReviewPage, ShownFile } from './view.ts'

/** All that will be handed in. Files are named and not shown again: an address is a thin lock for a passport. */
export function renderReviewPage(page: ReviewPage, layout: PageLayout, texts: Texts): RenderedPage {
  const { messages } = texts
  const { files, action, addressOf, next } = page
  const content = html`${typedFacts(page, layout, texts)}
<ul class="lines">${files.map((file) => fileLine(file, page, layout, texts))}</ul>
${next && html`<p><a href="${addressOf(next)}">${messages.addPage}</a></p>`}
${form(layout, action, html`<p>${messages.reviewLead}</p>`, messages.handIn)}`
  return renderStep(page, layout, texts, {
    title: messages.reviewTitle,
    content: html`<div class="stack">${content}</div>`,
  })
}

function typedFacts({ answers, addressOf }: ReviewPage, layout: PageLayout, texts: Texts) {
  const { messages } = texts
  const { document, details, statement } = answers
  const day = (date: string) => texts.date(Temporal.PlainDate.from(date))
  const country = i18nOf(layout.language)
    .countries()
    .find(({ value }) => value === document?.country)?.text
  const { person } = details ?? {}
  const change = (step: 'document' | 'details' | 'statement') =>
    html` <a class="soft" href="${addressOf(step)}">${messages.change}</a>`
  return facts([
    document && [messages.document, html`${messages.documents[document.kind]}${change('document')}`],
    country !== undefined && [messages.country, country],
    details && [messages.number, html`${details.number}${change('details')}`],
    details?.expiresOn !== undefined && [messages.expiresOn, day(details.expiresOn)],
    person && [messages.name, `${person.givenNames} ${person.surname}`.trim()],
    person?.birthDate !== undefined && [messages.birthDate, day(person.birthDate)],
    statement && [messages.document, html`${messages.statements[statement.kind]}${change('statement')}`],
    statement && [messages.issuedOn, day(statement.issuedOn)],
  ])
}

const typeNames: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'application/pdf': 'PDF',
}

function fileLine({ place, type, bytes, remove }: ShownFile, page: ReviewPage, layout: PageLayout, texts: Texts) {
  const { messages } = texts
  const title = placeTitle({ step: place, documentKind: page.answers.document?.kind }, texts)
  const received = formatMessage(messages.received, { type: typeNames[type], size: sizeText(bytes) })
  const { oneMoment } = i18nOf(layout.language).messages
  const removing =
    remove &&
    html`<form method="post" action="${remove}"><button class="button quiet" data-busy="${oneMoment}" aria-label="${messages.remove}: ${title}">${messages.remove}</button></form>`
  return html`<li class="line"><span>${title}<span class="soft aside">${received}</span></span><span class="end"><a href="${page.addressOf(place)}" aria-label="${messages.change}: ${title}">${messages.change}</a>${removing}</span></li>`
}
