import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Secret } from '#kernel/base/secret.ts'
import { type JsonCall, type JsonRoute, jsonRoutes } from '#kernel/http/json-route.ts'

declare module '#kernel/http/route.ts' {
  interface CallerKinds {
    /** A partner's server, with its API key (`x-partner-api-key`). */
    partner: 'permitted'
    /** Anybody with the id of a partner (`x-partner-id`): the apps of its customers before they log in. */
    partnerApp: 'open'
    /** A customer of a partner, with an access token. */
    holder: 'permitted'
    /** A customer's app, with a refresh token that the route itself checks. */
    refreshToken: 'open'
    /** A customer who has to send a second factor, with the session token of a login. */
    loginSession: 'open'
  }
}

/** Who calls, by the kind of caller that the route names. */
export type Callers = {
  partner: { partnerId: PartnerId; keyId: bigint }
  partnerApp: { partnerId: PartnerId }
  holder: { partnerId: PartnerId; holderId: HolderId }
  refreshToken: { token: Secret<string> }
  loginSession: { token: Secret<string> }
}
export type IssuingCaller = keyof Callers

/** A route of the issuing interface; its operations have their documented names (wire fact 6.3). */
export type IssuingRoute = JsonRoute<Callers>
export type IssuingCall<Kind extends IssuingCaller, Params, Query, Body> = JsonCall<Callers[Kind], Params, Query, Body>

export const { route: issuingRoute, list: issuingList, page: issuingPage, file: issuingFile } = jsonRoutes<Callers>()
