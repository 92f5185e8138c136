import type { SignedPostResponse } from '#issuing/webhooks'
import { type Currency, type Money, parseMoney } from '#kernel/base/money.ts'
import type { NoAnswer } from '../reasons.ts'

/** What a partner has said, or why there is nothing that counts. */
export type Decision =
  | { outcome: 'approved'; amount: Money | undefined }
  | { outcome: 'declined'; reason: string | undefined }
  | { outcome: 'timeout' | 'unreachable' | 'unreadable' | 'notAsked'; because: NoAnswer }

type Asked = {
  /** In the currency of the card. */
  amount: Money
  /** The merchant takes a part of the amount as well. */
  partialAllowed: boolean
}

/** Reads the response to a question. What is not exactly an answer is none: a payment hangs on it. */
export function readDecision(response: SignedPostResponse, asked: Asked): Decision {
  switch (response.outcome) {
    case 'timeout':
      return { outcome: 'timeout', because: { code: 'partner_late', details: {} } }
    case 'unreachable':
    case 'forbidden':
    case 'no_key':
      return { outcome: 'unreachable', because: { code: 'partner_unreachable', details: { why: response.why } } }
    case 'answered':
      return response.status === 200
        ? readBody(response.text, asked)
        : unreadable({ code: 'partner_http_status', details: { status: `${response.status}` } })
  }
}

function readBody(text: string, asked: Asked): Decision {
  const body = objectOf(text)
  if (!body) return unreadable({ code: 'partner_not_json', details: {} })
  const { decision, amount, reason } = body
  if (decision === 'decline') return { outcome: 'declined', reason: sentenceOf(reason) }
  if (decision !== 'approve') return unreadable({ code: 'partner_no_decision', details: {} })
  if (amount === undefined || amount === null) return { outcome: 'approved', amount: undefined }
  return readAmount(amount, asked)
}

/** All of it, or a part where the merchant takes one. */
function readAmount(unchecked: unknown, { amount, partialAllowed }: Asked): Decision {
  const read = typeof unchecked === 'string' ? parseMoney(unchecked, amount.currency as Currency) : undefined
  if (!read) return unreadable({ code: 'partner_amount_unreadable', details: {} })
  if (read.minor === amount.minor) return { outcome: 'approved', amount: undefined }
  if (read.minor > amount.minor || read.minor <= 0n) return unreadable({ code: 'partner_amount_no_part', details: {} })
  if (!partialAllowed) return unreadable({ code: 'partner_part_not_taken', details: {} })
  return { outcome: 'approved', amount: read }
}

const unreadable = (because: NoAnswer): Decision => ({ outcome: 'unreadable', because })

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}

/** For the record: one line, and not longer than anybody reads. */
const sentenceOf = (unchecked: unknown): string | undefined =>
  typeof unchecked === 'string' && unchecked.trim() !== ''
    ? unchecked
        .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
        .trim()
        .slice(0, reasonMax)
    : undefined
const reasonMax = 200
