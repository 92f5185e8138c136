import { randomUUID } from 'node:crypto'
import type { Clock } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import type { Challenge } from '../port.ts'
import { keyOfRequest, newResponse } from './challenge.ts'
import {
  type BankEntry,
  type BankResult,
  isAuthorization,
  recordOnce,
  type SandboxRecord,
  type Story,
} from './record.ts'

/** What the cardholder is shown at the sandbox bank. */
export type BankVisit =
  | { shows: 'challenge'; paReq: string; requested: Requested; triesLeft: number; codeWrong: boolean }
  /** The cardholder is through, or turned away: back with this form. */
  | { shows: 'way back'; url: string; fields: { PaRes: string; MD: string } }
  | { shows: 'nothing here' }
export type Requested = { amount: Money; merchant: string; cardTail: string }

/** What the cardholder says: nothing yet, a code, or that they do not want to. */
export type ErrorReplyBody = { code: string } | 'cancel' | undefined

/** The code that the sandbox bank takes (wire fact 7). */
export const rightCode = '00000'
export const codeTriesMax = 3

/**
 * A cardholder comes to the sandbox bank with the `PaReq` of a challenge. The outcome is kept in the record; a cardholder
 * who comes again after it, with the back button or a second window, is sent the same way back.
 */
export async function visitBank(
  { record, clock }: { record: SandboxRecord; clock: Clock },
  paReq: string,
  said: ErrorReplyBody,
): Promise<BankVisit> {
  const authorization = keyOfRequest(paReq)
  if (!authorization) return { shows: 'nothing here' }
  const story = await record.story(authorization)
  const challenge = challengeIn(story)
  if (challenge?.fields.PaReq !== paReq) return { shows: 'nothing here' }
  if (said === undefined || outcomeIn(story)) return shownAfter(story, challenge, false)
  const key = randomUUID()
  const entry = await recordOnce(record, { key, authorization }, (current) => ({
    key,
    authorization,
    step: current.length,
    kind: 'bank',
    result: bankResult(current, said),
    note: undefined,
    requestedAt: clock.now(),
  }))
  return shownAfter([...story, entry], challenge, true)
}

type Shown = { fields: Challenge['redirect']['fields']; requested: Requested }

function challengeIn(story: Story): Shown | undefined {
  const requested = story.filter(isAuthorization).find(({ kind }) => kind !== 'completeChallenge')
  if (requested?.result.outcome !== 'challenge' || !requested.amount) return undefined
  const { amount, descriptor, cardTail } = requested
  return {
    fields: requested.result.redirect.fields,
    requested: { amount, merchant: descriptor ?? '', cardTail: cardTail ?? '' },
  }
}

/** The first outcome stands: whatever is said after it changes nothing. */
function bankResult(story: Story, said: { code: string } | 'cancel'): BankResult {
  const outcome = outcomeIn(story)
  if (outcome) return outcome
  const response = newResponse()
  if (said === 'cancel') return { outcome: 'not_authenticated', response }
  if (said.code === rightCode) return { outcome: 'authenticated', response }
  return wordsIn(story).length + 1 < codeTriesMax
    ? { outcome: 'code_wrong' }
    : { outcome: 'not_authenticated', response }
}

function shownAfter(story: Story, { fields, requested }: Shown, saidSomething: boolean): BankVisit {
  const outcome = outcomeIn(story)
  if (outcome)
    return { shows: 'way back', url: fields.TermsUrl ?? '', fields: { PaRes: outcome.response, MD: fields.MD ?? '' } }
  const triesLeft = codeTriesMax - wordsIn(story).length
  return { shows: 'challenge', paReq: fields.PaReq ?? '', requested, triesLeft, codeWrong: saidSomething }
}

const outcomeIn = (story: Story): Exclude<BankResult, { outcome: 'code_wrong' }> | undefined =>
  wordsIn(story).find((word) => word.outcome !== 'code_wrong')

const wordsIn = (story: Story): BankResult[] =>
  story.filter((entry): entry is BankEntry => entry.kind === 'bank').map((entry) => entry.result)
