import { attributes, type Html, type HtmlPart, html, raw } from '#kernel/html.ts'
import { accentFor } from './accent.ts'
import { contentSecurityPolicy } from './csp.ts'
import { type Branding, type Frame, languages, type RenderedPage } from './frame.ts'
import { mark } from './marks.ts'
import { pageScript, pageStyles } from './page-assets.ts'
import { say, type Voice, voiceOf } from './voice.ts'

/** What a page gives to be put into its frame. */
export type Content = {
  title: string
  /** `split`: the order beside the form. `single`: one thing to say, in the middle. */
  shape: 'split' | 'single'
  main: Html
  head?: HtmlPart
  /** Addresses the forms of this page are sent to, besides our own. */
  formTargets?: readonly string[]
  /** Staging: also says which card to type. */
  asksForCard?: boolean
}

/** A whole document, and the policy that lets exactly its own styles and script work. */
export function renderDocument(content: Content, frame: Frame): RenderedPage {
  const voice = voiceOf(frame.language)
  const accentStyles = accentOf(frame.merchant)
  const body = html`<!doctype html>
<html lang="${voice.language}" dir="${voice.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${content.title}</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="data:,">
${content.head}
<style>${raw(pageStyles)}</style>
<style>${raw(accentStyles)}</style>
</head>
<body${attributes({ class: content.shape === 'split' && 'split' })}>
<header>
${frame.testMode && ribbon(voice, content.asksForCard ?? false)}
<div class="bar">${merchantMark(frame.merchant)}${languageMenu(voice, frame.address)}</div>
</header>
${content.main}
<script>${raw(pageScript)}</script>
</body>
</html>
`
  return {
    body: String(body),
    contentSecurityPolicy: contentSecurityPolicy({
      styles: [pageStyles, accentStyles],
      scripts: [pageScript],
      formTargets: content.formTargets ?? [],
      frameAncestors: frame.frameAncestors,
    }),
  }
}

/** The card that always works in staging (wire fact 7). */
const testCard = { number: '4111\u00a01111\u00a01111\u00a01111', code: '123' }

function ribbon({ words }: Voice, asksForCard: boolean): Html {
  const hint = asksForCard && html` <bdi>${say(words.testCard, testCard)}</bdi>`
  return html`<p class="ribbon"><b>${words.testMode}</b>${hint}</p>`
}

function merchantMark(merchant: Branding | undefined): Html {
  if (!merchant) return html`<div></div>`
  const logo = isImage(merchant.logo) && html`<img src="${merchant.logo}" alt="" width="40" height="40">`
  return html`<div class="merchant">${logo}<bdi>${merchant.name}</bdi></div>`
}

const isImage = (logo: string | undefined): boolean =>
  /^data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[a-z\d+/]+={0,2}$/i.test(logo ?? '')

/** Each language in its own words: whoever cannot read the page can read this. */
function languageMenu({ words, language }: Voice, address: string | undefined): HtmlPart {
  if (address === undefined) return false
  const ask = address.includes('?') ? '&' : '?'
  return html`<details class="tongues"><summary>${mark('globe')}<span class="unseen">${words.language}: </span>${words.name}</summary><ul>${languages.map(
    (each) =>
      html`<li><a href="${address}${ask}lang=${each}" lang="${each}" hreflang="${each}"${each === language && raw(' aria-current="true"')}>${voiceOf(each).words.name}</a></li>`,
  )}</ul></details>`
}

function accentOf(merchant: Branding | undefined): string {
  const { fill, text } = accentFor(merchant?.accent)
  return `:root{--accent:${fill};--accent-text:${text}}`
}
