import { Pool } from 'undici'

/** A store's own server, which talks to the merchant interface over keep-alive connections. */
export type ApiClient = {
  get(path: string): Promise<string>
  /** With an `Idempotency-Key`, when one is given. */
  post(path: string, fields: object, key?: string): Promise<string>
  close(): Promise<void>
}

export function openApiClient(url: string, privateKey: string, connections: number): ApiClient {
  const pool = new Pool(url, { connections, pipelining: 1 })
  const headers = { authorization: `Bearer ${privateKey}`, accept: 'application/json', 'user-agent': 'bench' }
  const ask = async (method: 'GET' | 'POST', path: string, extra: Record<string, string>, body: string | null) => {
    const reply = await pool.request({ method, path, headers: { ...headers, ...extra }, body })
    const text = await reply.body.text()
    if (reply.statusCode >= 300) throw new Error(`${method} ${path} answered ${reply.statusCode} ${text.slice(0, 300)}`)
    return text
  }
  return {
    get: (path) => ask('GET', path, {}, null),
    post: (path, fields, key) =>
      ask('POST', path, { ...json, ...(key && { 'idempotency-key': key }) }, JSON.stringify(fields)),
    close: () => pool.close(),
  }
}
const json = { 'content-type': 'application/json' }
