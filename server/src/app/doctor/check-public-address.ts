import { lookup } from 'node:dns/promises'
import { connect } from 'node:tls'
import { request } from 'undici'
import { systemClock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { addressOf, type SurfaceHosts } from '../addresses.ts'
import { type SeenRequest, seenPath, seenQuery } from '../seen-address.ts'
import { type Finding, ok, textOf, unknown, warning, wrong } from './finding.ts'

const timeoutMs = 10_000
const daysLeftMin = 21

/**
 * The addresses that browsers and stores use: their names, their certificates, and, where a process replies behind them,
 * whether the proxies pass on what Florin goes by.
 */
export async function checkPublicAddress(
  { publicUrl, surfaceHosts }: { publicUrl: string; surfaceHosts: SurfaceHosts },
  keys: KeyRing | undefined,
): Promise<Finding[]> {
  const origins = [
    publicUrl,
    ...Object.values(surfaceHosts).flatMap((hosts) => hosts.map((host) => addressOf(publicUrl, [host]))),
  ]
  const found = await Promise.all(
    [...new Set(origins.map((url) => new URL(url).origin))].map(async (origin) => [
      ...(await checkName(new URL(origin))),
      ...(await checkProcess(origin, keys)),
    ]),
  )
  return found.flat()
}

async function checkName({ hostname, port, protocol, host }: URL): Promise<Finding[]> {
  const about = `Address ${host}`
  try {
    await lookup(hostname)
  } catch (error) {
    return [wrong(about, `has no address: ${textOf(error)}`, 'Enter the name in your DNS.')]
  }
  if (protocol !== 'https:') return [warning(about, 'is not encrypted', 'Production needs https.')]
  return [await checkCertificate(hostname, Number(port || 443), about)]
}

async function checkCertificate(hostname: string, port: number, about: string): Promise<Finding> {
  try {
    const { validTo, error } = await certificateOf(hostname, port)
    const days = Math.floor((Date.parse(validTo) - systemClock.wall().epochMilliseconds) / 86_400_000)
    if (error) return wrong(about, `its certificate is not trusted: ${error}`, 'Browsers and stores will refuse it.')
    const says = `its certificate is valid for ${days} days`
    return days < daysLeftMin
      ? warning(about, says, 'Renew it, and see that renewing happens by itself.')
      : ok(about, says)
  } catch (error) {
    return unknown(about, `nobody accepts connections yet: ${textOf(error)}`, 'Ask again when the proxy runs.')
  }
}

function certificateOf(host: string, port: number): Promise<{ validTo: string; error: string | undefined }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ validTo: string; error: string | undefined }>()
  const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: timeoutMs }, () => {
    const { valid_to: validTo } = socket.getPeerCertificate()
    resolve({ validTo, error: socket.authorized ? undefined : String(socket.authorizationError) })
    socket.destroy()
  })
  socket.on('timeout', () => socket.destroy(new Error('it does not reply')))
  socket.on('error', reject)
  return promise
}

/** An address for documentation (RFC 5737), which no client has. */
const pretended = '192.0.2.99'

async function checkProcess(origin: string, keys: KeyRing | undefined): Promise<Finding[]> {
  const about = `Proxy of ${new URL(origin).host}`
  if (!keys) return []
  try {
    const { statusCode, body } = await request(`${origin}${seenPath}${seenQuery(keys, systemClock.wall())}`, {
      headers: { 'x-forwarded-for': pretended, accept: 'application/json' },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await body.text()
    if (statusCode !== 200)
      return [
        unknown(
          about,
          `no process of this installation replies behind it (${statusCode})`,
          'Ask again when Florin runs with these keys.',
        ),
      ]
    return proxyFindings(about, new URL(origin), JSON.parse(text) as SeenRequest)
  } catch (error) {
    return [unknown(about, `no process replies behind it yet: ${textOf(error)}`, 'Ask again when Florin runs.')]
  }
}

/** What the process says of a request that came by this address and pretended to come from another one. */
export function proxyFindings(about: string, { protocol, host }: URL, seen: SeenRequest): Finding[] {
  const found: Finding[] = []
  if (seen.address === pretended)
    found.push(
      wrong(
        about,
        'passes on the address that a client pretends to have, and Florin believes it',
        'Let the proxy overwrite X-Forwarded-For: docs/operating/nginx.md. Or take the addresses of clients out of FLORIN_TRUST_PROXY.',
      ),
    )
  if (seen.isForwarded && !seen.isPeerTrusted && seen.address !== pretended && protocol === 'https:')
    found.push(
      wrong(
        about,
        `${seen.peer} is not in FLORIN_TRUST_PROXY, so all clients share its address and its limits`,
        `Add ${seen.peer} to FLORIN_TRUST_PROXY.`,
      ),
    )
  if (`${seen.scheme}:` !== protocol)
    found.push(
      wrong(
        about,
        `says ${seen.scheme} to Florin, and browsers use ${protocol.slice(0, -1)}`,
        'Let it send X-Forwarded-Proto, and name it in FLORIN_TRUST_PROXY.',
      ),
    )
  if (seen.host !== host)
    found.push(
      wrong(about, `says the host ${seen.host} to Florin, and browsers use ${host}`, 'Let it pass the Host header on.'),
    )
  return found.length > 0 ? found : [ok(about, `passes on address, scheme and host; Florin ${seen.version} replies`)]
}
