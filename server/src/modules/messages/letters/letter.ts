import { brandRules, type CardShown, type Language, sayPlainly, type Voice, voiceOf } from '#pages'
import { lettersIn } from '../words/index.ts'
import type { LetterWords } from '../words/letter-words.ts'

/** A letter with every word in its place. It is kept like this; the layout is put around when it is sent. */
export type Letter = {
  language: Language
  subject: string
  title: string
  /** Said above everything in a letter that is about no real money. */
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
  accent?: string | undefined
}

/** What every letter of a site is written on: whose it is, for whom, and in which language. */
export type Paper = {
  language: Language
  sender: Sender
  /** As it stands on the statements of cardholders. */
  descriptor: string
  timeZone: string
  live: boolean
  /** `invoice`: somebody the shopper named to get the receipts. */
  reader: 'shopper' | 'invoice'
}

/** The tongue of a letter: its sentences, those of the pages, and what fills their gaps. */
export type Tongue = {
  voice: Voice
  words: LetterWords
  /** The sentence with its gaps filled; `{merchant}` always is. A name that ends with a dot ends the sentence too. */
  say(sentence: string, values?: Readonly<Record<string, string>>): string
  /** A day, by the site's calendar. */
  day(at: Temporal.Instant): string
}

export function tongueOf({ language, sender, timeZone }: Paper): Tongue {
  const voice = voiceOf(language)
  const merchant = oneLine(sender.name)
  return {
    voice,
    words: lettersIn[language],
    say: (sentence, values = {}) => {
      const parts = Object.entries({ merchant, ...values }).map(([name, text]) => [name, isolated(voice, text)])
      return sayPlainly(sentence, Object.fromEntries(parts)).replaceAll(/(?<!\.)\.\.(?!\.)/g, '.')
    },
    day: (at) => voice.date(at.toZonedDateTimeISO(timeZone).toPlainDate()),
  }
}

/** Puts a letter together, with what stands at the head and the foot of all of them. */
export function compose(
  paper: Paper,
  { voice, words, say }: Tongue,
  parts: Pick<Letter, 'subject' | 'title' | 'paragraphs' | 'action'> & {
    facts: readonly (Fact | false)[]
  },
): Letter {
  const { language, sender, live, reader } = paper
  const { closing } = words
  return {
    language,
    ...parts,
    subject: parts.subject,
    ...(!live && { notice: voice.words.testMode }),
    facts: parts.facts.filter((fact) => fact !== false),
    closing: [say(closing[reader]), say(sender.replyTo === undefined ? closing.noReply : closing.reply)],
    sender,
  }
}

/** "Visa ending in 1111": all that a letter ever says of a card. */
export function cardInWords({ voice }: Tongue, { brand, lastFour }: CardShown): string {
  const { cardAlone, cardEnding } = voice.words
  return brand
    ? sayPlainly(cardEnding, { brand: brandRules[brand].name, lastFour })
    : sayPlainly(cardAlone, { lastFour })
}

/** Somebody else's text as a part of a line: no line breaks, nothing that turns the order of what follows, not too long. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
  const characters = [...line]
  return characters.length > lineMax ? `${characters.slice(0, lineMax - 1).join('')}…` : line
}
const lineMax = 200

/** Where writing runs from right to left and where it meets the other direction, what fills a gap keeps its own. */
const isolated = ({ direction }: Voice, text: string): string =>
  direction === 'rtl' || /[\u0590-\u08ff]/.test(text) ? `\u2068${text}\u2069` : text
