import type { Language } from '#core/i18n'
import { html, raw } from '#kernel/http/html.ts'
import { i18nOf } from './languages/index.ts'
import { themeColorFor } from './theme-color.ts'

/** The whole content of an email. The layout is added when it is sent. */
export type EmailContent = {
  language: Language
  subject: string
  title: string
  /** Shown first in an email of a test site, which is about no real money. */
  notice?: string
  paragraphs: readonly string[]
  facts: readonly EmailFact[]
  action?: { label: string; url: string } | undefined
  closing: readonly string[]
  sender: EmailSender
}
/** Name and value, such as "Amount" and "€9.90"; the main one stands out. */
export type EmailFact = readonly [name: string, value: string, weight?: 'main']
export type EmailSender = {
  name: string
  replyTo?: string | undefined
  /** `#rrggbb` */
  themeColor?: string | undefined
}

/** The email as plain text: everything that the HTML says, in the same order. */
export function emailText({ notice, title, paragraphs, facts, action, closing, sender }: EmailContent): string {
  const parts = [
    ...(notice === undefined ? [] : [notice]),
    sender.name,
    title,
    ...paragraphs,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    `-- \n${closing.join('\n')}`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/**
 * The email as HTML: one column, with styles in each element since mail programs drop others, and without images or
 * external resources. Dark colours come from the style sheet, if the mail program keeps it.
 */
export function emailHtml(email: EmailContent): string {
  const { language, subject, notice, title, paragraphs, facts, action, closing, sender } = email
  const { direction } = i18nOf(language)
  const { fill, text } = themeColorFor(sender.themeColor)
  return String(html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${raw(sheet)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f2;${raw(font)}">
<div role="main" lang="${language}" dir="${direction}" style="max-width:560px;margin:0 auto;padding:24px 12px">
${notice !== undefined && html`<p class="soft" style="margin:0 0 12px;text-align:center;font-size:14px;color:#5b635c">${notice}</p>`}
<div class="paper" style="background:#ffffff;border-radius:12px;border-top:6px solid ${fill};padding:28px 28px 24px">
<p class="soft" style="margin:0 0 6px;font-size:15px;color:#5b635c"><bdi>${sender.name}</bdi></p>
<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:1.25;color:#1b211d">${title}</h1>
${paragraphs.map((paragraph) => html`<p class="ink" style="margin:0 0 14px;font-size:16px;line-height:1.55;color:#1b211d">${paragraph}</p>\n`)}
${facts.length > 0 && factsOf(facts)}
${action && html`<p style="margin:22px 0 4px"><a href="${action.url}" target="_blank" style="display:inline-block;padding:12px 22px;border-radius:8px;background:${fill};color:${text};font-size:16px;font-weight:bold;text-decoration:none">${action.label}</a></p>`}
</div>
<div class="soft" style="padding:16px 28px 0;font-size:13px;line-height:1.5;color:#5b635c">${closing.map((line) => html`<p style="margin:0 0 6px">${line}</p>`)}</div>
</div>
</body>
</html>
`)
}

const factsOf = (facts: EmailContent['facts']) =>
  html`<table style="width:100%;border-collapse:collapse;margin:18px 0 0;font-size:15px;line-height:1.4">${facts.map(
    ([name, value, weight]) => {
      const [tone, bold] =
        weight === 'main' ? (['ink', 'bold;color:#1b211d'] as const) : (['soft', 'normal;color:#5b635c'] as const)
      return html`<tr><th scope="row" class="${tone} line" style="${raw(line)};padding-inline-end:16px;text-align:start;font-weight:${bold}"><bdi>${name}</bdi></th><td class="ink line" style="${raw(line)};text-align:end;color:#1b211d;overflow-wrap:anywhere${weight === 'main' && ';font-weight:bold'}"><bdi>${value}</bdi></td></tr>\n`
    },
  )}</table>`

const line = 'padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top'
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"

const sheet = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){.page{background:#121613!important}.paper{background:#1c211e!important}
.ink{color:#eef1ee!important}.soft{color:#abb5ae!important}.line{border-color:#384039!important}}`
