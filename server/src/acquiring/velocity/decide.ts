import { countedFirst, freePerApproval, ofOneShopper, type VelocityKind, type VelocityLimits } from './limits.ts'
import type { PageEvidence } from './proof.ts'

/** What one key has, faded to this moment and with the attempt that is decided about. */
export type Count = {
  kind: VelocityKind
  subject: string
  begun: number
  approved: number
  /** Not approved, and the bank asked its customer first: a stranger learned nothing. */
  asked: number
  /** By the bank, so that something was learned about the card. */
  declined: number
  windowMs: number
  /** It was beyond its limit not long ago. */
  held: boolean
}

/**
 * The ladder. `authenticate`: the page was open for a moment, and the bank of the card authenticates the cardholder as it
 * finds right, which most shoppers do not notice. `challenge`: the page's puzzle is solved, and the bank has to ask.
 */
export type Step = 'allow' | 'authenticate' | 'challenge' | 'refuse'
export type Verdict = { step: Exclude<Step, 'refuse'> } | { step: 'refuse'; count: Count; retryAfterSeconds: number }

/**
 * Decides by the counts alone what an attempt has to bring. A merchant's own server, whose cards come from no page of
 * ours, is never refused for what others do with its site: only for a card that it tries again and again.
 */
export function decide(
  counts: readonly Count[],
  limits: VelocityLimits,
  { isUnderAttack, isFromPage }: { isUnderAttack: boolean; isFromPage: boolean },
): Verdict {
  const mayRefuse = ({ kind }: Count) => isFromPage || ofOneShopper.has(kind)
  const refused = counts.find((count) => stepOf(count, limits) === 'refuse' && mayRefuse(count))
  if (refused) return { step: 'refuse', count: refused, retryAfterSeconds: secondsUntilFree(refused, limits) }
  const steps = counts.map((count) => stepOf(count, limits))
  if (isUnderAttack || steps.includes('challenge') || steps.includes('refuse')) return { step: 'challenge' }
  return { step: steps.includes('authenticate') ? 'authenticate' : 'allow' }
}

export function stepOf(count: Count, limits: VelocityLimits): Step {
  const allowed = allowedOf(count, limits)
  if (isOverAnswers(count, allowed)) return 'refuse'
  const isShared = !ofOneShopper.has(count.kind)
  if (count.held && isShared) return 'challenge'
  const attempts = count.begun - count.approved
  const learned = countedFirst.has(count.kind) ? attempts : attempts - count.asked
  if (learned > allowed) return isShared ? 'challenge' : 'refuse'
  return attempts > authenticateFrom * allowed ? 'authenticate' : 'allow'
}
/** From half of the limit on, whether the bank has said something or asked its customer. */
const authenticateFrom = 0.5

/** Attempts without an approval that the key may have: the free ones, and some for each approval. */
const allowedOf = ({ kind, approved }: Count, limits: VelocityLimits): number =>
  Math.max(limits[kind]?.free ?? Number.POSITIVE_INFINITY, 1) + freePerApproval * approved

/**
 * The last resort, where an acquirer decides about cards without the challenge that the request demands: the link, the
 * bank's numbers or the whole site wait. An address never does, since honest shoppers may share it.
 */
const isOverAnswers = ({ kind, declined }: Count, allowed: number): boolean =>
  kind !== 'address' && !ofOneShopper.has(kind) && declined > answersMax * allowed
const answersMax = 10

function secondsUntilFree(count: Count, limits: VelocityLimits): number {
  const allowed = allowedOf(count, limits)
  const excess = Math.max((count.begun - count.approved) / allowed, count.declined / (answersMax * allowed), 1)
  return Math.max(60, Math.ceil((count.windowMs * Math.log(excess)) / 1_000))
}

/** Seconds that a page must have been open before its form is sent, unless its script has solved the puzzle. */
export const openForSeconds = { allow: 0, authenticate: 3, challenge: 15 } as const satisfies Record<
  Exclude<Step, 'refuse'>,
  number
>

/** Whether the page brings what the step asks for; `waited`: it did nothing but wait. */
export function broughtBy(step: Exclude<Step, 'refuse'>, page: PageEvidence): 'proof' | 'waited' | undefined {
  if (step === 'allow' || page.solved) return 'proof'
  if (page.openForMs < openForSeconds[step] * 1_000) return undefined
  return step === 'authenticate' ? 'proof' : 'waited'
}
