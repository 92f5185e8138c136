import { formatText, type Language } from '#core/i18n'
import { brandRules, type CardShown, i18nOf, type PageI18n } from '#core/pages'
import { type EmailMessages, emailI18nOf } from '../languages/index.ts'

/** A letter with every word in its place. It is kept like this; the layout is put around when it is sent. */
export type EmailContent = {
  language: Language
  subject: string
  title: string
  /** ErrorReplyBody above everything in a letter that is about no real money. */
  notice?: string
  paragraphs: readonly string[]
  facts: readonly Fact[]
  action?: Action | undefined
  closing: readonly string[]
  sender: Sender
}
/** Name and value, such as "Amount" and "€9.90"; what the letter is about stands out. */
export type Fact = readonly [name: string, value: string, weight?: 'main']
type Action = { label: string; url: string }
export type Sender = {
  name: string
  replyTo?: string | undefined
  /** `#rrggbb` */
  themeColor?: string | undefined
}

/** What every letter of a site is written on: whose it is, for whom, and in which language. */
export type TemplateContext = {
  language: Language
  sender: Sender
  /** As it stands on the statements of cardholders. */
  descriptor: string
  timeZone: string
  live: boolean
  /** `invoice`: somebody the shopper named to get the receipts. */
  recipient: 'shopper' | 'invoice'
}

/** The tongue of a letter: its sentences, those of the pages, and what fills their gaps. */
export type Tongue = {
  i18n: PageI18n
  messages: EmailMessages
  /** The sentence with its gaps filled; `{merchant}` always is. A name that ends with a dot ends the sentence too. */
  format(sentence: string, values?: Readonly<Record<string, string>>): string
  /** A day, by the site's calendar. */
  day(at: Temporal.Instant): string
}

export function tongueOf({ language, sender, timeZone }: TemplateContext): Tongue {
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

/** Puts a letter together, with what stands at the head and the foot of all of them. */
export function compose(
  templateContext: TemplateContext,
  { i18n, messages, format }: Tongue,
  parts: Pick<EmailContent, 'subject' | 'title' | 'paragraphs' | 'action'> & {
    facts: readonly (Fact | false)[]
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

/** "Visa ending in 1111": all that a letter ever says of a card. */
export function cardText({ i18n }: Tongue, { brand, lastFour }: CardShown): string {
  const { cardAlone, cardEnding } = i18n.messages
  return brand
    ? formatText(cardEnding, { brand: brandRules[brand].name, lastFour })
    : formatText(cardAlone, { lastFour })
}

/** Somebody else's text as a part of a line: no line breaks, nothing that turns the order of what follows, not too long. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
  const characters = [...line]
  return characters.length > lineMax ? `${characters.slice(0, lineMax - 1).join('')}…` : line
}
const lineMax = 200

/** Where writing runs from right to left and where it meets the other direction, what fills a gap keeps its own. */
const isolated = ({ direction }: PageI18n, text: string): string =>
  direction === 'rtl' || /[\u0590-\u08ff]/.test(text) ? `\u2068${text}\u2069` : text
