import { z } from 'zod'
import type { PaymentId } from '#acquiring/ids'
import { authorOf, reasonField, type StaffRoute, siteIdField, siteInScope, staffList, staffRoute } from '#core/access'
import type { Directory, SiteId } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import { readId } from '#kernel/base/id.ts'
import { email, moment, oneOf, optional, text, wholeNumber } from '#kernel/http/field.ts'
import { momentShape, momentText, pageOf, pageQuery } from '#kernel/http/json-shape.ts'
import { type Block, type BlockedCard, type BlockId, type BlockInput, blockKinds, isActive } from './blocks.ts'
import type { Velocity } from './open-velocity.ts'
import { refuse } from './refusals.ts'

export type AbuseContext = {
  velocity: Velocity
  clock: Clock
  directory: Pick<Directory, 'site'>
  /** The card of a payment of any merchant. Throws the refusal when there is no such payment. */
  cardOfPayment(id: PaymentId): Promise<BlockedCard>
}

const about = { group: 'Card testing', caller: 'operator' } as const
/** More than a person reads. */
const listedMax = 1_000
/** What was refused is kept for a week. */
const hoursMax = 168

const attackShape = z.strictObject({
  limit: z.string().meta({
    description:
      'What refused: a kind of `GET /limits`, `too_fast` for a page that was not open for long enough, `block`, or a rate limit such as staff_logins_by_email.',
  }),
  merchantId: z.int().optional(),
  siteId: z.int().optional(),
  subject: z.string().optional().meta({
    description: 'What is counted, as `GET /limits` has it, or the id of a block. Absent where there were too many.',
  }),
  source: z.string().optional().meta({ description: 'The address; of IPv6 its /64 network.' }),
  times: z.int(),
  firstAt: momentShape,
  lastAt: momentShape,
})

const blockShape = z.strictObject({
  id: z.string(),
  kind: z.enum(blockKinds),
  value: z.string().meta({ description: 'A network, an email address, a BIN, or what may be shown of a card.' }),
  merchantId: z.int().optional().meta({ description: 'Of a card: it is blocked at the sites of this merchant.' }),
  siteId: z.int().optional().meta({ description: 'Absent: everywhere, or at all sites of the merchant.' }),
  paymentId: z.string().optional().meta({ description: 'The payment that a card was chosen from.' }),
  reason: z.string(),
  blockedAt: momentShape,
  blockedBy: z.string(),
  endsAt: momentShape.optional(),
  endedAt: momentShape.optional().meta({ description: 'A person ended it before its time.' }),
  isActive: z.boolean(),
  declined: z.int().meta({ description: 'Attempts that it has declined in the last week.' }),
})

/** What was refused lately, and whom the operator blocks. */
export const abuseStaffRoutes = (ctx: AbuseContext): StaffRoute[] => [attacksRoute(ctx), ...blockRoutes(ctx)]

const attacksRoute = ({ velocity, directory }: AbuseContext): StaffRoute =>
  staffList({
    ...about,
    method: 'GET',
    path: '/attacks',
    operationId: 'listAttacks',
    summary: 'What limits and blocks have refused lately, by limit, site and source, the latest first',
    about:
      'Of the last hours, a week at the most; the first 1,000. In an hour a hundred of a limit and site are counted apart.',
    permission: 'limits:read',
    query: z.object({ ...pageQuery, hours: optional(wholeNumber({ min: 1, max: hoursMax })) }),
    reply: attackShape,
    run: async ({ query: { hours = 24, ...page } }) => {
      const refused = await velocity.refused({ hours, limit: listedMax })
      const { data, ...rest } = pageOf(refused, page)
      const merchantOf = async (id: SiteId | undefined) => (id === undefined ? undefined : directory.site(id))
      return {
        ...rest,
        data: await Promise.all(
          data.map(async ({ name, siteId, subject, source, times, firstAt, lastAt }) => ({
            limit: name,
            merchantId: (await merchantOf(siteId))?.merchantId,
            siteId,
            ...(subject && { subject }),
            ...(source && { source }),
            times,
            firstAt: momentText(firstAt),
            lastAt: momentText(lastAt),
          })),
        ),
      }
    },
  })

const blockRoutes = (ctx: AbuseContext): StaffRoute[] => [
  staffList({
    ...about,
    method: 'GET',
    path: '/blocks',
    operationId: 'listBlocks',
    summary: 'Whose typed cards are declined without a request to their bank, the newest first',
    about: 'The newest 1,000. Those that ended a year ago are deleted.',
    permission: 'limits:read',
    query: z.object({ ...pageQuery, kind: optional(oneOf(blockKinds)), state: optional(oneOf(['active', 'ended'])) }),
    reply: blockShape,
    run: async ({ query: { kind, state, ...page } }) => {
      const now = ctx.clock.now()
      const fits = (block: Block) =>
        (!kind || block.kind === kind) && (!state || isActive(block, now) === (state === 'active'))
      const { data, ...rest } = pageOf((await ctx.velocity.blocks(listedMax)).filter(fits), page)
      return { ...rest, data: await recordsOf(ctx, data) }
    },
  }),
  addRoute(ctx),
  staffRoute({
    ...about,
    method: 'POST',
    path: '/blocks/:blockId/end',
    operationId: 'endBlock',
    summary: 'End a block before its time',
    about: 'Running processes know it within five seconds.',
    permission: 'blocks:change',
    params: z.object({ blockId: z.string() }),
    body: z.object(reasonField),
    reply: blockShape,
    run: async ({ caller, ip, body, params: { blockId } }) => {
      const by = { ...authorOf({ caller, ip, body }), reason: body.reason }
      const ended = await ctx.velocity.endBlock({ by, id: readId<BlockId>(blockId) })
      return (await recordsOf(ctx, [ended]))[0]!
    },
  }),
]

const addRoute = (ctx: AbuseContext): StaffRoute =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/blocks',
    operationId: 'addBlock',
    summary: 'Decline the typed cards of an address, email address, card or BIN',
    about:
      'Name one of `address`, `email`, `bin` and `paymentId`; the card is that of the payment. Running processes know it within five seconds. What the shopper sees: docs/operating/card-testing.md.',
    permission: 'blocks:change',
    status: 201,
    repeated: 'stored',
    body: z.object({
      ...reasonField,
      address: optional(text({ max: 50, what: 'an address, or a network such as 203.0.113.0/24' })),
      email: optional(email(200)),
      bin: optional(text({ max: 6, what: 'the first six digits of card numbers' })),
      paymentId: optional(text({ max: 20, what: 'the id of a payment with the card' })),
      siteId: optional(siteIdField).meta({
        description: 'Absent: everywhere; of a card at all sites of its merchant.',
      }),
      endsAt: optional(moment()).meta({ description: 'Absent: until a person ends it.' }),
    }),
    reply: blockShape,
    run: async ({ caller, ip, body, once }) => {
      const site = body.siteId === undefined ? undefined : await siteInScope(ctx.directory, caller, body.siteId)
      const of = await whatOf(ctx, body)
      if (of.kind === 'card' && site && site.merchantId !== of.card.merchantId)
        throw refuse('invalid_block', {
          field: 'siteId',
          why: 'The site belongs to another merchant than the payment.',
        })
      const by = { ...authorOf({ caller, ip, body }), reason: body.reason }
      const input = { by, of, siteId: site?.id, endsAt: body.endsAt?.in('UTC', 'to'), alongside: once }
      return (await recordsOf(ctx, [await ctx.velocity.block(input)]))[0]!
    },
    recover: async (_caller, id) => recordNamed(ctx, id),
  })

type Named = {
  address?: string | undefined
  email?: string | undefined
  bin?: string | undefined
  paymentId?: string | undefined
}

async function whatOf({ cardOfPayment }: AbuseContext, named: Named): Promise<BlockInput['of']> {
  const { address, email: mailbox, bin, paymentId } = named
  const given = [address, mailbox, bin, paymentId].filter((one) => one !== undefined)
  if (given.length !== 1)
    throw refuse('invalid_block', { field: 'address', why: 'Name one of address, email, bin and paymentId.' })
  if (address !== undefined) return { kind: 'address', value: address }
  if (mailbox !== undefined) return { kind: 'email', value: mailbox }
  if (bin !== undefined) return { kind: 'bin', value: bin }
  const id = readId<PaymentId>(paymentId)
  if (id === undefined) throw refuse('invalid_block', { field: 'paymentId', why: 'This is no id of a payment.' })
  return { kind: 'card', card: await cardOfPayment(id) }
}

async function recordNamed(ctx: AbuseContext, unchecked: string) {
  const id = readId<BlockId>(unchecked)
  const found = (await ctx.velocity.blocks(listedMax)).find((block) => block.id === id)
  if (!found) throw refuse('block_not_found', { field: 'blockId' })
  return (await recordsOf(ctx, [found]))[0]!
}

async function recordsOf(
  { velocity, clock }: AbuseContext,
  blocks: readonly Block[],
): Promise<z.output<typeof blockShape>[]> {
  const now = clock.now()
  const refused = await velocity.refused({ hours: hoursMax, limit: listedMax })
  const declinedBy = ({ id }: Block) =>
    refused
      .filter(({ name, subject }) => name === 'block' && subject === String(id))
      .reduce((sum, { times }) => sum + times, 0)
  return blocks.map((block) => ({
    id: String(block.id),
    kind: block.kind,
    value: block.card ?? block.value,
    merchantId: block.merchantId,
    siteId: block.siteId,
    ...(block.paymentId !== undefined && { paymentId: String(block.paymentId) }),
    reason: block.reason,
    blockedAt: momentText(block.blockedAt),
    blockedBy: block.blockedBy,
    ...(block.endsAt && { endsAt: momentText(block.endsAt) }),
    ...(block.endedAt && { endedAt: momentText(block.endedAt) }),
    isActive: isActive(block, now),
    declined: declinedBy(block),
  }))
}
