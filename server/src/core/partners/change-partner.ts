import { auditEntry, difference } from '#core/directory'
import { decide, increase, insert, update } from '#kernel/db/commit/commit.ts'
import { carryOut, type PartnersContext } from './context.ts'
import {
  type NewPartner,
  type NewPartnerInput,
  type Partner,
  type PartnerChange,
  type PartnerInput,
  partnerOwner,
} from './partner.ts'
import { checkPartnerFields } from './partner-fields.ts'
import { keepApiKey, keepSigningKey, makeApiKey, makeSigningKey } from './partner-keys.ts'
import { refuse } from './refusals.ts'
import { findPartner, takePartnerId } from './store.ts'

/** A new partner with its first API key and its first signing key. */
export async function createPartner(
  ctx: PartnersContext,
  { by, live, apiKey = makeApiKey({ live }), once, ...input }: NewPartnerInput,
): Promise<NewPartner> {
  const fields = checkPartnerFields(input, { live })
  const now = ctx.clock.now()
  const id = await takePartnerId(ctx.db)
  const signingKey = makeSigningKey()
  const { name, active, webhookUrl, webhookRetries } = fields
  const writes = [
    insert('partners.partners', {
      id,
      live,
      name,
      active,
      webhook_url: webhookUrl ?? null,
      webhook_retries: webhookRetries,
      created_at: now,
    }),
    keepApiKey(ctx.keys, now, id, apiKey),
    keepSigningKey(ctx.keys, now, { partnerId: id, signingKey, isFirst: true }),
    auditEntry(now, by, {
      action: 'partnerCreated',
      owner: partnerOwner(id),
      subject: { type: 'partner', id: String(id) },
      after: { live, name, active, webhookUrl: webhookUrl ?? null, webhookRetries },
    }),
    ...(once?.(String(id)) ?? []),
  ]
  await carryOut(ctx, now, writes, 'change-partner')
  return { partner: { id, live, createdAt: now, ...fields }, apiKey, signingKey }
}

/** Changes what is given and leaves the rest; a change that changes nothing leaves no trace. */
export async function changePartner(
  ctx: PartnersContext,
  { by, partnerId, changes }: PartnerChange & { changes: PartnerInput },
): Promise<Partner> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  return decide(async () => {
    const found = await findPartner(ctx.db, partnerId)
    if (!found) throw refuse('partner_not_found', { field: 'partnerId' })
    const { name, active, webhookUrl, webhookRetries, ...rest } = found.partner
    const before = { name, active, webhookUrl, webhookRetries }
    const after = checkPartnerFields({ ...before, ...given }, found.partner)
    const changed = difference(before, after)
    if (!changed) return found.partner
    const now = ctx.clock.now()
    const set = {
      name: after.name,
      active: after.active,
      webhook_url: after.webhookUrl ?? null,
      webhook_retries: after.webhookRetries,
    }
    const writes = [
      update('partners.partners', {
        set: { ...set, version: increase(1n) },
        where: { id: partnerId, version: found.version },
      }),
      auditEntry(now, by, {
        action: 'partnerChanged',
        owner: partnerOwner(partnerId),
        subject: { type: 'partner', id: String(partnerId) },
        ...changed,
      }),
    ]
    await carryOut(ctx, now, writes, 'change-partner')
    return { ...rest, ...after }
  })
}
