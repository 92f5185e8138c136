import type { PaymentId } from '#acquiring/ids'
import { type Author, auditEntry, type MerchantId, platformOwner, type SiteId } from '#core/directory'
import type { Brand } from '#kernel/base/brand.ts'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import { genuine, genuineRow } from '#kernel/db/bound/genuine.ts'
import { commit, decide, insert, type Ref, ref, update, type Write, type Writer } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { networkIncludes, readNetwork } from '#kernel/http/network.ts'
import { refuse } from './refusals.ts'

export type BlockId = Brand<bigint, 'BlockId'>
export const blockKinds = ['address', 'email', 'card', 'bin'] as const
export type BlockKind = (typeof blockKinds)[number]

/** Whose typed cards are declined without a request to their bank, where, and until when. */
export type Block = {
  id: BlockId
  kind: BlockKind
  /** A network, an email address in small letters, a fingerprint of a card as base64url, or six digits. */
  value: string
  /** Of a card, whose fingerprint is another one at each merchant. */
  merchantId: MerchantId | undefined
  /** Absent: everywhere, or at all sites of the merchant of a card. */
  siteId: SiteId | undefined
  /** The payment that a card was chosen from, and what may be shown of the card. */
  paymentId: PaymentId | undefined
  card: string | undefined
  reason: string
  blockedAt: Instant
  blockedBy: string
  /** Absent: it lasts until a person ends it. */
  endsAt: Instant | undefined
  endedAt: Instant | undefined
}

export type BlockedCard = { merchantId: MerchantId; paymentId: PaymentId; fingerprint: Uint8Array; shown: string }

/** `alongside` is committed with the block. */
export type BlockInput = {
  by: Author & { reason: string }
  of: { kind: Exclude<BlockKind, 'card'>; value: string } | { kind: 'card'; card: BlockedCard }
  siteId: SiteId | undefined
  endsAt: Instant | undefined
  alongside?: (id: Ref) => readonly Write[]
}

/** What of an attempt may be blocked. */
export type Blockable = {
  site: { id: SiteId; merchantId: MerchantId }
  ip: string | undefined
  email: string | undefined
  card: { first6: string; fingerprint: Uint8Array }
}

type BlocksContext = Writer & { clock: Clock }

/** Blocks from now on. Audited, without what is blocked: an email address can be forgotten, the audit cannot. */
export async function addBlock(ctx: BlocksContext, { by, of, siteId, endsAt, alongside }: BlockInput): Promise<Block> {
  const now = ctx.clock.now()
  if (endsAt && Temporal.Instant.compare(endsAt, now) <= 0)
    throw refuse('invalid_block', { field: 'endsAt', why: past })
  if ((await activeBlocks(ctx.db, now)).length >= activeMax) throw refuse('too_many_blocks', { most: activeMax })
  const card = of.kind === 'card' ? of.card : undefined
  const block: Omit<Block, 'id'> = {
    kind: of.kind,
    value: of.kind === 'card' ? textOf(of.card.fingerprint) : readValue(of.kind, of.value),
    merchantId: card?.merchantId,
    siteId,
    paymentId: card?.paymentId,
    card: card?.shown,
    reason: by.reason,
    blockedAt: now,
    blockedBy: by.actor,
    endsAt,
    endedAt: undefined,
  }
  const as = ref('block')
  const row = {
    kind: block.kind,
    value: block.value,
    merchant_id: card?.merchantId ?? null,
    site_id: siteId ?? null,
    payment_id: card?.paymentId ?? null,
    card: card?.shown ?? null,
    reason: by.reason,
    blocked_at: now,
    blocked_by: by.actor,
    ends_at: endsAt ?? null,
  }
  const entry = auditEntry(now, by, {
    action: 'cardsBlocked',
    owner: platformOwner,
    subject: { type: 'block', id: as },
    after: { kind: block.kind, siteId, paymentId: block.paymentId, endsAt },
  })
  const ids = await commit(
    ctx,
    now,
    [insert('velocity.blocks', row, { as }), entry, ...(alongside?.(as) ?? [])],
    'blocks',
  )
  return { ...block, id: ids<BlockId>(as) }
}
const past = 'A block ends in the future.'
/** All of them are kept in the memory of each process. */
const activeMax = 10_000

/** Ends a block before its time. */
export const endBlock = (
  ctx: BlocksContext,
  { by, id }: { by: Author & { reason: string }; id: BlockId | undefined },
): Promise<Block> =>
  decide(async () => {
    const now = ctx.clock.now()
    const row = id === undefined ? undefined : await blocks(ctx.db).where('id', '=', id).executeTakeFirst()
    const found = await genuineRow(ctx.db, 'velocity.blocks', row)
    if (!found) throw refuse('block_not_found', { field: 'blockId' })
    const block = fromRow(found)
    if (!isActive(block, now)) throw refuse('block_already_ended')
    const { version } = found
    const set = { ended_at: now, version: version + 1 }
    const subject = { type: 'block', id: block.id }
    const entry = auditEntry(now, by, { action: 'blockEnded', owner: platformOwner, subject })
    await commit(ctx, now, [update('velocity.blocks', { set, where: { id: block.id, version } }), entry], 'blocks')
    return { ...block, endedAt: now }
  })

export const isActive = ({ endsAt, endedAt }: Pick<Block, 'endsAt' | 'endedAt'>, now: Instant): boolean =>
  endedAt === undefined && (endsAt === undefined || Temporal.Instant.compare(now, endsAt) < 0)

export async function activeBlocks(db: Db, now: Instant): Promise<Block[]> {
  const rows = await blocks(db)
    .where('ended_at', 'is', null)
    .where((on) => on.or([on('ends_at', 'is', null), on('ends_at', '>', now)]))
    .orderBy('id', 'desc')
    .limit(activeMax)
    .execute()
  return (await genuine(db, 'velocity.blocks', rows)).map(fromRow)
}

/** The newest, whether they last or not. */
export const latestBlocks = async (db: Db, most: number): Promise<Block[]> =>
  (await genuine(db, 'velocity.blocks', await blocks(db).orderBy('id', 'desc').limit(most).execute())).map(fromRow)

/** Finds the block of an attempt, if there is one. It is made once for many attempts. */
export function finderOf(active: readonly Block[]): (attempt: Blockable, now: Instant) => Block | undefined {
  const exact = Map.groupBy(active, ({ kind, value }) => `${kind} ${value}`)
  const networks = active.flatMap((block) =>
    block.kind === 'address' ? [{ block, includes: networkIncludes(block.value) }] : [],
  )
  return ({ site, ip, email, card }, now) => {
    const named = [`email ${email?.trim().toLowerCase()}`, `card ${textOf(card.fingerprint)}`, `bin ${card.first6}`]
    const found = named.flatMap((name) => exact.get(name) ?? [])
    const around = ip === undefined ? [] : networks.flatMap(({ block, includes }) => (includes(ip) ? [block] : []))
    const holds = (block: Block) =>
      isActive(block, now) &&
      (block.siteId ?? site.id) === site.id &&
      (block.merchantId ?? site.merchantId) === site.merchantId
    return [...found, ...around].find(holds)
  }
}

/** In the spelling that attempts are compared with. */
function readValue(kind: Exclude<BlockKind, 'card'>, unchecked: string): string {
  if (kind === 'bin') {
    if (!/^\d{6}$/.test(unchecked)) throw refuse('invalid_block', { field: 'bin', why: 'A BIN is six digits.' })
    return unchecked
  }
  if (kind === 'email') return unchecked.trim().toLowerCase()
  const network = readNetwork(unchecked)
  const why = 'Write an address such as 203.0.113.9, or a network such as 203.0.113.0/24 of at most /16 (IPv6: /32).'
  if (!network || network.bits < (network.addressBits === 32 ? 16 : 32))
    throw refuse('invalid_block', { field: 'address', why })
  return network.text
}

const textOf = (fingerprint: Uint8Array): string => Buffer.from(fingerprint).toString('base64url')

const blocks = (db: Db) => db.read.selectFrom('velocity.blocks').selectAll()

type Row = Awaited<ReturnType<ReturnType<typeof blocks>['execute']>>[number]

const fromRow = (row: Row): Block => ({
  id: row.id,
  kind: row.kind,
  value: row.value,
  merchantId: row.merchant_id ?? undefined,
  siteId: row.site_id ?? undefined,
  paymentId: row.payment_id ?? undefined,
  card: row.card ?? undefined,
  reason: row.reason,
  blockedAt: row.blocked_at,
  blockedBy: row.blocked_by,
  endsAt: row.ends_at ?? undefined,
  endedAt: row.ended_at ?? undefined,
})
