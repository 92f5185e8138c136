import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import {
  authorOf,
  reasonField,
  recoverWaiting,
  type StaffRoute,
  staffList,
  staffRoute,
  type TableListParts,
  tableList,
  viewerOf,
  waitingShape,
  waitsFor,
} from '#core/access'
import { ofPartners } from '#core/partners'
import { readHolderId } from '#issuing/ids'
import { readId } from '#kernel/base/id.ts'
import { ledBy, withValues } from '#kernel/db/keyset-parts.ts'
import { oneOf, optional, text, trueOrFalse } from '#kernel/http/field.ts'
import { chosen, several } from '#kernel/http/filter.ts'
import { pageQuery } from '#kernel/http/json-shape.ts'
import type { DecidingContext } from './context.ts'
import { decideHit, hitDecisions } from './decide-hit.ts'
import { hitActions, hitGuards } from './hit-actions.ts'
import { hitStates } from './hit-states.ts'
import type { HitId, RunId } from './ids.ts'
import { listNames } from './list-entry.ts'
import { refuse } from './refusals.ts'
import { rescreen } from './rescreen.ts'
import { showHit } from './show-hit.ts'
import { currentLists, findHit, findRun, hitOf, pageOfRuns, pageOfVersions } from './store.ts'
import {
  hitFileRecord,
  hitFileShape,
  hitRecord,
  hitShape,
  runRecord,
  runShape,
  versionRecord,
  versionShape,
} from './wire.ts'

const group = 'Screening'

/** Screening for the staff: the lists and the comparisons are the operator's, hits are of the customers of a partner. */
export const screeningStaffRoutes = (ctx: DecidingContext & TableListParts): StaffRoute[] => [
  ...listRoutes(ctx),
  ...hitListRoutes(ctx),
  staffRoute({
    method: 'GET',
    path: '/screening/hits/:id',
    operationId: 'getHit',
    group,
    summary: 'A hit: the customer beside the entry of the list, and what was decided',
    about: 'It holds personal data: the audit keeps who has looked.',
    caller: 'staff',
    permission: 'screening:review',
    params: z.object({ id: z.string() }),
    reply: hitFileShape.extend({ actions: hitActions.shape }),
    run: async ({ caller, ip, params }) => {
      const by = viewerOf({ caller, ip })
      const file = await showHit(ctx, { by, hitId: hitIdOf(params.id), scope: caller.staff.scope })
      return { ...hitFileRecord(file), actions: hitActions.record(caller, hitGuards(file.hit)) }
    },
  }),
  decisionRoute(ctx),
]

const hitListRoutes = (parts: TableListParts): StaffRoute[] =>
  tableList(parts, {
    name: 'screening-hits',
    path: '/screening/hits',
    operations: { list: 'listHits', export: 'exportHits' },
    group,
    permission: 'screening:review',
    summary: 'Customers whose names are like those of a list',
    about: 'Who waits longest comes first, unless `sort` says otherwise.',
    table: 'screening.hits',
    usualSort: 'created',
    filters: {
      ...ofPartners.filters,
      customerId: optional(text({ max: 50, what: 'the id of a customer' })),
      status: several(hitStates.statuses).meta({ description: 'All when left out.' }),
      list: several(listNames),
      strong: optional(trueOrFalse()).meta({ description: 'Whether it suspended the cards of the customer.' }),
      text: optional(text({ max: 200, min: 2, what: 'a part of the name on the list, or its reference' })).meta({
        description: 'Part of the name on the list, or the reference of the entry. No index has it.',
      }),
    },
    shape: hitShape,
    record: hitRecord,
    whose: ofPartners.whose,
    selected: ({ customerId, status, list, strong, text }) => ({
      narrowed: [
        ...(customerId === undefined ? [] : [withValues('holder_id', 'text', [readHolderId(customerId) ?? ''])]),
        ...(status ? [ledBy('status', 'text', chosen(hitStates.statuses, status))] : []),
      ],
      conditions: [
        ...(list ? [sql<SqlBool>`entry.list = any(${chosen(listNames, list)}::text[])`] : []),
        ...(strong === undefined ? [] : [sql<SqlBool>`entry.strong = ${strong}`]),
        ...(text
          ? [sql<SqlBool>`(position(lower(${text}) in lower(entry.name)) > 0 or entry.reference = ${text})`]
          : []),
      ],
    }),
    things: (rows) => rows.map(hitOf),
  })

const decisionRoute = (ctx: DecidingContext): StaffRoute =>
  staffRoute({
    method: 'POST',
    path: '/screening/hits/:id/decide',
    operationId: 'decideHit',
    group,
    summary: 'Decide whether the customer is the person on the list',
    about:
      '`clear`: another person; `confirm`: this person; `reopen`: undecided again. Where a second person is needed the reply is 202 with an approval, and the same call decides when it was given.',
    caller: 'staff',
    permission: 'screening:decide',
    repeated: 'stored',
    params: z.object({ id: z.string() }),
    body: z.object({ ...reasonField, decision: oneOf(hitDecisions) }),
    reply: hitShape,
    accepted: waitingShape,
    run: async ({ caller, ip, params, body, once }) => {
      const by = authorOf({ caller, ip, body })
      const { scope } = caller.staff
      const input = { by, hitId: hitIdOf(params.id), decision: body.decision, scope, once }
      const { hit, waits } = await decideHit(ctx, input)
      return waits ? waitsFor(waits) : hitRecord(hit)
    },
    recover: recoverWaiting(ctx, async (_caller, id) => hitRecord((await findHit(ctx.db, BigInt(id) as HitId))!)),
  })

const listRoutes = (ctx: DecidingContext): StaffRoute[] => [
  staffList({
    method: 'GET',
    path: '/screening/lists',
    operationId: 'listListVersions',
    group,
    summary: 'The versions of the lists that were loaded, newest first',
    caller: 'operator',
    permission: 'screening:read',
    query: z.object(pageQuery),
    reply: versionShape,
    run: async ({ query: { page = 1, size = 20 } }) => {
      const current = new Set((await currentLists(ctx.db)).map(({ versionId }) => versionId))
      const { data, total } = await pageOfVersions(ctx.db, { page, size })
      return { data: data.map((version) => versionRecord(version, current.has(version.id))), page, size, total }
    },
  }),
  staffList({
    method: 'GET',
    path: '/screening/comparisons',
    operationId: 'listComparisons',
    group,
    summary: 'The comparisons of everybody, newest first, and how far they are',
    caller: 'operator',
    permission: 'screening:read',
    query: z.object(pageQuery),
    reply: runShape,
    run: async ({ query: { page = 1, size = 20 } }) => {
      const { data, total } = await pageOfRuns(ctx.db, { page, size })
      return { data: data.map(runRecord), page, size, total }
    },
  }),
  staffRoute({
    method: 'POST',
    path: '/screening/comparisons',
    operationId: 'createComparison',
    group,
    summary: 'Compare every customer with the current lists again',
    caller: 'operator',
    permission: 'screening:load',
    repeated: 'stored',
    body: z.object(reasonField),
    reply: runShape,
    run: async ({ caller, ip, body, once }) =>
      runRecord(await rescreen(ctx, { by: authorOf({ caller, ip, body }), once })),
    recover: async (_caller, id) => runRecord((await findRun(ctx.db, BigInt(id) as RunId))!),
  }),
]

function hitIdOf(unchecked: string): HitId {
  const id = readId<HitId>(unchecked)
  if (id === undefined) throw refuse('hit_not_found', { hitId: unchecked.slice(0, 50) })
  return id
}
