import { type KeyObject, randomUUID } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { shortMemory } from '#core/directory'
import { readToken, signToken, type TokenClaims } from '#kernel/crypto/jwt.ts'
import type { AccessContext } from './context.ts'
import {
  openable,
  openTokenKey,
  type PublicKey,
  publicKeyOf,
  rotateTokenKeys,
  signerOf,
  type TokenKey,
  tokenKeysAt,
  verifierOf,
} from './token-keys.ts'

/** Signs and reads access tokens. */
export type Tokens = {
  /** A token for the subject that lives for `lifetime`. */
  sign(input: TokenInput): Promise<string>
  /** The claims of a token that we have signed for this audience and that has not expired. */
  read(token: string, audience: string): Promise<JWTPayload | undefined>
  /** What `/.well-known/jwks.json` publishes: the keys that verify now, and the one that signs next. */
  publicKeys(): Promise<readonly PublicKey[]>
}
export type TokenInput = { audience: string; subject: string; lifetime: Temporal.Duration; claims?: TokenClaims }

/** `issuer` is the address of this installation, as the claim `iss` names it. */
export function openTokens(ctx: AccessContext & { issuer: string }): Tokens {
  const { clock, issuer } = ctx
  const memory = shortMemory(() => openKeys(ctx), { clock })
  const current = async () => {
    const now = clock.now()
    const keys = (await memory.get('keys'))!
    if (signerOf(keys.signers, now)) return { now, ...keys }
    // The first token of an installation, or of a clock that was moved by months.
    await rotateTokenKeys(ctx)
    memory.forget()
    return { now: clock.now(), ...(await memory.get('keys'))! }
  }
  return {
    sign: async ({ audience, subject, lifetime, claims }) => {
      const { now, signers, privateKeys } = await current()
      // Where another process, whose clock is ahead, has made the first one this moment, it signs early.
      const { kid } = signerOf(signers, now) ?? signers.at(-1)!
      const terms = { issuer, audience, subject, id: randomUUID(), expiresAt: now.add(lifetime) }
      return signToken({ kid, privateKey: privateKeys.get(kid)! }, now, terms, claims)
    },
    read: async (token, audience) => {
      const keyOf = async (kid: string) => {
        const known = (await memory.get('keys'))?.publicKeys.get(kid)
        if (known) return known
        // Made by another process a moment ago, perhaps.
        memory.forget()
        return (await memory.get('keys'))?.publicKeys.get(kid)
      }
      return readToken(token, clock.now(), { issuer, audience, keyOf })
    },
    publicKeys: async () => (await current()).rows.map(publicKeyOf),
  }
}

type OpenKeys = {
  /** Those that verify. */
  rows: readonly TokenKey[]
  /** Those of them that this process can sign with. */
  signers: readonly TokenKey[]
  privateKeys: ReadonlyMap<string, KeyObject>
  publicKeys: ReadonlyMap<string, KeyObject>
}

async function openKeys({ db, clock, keys }: AccessContext): Promise<OpenKeys> {
  const rows = await tokenKeysAt(db, clock.now())
  const signers = openable(keys, rows)
  return {
    rows,
    signers,
    privateKeys: new Map(signers.map((row) => [row.kid, openTokenKey(keys, row)])),
    publicKeys: new Map(rows.map((row) => [row.kid, verifierOf(row)])),
  }
}
