import type { Partner, PartnerId } from '#core/partners'
import { readPartnerId } from '#core/partners'
import type { Callers, IssuingCaller } from '#issuing/api'
import { holderOfToken } from '#issuing/holders'
import { Secret } from '#kernel/base/secret.ts'
import type { App } from '../../app/compose.ts'
import { type Asking, bearerOf, headerOf } from '../bare-json/headers.ts'
import { countCall } from '../rate-limits.ts'
import { refuse } from './refusals.ts'

type Recognize<Kind extends IssuingCaller> = (app: App, request: Asking) => Promise<Callers[Kind]>

/** Who calls, recognized as the kind of caller that the route names (wire fact 6.1). */
export const recognize: { [Kind in IssuingCaller]: Recognize<Kind> } = {
  partner: async (app, request) => {
    const key = headerOf(request, 'x-partner-api-key')
    if (!key) throw refuse('missing_partner_key')
    const found = await app.partners.partnerOfKey(key)
    if (!found) {
      await countCall(app.limiter, 'wrong_api_keys', { ip: request.ip, params: {} })
      throw refuse('invalid_partner_key')
    }
    const { partner, keyId } = found
    const named = headerOf(request, 'x-partner-id')
    if (named !== undefined && readPartnerId(named) !== partner.id) throw refuse('partner_mismatch')
    return { partnerId: activePartner(partner), keyId }
  },
  partnerApp: async (app, request) => {
    const named = headerOf(request, 'x-partner-id')
    if (named === undefined) throw refuse('missing_partner_id')
    const id = readPartnerId(named)
    const partner = id && (await app.partners.partner(id))
    if (!partner) throw refuse('unknown_partner')
    return { partnerId: activePartner(partner) }
  },
  holder: async (app, request) => {
    const holder = await holderOfToken(app, bearerOf(request, 'the access token of the customer'))
    if (!holder) throw refuse('invalid_token')
    const partner = await app.partners.partner(holder.partnerId)
    if (!partner?.active) throw refuse('partner_inactive')
    return holder
  },
  refreshToken: async (_app, request) => ({ token: new Secret(bearerOf(request, 'the refresh token')) }),
  loginSession: async (_app, request) => ({ token: new Secret(bearerOf(request, 'the session token of the login')) }),
}

function activePartner({ id, active }: Partner): PartnerId {
  if (!active) throw refuse('partner_inactive')
  return id
}
