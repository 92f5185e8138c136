import { z } from 'zod'
import {
  authorOf,
  reasonField,
  recoverWaiting,
  type StaffCaller,
  type StaffRoute,
  seesSite,
  staffFile,
  staffRoute,
  viewerOf,
  waitingShape,
  waitsFor,
} from '#core/access'
import type { SiteId } from '#core/directory'
import { partnersInScope } from '#core/partners'
import type { Duty } from '#kernel/db/personal-data.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { erasureStatuses, type Subject, type SubjectKind } from './erasure.ts'
import { exportPerson } from './export-person.ts'
import { type ErasurePlan, planErasure } from './plan-erasure.ts'
import { refuse } from './refusals.ts'
import { type RequestContext, requestErasure } from './request-erasure.ts'
import { findErasureOf } from './store.ts'

/** Where customers of each kind stand in the interface. */
const kinds = {
  shopper: {
    path: '/shoppers/:shopperId',
    id: 'shopperId',
    name: 'Shopper',
    group: 'Shoppers',
    of: 'a customer of a store',
  },
  holder: {
    path: '/customers/:customerId',
    id: 'customerId',
    name: 'Customer',
    group: 'Customers',
    of: 'a customer of a partner',
  },
} as const satisfies Record<SubjectKind, unknown>

const duties = ['accounts', 'books', 'identity', 'security', 'short-lived'] as const satisfies readonly Duty[]
const partShape = z.strictObject({ table: z.string(), columns: z.array(z.string()), rows: z.int() })
const erasureShape = z.strictObject({
  customerId: z.string(),
  status: z.enum(['none', ...erasureStatuses]).meta({ description: '`none`: no erasure was begun.' }),
  open: z.array(z.string()).meta({ description: 'What stands against an erasure.' }),
  goes: z.array(partShape).meta({ description: 'What goes at once.' }),
  stays: z
    .array(
      partShape.extend({
        duty: z.enum(duties),
        because: z.string(),
        until: momentShape.optional().meta({ description: 'Absent: as long as the record that it is part of.' }),
      }),
    )
    .meta({ description: 'What a duty keeps.' }),
})

/** What `florin person` does, for customers of both kinds. */
export const personStaffRoutes = (ctx: RequestContext): StaffRoute[] =>
  (['shopper', 'holder'] as const).flatMap((kind) => [
    exportRoute(ctx, kind),
    planRoute(ctx, kind),
    eraseRoute(ctx, kind),
  ])

const paramsOf = (kind: SubjectKind) => z.object({ [kinds[kind].id]: z.string() })

const exportRoute = (ctx: RequestContext, kind: SubjectKind): StaffRoute =>
  staffFile({
    method: 'GET',
    path: `${kinds[kind].path}/personal-data`,
    operationId: `export${kinds[kind].name}Data`,
    group: kinds[kind].group,
    needsRecentProof: true,
    summary: `Everything that is held of ${kinds[kind].of}, as a file`,
    about: 'For requests under articles 15 and 20 of the GDPR. The audit says who has read it.',
    caller: 'staff',
    permission: 'persons:export',
    params: paramsOf(kind),
    files: ['application/json'],
    reply: z.unknown(),
    run: async ({ caller, params, ip }) => {
      const { subject } = await personInScope(ctx, caller, { kind, id: params[kinds[kind].id]! })
      const data = await exportPerson(ctx, { by: viewerOf({ caller, ip }), subject })
      const parts = async function* () {
        yield JSON.stringify(data, undefined, 2)
      }
      return { type: 'application/json', fileName: `personal-data-${subject.id}.json`, parts: parts() }
    },
  })

const planRoute = (ctx: RequestContext, kind: SubjectKind): StaffRoute =>
  staffRoute({
    method: 'GET',
    path: `${kinds[kind].path}/erasure`,
    operationId: `plan${kinds[kind].name}Erasure`,
    group: kinds[kind].group,
    summary: `What an erasure of ${kinds[kind].of} would take, and what a duty keeps`,
    caller: 'staff',
    permission: 'persons:erase',
    params: paramsOf(kind),
    reply: erasureShape,
    run: async ({ caller, params }) => {
      const { subject } = await personInScope(ctx, caller, { kind, id: params[kinds[kind].id]! })
      return erasureRecord(ctx, subject)
    },
  })

const eraseRoute = (ctx: RequestContext, kind: SubjectKind): StaffRoute =>
  staffRoute({
    method: 'POST',
    path: `${kinds[kind].path}/erase`,
    operationId: `erase${kinds[kind].name}`,
    group: kinds[kind].group,
    needsRecentProof: true,
    summary: `Erase what is held of ${kinds[kind].of}`,
    about:
      'Nothing brings it back. A worker erases what may go; what a duty keeps is erased when its term is over. Where `FLORIN_APPROVALS` has `persons:erase`, the reply is 202, and the same call is done once another person has approved.',
    caller: 'staff',
    permission: 'persons:erase',
    params: paramsOf(kind),
    repeated: 'stored',
    body: z.object(reasonField),
    reply: erasureShape,
    accepted: waitingShape,
    run: async ({ caller, params, ip, body, once }) => {
      const { subject } = await personInScope(ctx, caller, { kind, id: params[kinds[kind].id]! })
      const { waits } = await requestErasure(ctx, { by: authorOf({ caller, ip, body }), subject, once })
      if (waits) return waitsFor(waits)
      return erasureRecord(ctx, subject)
    },
    recover: recoverWaiting(ctx, async (caller, id) =>
      erasureRecord(ctx, (await personInScope(ctx, caller, { kind, id })).subject),
    ),
  })

/** Refuses whom the caller does not see as if there were no such customer. */
async function personInScope(
  ctx: RequestContext,
  caller: StaffCaller,
  subject: Subject,
): Promise<{ subject: Subject }> {
  const owner = (await ctx.persons.kinds[subject.kind].find(ctx.db, subject.id))?.owner
  const isSeen =
    owner?.kind === 'site'
      ? await seesSite(ctx.directory, caller, Number(owner.id) as SiteId)
      : owner !== undefined && partnersInScope(caller, owner.id)?.length !== 0
  if (!isSeen) throw refuse('data_subject_not_found', { field: kinds[subject.kind].id, id: subject.id.slice(0, 50) })
  return { subject }
}

async function erasureRecord(ctx: RequestContext, subject: Subject): Promise<z.output<typeof erasureShape>> {
  const [plan, erasure] = await Promise.all([planErasure(ctx, subject), findErasureOf(ctx.db, subject)])
  return {
    customerId: subject.id,
    status: erasure?.status ?? 'none',
    open: [...plan.open],
    goes: plan.goes.map((one) => ({ ...one, columns: [...one.columns] })),
    stays: plan.stays.map(stayingRecord),
  }
}

const stayingRecord = ({ until, columns, ...rest }: ErasurePlan['stays'][number]) => ({
  ...rest,
  columns: [...columns],
  ...(until && { until: momentText(until) }),
})
