import { z } from 'zod'
import { type EmailId, emailsOnPage, findEmailById, resendEmail } from '#acquiring/emails'
import { authorOf, reasonField, type StaffAuthor, type StaffRoute, staffList, staffRoute } from '#core/access'
import { parkedStaffEmailsOnPage, resendStaffEmail, type StaffEmailId } from '#core/staff-emails'
import { type HolderEmailId, parkedEmailsOnPage, resendParkedEmail } from '#issuing/holders'
import type { Instant } from '#kernel/base/clock.ts'
import type { Page } from '#kernel/db/page.ts'
import { id, oneOf, optional } from '#kernel/http/field.ts'
import { momentShape, momentText, pageQuery } from '#kernel/http/json-shape.ts'
import type { App } from '../../app/compose.ts'
import { refuse } from './refusals.ts'

const readers = ['staff', 'shoppers', 'customers'] as const
type ReaderKind = (typeof readers)[number]

const parkedShape = z.strictObject({
  id: z.string(),
  to: z.enum(readers),
  ownerId: z.string().meta({ description: 'The merchant of staff, the site of shoppers, the partner of customers.' }),
  kind: z.string().meta({ description: 'What the email is about.' }),
  createdAt: momentShape,
  attempts: z.int(),
  lastResponse: z.string().optional().meta({ description: 'Of the mail server, or why it was not sent.' }),
  canResend: z.boolean().meta({ description: 'Not when its content was deleted, or its code has expired.' }),
})

type ParkedEmail = {
  id: bigint
  ownerId: number
  kind: string
  createdAt: Instant
  attempts: number
  lastResponse: string | null
  canResend: boolean
}
type Parked = {
  list(app: App, page: Page): Promise<{ data: ParkedEmail[]; total: number }>
  resend(app: App, input: { by: StaffAuthor; id: bigint }): Promise<void>
}

/** Each module has the emails to its own readers; what the operator sees of them is the same. */
const parkedTo: Readonly<Record<ReaderKind, Parked>> = {
  staff: {
    list: async ({ db }, page) => {
      const { data, total } = await parkedStaffEmailsOnPage(db, page)
      return { total, data: data.map((one) => ({ ...one, ownerId: one.merchantId, canResend: true })) }
    },
    resend: (app, { by, id }) => resendStaffEmail(app, { by, id: id as StaffEmailId }),
  },
  shoppers: {
    list: async (app, page) => {
      const { data, total } = await emailsOnPage(app, { siteIds: undefined, status: 'parked' }, page)
      return { total, data: data.map((one) => ({ ...one, ownerId: one.siteId, canResend: one.address !== null })) }
    },
    resend: async (app, { by, id }) => {
      const found = await findEmailById(app.db, id as EmailId)
      if (found?.status !== 'parked') throw refuse('parked_email_missing', { field: 'emailId', id })
      await resendEmail(app, { by, siteId: found.siteId, id: found.id })
    },
  },
  customers: {
    list: async (app, page) => {
      const { data, total } = await parkedEmailsOnPage(app, page)
      return {
        total,
        data: data.map((one) => ({ ...one, ownerId: one.partnerId, canResend: one.sendableUntil !== undefined })),
      }
    },
    resend: (app, { by, id }) => resendParkedEmail(app, { by, id: id as HolderEmailId }),
  },
}

const about = { group: 'Health', caller: 'operator' } as const

/** Emails that were given up, of the whole platform: to whom, why, and sending them again. */
export const parkedEmailRoutes = (app: App): StaffRoute[] => [
  staffList({
    ...about,
    method: 'GET',
    path: '/parked-emails',
    operationId: 'listParkedEmails',
    summary: 'Emails that no mail server has accepted in time, newest first, of one kind of reader',
    permission: 'emails:read',
    query: z.object({ ...pageQuery, to: optional(oneOf(readers)).meta({ default: 'staff' }) }),
    reply: parkedShape,
    run: async ({ query: { to = 'staff', page = 1, size = 20 } }) => {
      const { data, total } = await parkedTo[to].list(app, { page, size })
      return { data: data.map((one) => recordOf(to, one)), page, size, total }
    },
  }),
  staffRoute({
    ...about,
    method: 'POST',
    path: '/parked-emails/:to/:emailId/resend',
    operationId: 'resendParkedEmail',
    summary: 'Send a parked email again, from the beginning of its schedule',
    permission: 'emails:send',
    params: z.object({ to: oneOf(readers), emailId: id<bigint>('the id of a parked email') }),
    body: z.object(reasonField),
    status: 204,
    reply: z.undefined(),
    run: async (call) => {
      const { to, emailId } = call.params
      await parkedTo[to].resend(app, { by: authorOf(call), id: emailId })
      return undefined
    },
  }),
]

const recordOf = (to: ReaderKind, one: ParkedEmail): z.output<typeof parkedShape> => ({
  id: String(one.id),
  to,
  ownerId: String(one.ownerId),
  kind: one.kind,
  createdAt: momentText(one.createdAt),
  attempts: one.attempts,
  ...(one.lastResponse && { lastResponse: one.lastResponse }),
  canResend: one.canResend,
})
