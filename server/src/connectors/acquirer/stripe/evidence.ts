import type { AcceptDisputeRequest, DisputeClosed, Done, SubmitEvidenceRequest, SubmitEvidenceResult } from '../port.ts'
import { findHead } from './authorize.ts'
import type { StripeContext } from './context.ts'
import { refreshDispute } from './disputes.ts'
import { found } from './intents.ts'
import { readDispute, readIdentified } from './objects.ts'
import * as params from './params.ts'
import { change, type Entry, type RequestKind, recordOnce, recordResult, type StripeResult } from './record.ts'
import { isFresh, onceSent } from './sending.ts'

/**
 * Submits text and documents. Stripe passes them to the bank, and takes no more of them after that. Its fields take one
 * document each: what the first does not hold goes into those that fit any kind of merchant.
 */
export async function submitEvidence(
  ctx: StripeContext,
  request: SubmitEvidenceRequest,
): Promise<SubmitEvidenceResult> {
  const { key, dispute, text, documents } = request
  const entry = await recordResponse(ctx, request, 'submitEvidence')
  if (entry.result) return responseResult(entry.result)
  if (!isFresh(ctx, entry)) {
    const { evidence_details: details } = readDispute(found(await ctx.api.get(`/v1/disputes/${dispute}`), dispute))
    return record(ctx, entry, { outcome: details?.submission_count ? 'done' : 'closed', reference: dispute })
  }
  const files: Record<string, string> = {}
  for (const [index, document] of documents.entries()) {
    const field = params.evidenceFiles[index]
    if (!field) throw new Error(`Stripe takes ${params.evidenceFiles.length} documents at most`)
    files[field] = await uploaded(ctx, `${key}:file-${index + 1}`, document)
  }
  const reply = await ctx.api.post(`/v1/disputes/${dispute}`, { key, params: params.evidenceParams({ text, files }) })
  return record(ctx, entry, { outcome: reply.ok ? 'done' : 'closed', reference: dispute })
}

/** Accepts the dispute: the money stays with the cardholder. */
export async function acceptDispute(ctx: StripeContext, request: AcceptDisputeRequest): Promise<SubmitEvidenceResult> {
  const { key, dispute } = request
  const entry = await recordResponse(ctx, request, 'acceptDispute')
  if (entry.result) return responseResult(entry.result)
  if (!isFresh(ctx, entry)) {
    const { status } = readDispute(found(await ctx.api.get(`/v1/disputes/${dispute}`), dispute))
    return record(ctx, entry, { outcome: status === 'lost' ? 'done' : 'closed', reference: dispute })
  }
  const reply = await ctx.api.post(`/v1/disputes/${dispute}/close`, { key, params: {} })
  await onceSent(() => refreshDispute(ctx, dispute))
  return record(ctx, entry, { outcome: reply.ok ? 'done' : 'closed', reference: dispute })
}

/** Records the response, and that it is being sent: a day later Stripe would take its key for a new one. */
async function recordResponse(
  ctx: StripeContext,
  { key, authorization }: AcceptDisputeRequest,
  kind: RequestKind,
): Promise<Entry> {
  await recordOnce(ctx, key, async () => {
    const head = await findHead(ctx, authorization)
    const { minor = 0n, currency = 'EUR' as const } = head ?? {}
    const result = head ? null : ({ outcome: 'closed', reference: undefined } as const)
    return { key, authorization, kind, minor, currency, result }
  })
  return change(ctx, key, ({ sentAt }) => (sentAt ? undefined : { change: { sentAt: ctx.clock.now() } }))
}

async function uploaded(
  { api }: StripeContext,
  key: string,
  { name, mediaType, content }: SubmitEvidenceRequest['documents'][number],
): Promise<string> {
  const file = new File([Uint8Array.from(content)], name, { type: mediaType })
  return readIdentified(found(await api.upload({ key, purpose: 'dispute_evidence', file }), name)).id
}

const record = async (
  ctx: StripeContext,
  { key }: Entry,
  result: Done | DisputeClosed,
): Promise<SubmitEvidenceResult> => responseResult(await recordResult(ctx, key, result))

/** Another kind of request had the key before where it is neither. */
const responseResult = (result: StripeResult): SubmitEvidenceResult =>
  result.outcome === 'done' || result.outcome === 'closed' ? result : { outcome: 'closed', reference: undefined }
