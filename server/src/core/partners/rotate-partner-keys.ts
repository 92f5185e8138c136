import { auditEntry, endOfOverlap } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import { decide, increase, update, type Write } from '#kernel/db/commit/commit.ts'
import { carryOut, type PartnersContext } from './context.ts'
import type { PartnerId } from './ids.ts'
import { type KeyRevocation, type KeyRotation, type PartnerChange, partnerOwner } from './partner.ts'
import { keepApiKey, keepSigningKey, makeApiKey, makeSigningKey } from './partner-keys.ts'
import { refuse } from './refusals.ts'
import { apiKeysOf, findPartner, type PartnerVersion, signingKeysOf } from './store.ts'

/** A new API key. The one before it stays valid for the overlap; any older one ends now. */
export const rotateApiKey = (ctx: PartnersContext, { by, partnerId, overlap, once }: KeyRotation) =>
  decide(async () => {
    const now = ctx.clock.now()
    const previousUntil = endOfOverlap(now, overlap)
    const found = await partnerToChange(ctx, partnerId)
    const valid = validAt(await apiKeysOf(ctx.db, partnerId), now)
    const apiKey = makeApiKey(found.partner)
    const writes = [
      keepingApart(found),
      ...valid.map(({ id }, index) =>
        update('partners.api_keys', { set: { expires_at: index === 0 ? previousUntil : now }, where: { id } }),
      ),
      keepApiKey(ctx.keys, now, partnerId, apiKey),
      audited(now, { by, partnerId }, 'partnerKeyRotated', { previousKey: valid[0]?.id, previousUntil }),
      ...(once?.(String(partnerId)) ?? []),
    ]
    await carryOut(ctx, now, writes, 'rotate-partner-keys')
    return { apiKey, previousUntil }
  })

/**
 * A new signing key, which signs from when it is activated, or from the end of the overlap. The key that signs until
 * then ends with the overlap; any other one ends now.
 */
export const rotateSigningKey = (ctx: PartnersContext, { by, partnerId, overlap, once }: KeyRotation) =>
  decide(async (): Promise<{ signingKey: Secret<string>; previousUntil: Instant }> => {
    const now = ctx.clock.now()
    const previousUntil = endOfOverlap(now, overlap)
    const found = await partnerToChange(ctx, partnerId)
    const valid = validAt(await signingKeysOf(ctx.db, partnerId), now)
    const signing = signerAmong(valid)
    const signingKey = makeSigningKey()
    const writes = [
      keepingApart(found),
      ...valid.map(({ id }) =>
        update('partners.signing_keys', {
          set: { expires_at: id === signing?.id ? previousUntil : now },
          where: { id },
        }),
      ),
      keepSigningKey(ctx.keys, now, { partnerId, signingKey, isFirst: valid.length === 0 }),
      audited(now, { by, partnerId }, 'partnerSigningKeyRotated', { previousKey: signing?.id, previousUntil }),
      ...(once?.(String(partnerId)) ?? []),
    ]
    await carryOut(ctx, now, writes, 'rotate-partner-keys')
    return { signingKey, previousUntil }
  })

/** The receiver knows the newest signing key: it signs from now on. */
export const activateSigningKey = (ctx: PartnersContext, { by, partnerId }: PartnerChange) =>
  decide(async (): Promise<void> => {
    const now = ctx.clock.now()
    const found = await partnerToChange(ctx, partnerId)
    const [newest] = validAt(await signingKeysOf(ctx.db, partnerId), now)
    if (!newest) throw refuse('key_not_found', { field: 'partnerId' })
    if (newest.activatedAt) return
    const writes = [
      keepingApart(found),
      update('partners.signing_keys', { set: { activated_at: now }, where: { id: newest.id } }),
      audited(now, { by, partnerId }, 'partnerSigningKeyActivated', { key: newest.id }),
    ]
    await carryOut(ctx, now, writes, 'rotate-partner-keys')
  })

/** Ends an API key that a rotation left valid. The newest is never ended without a successor. */
export const revokeApiKey = (ctx: PartnersContext, { by, partnerId, keyId, once }: KeyRevocation) =>
  decide(async (): Promise<void> => {
    const now = ctx.clock.now()
    const found = await partnerToChange(ctx, partnerId)
    const valid = validAt(await apiKeysOf(ctx.db, partnerId), now)
    const key = valid.find(({ id }) => id === keyId)
    if (!key) throw refuse('key_not_found', { field: 'keyId' })
    if (key === valid[0]) throw refuse('key_is_current', { field: 'keyId' })
    const writes = [
      keepingApart(found),
      update('partners.api_keys', { set: { expires_at: now }, where: { id: keyId } }),
      audited(now, { by, partnerId }, 'partnerKeyRevoked', { key: keyId }),
      ...(once?.(String(partnerId)) ?? []),
    ]
    await carryOut(ctx, now, writes, 'rotate-partner-keys')
  })

/** Of the valid signing keys, newest first, the one that signs: the newest that is activated, else the oldest. */
export const signerAmong = <Key extends { activatedAt: Instant | null }>(keys: readonly Key[]): Key | undefined =>
  keys.find(({ activatedAt }) => activatedAt !== null) ?? keys.at(-1)

export const validAt = <Key extends { expiresAt: Instant | null }>(keys: readonly Key[], now: Instant): Key[] =>
  keys.filter(({ expiresAt }) => expiresAt === null || Temporal.Instant.compare(now, expiresAt) < 0)

async function partnerToChange({ db }: PartnersContext, partnerId: PartnerId): Promise<PartnerVersion> {
  const found = await findPartner(db, partnerId)
  if (!found) throw refuse('partner_not_found', { field: 'partnerId' })
  return found
}

/** The version of the partner keeps two rotations apart: the later one reads again and ends the key of the earlier. */
const keepingApart = ({ row }: PartnerVersion): Write =>
  update('partners.partners', {
    set: { version: increase(1n) },
    where: { id: row.id, version: row.version },
    wholeRow: row,
  })

const audited = (now: Instant, { by, partnerId }: PartnerChange, action: string, after: object): Write =>
  auditEntry(now, by, {
    action,
    owner: partnerOwner(partnerId),
    subject: { type: 'partner', id: String(partnerId) },
    after,
  })
