import { z } from 'zod'
import { authorOf, reasonField, type StaffRoute, staffList, staffRoute } from '#core/access'
import { text } from '#kernel/http/field.ts'
import { pageOf, pageQuery } from '#kernel/http/json-shape.ts'
import type { Count, Step } from './decide.ts'
import { velocityKinds } from './limits.ts'
import type { Velocity } from './open-velocity.ts'

const countShape = z.strictObject({
  kind: z.enum(velocityKinds),
  subject: z
    .string()
    .meta({ description: 'An address, a link by its id, a site and a BIN, or a card by a fingerprint.' }),
  step: z.enum(['allow', 'authenticate', 'challenge', 'refuse']).meta({ description: 'What the next card meets.' }),
  begun: z.int().meta({ description: 'Cards tried, faded to this moment, as the next three are.' }),
  approved: z.int(),
  asked: z.int().meta({ description: 'Neither approved nor declined: the bank asked its customer.' }),
  declined: z.int(),
})

const countRecord = ({ kind, subject, step, ...counts }: Count & { step: Step }): z.output<typeof countShape> => {
  const [begun, approved, asked, declined] = [counts.begun, counts.approved, counts.asked, counts.declined].map(
    Math.round,
  ) as [number, number, number, number]
  return { kind, subject, step, begun, approved, asked, declined }
}

const about = { group: 'Card testing', caller: 'operator' } as const
/** More than a person reads. */
const listedMax = 1_000

/** What `florin limits` does: what cards are tried too often by, and counting anew. */
export const limitStaffRoutes = ({ velocity }: { velocity: Velocity }): StaffRoute[] => [
  staffList({
    ...about,
    method: 'GET',
    path: '/limits',
    operationId: 'listLimits',
    summary: 'What has the most attempts that were not approved, highest first',
    about:
      'Addresses, cards, orders, links, BINs and sites, the first 1,000. What the steps mean: docs/operating/card-testing.md.',
    permission: 'limits:read',
    query: z.object(pageQuery),
    reply: countShape,
    run: async ({ query }) => pageOf((await velocity.list(listedMax)).map(countRecord), query),
  }),
  staffRoute({
    ...about,
    method: 'POST',
    path: '/limits/lift',
    operationId: 'liftLimit',
    summary: 'Begin to count anew, which ends a challenge or a refusal',
    permission: 'limits:lift',
    body: z.object({
      kind: text({ max: 20, what: 'one of the kinds of `GET /limits`, such as address' }),
      subject: text({ max: 100, what: 'what is counted, as `GET /limits` writes it' }),
      ...reasonField,
    }),
    reply: z.strictObject({ kind: z.string(), subject: z.string() }),
    run: async (call) => {
      const { kind, subject } = call.body
      await velocity.lift({ by: authorOf(call), kind, subject })
      return { kind, subject }
    },
  }),
]
