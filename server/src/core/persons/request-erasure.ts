import { type Approval, type Approvals, checkReason, type StaffAuthor } from '#core/access'
import { type Directory, merchantOwner, type SiteId } from '#core/directory'
import type { Owner } from '#kernel/base/owner.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import { beginErasure } from './begin-erasure.ts'
import type { PersonsContext } from './context.ts'
import type { ErasureId, Subject } from './erasure.ts'
import { planErasure } from './plan-erasure.ts'
import { refuse } from './refusals.ts'
import { requirePerson } from './require-person.ts'

export type RequestContext = PersonsContext & {
  directory: Pick<Directory, 'site'>
  approvals: Pick<Approvals, 'require' | 'attempt' | 'get'>
}

type Input = { by: StaffAuthor; subject: Subject; once?: ((subjectId: string) => Write[]) | undefined }
type Requested = { id: ErasureId; waits?: undefined } | { id?: undefined; waits: Approval }

/**
 * Begins to erase a person for a member of staff. Where the installation wants two people, the first call waits for an
 * approval. Refuses with `data_subject_not_found`, and with `person_has_open_things` before another person is asked.
 */
export const requestErasure = (ctx: RequestContext, input: Input): Promise<Requested> =>
  ctx.approvals.attempt({ by: input.by, action: 'persons:erase', subject: namedAs(input.subject) }, () =>
    request(ctx, input),
  )

const namedAs = ({ kind, id }: Subject) => ({ type: kind, id })

async function request(ctx: RequestContext, { by: author, subject, once }: Input): Promise<Requested> {
  const by = { ...author, reason: checkReason(author.reason) }
  const { person } = await requirePerson(ctx, subject)
  const { open } = await planErasure(ctx, subject)
  if (open.length > 0 && !person.isErased)
    throw refuse('person_has_open_things', { open: open.join(', '), things: open })
  const cleared = await ctx.approvals.require({
    ...{ by, action: 'persons:erase', owner: await scopeOf(ctx, person.owner), request: 'erase', once },
    subject: namedAs(subject),
  })
  if (!cleared.allowed) return { waits: cleared.approval }
  const alongside = (id: string) => [...cleared.writes, ...(once?.(id) ?? [])]
  return { id: await beginErasure(ctx, { by, subject, alongside }) }
}

/** Whose staff decides: of the merchant of a site, or of a partner. */
async function scopeOf({ directory }: Pick<RequestContext, 'directory'>, owner: Owner): Promise<Owner> {
  if (owner.kind !== 'site') return owner
  const site = await directory.site(Number(owner.id) as SiteId)
  if (!site) throw new Error(`the customer of site ${owner.id} has no site`)
  return merchantOwner(site.merchantId)
}
