import { shortMemory } from '#core/directory'
import type { Secret } from '#kernel/base/secret.ts'
import { changePartner, createPartner } from './change-partner.ts'
import type { PartnersContext } from './context.ts'
import type { PartnerId } from './ids.ts'
import type {
  ApiKey,
  KeyRevocation,
  KeyRotation,
  NewPartner,
  NewPartnerInput,
  Partner,
  PartnerChange,
  PartnerChanges,
  SigningKey,
} from './partner.ts'
import { apiKeyFingerprint, looksLikeApiKey, tryOpenSigningKey } from './partner-keys.ts'
import { refuse } from './refusals.ts'
import {
  activateSigningKey,
  revokeApiKey,
  rotateApiKey,
  rotateSigningKey,
  signerAmong,
  validAt,
} from './rotate-partner-keys.ts'
import {
  apiKeysOf,
  findApiKeyHolder,
  findPartner,
  type PartnersPage,
  partnersAfter,
  partnersOnPage,
  type SigningKeyRow,
  signingKeysOf,
} from './store.ts'

/**
 * Partners and their keys. Queries are cached (for at most five seconds, and cleared by every change), so they are cheap
 * enough for every request. Every change is audited in the same commit.
 */
export type Partners = {
  partner(id: PartnerId): Promise<Partner | undefined>
  /** The partner that holds this API key now, and the id of the key. */
  partnerOfKey(unchecked: string): Promise<{ partner: Partner; keyId: bigint } | undefined>
  /** The key that signs its webhooks now. Refuses with `signing_key_unreadable` when there is one that does not open. */
  signingKey(id: PartnerId): Promise<Secret<string> | undefined>
  /** Refuses by field name what cannot be. The keys are shown here and never again. */
  create(input: NewPartnerInput): Promise<NewPartner>
  change(input: PartnerChanges): Promise<Partner>
  rotateApiKey(input: KeyRotation): ReturnType<typeof rotateApiKey>
  revokeApiKey(input: KeyRevocation): Promise<void>
  rotateSigningKey(input: KeyRotation): ReturnType<typeof rotateSigningKey>
  activateSigningKey(input: PartnerChange): Promise<void>
  /** By ascending id, beginning after `after`; 100 by default. */
  list(page?: { after?: PartnerId | undefined; limit?: number | undefined }): Promise<readonly Partner[]>
  /** As it was recorded, and not from the cache: an inactive one is shown as it is. */
  find(id: PartnerId): Promise<Partner | undefined>
  /** One page by ascending id, of these partners or of all. */
  page(requested: PartnersPage): Promise<{ data: readonly Partner[]; total: number }>
  /** Newest first, with those that have ended. */
  apiKeys(id: PartnerId): Promise<readonly ApiKey[]>
  signingKeys(id: PartnerId): Promise<readonly SigningKey[]>
  /** Stops listening for changes. */
  close(): Promise<void>
}

/** Listens on the channel `partners` for changes that other processes make. */
export async function openPartners(parts: Omit<PartnersContext, 'forget'>): Promise<Partners> {
  const { db } = parts
  const { forget, ...queries } = openMemory(parts)
  const listening = await db.listen('partners', forget)
  const ctx: PartnersContext = { ...parts, forget }
  return {
    ...queries,
    create: (input) => createPartner(ctx, input),
    change: (input) => changePartner(ctx, input),
    rotateApiKey: (input) => rotateApiKey(ctx, input),
    revokeApiKey: (input) => revokeApiKey(ctx, input),
    rotateSigningKey: (input) => rotateSigningKey(ctx, input),
    activateSigningKey: (input) => activateSigningKey(ctx, input),
    list: ({ after, limit = 100 } = {}) => partnersAfter(db, { after, limit }),
    find: async (id) => (await findPartner(db, id))?.partner,
    page: (requested) => partnersOnPage(db, requested),
    apiKeys: async (id) =>
      (await apiKeysOf(db, id)).map(({ expiresAt, ...key }) => ({ ...key, expiresAt: expiresAt ?? undefined })),
    signingKeys: async (id) =>
      (await signingKeysOf(db, id)).map(({ sealed: _, expiresAt, activatedAt, ...key }) => ({
        ...key,
        expiresAt: expiresAt ?? undefined,
        activatedAt: activatedAt ?? undefined,
      })),
    close: () => listening.stop(),
  }
}

function openMemory({ db, clock, keys, live }: Omit<PartnersContext, 'forget'>) {
  const partners = shortMemory(
    async (id: PartnerId) => {
      const partner = (await findPartner(db, id))?.partner
      return partner && { ...partner, active: partner.active && partner.live === live }
    },
    { clock },
  )
  const holders = shortMemory((hex: string) => findApiKeyHolder(db, Buffer.from(hex, 'hex')), { clock })
  const signers = shortMemory((id: PartnerId) => signingKeysOf(db, id), { clock })
  // An opened key lives as long as its row does in the memory: it is opened once, and gone when that forgets.
  const opened = new WeakMap<SigningKeyRow, Secret<string>>()
  const open = (partnerId: PartnerId, row: SigningKeyRow): Secret<string> => {
    const key = opened.get(row) ?? tryOpenSigningKey(keys, { partnerId, sealed: row.sealed })
    if (!key) throw refuse('signing_key_unreadable', { partnerId })
    opened.set(row, key)
    return key
  }
  return {
    partner: partners.get,
    partnerOfKey: async (unchecked: string) => {
      if (!looksLikeApiKey(unchecked)) return undefined
      const holder = await holders.get(apiKeyFingerprint(keys, unchecked).toString('hex'))
      const [valid] = holder ? validAt([holder], clock.now()) : []
      const partner = valid && (await partners.get(valid.partnerId))
      return valid && partner && { partner, keyId: valid.id }
    },
    signingKey: async (partnerId: PartnerId) => {
      const signer = signerAmong(validAt((await signers.get(partnerId)) ?? [], clock.now()))
      return signer && open(partnerId, signer)
    },
    forget: () => {
      partners.forget()
      holders.forget()
      signers.forget()
    },
  }
}
