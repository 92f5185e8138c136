import { Pool } from 'undici'

/** Browsers on keep-alive connections, which do what a shopper's does and nothing with what comes back. */
export type Browsers = {
  get(path: string): Promise<Landed>
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Landed>
  close(): Promise<void>
}
export type Landed = { status: number; location: string; text: string }

export function openBrowsers(url: string, connections: number): Browsers {
  const pool = new Pool(url, { connections, pipelining: 1 })
  const ask = async (method: 'GET' | 'POST', path: string, body?: string): Promise<Landed> => {
    const reply = await pool.request({ method, path, headers, body: body ?? null })
    const text = await reply.body.text()
    return { status: reply.statusCode, location: String(reply.headers.location ?? ''), text }
  }
  return {
    get: (path) => ask('GET', path),
    post: (path, fields) => ask('POST', path, new URLSearchParams(fields).toString()),
    close: () => pool.close(),
  }
}

const headers = {
  'content-type': 'application/x-www-form-urlencoded',
  accept: 'text/html',
  'accept-language': 'en-GB',
  'user-agent': 'bench',
}
