import { z } from 'zod'
import { Fault } from '#kernel/http/read.ts'
import { duration } from '#kernel/http/read-time.ts'

/** What several settings are made of. */

const portRange = 'a port is a whole number from 0 to 65535'
export const port = z.coerce.number(portRange).int(portRange).min(0, portRange).max(65_535, portRange)
const isDuration = (text: string): boolean => !(duration.read(text) instanceof Fault)

const day = Temporal.Duration.from('P1D')
/** A count of milliseconds. The timers of Node take 2,147,483,647 at most, and one millisecond for anything above. */
export function milliseconds({ from, to }: { from: number; to: number }) {
  const range = `write a whole number of milliseconds from ${from} to ${to}`
  return z.coerce.number(range).int(range).min(from, range).max(to, range)
}

/** A length of time of which one below `least` is a slip of the pen: PT5M for P5M. */
export function lengthOf(usual: string, least: Temporal.Duration = day) {
  return lengthOfTime(usual, { least, isOther: () => false, other: '' }).default(usual)
}

/** `other` says in the error what may be written instead of a length. */
export function lengthOfTime(
  usual: string,
  { least, isOther, other }: { least: Temporal.Duration; isOther(text: string): boolean; other: string },
) {
  const isMet = (text: string, rule: (text: string) => boolean) => isOther(text) || rule(text)
  return z
    .string()
    .refine((text) => isMet(text, isDuration), `write a length of time, such as ${usual}${other}`)
    .refine((text) => isMet(text, (length) => !isDuration(length) || isBetween(length, least)), {
      error: `write at least ${least}, and at most P100Y${other}`,
    })
}

function isBetween(text: string, least: Temporal.Duration): boolean {
  const compared = (one: Temporal.Duration, other: Temporal.Duration) =>
    Temporal.Duration.compare(one, other, { relativeTo: shortestMonth })
  const length = Temporal.Duration.from(text)
  return compared(length, least) >= 0 && compared(length, longest) <= 0
}
const longest = Temporal.Duration.from('P100Y')
/** A month counts as its 28 days. */
const shortestMonth = Temporal.PlainDate.from('2026-02-01')
export const score = z.coerce.number().min(0.5).max(1)
