import { z } from 'zod'
import {
  authorOf,
  reasonField,
  refuseWhatChanged,
  type StaffRoute,
  seenField,
  staffList,
  staffRoute,
} from '#core/access'
import { clearable, oneOf, optional, text, trueOrFalse, wholeNumber } from '#kernel/http/field.ts'
import { momentShape, momentText, pageQuery } from '#kernel/http/json-shape.ts'
import type { PartnerId } from './ids.ts'
import { partnerInScope, partnersInScope } from './in-scope.ts'
import type { Partners } from './open-partners.ts'
import { decisionFallbacks, type Partner, webhookRetries } from './partner.ts'
import { deadlineMsMax, deadlineMsMin } from './partner-fields.ts'
import { refuse } from './refusals.ts'
import { partnerKeyRoutes } from './staff-key-routes.ts'

const partnerShape = z.strictObject({
  id: z.string().meta({ description: 'The x-partner-id of the issuing interface.' }),
  name: z.string(),
  live: z.boolean(),
  active: z.boolean(),
  webhookUrl: z.string().optional(),
  webhookRetries: z.enum(webhookRetries),
  decisionUrl: z.string().optional(),
  decisionDeadlineMs: z.int(),
  decisionFallback: z.enum(decisionFallbacks),
  createdAt: momentShape,
})

const partnerRecord = ({
  id,
  webhookUrl,
  decisionUrl,
  createdAt,
  ...partner
}: Partner): z.output<typeof partnerShape> => ({
  ...partner,
  id: String(id),
  ...(webhookUrl !== undefined && { webhookUrl }),
  ...(decisionUrl !== undefined && { decisionUrl }),
  createdAt: momentText(createdAt),
})

const about = { group: 'Partners', params: z.object({ partnerId: z.string() }) }
const nameField = text({ max: 100, what: 'the name of the partner' })
const urlField = text({ max: 2_048, what: 'a web address for webhooks' })
const retriesField = oneOf(webhookRetries).meta({
  description: '`documented`: 3 attempts. `long`: 16 in two days.',
})

const decisionFields = {
  decisionUrl: clearable(text({ max: 2_048, what: 'a web address' })).meta({
    description: 'Where the partner is asked about each payment that the rules approve. null: it is not asked.',
  }),
  decisionDeadlineMs: optional(wholeNumber({ min: deadlineMsMin, max: deadlineMsMax })).meta({
    description: 'How long it has to answer.',
  }),
  decisionFallback: optional(oneOf(decisionFallbacks)).meta({
    description: 'What is decided when it does not answer in time, or not as agreed.',
  }),
}

/** What `florin partner` does, for programs. */
export const partnerStaffRoutes = ({ partners }: { partners: Partners }): StaffRoute[] => [
  listRoute(partners),
  createRoute(partners),
  staffRoute({
    ...about,
    method: 'GET',
    path: '/partners/:partnerId',
    operationId: 'getPartner',
    summary: 'One partner',
    caller: 'staff',
    permission: 'partners:read',
    reply: partnerShape,
    run: async ({ caller, params }) => recordOf(partners, partnerInScope(caller, params.partnerId)),
  }),
  changeRoute(partners),
  ...partnerKeyRoutes(partners),
]

async function recordOf(partners: Partners, partnerId: PartnerId) {
  const partner = await partners.find(partnerId)
  if (!partner) throw refuse('partner_not_found', { field: 'partnerId' })
  return partnerRecord(partner)
}

const listRoute = (partners: Partners) =>
  staffList({
    method: 'GET',
    path: '/partners',
    operationId: 'listPartners',
    group: about.group,
    summary: 'All partners, by ascending id',
    about: 'Staff of a partner see their own.',
    caller: 'staff',
    permission: 'partners:read',
    query: z.object(pageQuery),
    reply: partnerShape,
    run: async ({ caller, query: { page = 1, size = 20 } }) => {
      const { data, total } = await partners.page({ only: partnersInScope(caller), page, size })
      return { data: data.map(partnerRecord), page, size, total }
    },
  })

const createRoute = (partners: Partners) =>
  staffRoute({
    method: 'POST',
    path: '/partners',
    operationId: 'createPartner',
    group: about.group,
    needsRecentProof: true,
    summary: 'Add a partner',
    about: 'Its API key and its first signing key are shown once.',
    caller: 'operator',
    permission: 'partners:change',
    status: 201,
    repeated: 'secret',
    body: z.object({
      ...reasonField,
      name: nameField,
      live: optional(trueOrFalse()).meta({
        description: 'Real money: its API keys begin with fpk_live_.',
        default: false,
      }),
      webhookUrl: optional(urlField),
      webhookRetries: optional(retriesField),
      ...decisionFields,
    }),
    reply: z.strictObject({ partner: partnerShape, apiKey: z.string(), signingKey: z.string() }),
    run: async ({ caller, ip, body, once }) => {
      const { reason: _, live = false, ...input } = body
      const { partner, apiKey, signingKey } = await partners.create({
        ...input,
        live,
        by: authorOf({ caller, ip, body }),
        once,
      })
      return { partner: partnerRecord(partner), apiKey: apiKey.reveal(), signingKey: signingKey.reveal() }
    },
  })

const changeRoute = (partners: Partners) =>
  staffRoute({
    ...about,
    method: 'PATCH',
    path: '/partners/:partnerId',
    operationId: 'changePartner',
    summary: 'Change what is sent, leave the rest',
    about: 'Staff of a partner change their own; only the operator’s say whether it is active.',
    caller: 'staff',
    permission: 'partners:change',
    // It says who approves card payments, and where events about people go.
    needsRecentProof: true,
    body: z.object({
      ...reasonField,
      name: optional(nameField),
      active: optional(trueOrFalse()).meta({ description: 'An inactive partner and its customers are refused.' }),
      webhookUrl: clearable(urlField).meta({ description: 'null: none; events are recorded and not sent.' }),
      webhookRetries: optional(retriesField),
      ...decisionFields,
      ...seenField,
    }),
    reply: partnerShape,
    run: async ({ caller, params, ip, body }) => {
      const partnerId = partnerInScope(caller, params.partnerId)
      const { reason: _, seen, ...changes } = body
      if (changes.active !== undefined && caller.staff.scope.kind !== 'platform')
        throw refuse('partner_activity_of_operator', { field: 'active' })
      const expect = (partner: Partner) => refuseWhatChanged(partnerRecord(partner), seen)
      return partnerRecord(await partners.change({ by: authorOf({ caller, ip, body }), partnerId, changes, expect }))
    },
  })
