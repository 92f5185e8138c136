import { z } from 'zod'
import {
  authorOf,
  reasonField,
  type StaffCaller,
  type StaffRoute,
  seesSite,
  siteIdField,
  siteInScope,
  staffList,
  staffRoute,
} from '#core/access'
import type { Directory, SiteId } from '#core/directory'
import { email, id, oneOf, optional } from '#kernel/http/field.ts'
import { momentShape, momentText, pageQuery } from '#kernel/http/json-shape.ts'
import type { EmailsContext } from './context.ts'
import { emailStatuses, type QueuedEmail } from './email.ts'
import type { EmailId } from './ids.ts'
import { emailsOnPage, showEmail } from './list-emails.ts'
import { refuse } from './refusals.ts'
import { resendEmail, resendParked } from './resend-email.ts'
import { findEmailById } from './store.ts'

type Parts = Pick<EmailsContext, 'db' | 'react' | 'clock'> & { directory: Directory }

const emailShape = z.strictObject({
  id: z.string(),
  siteId: z.string(),
  orderId: z.string(),
  kind: z.string(),
  recipient: z.enum(['shopper', 'invoice']),
  address: z.string().optional().meta({ description: 'Absent after it has been deleted.' }),
  status: z.enum(emailStatuses),
  attempts: z.int(),
  lastResponse: z.string().optional().meta({ description: 'Of the mail server.' }),
  createdAt: momentShape,
  sentAt: momentShape.optional(),
  nextAt: momentShape.optional(),
})

const about = { group: 'Emails', caller: 'staff' } as const
const params = z.object({ emailId: id<bigint>('the id of an email') })

/** What `florin emails` does: emails to shoppers, and sending them again. */
export const emailStaffRoutes = (parts: Parts): StaffRoute[] => [
  listRoute(parts),
  staffRoute({
    ...about,
    method: 'GET',
    path: '/emails/:emailId',
    operationId: 'getEmail',
    summary: 'One email, as plain text',
    permission: 'emails:read',
    params,
    reply: emailShape.extend({
      subject: z.string().optional(),
      text: z.string().optional().meta({ description: 'Absent after it has been deleted.' }),
    }),
    run: async ({ caller, params }) => {
      const { subject, text, ...found } = await showEmail(parts, await named(parts, caller, params))
      return { ...emailRecord(found), ...(subject !== undefined && { subject }), ...(text !== undefined && { text }) }
    },
  }),
  resendRoute(parts),
  resendAllRoute(parts),
]

const listRoute = (parts: Parts): StaffRoute =>
  staffList({
    ...about,
    method: 'GET',
    path: '/emails',
    operationId: 'listEmails',
    summary: 'Emails to shoppers, newest first',
    permission: 'emails:read',
    query: z.object({
      ...pageQuery,
      siteId: siteIdField,
      status: optional(oneOf(emailStatuses)),
    }),
    reply: emailShape,
    run: async ({ caller, query: { siteId, status, page = 1, size = 20 } }) => {
      const site = await siteInScope(parts.directory, caller, siteId)
      const { data, total } = await emailsOnPage(parts, { siteIds: [site.id], status }, { page, size })
      return { data: data.map(emailRecord), page, size, total }
    },
  })

const resendRoute = (parts: Parts): StaffRoute =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/emails/:emailId/resend',
    operationId: 'resendEmail',
    summary: 'Send an email again, also to another address',
    permission: 'emails:send',
    params,
    body: z.object({ address: optional(email(254)), ...reasonField }),
    reply: emailShape,
    run: async (call) => {
      const found = await named(parts, call.caller, call.params)
      await resendEmail(parts, { by: authorOf(call), ...found, address: call.body.address })
      return emailRecord(await showEmail(parts, found))
    },
  })

const resendAllRoute = (parts: Parts): StaffRoute =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/emails/resend',
    operationId: 'resendEmails',
    summary: 'Send all parked emails of a site again',
    permission: 'emails:send',
    body: z.object({ siteId: siteIdField, ...reasonField }),
    reply: z.strictObject({ resent: z.int() }),
    run: async (call) => {
      const { id: siteId } = await siteInScope(parts.directory, call.caller, call.body.siteId)
      return { resent: await resendParked(parts, { by: authorOf(call), siteId }) }
    },
  })

/** The email that a call is about. One of another merchant's site is not there. */
async function named(
  { db, directory }: Parts,
  caller: StaffCaller,
  { emailId }: { emailId: bigint },
): Promise<{ siteId: SiteId; id: EmailId }> {
  const found = await findEmailById(db, emailId as EmailId)
  if (!found || !(await seesSite(directory, caller, found.siteId)))
    throw refuse('email_not_found', { field: 'emailId' })
  return { siteId: found.siteId, id: found.id }
}

const emailRecord = (one: QueuedEmail): z.output<typeof emailShape> => ({
  id: String(one.id),
  siteId: String(one.siteId),
  orderId: String(one.orderId),
  kind: one.kind,
  recipient: one.recipient,
  ...(one.address !== null && { address: one.address }),
  status: one.status,
  attempts: one.attempts,
  ...(one.lastResponse !== null && { lastResponse: one.lastResponse }),
  createdAt: momentText(one.createdAt),
  ...(one.sentAt && { sentAt: momentText(one.sentAt) }),
  ...(one.dueAt && { nextAt: momentText(one.dueAt) }),
})
