import { z } from 'zod'
import type { PaymentId } from '#acquiring/ids'
import { getLink, type Link, type LinkId, linkRecord, staffLinkShape } from '#acquiring/links'
import { requireSeenTransaction } from '#acquiring/payments'
import { authorOf, reasonField, type StaffCaller, type StaffRoute, seesMerchant, staffRoute } from '#core/access'
import { id, optional, trueOrFalse } from '#kernel/http/field.ts'
import type { CheckoutContext } from './context.ts'
import { type Recovered, recoverPayment } from './recover-payment.ts'
import { readRecovery, recoveryActions, recoveryGuards } from './recovery.ts'

const params = z.object({ paymentId: id<PaymentId>('the id of a payment') })
const about = { group: 'Payments', caller: 'staff', params } as const

/** Links and payments that have to do with each other: one that led to a payment, and one that recovers it. */
export const recoveryRoutes = (ctx: CheckoutContext): StaffRoute[] => [
  staffRoute({
    ...about,
    method: 'GET',
    path: '/payments/:paymentId/links',
    operationId: 'getPaymentLinks',
    summary: 'The link by which a payment was made, and the one that recovers it',
    permission: 'links:read',
    about:
      '`recovery` is the link by which the payment can be paid after all: one that was made for it, or its own where it was declined at a link with a limit.',
    reply: z.strictObject({
      from: staffLinkShape.optional(),
      recovery: staffLinkShape.optional(),
      actions: recoveryActions.shape,
    }),
    run: async ({ caller, params }) => {
      const facts = await readRecovery(ctx, await transactionInScope(ctx, caller, params.paymentId))
      const actions = recoveryActions.record(caller, recoveryGuards(facts))
      const { from } = facts
      // What was declined at a link is paid at that link.
      const recovery = facts.made ?? (actions.recover.allowed && from?.limitAccess !== undefined ? from : undefined)
      return {
        ...(from && { from: await shown(ctx, from) }),
        ...(recovery && { recovery: await shown(ctx, recovery) }),
        actions,
      }
    },
  }),
  staffRoute({
    ...about,
    method: 'POST',
    path: '/payments/:paymentId/recovery-link',
    operationId: 'recoverPayment',
    summary: 'Make a link by which a declined payment can be paid after all, and send it if asked to',
    about:
      'The same amount for the same customer, once. Its order cannot be paid otherwise from then on. The same call again finds the same link, and what was declined at a link is paid at that link.',
    permission: 'links:create',
    repeated: 'stored',
    body: z.object({
      send: optional(trueOrFalse()).meta({ description: 'Email it to the customer, at most once a day.' }),
      ...reasonField,
    }),
    reply: staffLinkShape.extend({
      email: z
        .enum(['sent', 'sentBefore'])
        .optional()
        .meta({ description: 'sentBefore: one was sent on this day before, and none is sent now.' }),
    }),
    run: async (call) => {
      const transaction = await transactionInScope(ctx, call.caller, call.params.paymentId)
      const sends = call.body.send ?? false
      const made = await recoverPayment(ctx, { by: authorOf(call), transaction, sends, once: call.once })
      return recovered(ctx, made.link, made.email)
    },
    recover: async (_caller, subjectId, email) =>
      recovered(ctx, await getLink(ctx.db, BigInt(subjectId) as LinkId), email as Recovered['email']),
  }),
]

const transactionInScope = ({ db }: CheckoutContext, caller: StaffCaller, paymentId: PaymentId) =>
  requireSeenTransaction(db, paymentId, ({ merchantId }) => seesMerchant(caller, merchantId))

const recovered = async (ctx: CheckoutContext, link: Link, email: Recovered['email']) => ({
  ...(await shown(ctx, link)),
  ...(email && { email }),
})

async function shown(ctx: CheckoutContext, link: Link): Promise<z.output<typeof staffLinkShape>> {
  const { timeZone } = (await ctx.directory.site(link.siteId))!
  return linkRecord(link, { publicUrl: ctx.publicUrl, now: ctx.clock.now(), timeZone })
}
