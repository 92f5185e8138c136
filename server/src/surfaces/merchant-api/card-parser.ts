import type { CardParser } from '#acquiring/orders'
import { tryThreeDSecure } from '#acquiring/requests'
import type { MovedCard, MovedCardFields } from '#acquiring/shoppers'
import type { BrowserFacts } from '#connectors/acquirer/port.ts'
import { i18nOf, readCardInput, readKeptCard } from '#core/pages'
import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { type FieldProblem, Unreadable } from '../field-problem.ts'
import { bankReturnUrl } from './bank-return.ts'
import { errorNumbers } from './error-numbers.ts'

/** Reads cards and browsers of the order routes by the same rules as the payment page does. */
export const cardParser = (ctx: {
  clock: Clock
  keys: KeyRing
  publicUrl: string
}): CardParser & { readMovedCard(fields: MovedCardFields, timeZone: string): MovedCard } => ({
  readCard: ({ cardNumber, cardExpiryDate, cardCvv, cardHolderName }, timeZone) => {
    const today = ctx.clock.now().toZonedDateTimeISO(timeZone).toPlainDate()
    const read = readCardInput({ cardNumber, cardExpiry: cardExpiryDate, cardCvv, cardHolderName }, today)
    if ('errors' in read) throw new Unreadable(read.errors.map(problemOf))
    const { brand, lastFour: _, ...details } = read.card
    return { brand, details }
  },
  readMovedCard: (fields, timeZone) => {
    const read = tryMovedCard(fields, ctx.clock.now().toZonedDateTimeISO(timeZone).toPlainDate())
    if ('problems' in read) throw new Unreadable(read.problems)
    return read.card
  },
  readBrowser: (encoded, ip) => browserOf(encoded, ip),
  bankReturnUrl: (...attempt) => bankReturnUrl(ctx, ...attempt),
})

/** Reads the data of a card that was stored elsewhere. */
export function tryMovedCard(
  { cardNumber, cardExpiryDate, cardHolderName }: MovedCardFields,
  today: Temporal.PlainDate,
): { card: MovedCard } | { problems: FieldProblem[] } {
  const read = readKeptCard({ cardNumber, cardExpiry: cardExpiryDate, cardHolderName }, today)
  if ('errors' in read) return { problems: read.errors.map(problemOf) }
  return read
}

type CardError = Extract<ReturnType<typeof readCardInput>, { errors: unknown }>['errors'][number]

function problemOf({ field: typed, problem }: CardError): FieldProblem {
  const field = typed === 'cardExpiry' ? 'cardExpiryDate' : typed
  return {
    field,
    message: `${field}: ${i18nOf('en').messages.problems[problem]}`,
    number: errorNumbers.invalid_card.number,
  }
}

/** What the store does not say of the browser is what a browser without script would say. */
function browserOf(encoded: string | undefined, ip: string | undefined): BrowserFacts {
  const read = encoded === undefined ? undefined : tryThreeDSecure(encoded)
  if (read && 'problems' in read)
    throw new Unreadable(
      read.problems.map(({ field, rule }) => ({ field, message: `${field} ${rule}`, number: undefined })),
    )
  const browser = read?.facts.browser
  const { screenWidth: width, screenHeight: height, colorDepth } = browser ?? {}
  return {
    acceptHeader: browser?.acceptHeader ?? '*/*',
    userAgent: browser?.userAgent ?? 'unknown',
    language: browser?.language ?? 'en',
    ip: browser?.ip ?? ip ?? '0.0.0.0',
    javaScript: browser?.javaScriptEnabled ?? false,
    ...(width && height && colorDepth ? { screen: { width, height, colorDepth } } : {}),
    ...(browser?.timeZoneOffsetMinutes !== undefined && { timeZoneOffsetMinutes: browser.timeZoneOffsetMinutes }),
    ...(browser?.javaEnabled !== undefined && { javaEnabled: browser.javaEnabled }),
  }
}
