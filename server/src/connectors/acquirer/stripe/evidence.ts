import {
  type AcceptDisputeRequest,
  type DisputeClosed,
  type Done,
  NoResponse,
  type SubmitEvidenceRequest,
  type SubmitEvidenceResult,
} from '../port.ts'
import type { StripeReply } from './api.ts'
import { findHead } from './authorize.ts'
import type { StripeContext } from './context.ts'
import { refreshDispute } from './disputes.ts'
import { found } from './intents.ts'
import { type Dispute, readDispute, readIdentified } from './objects.ts'
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
    const { evidence_details: details } = await getDispute(ctx, dispute)
    if (details?.submission_count) return record(ctx, entry, { outcome: 'done', reference: dispute })
  }
  const files: Record<string, string> = {}
  for (const [index, document] of documents.entries()) {
    const field = params.evidenceFiles[index]
    if (!field) throw new Error(`Stripe takes ${params.evidenceFiles.length} documents at most`)
    files[field] = await uploaded(ctx, `${key}:file-${index + 1}`, document)
  }
  const reply = await ctx.api.post(`/v1/disputes/${dispute}`, { key, params: params.evidenceParams({ text, files }) })
  return reply.ok ? record(ctx, entry, { outcome: 'done', reference: dispute }) : refusedFor(ctx, entry, dispute, reply)
}

/** Accepts the dispute: the money stays with the cardholder. */
export async function acceptDispute(ctx: StripeContext, request: AcceptDisputeRequest): Promise<SubmitEvidenceResult> {
  const { key, dispute } = request
  const entry = await recordResponse(ctx, request, 'acceptDispute')
  if (entry.result) return responseResult(entry.result)
  if (!isFresh(ctx, entry) && (await getDispute(ctx, dispute)).status === 'lost')
    return record(ctx, entry, { outcome: 'done', reference: dispute })
  const reply = await ctx.api.post(`/v1/disputes/${dispute}/close`, { key, params: {} })
  await onceSent(() => refreshDispute(ctx, dispute))
  return reply.ok ? record(ctx, entry, { outcome: 'done', reference: dispute }) : refusedFor(ctx, entry, dispute, reply)
}

const getDispute = async ({ api }: StripeContext, id: string): Promise<Dispute> =>
  readDispute(found(await api.get(`/v1/disputes/${id}`), id))

/**
 * A refusal is about the request: the key, its rights, what the evidence has. Only the dispute itself says that it is over, or
 * answered by somebody else.
 * @throws NoResponse while it is open: it is sent again, and the log says why it was refused.
 */
function refusedFor(
  ctx: StripeContext,
  entry: Entry,
  dispute: string,
  { status, error }: Extract<StripeReply, { ok: false }>,
): Promise<SubmitEvidenceResult> {
  return onceSent(async () => {
    const now = await getDispute(ctx, dispute)
    if (!isOpen(now)) return record(ctx, entry, { outcome: 'closed', reference: dispute })
    const why = [status, error.code ?? error.type, error.param, error.message].filter((part) => part != null).join(' ')
    ctx.log.error({ dispute, why }, 'Stripe does not take the response to a dispute that is open; it is sent again')
    throw new NoResponse(`Stripe does not take the response to ${dispute}: ${why}`)
  })
}

const isOpen = ({ status, evidence_details: details }: Dispute): boolean =>
  (status === 'needs_response' || status === 'warning_needs_response') && !details?.submission_count

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
