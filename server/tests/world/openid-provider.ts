import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** What the person does at the provider, and how the provider lies. `provenAt`: in seconds since 1970. */
type Visit = { email?: string; isVerified?: boolean; nonce?: string; audience?: string; provenAt?: number }

/** A small OpenID provider with one client: it holds to PKCE, and lets nobody use a code twice. */
export async function openOpenIdProvider({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, { asked: URLSearchParams; visit: Visit }>()
  const server = createServer(async (request, response) => {
    const { status = 200, ...body } = await replyTo(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function replyTo(request: IncomingMessage): Promise<Record<string, unknown> & { status?: number }> {
    if (request.url === '/.well-known/openid-configuration')
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }
    if (request.url === '/keys') return { keys: [jwk] }
    const sent = new URLSearchParams(await text(request))
    const known = codes.get(sent.get('code') ?? '')
    codes.delete(sent.get('code') ?? '')
    const verifier = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight = known?.asked.get('code_challenge') === verifier && sent.get('client_secret') === clientSecret
    if (!known || !isRight) return { status: 400, error: 'invalid_grant' }
    return { access_token: randomUUID(), token_type: 'Bearer', id_token: await idTokenOf(known) }
  }

  const idTokenOf = ({ asked, visit }: { asked: URLSearchParams; visit: Visit }): Promise<string> => {
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      email: visit.email,
      email_verified: visit.isVerified ?? true,
      nonce: visit.nonce ?? asked.get('nonce'),
      auth_time: visit.provenAt ?? now,
    }
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(issuer)
      .setSubject('person-1')
      .setAudience(visit.audience ?? clientId)
      .setIssuedAt(now)
      .setExpirationTime(now + 300)
      .sign(privateKey)
  }

  return {
    issuer,
    /** The person logs in at the address to which the browser was sent; returns the address to which it is sent back. */
    visit: (address: string, visit: Visit): URL => {
      const asked = new URL(address).searchParams
      const code = randomUUID()
      codes.set(code, { asked, visit })
      const back = new URL(asked.get('redirect_uri')!)
      back.search = String(new URLSearchParams({ code, state: asked.get('state')! }))
      return back
    },
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}
