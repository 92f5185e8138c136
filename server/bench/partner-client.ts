import { Pool } from 'undici'
import type { BenchContext } from './context.ts'
import { by, withBenchApp } from './open-app.ts'

export type Headers = Readonly<Record<string, string>>
export type Post = (path: string, headers: Headers, body: object) => Promise<Record<string, string>>

/** Posts JSON to the issuing interface, on so many connections. What is refused ends the bench. */
export function openPoster(url: string, connections: number): { post: Post; close(): Promise<void> } {
  const pool = new Pool(url, { connections, pipelining: 1 })
  const post: Post = async (path, headers, body) => {
    const sent = { 'content-type': 'application/json', ...headers }
    const reply = await pool.request({ method: 'POST', path: `/v1${path}`, headers: sent, body: JSON.stringify(body) })
    const text = await reply.body.text()
    if (reply.statusCode >= 300) throw new Error(`${path} answered ${reply.statusCode} ${text.slice(0, 300)}`)
    return JSON.parse(text) as Record<string, string>
  }
  return { post, close: () => pool.close() }
}

/** A partner, by what its server and its app send. */
export async function openPartner(
  ctx: BenchContext,
  webhookUrl?: string,
): Promise<{ id: number; server: Headers; app: Headers }> {
  const { partner, apiKey } = await withBenchApp(ctx, ({ partners }) =>
    partners.create({ by, name: 'Busy Bank', live: false, webhookUrl }),
  )
  return {
    id: partner.id,
    server: { 'x-partner-api-key': apiKey.reveal() },
    app: { 'x-partner-id': String(partner.id) },
  }
}
