import { sql } from 'kysely'
import { z } from 'zod'
import {
  authorOf,
  doneBy,
  ofSites,
  reasonField,
  type StaffCaller,
  type StaffRoute,
  siteIdField,
  siteInScope,
  staffRoute,
  type TableListParts,
  tableList,
} from '#core/access'
import type { Write } from '#kernel/db/commit/commit.ts'
import { inOrder } from '#kernel/db/list.ts'
import { id, oneOf, optional, text, wholeNumber } from '#kernel/http/field.ts'
import { changeLink } from './change-link.ts'
import { type LinksContext, siteOf } from './context.ts'
import { createLink } from './create-link.ts'
import type { LinkId } from './ids.ts'
import { type Link, todayIn } from './link.ts'
import { linkActions, linkGuards, requireSwitchable } from './link-actions.ts'
import { linkInScope } from './link-in-scope.ts'
import { hasState, isAbout, type ListedState } from './list-links.ts'
import { changedLink, type LinkParameters, newLink } from './parameters.ts'
import { removeLink } from './remove-link.ts'
import { codeOf, linkRecord, staffLinkShape, wholeLinkShape } from './staff-wire.ts'
import { countUses, getLink, linksById } from './store.ts'

const about = { group: 'Payment links', caller: 'staff' } as const
const one = z.object({ linkId: id<LinkId>('the id of a payment link') })
const listed = ['open', 'inactive', 'expired', 'used-up'] as const satisfies readonly ListedState[]

type LinkParts = LinksContext & TableListParts

/** What merchants do with their payment links by hand. The parameters are those of the merchant interface. */
export const linkStaffRoutes = (ctx: LinkParts): StaffRoute[] => [
  ...listRoutes(ctx),
  readRoute(ctx),
  makeRoute(ctx),
  changeRoute(ctx),
  switchRoute(ctx, 'disable', {
    summary: 'Close a payment link until it is opened again',
    about: 'Shoppers who have begun to pay cannot go on either.',
  }),
  switchRoute(ctx, 'enable', { summary: 'Open a payment link again' }),
  removeRoute(ctx),
]

const listRoutes = (ctx: LinkParts): StaffRoute[] => {
  const { filters, whose } = ofSites(ctx.directory)
  return tableList(ctx, {
    name: 'links',
    operations: { list: 'listLinks', export: 'exportLinks' },
    group: about.group,
    permission: 'links:read',
    summary: 'Payment links, newest first',
    about: 'Those that were removed are not among them.',
    table: 'links.links',
    filters: {
      ...filters,
      status: optional(oneOf(listed)).meta({ description: 'Of today, in the time zone of the sites.' }),
      text: optional(
        text({ max: 200, what: 'a part of what is sold, the hash, or the e-mail address of the customer' }),
      ),
    },
    shape: staffLinkShape,
    record: ({ link, timeZone }: Listed) =>
      linkRecord(link, { publicUrl: ctx.publicUrl, now: ctx.clock.now(), timeZone }),
    whose,
    selected: ({ status, text }, timeZone) => ({
      // The condition of the index of the links of a site.
      narrowed: [
        {
          values: sql`(values (true)) as listed(always)`,
          is: sql`entry.removed_at is null`,
          count: 1,
          isCondition: true,
        },
      ],
      conditions: [
        ...(status ? hasState('entry', status, todayIn(timeZone, ctx.clock.now())) : []),
        ...(text ? [isAbout('entry', text)] : []),
      ],
    }),
    things: async (rows) => {
      const ids = rows.map(({ id }) => id)
      const links = inOrder(ids, await linksById(ctx.db, ids))
      return Promise.all(links.map(async (link) => ({ link, timeZone: (await siteOf(ctx, link.siteId)).timeZone })))
    },
  })
}
type Listed = { link: Link; timeZone: string }

const readRoute = (ctx: LinksContext): StaffRoute =>
  staffRoute({
    ...about,
    method: 'GET',
    path: '/links/:linkId',
    operationId: 'getLink',
    summary: 'One payment link, its QR code, and who changed it',
    permission: 'links:read',
    params: one,
    reply: wholeLinkShape.extend({ actions: linkActions.shape }),
    run: async ({ caller, params }) => {
      const link = await linkInScope(ctx, caller, params.linkId)
      const isOperator = caller.staff.scope.kind === 'platform'
      const audit = await doneBy(ctx.db, { kind: 'link', id: String(link.id) }, { isOperator })
      const { customerRequiredFields } = link.terms
      const begun = await countUses(ctx.db, link.id)
      return {
        ...(await shown(ctx, link)),
        actions: linkActions.record(caller, linkGuards(link)),
        customerRequiredFields: [...customerRequiredFields],
        begun,
        qrCode: codeOf(ctx, link),
        audit,
      }
    },
  })

const makeRoute = (ctx: LinksContext): StaffRoute =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/links',
    operationId: 'createLink',
    summary: 'Make a payment link',
    about: 'What a shopper who opens the link would be refused for is refused here already.',
    permission: 'links:create',
    status: 201,
    repeated: 'stored',
    // As the merchant interface: items, level 3.
    bodyBytesMax: 524_288,
    body: newLink.omit({ siteId: true, active: true, contentType: true }).extend({
      siteId: siteIdField,
      contentType: optional(newLink.shape.contentType),
      ...reasonField,
    }),
    reply: staffLinkShape,
    run: async (call) => {
      const { siteId: unchecked, reason, contentType = 'Description', ...sent } = call.body
      const { id: siteId } = await siteInScope(ctx.directory, call.caller, unchecked)
      const parameters = { ...sent, contentType }
      const { id: linkId } = await createLink(ctx, { by: authorOf(call), siteId, parameters, once: call.once })
      return shown(ctx, await getLink(ctx.db, linkId))
    },
    recover: recoverIn(ctx),
  })

const changeRoute = (ctx: LinksContext): StaffRoute =>
  staffRoute({
    ...about,
    method: 'PATCH',
    path: '/links/:linkId',
    operationId: 'changeLink',
    summary: 'Change a payment link for those who open it from now on',
    about:
      'What is left out stays as it is; null or an empty text removes a value. Shoppers who have begun to pay keep the terms they saw.',
    permission: 'links:change',
    bodyBytesMax: 524_288,
    params: one,
    body: changedLink.omit({ siteId: true, active: true }).extend({
      version: optional(wholeNumber({ min: 1, max: 2_147_483_647 })).meta({
        description: 'The version that was seen: if the link has another one by now, nothing is changed (409).',
      }),
      ...reasonField,
    }),
    reply: staffLinkShape,
    run: async (call) => {
      const { reason, version, ...parameters } = call.body
      return changed(ctx, call, { parameters, seen: version })
    },
  })

const switchRoute = (
  ctx: LinksContext,
  verb: 'disable' | 'enable',
  words: { summary: string; about?: string },
): StaffRoute =>
  staffRoute({
    ...about,
    ...words,
    method: 'POST',
    path: `/links/:linkId/${verb}`,
    operationId: `${verb}Link`,
    permission: 'links:change',
    repeated: 'stored',
    params: one,
    body: z.object(reasonField),
    reply: staffLinkShape,
    run: (call) =>
      changed(ctx, call, {
        parameters: { active: verb === 'enable' },
        require: (link) => requireSwitchable(link, verb),
        once: (linkId) => call.once(String(linkId)),
      }),
    recover: recoverIn(ctx),
  })

const removeRoute = (ctx: LinksContext): StaffRoute =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/links/:linkId/remove',
    operationId: 'removeLink',
    summary: 'Remove a payment link for good',
    about: 'Its address says from then on that it is gone. Payments that it led to stay.',
    permission: 'links:delete',
    repeated: 'stored',
    params: one,
    body: z.object(reasonField),
    reply: staffLinkShape,
    run: async (call) => {
      const { id: linkId, siteId, hash } = await linkInScope(ctx, call.caller, call.params.linkId)
      await removeLink(ctx, { by: authorOf(call), siteId, hash, once: () => call.once(String(linkId)) })
      return shown(ctx, await getLink(ctx.db, linkId))
    },
    recover: recoverIn(ctx),
  })

type Changing = Parameters<typeof authorOf>[0] & { params: { linkId: LinkId } }
type Change = {
  parameters: LinkParameters
  seen?: number | undefined
  require?: (link: Link) => void
  once?: (id: LinkId) => Write[]
}

async function changed(ctx: LinksContext, call: Changing, change: Change) {
  const { id: linkId, siteId, hash } = await linkInScope(ctx, call.caller, call.params.linkId)
  await changeLink(ctx, { by: authorOf(call), siteId, hash, ...change })
  return shown(ctx, await getLink(ctx.db, linkId))
}

const shown = async (ctx: LinksContext, link: Link) => {
  const { timeZone } = await siteOf(ctx, link.siteId)
  return linkRecord(link, { publicUrl: ctx.publicUrl, now: ctx.clock.now(), timeZone })
}

const recoverIn = (ctx: LinksContext) => async (_caller: StaffCaller, subjectId: string) =>
  shown(ctx, await getLink(ctx.db, BigInt(subjectId) as LinkId))
