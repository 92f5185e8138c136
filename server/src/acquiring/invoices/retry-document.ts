import { type Author, auditEntry, siteOwner } from '#core/directory'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import type { InvoicesContext } from './context.ts'
import type { RequestId } from './ids.ts'
import { issuingWork } from './issue-documents.ts'
import { refuse } from './refusals.ts'
import { type DocumentRequest, dueAgain, findRequest, setAsideOf } from './request-store.ts'

export async function requireRequest({ db }: Pick<InvoicesContext, 'db'>, id: RequestId): Promise<DocumentRequest> {
  const found = await findRequest(db, id)
  if (!found) throw refuse('invoice_request_not_found', { field: 'requestId', requestId: id })
  return found
}

/**
 * Makes a document again that was parked, and what waits for it of the same payment; while a worker has the site, that one
 * makes them. Returns the request as it is after that: done, with its problem, or due. Refuses with `invoice_request_not_parked`.
 */
export async function retryDocument(
  ctx: InvoicesContext,
  { by, request: { id, siteId, paymentId } }: { by: Author; request: DocumentRequest },
): Promise<DocumentRequest> {
  await decide(async () => {
    const requests = await setAsideOf(ctx.db, paymentId)
    const request = requests.find((one) => one.id === id)
    if (!request?.parkedAt) throw refuse('invoice_request_not_parked', { requestId: id })
    const now = ctx.clock.now()
    const entry = auditEntry(now, by, {
      action: 'invoiceRetried',
      owner: siteOwner(siteId),
      subject: { type: 'invoiceRequest', id },
      before: { problem: request.problem },
    })
    await commit(ctx, now, [...requests.map((one) => dueAgain(now, one)), entry], 'retry-document')
  })
  await issuingWork(ctx).run(id)
  return (await findRequest(ctx.db, id))!
}
