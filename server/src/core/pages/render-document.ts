import { formatMessage, languages } from '#core/i18n'
import { attributes, type Html, type HtmlPart, html, raw } from '#kernel/http/html.ts'
import { contentSecurityPolicy } from './csp.ts'
import { renderIcon } from './icons.ts'
import { i18nOf, type PageI18n } from './languages/index.ts'
import {
  framedStyles,
  framedWalletStyles,
  frameScript,
  handoverScript,
  pageScript,
  pageStyles,
  proofScript,
  testWalletScript,
  walletScript,
  walletStyles,
} from './page-assets.ts'
import type { Branding, PageLayout, ProposedCard, RenderedPage } from './page-layout.ts'
import { themeColorFor } from './theme-color.ts'

/** The content of a page, to be put into its layout. */
export type Content = {
  title: string
  /** `split`: the order beside the form. `single`: one thing to say, in the middle. */
  shape: 'split' | 'single'
  main: Html
  head?: HtmlPart
  /** Its form takes the browser to somebody else; nothing is typed on it. */
  leaves?: boolean
  /** There is a card form on it, with its puzzle. In staging the page also says which card to type (`testCard`). */
  asksForCard?: boolean
  /** There are buttons of wallets on it: of the test wallet, or also of Google Pay, for which the browser asks Google. */
  wallets?: { isTest: boolean; hasGooglePay: boolean } | undefined
  /** It moves on by itself when something happens (`data-live`). */
  isLive?: boolean
  /** An address that the page shows in a frame. */
  framed?: string
}

/** A whole HTML document, and the content policy that allows exactly its own styles and script. */
export function renderDocument(content: Content, layout: PageLayout): RenderedPage {
  const i18n = i18nOf(layout.language)
  const { wallets } = content
  const scripts = scriptsOf(content, layout)
  const styles = stylesOf(content, layout)
  const body = html`<!doctype html>
<html lang="${i18n.language}" dir="${i18n.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${content.title}</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="data:,">
${content.head}
${styles.map(
  ({ text, media }) => html`<style${attributes({ media })}>${raw(text)}</style>
`,
)}</head>
<body${bodyAttributes(content, layout)}>
<header>
${layout.testMode && ribbon(i18n, content.asksForCard ? layout.testCard : undefined)}
${!layout.frame && html`<div class="bar">${merchantMark(layout.merchant)}${languageMenu(i18n, layout.address)}</div>`}
</header>
${layout.frame ? labelled(content.main, layout.frame.label) : content.main}
${scripts.map(
  (script) => html`<script>${raw(script)}</script>
`,
)}</body>
</html>
`
  return {
    body: String(body),
    contentSecurityPolicy: contentSecurityPolicy({
      styles: styles.map(({ text }) => text),
      scripts,
      ...(content.leaves && { leaves: true }),
      frameAncestors: layout.frameAncestors,
      framed: content.framed,
      ...((content.isLive || wallets) && { isLive: true }),
      ...(wallets?.hasGooglePay && { connects: googlePayAddresses }),
    }),
  }
}

/** What a browser fetches about the payment method of Google Pay; no script of Google's is loaded. */
const googlePayAddresses = ['https://google.com/pay', 'https://pay.google.com']

const labelled = (main: Html, label: string): Html =>
  raw(String(main).replace('<main', `<main${attributes({ 'aria-label': label })}`))

/** The test wallet comes first: it stands in for what the other script of wallets looks for. */
function scriptsOf({ asksForCard, wallets }: Content, { isPreview, frame }: PageLayout): string[] {
  if (isPreview) return []
  return [
    pageScript,
    ...(asksForCard ? [proofScript] : []),
    ...(wallets?.isTest ? [testWalletScript] : []),
    ...(wallets ? [walletScript] : []),
    ...(frame && asksForCard ? [handoverScript] : []),
    ...(frame ? [frameScript] : []),
  ]
}

function stylesOf(
  { wallets }: Content,
  { isPreview, frame, merchant }: PageLayout,
): { text: string; media?: string }[] {
  if (isPreview) return []
  const theme = { text: themeColorOf(merchant) }
  if (!frame) return [{ text: pageStyles }, theme, ...(wallets ? [{ text: walletStyles }] : [])]
  const { own, ...page } = framedStyles
  return [...schemesOf(page), { text: own }, theme, ...(wallets ? schemesOf(framedWalletStyles) : [])]
}

const schemesOf = ({ light, dark }: { light: string; dark: string }) => [
  { text: light },
  { text: dark, media: '(prefers-color-scheme: dark)' },
]

function bodyAttributes({ shape }: Content, { frame, frameAncestors }: PageLayout): Html {
  if (!frame) return attributes({ class: shape === 'split' && 'split' })
  const { page, alone, offline, payment, error } = frame
  return attributes({
    class: page === 'bank' ? 'framed at-bank' : 'framed',
    'data-page': page,
    'data-origins': frameAncestors === 'any' ? '' : frameAncestors.join(' '),
    'data-alone': alone,
    'data-offline': offline,
    'data-payment': payment,
    'data-error': error,
  })
}

function ribbon({ messages }: PageI18n, card: ProposedCard | undefined): Html {
  const hint = card && html` <bdi>${cardHint(messages, card)}</bdi>`
  return html`<p class="ribbon"><b>${messages.testMode}</b>${hint}</p>`
}

function cardHint({ testCard, testCardUntil }: PageI18n['messages'], { number, expiry, code }: ProposedCard): HtmlPart {
  const shown = { number: number.replaceAll(/\d{4}(?=\d)/g, '$&\u00a0'), code }
  return expiry === undefined ? formatMessage(testCard, shown) : formatMessage(testCardUntil, { ...shown, expiry })
}

function merchantMark(merchant: Branding | undefined): Html {
  if (!merchant) return html`<div></div>`
  const logo = isImage(merchant.logo) && html`<img src="${merchant.logo}" alt="" width="40" height="40">`
  return html`<div class="merchant">${logo}<bdi>${merchant.name}</bdi></div>`
}

const isImage = (logo: string | undefined): boolean =>
  /^data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[a-z\d+/]+={0,2}$/i.test(logo ?? '')

/** Each language by its own name, so that a shopper who cannot read the page can find theirs. */
function languageMenu({ messages, language }: PageI18n, address: string | undefined): HtmlPart {
  if (address === undefined) return false
  const separator = address.includes('?') ? '&' : '?'
  return html`<details class="tongues"><summary>${renderIcon('globe')}<span class="unseen">${messages.language}: </span>${messages.name}</summary><ul>${languages.map(
    (each) =>
      html`<li><a href="${address}${separator}lang=${each}" lang="${each}" hreflang="${each}"${each === language && raw(' aria-current="true"')}>${i18nOf(each).messages.name}</a></li>`,
  )}</ul></details>`
}

function themeColorOf(merchant: Branding | undefined): string {
  const { fill, text } = themeColorFor(merchant?.themeColor)
  return `:root{--accent:${fill};--accent-text:${text}}`
}
