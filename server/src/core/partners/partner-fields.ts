import { checkName } from '#core/directory'
import type { Partner, PartnerInput } from './partner.ts'
import { refuse } from './refusals.ts'

export type PartnerFields = Omit<Partner, 'id' | 'live' | 'createdAt'>

/** Refuses by field name what cannot be. */
export const checkPartnerFields = (input: PartnerInput, { live }: { live: boolean }): PartnerFields => ({
  name: checkName(input.name ?? ''),
  active: input.active ?? true,
  webhookUrl: input.webhookUrl ? checkUrl(input.webhookUrl, live, 'webhookUrl') : undefined,
  webhookRetries: input.webhookRetries ?? 'documented',
  decisionUrl: input.decisionUrl ? checkUrl(input.decisionUrl, live, 'decisionUrl') : undefined,
  decisionDeadlineMs: checkDeadline(input.decisionDeadlineMs ?? 2_000),
  decisionFallback: input.decisionFallback ?? 'decline',
})

/** A card network waits for some seconds, and its own way is among them. */
function checkDeadline(ms: number): number {
  if (Number.isInteger(ms) && ms >= deadlineMsMin && ms <= deadlineMsMax) return ms
  throw refuse('invalid_decision_deadline', { field: 'decisionDeadlineMs', deadlineMsMin, deadlineMsMax })
}
export const deadlineMsMin = 200
export const deadlineMsMax = 4_000

function checkUrl(unchecked: string, live: boolean, field: 'webhookUrl' | 'decisionUrl'): string {
  const url = URL.parse(unchecked)
  const schemes = live ? ['https:'] : ['https:', 'http:']
  if (!url || !schemes.includes(url.protocol) || url.username || url.password || unchecked.length > urlMax)
    throw refuse(field === 'webhookUrl' ? 'invalid_webhook_url' : 'invalid_decision_url', { field, lengthMax: urlMax })
  return url.href
}
const urlMax = 2_048
