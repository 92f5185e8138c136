import type { SiteId } from '#core/directory'
import type { PartnerId } from '#core/partners'
import { readTimeZone } from '#kernel/base/time-zone.ts'
import { Mistyped } from './failure.ts'

/** What is typed, read before anything is opened. A mistake is named with what to type instead. */

/** Sites and merchants are numbered in 32 bits. */
export const numberArgument =
  <Id extends number>(name: string, example: string) =>
  (text: string): Id =>
    Number(digits(text, { name, example, max: 2_147_483_647n })) as Id

export const siteIdArgument = numberArgument<SiteId>('siteId', '10001')
export const partnerIdArgument = numberArgument<PartnerId>('partnerId', '501')

/** Everything else is numbered in 64 bits. */
export const idArgument =
  <Id extends bigint>(name: string) =>
  (text: string): Id =>
    digits(text, { name, example: '42', max: 9_223_372_036_854_775_807n }) as Id

/** Reads a count from 1 to `max`. */
export const countOption =
  (name: string, max: number) =>
  (text: string): number =>
    Number(digits(text, { name, example: '50', max: BigInt(max) }))

function digits(text: string, { name, example, max }: { name: string; example: string; max: bigint }): bigint {
  if (!/^[1-9]\d{0,18}$/.test(text) || BigInt(text) > max)
    throw new Mistyped(`${name} is a whole number from 1 to ${max}, such as ${example}; it is "${text}".`)
  return BigInt(text)
}

/** Refuses other words: a typing error must not switch something off. */
export const yesOrNo =
  (option: string) =>
  (text: string): boolean => {
    if (text === 'yes' || text === 'no') return text === 'yes'
    throw new Mistyped(`${option} is yes or no, not "${text}".`)
  }

export function momentOption(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text)
  } catch {
    throw new Mistyped(`"${text}" is no moment; write it as 2026-05-04T10:00:00Z.`)
  }
}

export function durationOption(text: string): Temporal.Duration {
  try {
    return Temporal.Duration.from(text)
  } catch {
    throw new Mistyped(`"${text}" is no duration; write it as P1D, P1M or PT12H.`)
  }
}

export function dayOption(text: string): Temporal.PlainDate {
  try {
    if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return Temporal.PlainDate.from(text)
  } catch {
    // A day that the month does not have is refused below.
  }
  throw new Mistyped(`"${text}" is no day; write it as 2026-05-31.`)
}

export function timeZoneOption(text: string): string {
  const timeZone = readTimeZone(text)
  if (timeZone === undefined) throw new Mistyped(`"${text}" is no time zone; write it as Europe/Bucharest.`)
  return timeZone
}
