import { formatText, type Language } from '#core/i18n'
import {
  brandRules,
  type CardShown,
  type EmailContent,
  type EmailFact,
  type EmailSender,
  i18nOf,
  type PageI18n,
  walletNames,
} from '#core/pages'
import { type EmailMessages, emailI18nOf } from '../languages/index.ts'

/** What the templates need of the site and the recipient. */
export type TemplateContext = {
  language: Language
  sender: EmailSender
  /** The name on the cardholder's statement. */
  descriptor: string
  timeZone: string
  live: boolean
  /** `invoice`: the address that the order names for receipts. */
  recipient: 'shopper' | 'invoice'
}

/** The sentences of emails and of the hosted pages in one language, and how their gaps are filled. */
export type EmailTexts = {
  i18n: PageI18n
  messages: EmailMessages
  /** Fills the gaps of a sentence; `{merchant}` is always filled. A name that ends with a dot ends the sentence too. */
  format(sentence: string, values?: Readonly<Record<string, string>>): string
  /** A day in the site's time zone. */
  day(at: Temporal.Instant): string
}

export function textsFor({ language, sender, timeZone }: TemplateContext): EmailTexts {
  const i18n = i18nOf(language)
  const merchant = oneLine(sender.name)
  return {
    i18n,
    messages: emailI18nOf(language).messages,
    format: (sentence, values = {}) => {
      const parts = Object.entries({ merchant, ...values }).map(([name, text]) => [name, isolated(i18n, text)])
      return formatText(sentence, Object.fromEntries(parts)).replaceAll(/(?<!\.)\.\.(?!\.)/g, '.')
    },
    day: (at) => i18n.date(at.toZonedDateTimeISO(timeZone).toPlainDate()),
  }
}

/** Composes an email, with the notice and the closing that all of them have. */
export function compose(
  templateContext: TemplateContext,
  { i18n, messages, format }: EmailTexts,
  parts: Pick<EmailContent, 'subject' | 'title' | 'paragraphs' | 'action'> & {
    facts: readonly (EmailFact | false)[]
  },
): EmailContent {
  const { language, sender, live, recipient } = templateContext
  const { closing } = messages
  return {
    language,
    ...parts,
    subject: parts.subject,
    ...(!live && { notice: i18n.messages.testMode }),
    facts: parts.facts.filter((fact) => fact !== false),
    closing: [format(closing[recipient]), format(sender.replyTo === undefined ? closing.noReply : closing.reply)],
    sender,
  }
}

/** "Visa ending in 1111": all that an email says about a card. */
export function cardText(texts: EmailTexts, { wallet, ...card }: CardShown): string {
  if (wallet) return `${walletNames[wallet]} · ${cardText(texts, card)}`
  const { i18n } = texts
  const { brand, lastFour } = card
  const { cardAlone, cardEnding } = i18n.messages
  return brand
    ? formatText(cardEnding, { brand: brandRules[brand].name, lastFour })
    : formatText(cardAlone, { lastFour })
}

/** A text of others as part of one line: without line breaks or marks that change the direction, and not too long. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
  const characters = [...line]
  return characters.length > lineMax ? `${characters.slice(0, lineMax - 1).join('')}…` : line
}
const lineMax = 200

/** In right-to-left text, and where both directions meet, what fills a gap keeps its own direction. */
const isolated = ({ direction }: PageI18n, text: string): string =>
  direction === 'rtl' || /[\u0590-\u08ff]/.test(text) ? `\u2068${text}\u2069` : text
