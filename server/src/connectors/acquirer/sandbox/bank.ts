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

/** What the sandbox bank shows the cardholder. */
export type BankVisit =
  | (InFrames & { shows: 'challenge'; paReq: string; requested: Requested; triesLeft: number; codeWrong: boolean })
  /** The challenge is over: this form sends the browser back to the store. */
  | (InFrames & { shows: 'way back'; url: string; fields: { PaRes: string; MD: string } })
  | { shows: 'nothing here' }
/** `unframed`: the bank forbids that its pages are shown in a frame. */
type InFrames = { unframed: boolean }
export type Requested = { amount: Money; merchant: string; cardTail: string }

/** What the cardholder sent from the page of the sandbox bank: nothing yet, a code, or a cancellation. */
export type ChallengeInput = { code: string } | 'cancel' | undefined

/** The code that the sandbox bank accepts (wire fact 7). */
export const rightCode = '00000'
export const codeTriesMax = 3

/**
 * A cardholder opens the sandbox bank with the `PaReq` of a challenge. The record stores the outcome; a cardholder
 * who opens it again, with the back button or in a second window, is redirected with the same outcome.
 */
export async function visitBank(
  { record, clock }: { record: SandboxRecord; clock: Clock },
  paReq: string,
  input: ChallengeInput,
): Promise<BankVisit> {
  const authorization = keyOfRequest(paReq)
  if (!authorization) return { shows: 'nothing here' }
  const story = await record.story(authorization)
  const challenge = challengeIn(story)
  if (challenge?.fields.PaReq !== paReq) return { shows: 'nothing here' }
  if (input === undefined || outcomeIn(story)) return shownAfter(story, challenge, false)
  const key = randomUUID()
  const entry = await recordOnce(record, { key, authorization }, (current) => ({
    key,
    authorization,
    step: current.length,
    kind: 'bank',
    result: bankResult(current, input),
    note: undefined,
    requestedAt: clock.now(),
  }))
  return shownAfter([...story, entry], challenge, true)
}

type Shown = InFrames & { fields: Challenge['redirect']['fields']; requested: Requested }

function challengeIn(story: Story): Shown | undefined {
  const requested = story.filter(isAuthorization).find(({ kind }) => kind !== 'completeChallenge')
  if (requested?.result.outcome !== 'challenge' || !requested.amount) return undefined
  const { amount, descriptor, cardTail } = requested
  return {
    fields: requested.result.redirect.fields,
    unframed: requested.result.redirect.unframed ?? false,
    requested: { amount, merchant: descriptor ?? '', cardTail: cardTail ?? '' },
  }
}

/** The first outcome is final: later input changes nothing. */
function bankResult(story: Story, input: { code: string } | 'cancel'): BankResult {
  const outcome = outcomeIn(story)
  if (outcome) return outcome
  const response = newResponse()
  if (input === 'cancel') return { outcome: 'not_authenticated', response }
  if (input.code === rightCode) return { outcome: 'authenticated', response }
  return resultsIn(story).length + 1 < codeTriesMax
    ? { outcome: 'code_wrong' }
    : { outcome: 'not_authenticated', response }
}

function shownAfter(story: Story, { fields, requested, unframed }: Shown, wasAttempt: boolean): BankVisit {
  const outcome = outcomeIn(story)
  if (outcome) {
    const wayBack = { PaRes: outcome.response, MD: fields.MD ?? '' }
    return { shows: 'way back', unframed, url: fields.TermsUrl ?? '', fields: wayBack }
  }
  const triesLeft = codeTriesMax - resultsIn(story).length
  return { shows: 'challenge', unframed, paReq: fields.PaReq ?? '', requested, triesLeft, codeWrong: wasAttempt }
}

const outcomeIn = (story: Story): Exclude<BankResult, { outcome: 'code_wrong' }> | undefined =>
  resultsIn(story).find((result) => result.outcome !== 'code_wrong')

const resultsIn = (story: Story): BankResult[] =>
  story.filter((entry): entry is BankEntry => entry.kind === 'bank').map((entry) => entry.result)
