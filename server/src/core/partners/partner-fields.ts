import { checkName } from '#core/directory'
import type { Partner, PartnerInput } from './partner.ts'
import { refuse } from './refusals.ts'

export type PartnerFields = Pick<Partner, 'name' | 'active' | 'webhookUrl' | 'webhookRetries'>

/** Refuses by field name what cannot be. */
export const checkPartnerFields = (input: PartnerInput, { live }: { live: boolean }): PartnerFields => ({
  name: checkName(input.name ?? ''),
  active: input.active ?? true,
  webhookUrl: input.webhookUrl ? checkWebhookUrl(input.webhookUrl, live) : undefined,
  webhookRetries: input.webhookRetries ?? 'documented',
})

function checkWebhookUrl(unchecked: string, live: boolean): string {
  const url = URL.parse(unchecked)
  const schemes = live ? ['https:'] : ['https:', 'http:']
  if (!url || !schemes.includes(url.protocol) || url.username || url.password || unchecked.length > urlMax)
    throw refuse('invalid_webhook_url', { field: 'webhookUrl', lengthMax: urlMax })
  return url.href
}
const urlMax = 2_048
