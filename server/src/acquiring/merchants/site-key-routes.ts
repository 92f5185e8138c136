import { z } from 'zod'
import { authorOf, reasonField, type StaffRoute, siteInScope, staffRoute, waitingShape, waitsFor } from '#core/access'
import type { Site, SiteKey } from '#core/directory'
import { readId } from '#kernel/base/id.ts'
import { duration, optional } from '#kernel/http/field.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import type { MerchantsContext } from './close-merchant.ts'
import { revealKey } from './reveal-key.ts'
import { type SiteKeyRecord, siteKeyShape } from './shapes.ts'

const group = 'Merchants'
const listShape = z.strictObject({ keys: z.array(siteKeyShape) })

/** The private keys of sites: lists are without the keys themselves. */
export const siteKeyRoutes = (ctx: MerchantsContext): StaffRoute[] => [...listRoutes(ctx), ...secretRoutes(ctx)]

const listRoutes = ({ directory }: MerchantsContext): StaffRoute[] => {
  const keysOf = async ({ id }: Site) => ({ keys: (await directory.listSiteKeys(id)).map(siteKeyRecord) })
  return [
    staffRoute({
      method: 'GET',
      path: '/sites/:siteId/keys',
      operationId: 'listSiteKeys',
      group,
      summary: 'The private keys of a site, newest first, with those that have ended',
      caller: 'staff',
      permission: 'keys:read',
      params: z.object({ siteId: z.string() }),
      reply: listShape,
      run: async ({ caller, params }) => keysOf(await siteInScope(directory, caller, params.siteId)),
    }),
    staffRoute({
      method: 'POST',
      path: '/sites/:siteId/keys/:keyId/revoke',
      operationId: 'revokeSiteKey',
      group,
      summary: 'End an older key of a site before its time',
      about: 'The newest key is replaced by a new one.',
      caller: 'staff',
      permission: 'keys:revoke',
      params: z.object({ siteId: z.string(), keyId: z.string() }),
      repeated: 'stored',
      body: z.object(reasonField),
      reply: listShape,
      run: async ({ caller, params, ip, body, once }) => {
        const site = await siteInScope(directory, caller, params.siteId)
        const by = authorOf({ caller, ip, body })
        const keyId = readId<bigint>(params.keyId) ?? 0n
        await directory.revokeSiteKey({ by, siteId: site.id, keyId, alongside: once(String(site.id)) })
        return keysOf(site)
      },
      recover: async (caller, id) => keysOf(await siteInScope(directory, caller, id)),
    }),
  ]
}

/** What shows a key to a person. */
const secretRoutes = (ctx: MerchantsContext): StaffRoute[] => [
  staffRoute({
    method: 'POST',
    path: '/sites/:siteId/keys',
    operationId: 'rotateSiteKey',
    group,
    summary: 'Make a new private key of a site; it is shown once',
    about: 'The key before it stays valid for the overlap; any older one ends now.',
    caller: 'staff',
    permission: 'keys:rotate',
    needsRecentProof: true,
    params: z.object({ siteId: z.string() }),
    status: 201,
    repeated: 'secret',
    body: z.object({
      ...reasonField,
      overlap: optional(duration()).meta({ description: 'How long the key before it stays valid.', default: 'PT24H' }),
    }),
    reply: z.strictObject({ privateKey: z.string(), previousUntil: momentShape }),
    run: async ({ caller, params, ip, body, once }) => {
      const { id: siteId } = await siteInScope(ctx.directory, caller, params.siteId)
      const { overlap } = body
      const by = authorOf({ caller, ip, body })
      const made = await ctx.directory.rotateSiteKey({ by, siteId, overlap, alongside: once(String(siteId)) })
      return { privateKey: made.displayKey.reveal(), previousUntil: momentText(made.previousUntil) }
    },
  }),
  staffRoute({
    method: 'POST',
    path: '/sites/:siteId/keys/:keyId/reveal',
    operationId: 'revealSiteKey',
    group,
    summary: 'Show a private key of a site that is valid; the audit keeps who has read it',
    about:
      'Where `FLORIN_APPROVALS` has `keys:reveal`, the reply is 202, and the same call shows the key once another person has approved.',
    caller: 'staff',
    permission: 'keys:reveal',
    needsRecentProof: true,
    params: z.object({ siteId: z.string(), keyId: z.string() }),
    body: z.object(reasonField),
    reply: z.strictObject({ privateKey: z.string() }),
    accepted: waitingShape,
    run: async ({ caller, params, ip, body }) => {
      const site = await siteInScope(ctx.directory, caller, params.siteId)
      const keyId = readId<bigint>(params.keyId) ?? 0n
      const { privateKey, waits } = await revealKey(ctx, { by: authorOf({ caller, ip, body }), site, keyId })
      return waits ? waitsFor(waits) : { privateKey: privateKey!.reveal() }
    },
  }),
]

export const siteKeyRecord = ({ id, createdAt, usedAt, expiresAt }: SiteKey): SiteKeyRecord => ({
  id: String(id),
  createdAt: momentText(createdAt),
  ...(usedAt && { usedAt: momentText(usedAt) }),
  ...(expiresAt && { endsAt: momentText(expiresAt) }),
})
