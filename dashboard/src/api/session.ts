import { ApiError, apiRoot, refusalOf } from './client.ts'
import type { PasskeyOptions, PasskeyReply } from './passkeys.ts'
import { ofPresence } from './presence.ts'

/** How a person can prove to be there; what is not listed is not possible. */
export type Ways = { password?: boolean; totp: boolean; recoveryCode: boolean; passkey?: PasskeyOptions }
/** What a person shows. */
export type Shown = { password: string } | { code: string } | { recoveryCode: string } | { passkey: PasskeyReply }
export type Factor = { id: string; kind: 'totp' | 'passkey'; name: string; createdAt: string; lastUsedAt?: string }
export type Factors = { factors: Factor[]; recoveryCodesLeft: number; isRequired: boolean }
export type TotpSetup = { uri: string; typed: string; setup: string; qrCode: string }
/** With the first factor come recovery codes, which are shown once. */
export type Added = { id: string; recoveryCodes: string[] }

/** Calls that set or need the session itself, which the document of the interface does not name. */
async function call<T = undefined>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${apiRoot}/session${path}`, {
    method,
    headers: {
      'florin-dashboard': '1',
      ...ofPresence(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new ApiError(0, { message: error instanceof Error ? error.message : 'The server cannot be reached.' })
  })
  if (!response.ok) throw new ApiError(response.status, await refusalOf(response))
  return (response.status === 204 ? undefined : await response.json()) as T
}
const post = <T = undefined>(path: string, body: object = {}) => call<T>('POST', path, body)

/** Where the operator's provider is asked who it is; `to` is the page that the person wants. */
export const signOnAddress = (to: string, { again = false } = {}): string =>
  `${apiRoot}/session/sign-on?${new URLSearchParams({ to, ...(again && { again: 'yes' }) })}`

export const session = {
  /** How people log in here. */
  options: () => call<{ password: boolean; singleSignOn?: string }>('GET', '/options'),
  /** Undefined once the person is logged in; else how the second step can be taken. */
  logIn: (email: string, password: string) => post<Ways | undefined>('', { email, password }),
  secondStep: (shown: Shown) => post('/second-step', shown),
  passkeyOptions: () => post<PasskeyOptions>('/passkey/options'),
  logInByPasskey: (passkey: PasskeyReply) => post('/passkey', { passkey }),
  logOut: () => call('DELETE', ''),
  endOthers: () => post('/end-others'),
  join: (token: string, password: string) => post('/join', { token, password }),
  waysToProve: () => post<Ways>('/proof/options'),
  prove: (shown: Shown) => post('/proof', shown),
  factors: () => call<Factors>('GET', '/second-factors'),
  setUpTotp: () => post<TotpSetup>('/second-factors/totp/setup'),
  addTotp: (body: { setup: string; code: string; name: string }) => post<Added>('/second-factors/totp', body),
  newPasskeyOptions: () => post<PasskeyOptions>('/second-factors/passkey/options'),
  addPasskey: (body: { passkey: PasskeyReply; name: string }) => post<Added>('/second-factors/passkey', body),
  renameFactor: (id: string, name: string) => post(`/second-factors/${id}/rename`, { name }),
  removeFactor: (id: string) => post(`/second-factors/${id}/remove`),
  renewRecoveryCodes: () => post<{ recoveryCodes: string[] }>('/recovery-codes'),
}
