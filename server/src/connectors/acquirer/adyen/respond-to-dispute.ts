import { z } from 'zod'
import { writePdfDocument } from '#kernel/base/pdf-document.ts'
import { commit, decide, insert, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import { NoResponse } from '../errors.ts'
import type { AcceptDisputeRequest, AcceptDisputeResult, SubmitEvidenceRequest, SubmitEvidenceResult } from '../port.ts'
import { type AdyenBody, isAccepted } from './api.ts'
import type { AdyenContext } from './context.ts'
import { assignDocuments, type Document, defenseReasons } from './defense.ts'
import { againIfTaken, eventsOf, isDefended, lastNumber, pspReferenceOf, responsesOf } from './dispute-store.ts'

/**
 * Defends a dispute (Disputes API v30): asks how it may be defended, supplies the documents and defends it, which can be
 * done once. The API has no idempotency keys; that a dispute was defended is known from our own record, or from Adyen's
 * webhook when the answer was lost.
 * @throws NoResponse when it is not known whether Adyen took it, or when the documents do not fit.
 */
export async function submitEvidence(ctx: AdyenContext, request: SubmitEvidenceRequest): Promise<SubmitEvidenceResult> {
  const { key, dispute, text, documents } = request
  const known = await knownResult(ctx, request)
  if (known) return known
  const disputePspReference = pspReferenceOf(dispute)
  const done = { outcome: 'done' as const, reference: disputePspReference }
  if (await isDefended(ctx, disputePspReference)) return record(ctx, { key, dispute, kind: 'evidence', result: done })
  const reasons = defenseReasons(await ask(ctx, 'retrieveApplicableDefenseReasons', { disputePspReference }))
  const { defenseReasonCode, defenseDocuments } = assignDocuments(reasons, [
    await pageOf(text),
    ...documents.map(fileOf),
  ])
  await ask(ctx, 'supplyDefenseDocument', { disputePspReference, defenseDocuments })
  await ask(ctx, 'defendDispute', { disputePspReference, defenseReasonCode })
  return record(ctx, { key, dispute, kind: 'evidence', result: done })
}

/** Accepts a dispute, which is lost with that. */
export async function acceptDispute(ctx: AdyenContext, request: AcceptDisputeRequest): Promise<AcceptDisputeResult> {
  const { key, dispute } = request
  const known = await knownResult(ctx, request)
  if (known) return known
  const disputePspReference = pspReferenceOf(dispute)
  await ask(ctx, 'acceptDispute', { disputePspReference })
  const result = { outcome: 'done' as const, reference: disputePspReference }
  return record(ctx, { key, dispute, kind: 'acceptance', result })
}

/** The result of before, or `closed` for a dispute that is decided, defended by another request, or not known. */
async function knownResult(
  ctx: AdyenContext,
  { key, dispute }: Pick<SubmitEvidenceRequest, 'key' | 'dispute'>,
): Promise<SubmitEvidenceResult | undefined> {
  const responses = await responsesOf(ctx, dispute)
  const before = responses.find((each) => each.key === key)
  if (before) return before.result
  const last = (await eventsOf(ctx, pspReferenceOf(dispute))).at(-1)
  const isOpen = last?.kind === 'opened' && responses.every(({ result }) => result.outcome !== 'done')
  return isOpen ? undefined : { outcome: 'closed', reference: pspReferenceOf(dispute) }
}

const serviceResult = z.object({
  disputeServiceResult: z.object({ success: z.boolean(), errorMessage: z.string().optional() }),
})

async function ask(ctx: AdyenContext, call: string, body: AdyenBody): Promise<unknown> {
  const response = await ctx.api.postDispute(`/${call}`, body)
  const read = serviceResult.safeParse(response.json)
  if (isAccepted(response) && read.success && read.data.disputeServiceResult.success) return response.json
  const why = read.success ? read.data.disputeServiceResult.errorMessage : undefined
  throw new NoResponse(`Adyen did not carry out ${call}: ${why ?? `it responded with ${response.status}`}`)
}

/** The merchant's own words, as a page. */
async function pageOf(text: string): Promise<Document> {
  const lines = text.split('\n').map((line) => (line.trim() === '' ? { gap: 10 } : { line }))
  const pages: Buffer[] = []
  const about = { title: 'Response to the dispute', language: 'en' }
  for await (const part of writePdfDocument(about, [{ title: about.title }, ...lines])) pages.push(part)
  return { contentType: 'application/pdf', content: Buffer.concat(pages).toString('base64') }
}

const fileOf = ({ mediaType, content }: SubmitEvidenceRequest['documents'][number]): Document => ({
  contentType: mediaType,
  content: Buffer.from(content).toString('base64'),
})

type NewResponse = { key: string; dispute: string; kind: 'evidence' | 'acceptance'; result: SubmitEvidenceResult }

/** Of an acceptance: the dispute is lost with it, and no webhook is needed to know it. */
const record = (ctx: AdyenContext, response: NewResponse): Promise<SubmitEvidenceResult> =>
  decide(async () => {
    const now = ctx.clock.now()
    const row = { ...response, connector: ctx.connector, result: jsonb(response.result), sent_at: now }
    const conflict = ['connector', 'key'] as const
    const lost = response.kind === 'acceptance' ? await planLost(ctx, pspReferenceOf(response.dispute)) : []
    const writes = [insert('adyen.dispute_responses', row, { orElse: { conflict, set: [] } }), ...lost]
    await commit(ctx, now, writes, 'respond-to-dispute')
    return response.result
  })

async function planLost(ctx: AdyenContext, pspReference: string): Promise<Write[]> {
  const last = (await eventsOf(ctx, pspReference)).at(-1)
  if (last?.kind !== 'opened') return []
  const row = {
    ...last,
    connector: ctx.connector,
    number: (await lastNumber(ctx)) + 1n,
    kind: 'lost' as const,
    respond_by: null,
    happened_at: ctx.clock.now(),
  }
  return [insert('adyen.dispute_events', row, { onDuplicate: againIfTaken })]
}
