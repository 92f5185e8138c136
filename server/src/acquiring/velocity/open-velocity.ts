import type { OrderId } from '#acquiring/ids'
import type { Authentication } from '#connectors/acquirer/port.ts'
import { type Author, auditEntry, platformOwner, shortMemory } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import { commit, type Writer } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { inBatches } from '#kernel/db/load-in-batches.ts'
import { addressKey, isAddress, type RateLimiter } from '#kernel/http/rate-limit.ts'
import {
  activeBlocks,
  addBlock,
  type Block,
  type Blockable,
  type BlockInput,
  endBlock,
  finderOf,
  latestBlocks,
} from './blocks.ts'
import { broughtBy, type Count, decide, openForSeconds, type Step, stepOf } from './decide.ts'
import { type VelocityKind, type VelocityLimits, velocityKinds } from './limits.ts'
import { makePuzzle, type PageEvidence, type Puzzle, type PuzzleParts, readEvidence } from './proof.ts'
import { refuse } from './refusals.ts'
import type { RefusedNotes } from './refused.ts'
import {
  type Begun,
  type Counted,
  countAsked,
  countBegun,
  countEnded,
  deleteBlocksEndedBefore,
  deleteCounts,
  deleteCountsBefore,
  highestCounts,
  type Outcome,
  type Refusals,
  type Result,
  refusalsSince,
  renameAttempt,
} from './store.ts'

/** A typed card that is about to be tried. */
export type CardAttempt = Blockable & {
  /** A UUID; the result is counted under it. */
  id: string
  site: { underAttack: boolean }
  /** Of an order that is there already. */
  orderId: OrderId | undefined
  linkId: bigint | undefined
  /** Undefined: the card does not come from a page of ours. */
  page: PageEvidence | undefined
}

/**
 * Velocity limits: how many cards are tried, by what (`VelocityKind`), and how many were approved. They slow card testing
 * down, and are counted in the database, so that all processes share them.
 */
export type Velocity = {
  /** For a form on which a card is typed. `scope` names the form and its attempt, so that a solution pays once. */
  puzzle(scope: string): Puzzle
  /** What a form that was sent shows of the page that it was on. */
  evidence(scope: string, form: Readonly<Record<string, unknown>>): PageEvidence
  /**
   * Counts an attempt before it is made and returns what to demand of the card's bank, if anything. Throws
   * `too_many_card_attempts`, or `card_attempt_too_fast` where the page should have been open for longer. Each attempt
   * that is counted is ended, but for those that are thrown here, and those of which the result never comes: they count
   * as not approved.
   */
  begin(attempt: CardAttempt): Promise<Authentication | undefined>
  /**
   * Whether the operator blocks the address, email address, card or BIN of an attempt. Blocks are kept in memory for five
   * seconds at the most, so that a payment pays nothing for them. One that is found is noted.
   */
  isBlocked(attempt: Blockable): Promise<boolean>
  block(input: BlockInput): Promise<Block>
  /** Ends a block before its time. */
  endBlock(input: Parameters<typeof endBlock>[1]): Promise<Block>
  /** The newest blocks, whether they last or not. */
  blocks(limit: number): Promise<readonly Block[]>
  /** What limits and blocks have refused in the last hours, the latest first. */
  refused(input: { hours: number; limit: number }): Promise<readonly Refusals[]>
  /** Counts a result. After `asked` the bank's decision may still follow; nothing follows the others. */
  end(id: string, outcome: Outcome): Promise<void>
  /** The attempt goes on under another id. */
  rename(id: string, next: string): Promise<void>
  /** The keys with the most attempts that were not approved, and which step of the ladder each is on. */
  list(limit: number): Promise<readonly (Count & { step: Step })[]>
  /** Forgets what was counted for a key, with a link or a site also over the day. Audited. */
  lift(input: { by: Author; kind: string; subject: string }): Promise<void>
  /** What faded long ago, and blocks that ended longer ago than `blocksKept`. */
  deleteOld(blocksKept: Temporal.Duration): Promise<void>
}

type VelocityContext = Writer & {
  clock: Clock
  limiter: RateLimiter
  limits: VelocityLimits
  puzzle: PuzzleParts
  refused: RefusedNotes
}

/**
 * Its times are the machine's (`clock.wall`), as those of rate limits are: the clock of a staging installation may be
 * stopped, and counts would then never fade.
 */
export function openVelocity(ctx: VelocityContext): Velocity {
  const { db, clock, limits } = ctx
  const countAttempts = inBatches((attempts: readonly Begun[]) => countBegun(db, clock.wall(), attempts, limits))
  const countAskedOnes = inBatches(async (ids: readonly string[]) => {
    await countAsked(db, clock.wall(), ids)
    return ids
  })
  const countResults = inBatches(async (results: readonly Result[]) => {
    await countEnded(db, clock.wall(), results)
    return results
  })
  const { isBlocked, forget } = openBlocks(ctx)
  return {
    isBlocked,
    block: (input) => addBlock(ctx, input).finally(forget),
    endBlock: (input) => endBlock(ctx, input).finally(forget),
    blocks: (limit) => latestBlocks(db, limit),
    refused: ({ hours, limit }) => refusalsSince(db, clock.wall().subtract({ hours }), limit),
    puzzle: (scope) => makePuzzle(ctx.puzzle, scope, clock.wall()),
    evidence: (scope, form) => readEvidence(ctx.puzzle, scope, form, clock.wall()),
    begin: async (attempt) => {
      const counted = countedBy(attempt)
      return admit(ctx, attempt, isOff(limits) ? [] : await countAttempts({ id: attempt.id, counted }))
    },
    end: async (id, outcome) => {
      if (!isOff(limits)) await (outcome === 'asked' ? countAskedOnes(id) : countResults({ id, outcome }))
    },
    rename: (id, next) => (isOff(limits) ? Promise.resolve() : renameAttempt(db, id, next)),
    list: async (limit) =>
      (await highestCounts(db, clock.wall(), limit)).map((count) => ({ ...count, step: stepOf(count, limits) })),
    lift: (input) => lift(ctx, input),
    deleteOld: async (blocksKept) => {
      await deleteCountsBefore(db, clock.wall().subtract({ hours: keptHours }))
      const ended = clock.now().toZonedDateTimeISO('UTC').subtract(blocksKept).toInstant()
      await deleteBlocksEndedBefore(db, ended)
    },
  }
}
/** Longer than the longest window takes to fade. */
const keptHours = 24 * 7

/** A block ends by the clock of the business, which the people who set its end see. */
function openBlocks({ db, clock, refused }: VelocityContext & { db: Db }) {
  const memory = shortMemory(async (_: 'all') => finderOf(await activeBlocks(db, clock.now())), { clock })
  const isBlocked = async (attempt: Blockable): Promise<boolean> => {
    const find = await memory.get('all')
    const found = find?.(attempt, clock.now())
    if (found) await refused.note({ name: 'block', siteId: attempt.site.id, subject: String(found.id), ip: attempt.ip })
    return found !== undefined
  }
  return { isBlocked, forget: memory.forget }
}

const isOff = (limits: VelocityLimits): boolean => Object.keys(limits).length === 0

async function admit(
  { limiter, limits, refused }: VelocityContext,
  { site, page, ip }: CardAttempt,
  counts: readonly Count[],
): Promise<Authentication | undefined> {
  const verdict = decide(counts, limits, { isUnderAttack: site.underAttack, isFromPage: page !== undefined })
  if (verdict.step === 'refuse') {
    const { count, retryAfterSeconds } = verdict
    await refused.note({ name: count.kind, siteId: site.id, subject: count.subject, ip })
    throw refuse('too_many_card_attempts', { kind: count.kind, retryAfterSeconds })
  }
  const { step } = verdict
  const authentication = demandedAt[step]
  // A merchant's server has no page to prove anything with. Its cards go to their owners' banks.
  if (!page) return authentication
  const brought = broughtBy(step, page)
  if (!brought) {
    await refused.note({ name: 'too_fast', siteId: site.id, ip })
    throw refuse('card_attempt_too_fast', { retryAfterSeconds: openForSeconds[step] })
  }
  // A machine may wait with thousands of pages at once, so those who only wait come one after the other.
  const taken = brought === 'waited' ? await limiter.take('waited_attempts', String(site.id)) : undefined
  if (taken && !taken.allowed) throw refuse('card_attempt_too_fast', { retryAfterSeconds: taken.retryAfterSeconds })
  return authentication
}
const demandedAt = { allow: undefined, authenticate: 'requested', challenge: 'required' } as const

function countedBy({ site, ip, orderId, linkId, card }: CardAttempt): Counted[] {
  const counted: [VelocityKind, string | undefined][] = [
    ['address', ip !== undefined && isAddress(ip) ? addressKey(ip) : undefined],
    ['card', `${site.merchantId} ${Buffer.from(card.fingerprint).toString('base64url').slice(0, 22)}`],
    ['order', orderId?.toString()],
    ['link', linkId?.toString()],
    ['link_day', linkId?.toString()],
    ['bin', `${site.id} ${card.first6}`],
    ['site', String(site.id)],
    ['site_day', String(site.id)],
  ]
  return counted.flatMap(([kind, subject]) => (subject === undefined ? [] : [{ kind, subject }]))
}

async function lift(ctx: VelocityContext, input: Parameters<Velocity['lift']>[0]): Promise<void> {
  const { by, subject } = input
  const kind = velocityKinds.find((known) => known === input.kind)
  const counted = kind && { kind, subject: kind === 'address' ? addressKey(subject) : subject }
  const overDay = velocityKinds.filter((known) => known === `${kind}_day`)
  const lifted = counted ? [counted, ...overDay.map((kindOfDay) => ({ kind: kindOfDay, subject }))] : []
  if (!counted || !(await deleteCounts(ctx.db, lifted))) throw refuse('velocity_count_not_found', input)
  const now = ctx.clock.now()
  const entry = auditEntry(now, by, {
    action: 'velocityLimitLifted',
    owner: platformOwner,
    subject: { type: counted.kind, id: counted.subject },
  })
  await commit(ctx, now, [entry], 'open-velocity')
}
