import { z } from 'zod'
import type { PaymentsContext } from '#acquiring/payments'
import { authorOf, reasonField, type StaffRoute, siteInScope, staffRoute } from '#core/access'
import type { Site, SiteKey } from '#core/directory'
import { readId } from '#kernel/base/id.ts'
import { momentText } from '#kernel/http/json-shape.ts'
import { type SiteKeyRecord, siteKeyShape } from './shapes.ts'

const group = 'Merchants'
const listShape = z.strictObject({ keys: z.array(siteKeyShape) })

/** The private keys of sites by their ids; none of them shows a key. */
export const siteKeyRoutes = ({ directory }: PaymentsContext): StaffRoute[] => {
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
      about: 'The newest key is replaced by `florin site rotate-key`, which shows the new one once.',
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

export const siteKeyRecord = ({ id, createdAt, usedAt, expiresAt }: SiteKey): SiteKeyRecord => ({
  id: String(id),
  createdAt: momentText(createdAt),
  ...(usedAt && { usedAt: momentText(usedAt) }),
  ...(expiresAt && { endsAt: momentText(expiresAt) }),
})
