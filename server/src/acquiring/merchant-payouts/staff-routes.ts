import { z } from 'zod'
import {
  authorOf,
  reasonField,
  recoverWaiting,
  type StaffCaller,
  type StaffRoute,
  seesMerchant,
  staffFile,
  staffList,
  staffRoute,
  type TableListParts,
  waitingShape,
  waitsFor,
} from '#core/access'
import { readId } from '#kernel/base/id.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import { optional, text } from '#kernel/http/field.ts'
import { momentText, pageQuery } from '#kernel/http/json-shape.ts'
import { accountRoutes } from './account-routes.ts'
import type { MerchantPayoutsContext } from './context.ts'
import { createPayoutByHand } from './create-payout-by-hand.ts'
import { explainPayout } from './explain-payout.ts'
import type { MerchantPayoutId, PayoutFileId } from './ids.ts'
import { type ImportedTransfer, importBankFile } from './import-bank-file.ts'
import { payoutListRoutes } from './list-payouts-route.ts'
import { merchantInScope } from './merchant-in-scope.ts'
import type { MerchantPayout } from './payout.ts'
import { makePayoutFile } from './payout-file.ts'
import { currencyField, readAmount } from './read-amount.ts'
import { refuse } from './refusals.ts'
import { type ManualAction, resolvePayoutManually } from './resolve-payout-manually.ts'
import { explainedShape, fileShape, importedShape, payoutRecord, payoutShape } from './shapes.ts'
import { findFileContent, findPayout, listFiles } from './store.ts'

const group = 'Payouts to merchants'
const oneParams = z.object({ payoutId: z.string() })

/** What `florin merchant` and `florin merchant-payout` show and do about money to merchants, for programs. */
export const merchantPayoutStaffRoutes = (ctx: MerchantPayoutsContext & TableListParts): StaffRoute[] => [
  ...accountRoutes(ctx),
  ...payoutListRoutes(ctx),
  oneRoute(ctx),
  createRoute(ctx),
  actionRoute(ctx, {
    action: 'cancel',
    permission: 'merchant-payouts:cancel',
    summary: 'Cancel a payout before the bank has it',
  }),
  actionRoute(ctx, {
    action: 'submit',
    permission: 'merchant-payouts:submit',
    summary: 'Record that a payout was given to the bank by other means than a file',
  }),
  actionRoute(ctx, {
    action: 'pay',
    permission: 'merchant-payouts:resolve',
    summary: 'Record that the bank has paid a payout',
  }),
  actionRoute(ctx, {
    action: 'fail',
    permission: 'merchant-payouts:resolve',
    summary: 'Record that the bank has refused a payout',
  }),
  returnRoute(ctx),
  ...fileRoutes(ctx),
]

const oneRoute = ({ db }: MerchantPayoutsContext): StaffRoute =>
  staffRoute({
    method: 'GET',
    path: '/merchant-payouts/:payoutId',
    operationId: 'getMerchantPayout',
    group,
    summary: 'A payout, what it is made of, and its history',
    caller: 'staff',
    permission: 'settlements:read',
    params: oneParams,
    reply: explainedShape,
    run: async ({ caller, params: { payoutId } }) => {
      return explainPayout(db, await payoutFor(db, caller, payoutId))
    },
  })

/** Refuses one that the caller may not see, as one that is not there. */
async function payoutFor(
  db: MerchantPayoutsContext['db'],
  caller: StaffCaller,
  unchecked: string,
): Promise<MerchantPayout> {
  const id = readId<MerchantPayoutId>(unchecked)
  const payout = id === undefined ? undefined : await findPayout(db, id)
  if (!payout || !seesMerchant(caller, payout.merchantId))
    throw refuse('merchant_payout_not_found', { payoutId: unchecked.slice(0, 20) })
  return payout
}

const createRoute = (ctx: MerchantPayoutsContext): StaffRoute =>
  staffRoute({
    method: 'POST',
    path: '/merchants/:merchantId/payouts',
    operationId: 'createMerchantPayout',
    group,
    summary: 'Pay a merchant now, whatever its schedule',
    about:
      'Where `FLORIN_APPROVALS` asks for a second person, the reply is 202, and the same call pays once it is approved.',
    caller: 'operator',
    permission: 'merchant-payouts:create',
    params: z.object({ merchantId: z.string() }),
    status: 201,
    repeated: 'stored',
    body: z.object({
      ...reasonField,
      currency: currencyField(),
      amount: optional(text({ max: 20, what: 'an amount such as 100.00; left out: all that is available' })),
    }),
    reply: payoutShape,
    accepted: waitingShape,
    run: async ({ caller, params, ip, body, once }) => {
      const merchantId = await merchantInScope(ctx, caller, params.merchantId)
      const { currency } = body
      const amount = body.amount === undefined ? undefined : readAmount(body.amount, currency)
      const by = authorOf({ caller, ip, body })
      const { payout, waits } = await createPayoutByHand(ctx, { by, merchantId, currency, amount, once })
      return waits ? waitsFor(waits) : payoutRecord(payout!)
    },
    recover: recoverWaiting(ctx, async (caller, id) => payoutRecord(await payoutFor(ctx.db, caller, id))),
  })

type Action = { action: ManualAction; permission: `merchant-payouts:${string}`; summary: string }

const actionRoute = (ctx: MerchantPayoutsContext, of: Action): StaffRoute =>
  staffRoute({
    ...actionParts(ctx, of),
    body: z.object(actionFields),
    run: (call) => changed(ctx, of.action, call),
  })

const returnRoute = (ctx: MerchantPayoutsContext): StaffRoute =>
  staffRoute({
    ...actionParts(ctx, {
      action: 'return',
      permission: 'merchant-payouts:resolve',
      summary: 'Record that a payout came back; its bank account is held',
    }),
    about: 'The merchant is owed all of it again. What banks have kept of it is our cost.',
    body: z.object({
      ...actionFields,
      bankCharge: optional(text({ max: 20, what: 'what banks have kept of it, such as 2.50; left out: nothing' })),
    }),
    run: (call) => changed(ctx, 'return', { ...call, uncheckedCharge: call.body.bankCharge }),
  })

const actionFields = {
  ...reasonField,
  bankReference: optional(text({ max: 100, what: 'what the bank calls it' })),
}

const actionParts = (ctx: MerchantPayoutsContext, { action, permission, summary }: Action) =>
  ({
    method: 'POST',
    path: `/merchant-payouts/:payoutId/${action}`,
    operationId: `${action}MerchantPayout`,
    group,
    summary,
    caller: 'operator',
    permission,
    params: oneParams,
    repeated: 'stored',
    reply: payoutShape,
    recover: async (caller: StaffCaller, id: string) => payoutRecord(await payoutFor(ctx.db, caller, id)),
  }) as const

type ActionCall = {
  caller: StaffCaller
  params: z.output<typeof oneParams>
  ip: string
  body: { reason: string; bankReference?: string | undefined }
  once: (subjectId: string) => Write[]
  uncheckedCharge?: string | undefined
}

async function changed(ctx: MerchantPayoutsContext, action: ManualAction, call: ActionCall) {
  const { caller, params, ip, body, once, uncheckedCharge } = call
  const { id } = await payoutFor(ctx.db, caller, params.payoutId)
  const { bankReference } = body
  const by = authorOf({ caller, ip, body })
  return payoutRecord(await resolvePayoutManually(ctx, { by, id, action, bankReference, uncheckedCharge, once }))
}

const fileRoutes = (ctx: MerchantPayoutsContext): StaffRoute[] => [
  staffList({
    method: 'GET',
    path: '/merchant-payout-files',
    operationId: 'listMerchantPayoutFiles',
    group,
    summary: 'Files of payouts that were made for the bank, newest first',
    caller: 'operator',
    permission: 'settlements:read',
    query: z.object(pageQuery),
    reply: fileShape,
    run: async ({ query: { page = 1, size = 20 } }) => {
      const { data, total } = await listFiles(ctx.db, { page, size })
      const records = data.map(({ id, madeAt, ...file }) => ({ ...file, id: String(id), madeAt: momentText(madeAt) }))
      return { data: records, page, size, total }
    },
  }),
  staffRoute({
    method: 'POST',
    path: '/merchant-payout-files',
    operationId: 'makeMerchantPayoutFile',
    group,
    summary: 'Make a file of the payouts that wait for the bank',
    about: 'ISO 20022, pain.001.001.09. Its payouts are submitted from then on: give the file to your bank.',
    caller: 'operator',
    permission: 'merchant-payouts:submit',
    status: 201,
    body: z.object({ ...reasonField }),
    reply: fileShape,
    run: async ({ caller, ip, body }) => {
      const by = authorOf({ caller, ip, body })
      const { id, messageId, payouts } = await makePayoutFile(ctx, { by })
      return { id: String(id), messageId, payouts, madeBy: by.actor, madeAt: momentText(ctx.clock.now()) }
    },
  }),
  staffFile({
    method: 'GET',
    path: '/merchant-payout-files/:fileId',
    operationId: 'getMerchantPayoutFile',
    group,
    summary: 'A file of payouts as it was made',
    about: 'It has the bank accounts of merchants in full.',
    caller: 'operator',
    permission: 'merchant-payouts:submit',
    params: z.object({ fileId: z.string() }),
    files: ['application/xml'],
    reply: z.unknown(),
    run: async ({ params: { fileId } }) => {
      const id = readId<PayoutFileId>(fileId)
      const content = id === undefined ? undefined : await findFileContent(ctx.db, id)
      if (content === undefined) throw refuse('payout_file_not_found', { fileId: fileId.slice(0, 20) })
      return { type: 'application/xml', fileName: `payouts-${id}.xml`, parts: partsOf(content) }
    },
  }),
  importRoute(ctx),
]

const importRoute = (ctx: MerchantPayoutsContext): StaffRoute =>
  staffRoute({
    method: 'POST',
    path: '/merchant-payout-files/import',
    operationId: 'importBankFile',
    group,
    summary: 'Record what a file of the bank says of payouts',
    about: 'pain.002, camt.053 or camt.054. A file that is imported again changes nothing.',
    caller: 'operator',
    permission: 'merchant-payouts:resolve',
    bodyBytesMax: 1_000_000,
    body: z.object({ ...reasonField, content: text({ max: 900_000, lines: true, what: 'the file, as it came' }) }),
    reply: importedShape,
    run: async ({ caller, ip, body }) => {
      const imported = await importBankFile(ctx, { by: authorOf({ caller, ip, body }), content: body.content })
      return { transfers: imported.map(importedRecord) }
    },
  })

async function* partsOf(content: string): AsyncGenerator<string> {
  yield content
}

const importedRecord = ({ endToEndId, reported, outcome, payout }: ImportedTransfer) => ({
  endToEndId,
  reported,
  outcome,
  ...(payout && { payoutId: String(payout.id), status: payout.status }),
})
