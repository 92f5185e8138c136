import { auditEntry, difference } from '#core/directory'
import { decide, increase, insert, update } from '#kernel/db/commit/commit.ts'
import { carryOut, type PartnersContext } from './context.ts'
import { type NewPartner, type NewPartnerInput, type Partner, type PartnerChanges, partnerOwner } from './partner.ts'
import { checkPartnerFields, type PartnerFields } from './partner-fields.ts'
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
  const writes = [
    insert('partners.partners', {
      id,
      live,
      ...columnsOf(fields),
      created_at: now,
    }),
    keepApiKey(ctx.keys, now, id, apiKey),
    keepSigningKey(ctx.keys, now, { partnerId: id, signingKey, isFirst: true }),
    auditEntry(now, by, {
      action: 'partnerCreated',
      owner: partnerOwner(id),
      subject: { type: 'partner', id: String(id) },
      after: { live, ...auditedOf(fields) },
    }),
    ...(once?.(String(id)) ?? []),
  ]
  await carryOut(ctx, now, writes, 'change-partner')
  return { partner: { id, live, createdAt: now, ...fields }, apiKey, signingKey }
}

/** Changes what is given and leaves the rest; a change that changes nothing leaves no trace. */
export async function changePartner(
  ctx: PartnersContext,
  { by, partnerId, changes, expect }: PartnerChanges,
): Promise<Partner> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  return decide(async () => {
    const found = await findPartner(ctx.db, partnerId)
    if (!found) throw refuse('partner_not_found', { field: 'partnerId' })
    expect?.(found.partner)
    const { id, live, createdAt, ...before } = found.partner
    const after = checkPartnerFields({ ...before, ...given }, found.partner)
    const changed = difference(before, after)
    if (!changed) return found.partner
    const now = ctx.clock.now()
    const writes = [
      update('partners.partners', {
        set: { ...columnsOf(after), version: increase(1n) },
        where: { id: partnerId, version: found.row.version },
        wholeRow: found.row,
      }),
      auditEntry(now, by, {
        action: 'partnerChanged',
        owner: partnerOwner(partnerId),
        subject: { type: 'partner', id: String(partnerId) },
        ...changed,
      }),
    ]
    await carryOut(ctx, now, writes, 'change-partner')
    return { id, live, createdAt, ...after }
  })
}

const columnsOf = (fields: PartnerFields) => ({
  name: fields.name,
  active: fields.active,
  webhook_url: fields.webhookUrl ?? null,
  webhook_retries: fields.webhookRetries,
  decision_url: fields.decisionUrl ?? null,
  decision_deadline_ms: fields.decisionDeadlineMs,
  decision_fallback: fields.decisionFallback,
})

/** For a partner that is not asked, nothing of how it would be. */
const auditedOf = ({ name, active, webhookUrl, webhookRetries, ...decisions }: PartnerFields) => ({
  name,
  active,
  webhookUrl: webhookUrl ?? null,
  webhookRetries,
  ...(decisions.decisionUrl !== undefined && decisions),
})
