import { z } from 'zod'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { refuse } from './refusals.ts'

/** What a token speaks for: one order of a site, and the customer in it, before and after the order is placed. */
export type InlineToken = { siteId: SiteId; externalOrderId: string; identifier: string | undefined }

/**
 * A token for an app that shows a payment form of its own (wire fact 9.1): who can sign the order gets it, and it opens what
 * a shopper sees of themselves and of this order, for an hour. It is sealed and nothing about it is stored.
 */
export function inlineToken(keys: KeyRing, facts: InlineToken, now: Instant): string {
  const expires = now.add({ minutes: lifetimeMinutes }).epochMilliseconds
  return Buffer.from(keys.seal(purpose, JSON.stringify({ ...facts, expires }), context)).toString('base64url')
}
const lifetimeMinutes = 60

/** The keys that seal what belongs to a site; the context keeps these tokens apart from everything else under them. */
const purpose = 'directory'
const context = 'inline checkout'

const Sealed = z.object({
  siteId: z.number(),
  externalOrderId: z.string(),
  identifier: z.string().optional(),
  expires: z.number(),
})

/** Reads the token in `Authorization: Bearer`; refuses one that is not ours, or too old. */
export function requireInlineToken(keys: KeyRing, header: unknown, now: Instant): InlineToken {
  const [, text] = /^Bearer\s+([\w-]{1,2000})$/i.exec(typeof header === 'string' ? header.trim() : '') ?? []
  const read = text === undefined ? undefined : opened(keys, text)
  if (!read || read.expires <= now.epochMilliseconds) throw refuse('invalid_inline_token')
  return { siteId: read.siteId as SiteId, externalOrderId: read.externalOrderId, identifier: read.identifier }
}

function opened(keys: KeyRing, text: string): z.output<typeof Sealed> | undefined {
  const sealed = Buffer.from(text, 'base64url')
  // A letter too many would be ignored.
  if (sealed.toString('base64url') !== text) return undefined
  try {
    return Sealed.parse(JSON.parse(keys.open(purpose, sealed, context).toString()))
  } catch {
    return undefined
  }
}
