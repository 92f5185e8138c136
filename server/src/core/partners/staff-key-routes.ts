import { z } from 'zod'
import { authorOf, reasonField, type StaffCaller, type StaffRoute, staffList, staffRoute } from '#core/access'
import { readId } from '#kernel/base/id.ts'
import { duration, optional } from '#kernel/http/field.ts'
import { momentShape, momentText, pageOf, pageQuery } from '#kernel/http/json-shape.ts'
import type { PartnerId } from './ids.ts'
import { partnerInScope } from './in-scope.ts'
import type { Partners } from './open-partners.ts'
import type { ApiKey, SigningKey } from './partner.ts'
import { refuse } from './refusals.ts'

const apiKeyShape = z.strictObject({
  id: z.string(),
  createdAt: momentShape,
  expiresAt: momentShape.optional().meta({ description: 'Without it the key is valid until it is replaced.' }),
})
const signingKeyShape = apiKeyShape.extend({
  activatedAt: momentShape.optional().meta({ description: 'Without it the key signs from the end of the overlap.' }),
})

const apiKeyRecord = ({ id, createdAt, expiresAt }: ApiKey): z.output<typeof apiKeyShape> => ({
  id: String(id),
  createdAt: momentText(createdAt),
  ...(expiresAt && { expiresAt: momentText(expiresAt) }),
})
const signingKeyRecord = ({ activatedAt, ...key }: SigningKey): z.output<typeof signingKeyShape> => ({
  ...apiKeyRecord(key),
  ...(activatedAt && { activatedAt: momentText(activatedAt) }),
})

const shared = { group: 'Keys of partners', caller: 'staff' as const }
const params = z.object({ partnerId: z.string() })
const reading = { ...shared, method: 'GET', permission: 'partners:read', params, query: z.object(pageQuery) } as const
const changing = { ...shared, method: 'POST', permission: 'partners:change' } as const
const rotation = z.object({
  ...reasonField,
  overlap: optional(duration()).meta({ description: 'How long the key before it stays valid.', default: 'PT24H' }),
})

/** The keys of partners, without the keys themselves; fresh ones are shown once. */
export const partnerKeyRoutes = (partners: Partners): StaffRoute[] => [
  ...apiKeyRoutes(partners),
  ...signingKeyRoutes(partners),
]

const apiKeyRoutes = (partners: Partners): StaffRoute[] => [
  staffList({
    ...reading,
    path: '/partners/:partnerId/api-keys',
    operationId: 'listPartnerApiKeys',
    summary: 'The API keys of a partner, newest first, with those that have ended',
    reply: apiKeyShape,
    run: async ({ caller, params, query }) => {
      const { data, ...page } = pageOf(await partners.apiKeys(partnerInScope(caller, params.partnerId)), query)
      return { data: data.map(apiKeyRecord), ...page }
    },
  }),
  staffRoute({
    ...changing,
    path: '/partners/:partnerId/api-keys',
    operationId: 'rotatePartnerApiKey',
    needsRecentProof: true,
    summary: 'Make a new API key; it is shown once',
    about: 'The key before it stays valid for the overlap; any older one ends now.',
    status: 201,
    repeated: 'secret',
    params,
    body: rotation,
    reply: z.strictObject({ apiKey: z.string(), previousUntil: momentShape }),
    run: async ({ caller, params, ip, body, once }) => {
      const partnerId = partnerInScope(caller, params.partnerId)
      const { overlap } = body
      const rotated = await partners.rotateApiKey({ by: authorOf({ caller, ip, body }), partnerId, overlap, once })
      return { apiKey: rotated.apiKey.reveal(), previousUntil: momentText(rotated.previousUntil) }
    },
  }),
  staffRoute({
    ...changing,
    path: '/partners/:partnerId/api-keys/:keyId/revoke',
    operationId: 'revokePartnerApiKey',
    summary: 'End an older API key now',
    repeated: 'stored',
    params: params.extend({ keyId: z.string() }),
    body: z.object(reasonField),
    reply: apiKeyShape,
    run: async ({ caller, params, ip, body, once }) => {
      const key = `${partnerInScope(caller, params.partnerId)} ${params.keyId}`
      const { partnerId, keyId } = readKey(caller, key)
      await partners.revokeApiKey({ by: authorOf({ caller, ip, body }), partnerId, keyId, once: () => once(key) })
      return apiKeyRecord(await apiKeyOf(partners, { partnerId, keyId }))
    },
    recover: async (caller, key) => apiKeyRecord(await apiKeyOf(partners, readKey(caller, key))),
  }),
]

/** `501 7`, as a revoked key is named for a request that is repeated. */
function readKey(caller: StaffCaller, text: string) {
  const [partner = '', key] = text.split(' ')
  const keyId = readId<bigint>(key)
  if (keyId === undefined) throw refuse('key_not_found', { field: 'keyId' })
  return { partnerId: partnerInScope(caller, partner), keyId }
}

async function apiKeyOf(partners: Partners, { partnerId, keyId }: { partnerId: PartnerId; keyId: bigint }) {
  const key = (await partners.apiKeys(partnerId)).find(({ id }) => id === keyId)
  if (!key) throw refuse('key_not_found', { field: 'keyId' })
  return key
}

const signingKeyRoutes = (partners: Partners): StaffRoute[] => [
  staffList({
    ...reading,
    path: '/partners/:partnerId/signing-keys',
    operationId: 'listPartnerSigningKeys',
    summary: 'The keys that sign the webhooks of a partner, newest first, with those that have ended',
    reply: signingKeyShape,
    run: async ({ caller, params, query }) => {
      const { data, ...page } = pageOf(await partners.signingKeys(partnerInScope(caller, params.partnerId)), query)
      return { data: data.map(signingKeyRecord), ...page }
    },
  }),
  staffRoute({
    ...changing,
    path: '/partners/:partnerId/signing-keys',
    operationId: 'rotatePartnerSigningKey',
    needsRecentProof: true,
    summary: 'Make a new signing key; it is shown once',
    about: 'The key before it signs until the new one is activated, or until the overlap ends.',
    status: 201,
    repeated: 'secret',
    params,
    body: rotation,
    reply: z.strictObject({ signingKey: z.string(), previousUntil: momentShape }),
    run: async ({ caller, params, ip, body, once }) => {
      const partnerId = partnerInScope(caller, params.partnerId)
      const { overlap } = body
      const rotated = await partners.rotateSigningKey({ by: authorOf({ caller, ip, body }), partnerId, overlap, once })
      return { signingKey: rotated.signingKey.reveal(), previousUntil: momentText(rotated.previousUntil) }
    },
  }),
  staffRoute({
    ...changing,
    path: '/partners/:partnerId/signing-keys/activate',
    operationId: 'activatePartnerSigningKey',
    needsRecentProof: true,
    summary: 'The receiver knows the newest signing key: sign with it from now on',
    about: 'A repeated call changes nothing.',
    params,
    body: z.object(reasonField),
    reply: signingKeyShape,
    run: async ({ caller, params, ip, body }) => {
      const partnerId = partnerInScope(caller, params.partnerId)
      await partners.activateSigningKey({ by: authorOf({ caller, ip, body }), partnerId })
      const [newest] = await partners.signingKeys(partnerId)
      return signingKeyRecord(newest!)
    },
  }),
]
